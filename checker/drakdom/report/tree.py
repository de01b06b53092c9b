"""The tree of reasons, from what happened down to the lines of the scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drakdom.errors import Place
from drakdom.language import mark, t, tn
from drakdom.report.heading import heading, indifferent, law_json
from drakdom.report.page import Look, Page, Span, Words, bold, dim, joined
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say, when, word
from drakdom.scenario import Scenario
from drakdom.terms import Any as Anything
from drakdom.terms import Term, Value, match, show
from drakdom.verdict import Reason, told_once

if TYPE_CHECKING:
    from drakdom import Explanation

SCHEMA = "drakdom/explanation/1"
SHORT = 4
"""How deep a tree goes unless everything is asked for."""

_GUIDES = {True: ("├─ ", "└─ ", "│  ", "   "), False: ("|- ", "`- ", "|  ", "   ")}
_KINDS = {
    "chosen": mark("chosen"),
    "rolled": mark("told"),
    "assumed": mark("assumed, the file leaves it open"),
    "yielded": mark("would apply, but gives way"),
    "also": mark("another clause says the same"),
    "lacking": mark("would follow, were this otherwise"),
}
_NEEDS = {
    "at_most": mark("would follow, were this {n} or less"),
    "at_least": mark("would follow, were this {n} or more"),
    "less_than": mark("would follow, were this less than {n}"),
    "more_than": mark("would follow, were this more than {n}"),
}
_CHANGES = {
    "becomes": mark("{what} becomes {value}"),
    "gains": mark("{what} gains {value}"),
    "drops": mark("{what} drops {value}"),
}
_LEAVES = frozenset({"chosen", "rolled", "assumed"})
_WRAPPED = frozenset({"chosen", "picked", "shows", "thrown", "event", "given"})
_UNTOLD = frozenset({"adjacent", "stated", "told"})
"""What a short tree leaves out: how the board lies, and what the node above says already."""


def explanation(found: Sequence[Explanation], scenario: Scenario, look: Look, full: bool = False) -> str:
    """Why a claim holds or not, under every reading that matters."""
    return _Tree(scenario, look, full).print(found)


class _Tree:
    """One explanation while it is written."""

    def __init__(self, scenario: Scenario, look: Look, full: bool) -> None:
        self.scenario, self.book, self.full = scenario, scenario.rulebook, full
        self.page = Page(look)
        self.guides = _GUIDES[look.unicode]
        self.clauses: dict[str, None] = {}
        self.lines: dict[int, None] = {}
        self.cut = False

    def print(self, found: Sequence[Explanation]) -> str:
        heading(self.page, self.book, self.scenario, self.full)
        told = told_once([(one.readings, replace(one, readings=())) for one in found])
        for readings, one in told:
            self.page.gap()
            if readings:
                self.page.add(t("read as "), Span(", ".join(f"{c}={o}" for c, o in readings), "cyan"), ":")
            self.one(one)
        matter = {clause for readings, _ in told for clause, _ in readings}
        indifferent(self.page, [clause for one in found for clause, _ in one.readings if clause not in matter])
        self.cited()
        self.quoted()
        if self.cut:
            self.page.gap()
            self.page.add(dim(t("reasons further down are left out; --full shows all")))
        return self.page.print()

    def one(self, one: Explanation) -> None:
        verb = t(" happens") if one.certain else t(" can happen") if one.happens else t(" does not happen")
        self.page.add(bold(one.claim), verb)
        if one.happens and not (one.reasons or one.denied):
            self.page.add(t("no clause leads to it: it is so because nothing else is"), indent=2)
        if one.apart and not one.blocked:
            self.page.add(t("all that it takes can happen, but never so that it holds:"), indent=2)
        if one.happens or (one.apart and not one.blocked):
            self.happens(one)
        if one.denied:
            self.page.add(t("what held back what it denies:"))
            self.below(one.denied, "", 0)
        if one.blocked:
            self.page.add(t("what held it back:"))
            self.below(one.blocked, "", 0)
        elif not (one.happens or one.apart):
            self.page.add(t("no clause that applies here leads to it"), indent=2)
        for hint in one.hints:
            self.page.add(hint, indent=2, hang=2)

    def happens(self, one: Explanation) -> None:
        """What leads to it, by where it happens if that is in several places."""
        if len(set(one.places)) < 2:
            self.below(one.reasons, "", 0)
            return
        for place in sorted(dict.fromkeys(one.places), key=lambda place: place[0]):
            self.page.add(dim(when(self.book, *place)))
            some = [reason for reason, at in zip(one.reasons, one.places, strict=True) if at == place]
            self.below(some, "", 0)

    def below(self, reasons: Sequence[Reason], before: str, depth: int, whole: bool = False) -> None:
        """The reasons of one node, each with its own below it; `whole` where choices and rolls have theirs."""
        told = [r for r in reasons if self.full or not self.is_untold(r, depth)]
        for reason in reasons:
            if reason not in told:
                self.leave_out(reason)
        for place, reason in enumerate(told):
            last = place == len(told) - 1
            guide, on = (self.guides[1], self.guides[3]) if last else (self.guides[0], self.guides[2])
            is_leaf = reason.kind in _LEAVES and not (self.full or whole)
            children = () if is_leaf else reason.because
            if is_leaf:
                self.leave_out(reason)
            cut = bool(children) and depth + 1 >= SHORT and not self.full
            hang = before + on + (self.guides[2] if children and not cut else self.guides[3])
            self.page.branch(before + guide, hang, *self.words(reason), *(self.rests_on(reason) if cut else ()))
            if reason.clause:
                self.clauses[reason.clause] = None
            self.cut = self.cut or cut
            if not cut:
                self.below(children, before + on, depth + 1, reason.kind == "lacking")

    def leave_out(self, reason: Reason) -> None:
        """The lines of the file below a node are quoted though its reasons are not told."""
        self.lines |= dict.fromkeys(self.lines_below(reason))
        self.cut = self.cut or any(not self.is_untold(below, 1) for below in reason.because)

    def rests_on(self, reason: Reason) -> list[Words]:
        """The lines of the file below a node whose reasons are not told one by one."""
        lines = sorted(set(self.lines_below(reason)))
        self.lines |= dict.fromkeys(lines)
        if not lines:
            return []
        told = joined(list(map(str, lines)))
        return [dim(tn(" [rests on line {lines}]", " [rests on lines {lines}]", len(lines), lines=told))]

    def lines_below(self, reason: Reason) -> Iterator[int]:
        """Where in the file stands what a reason rests on."""
        for child in reason.because:
            place = source(self.scenario, child.what) if child.kind in ("stated", "chosen", "rolled") else None
            if place:
                yield place.line
            yield from self.lines_below(child)

    def is_untold(self, reason: Reason, depth: int) -> bool:
        name = reason.what.name if isinstance(reason.what, Term) else ""
        return name in _UNTOLD and not reason.clause and (depth > 0 or name == "adjacent")

    def words(self, reason: Reason) -> list[Words]:
        said: list[Words] = [sentence(self.scenario, reason)]
        if reason.clause:
            said.append(Span(f" ({reason.clause})", "cyan"))
        kind = _kind(reason)
        notes = [t(_KINDS[kind])] if kind in _KINDS else []
        if isinstance(reason.needs, Term):
            notes = [t(_NEEDS[reason.needs.name], n=show(reason.needs.args[0]))]
        place = source(self.scenario, reason.what) if reason.kind in ("stated", "chosen", "rolled") else None
        if place:
            self.lines[place.line] = None
            notes.append(t("line {n}", n=place.line))
        if notes:
            said.append(dim(f" [{', '.join(notes)}]"))
        return said

    def quoted(self) -> None:
        """The lines of the file that the reasons rest on."""
        try:
            text = Path(self.scenario.file).read_text("utf-8").splitlines()
        except (OSError, ValueError):
            return
        numbers = [n for n in sorted(self.lines) if 0 < n <= len(text)]
        if not numbers:
            return
        self.page.head(self.scenario.file)
        width = len(str(numbers[-1]))
        for number in numbers:
            self.page.pair(dim(f"{number:\0>{width}}"), text[number - 1].strip(), indent=2, width=width)

    def cited(self) -> None:
        if not self.clauses:
            return
        self.page.head(t("The clauses"))
        width = max(map(len, self.clauses))
        for clause in self.clauses:
            entry = self.book.ledger.get(clause)
            if entry:
                section = f"{entry.section}: " if entry.section else ""
                self.page.pair(bold(clause), dim(section), entry.text, indent=2, width=width)


def sentence(scenario: Scenario, reason: Reason) -> str:
    """A node in words: what the rulebook has a sentence for, the core's own atoms, and the law's as they stand.

    The moment is left out, which stands last in what is derived; what the scenario states has none.
    """
    what = reason.what
    if not isinstance(what, Term):
        return show(what)
    if what.name in _WRAPPED:
        return say(scenario.rulebook, what)
    told = _of_choice(scenario.rulebook, what) or _of_law(scenario.rulebook, what)
    if told:
        return told
    if what.args and isinstance(what.args[-1], int) and reason.kind != "stated":
        return show(Term(what.name, what.args[:-1]))
    return show(what)


def _of_choice(book: Rulebook, what: Term) -> str:
    """Atoms of who may, must and does."""
    match what:
        case Term("may" | "illegal", (figure, action, *_)):
            return say(book, Term(what.name, (figure, action)))
        case Term("option", (figure, action, _)):
            return say(book, Term("may", (figure, action)))
        case Term("stated", (_, figure, _, action)):
            return say(book, Term("chosen", (figure, action, 0)))
        case Term("refused", (clause, figure, action, *_)):
            done = say(book, Term("chosen", (figure, action, 0)))
            return t("{clause} forbids: {action}", clause=show(clause), action=done)
        case Term("asks", (figure, _)):
            return t("{figure} must decide", figure=word(book, figure))
    return ""


def _of_law(book: Rulebook, what: Term) -> str:
    """Atoms of what changes, of clauses and of what is not ruled."""
    match what:
        case Term("unruled" | "conflict", (found, *_)):
            return say(book, found)
        case Term("fixed", (clause, option)):
            return t("{clause} is read as `{option}`", clause=show(clause), option=show(option))
        case Term("except", (clause, subject)):
            return t("{clause} gives way for {subject}", clause=show(clause), subject=_subject(subject))
        case Term("becomes" | "gains" | "drops" as verb, (fluent, value, _)):
            return t(_CHANGES[verb], what=word(book, fluent), value=word(book, value))
        case Term("changes", (fluent, number, why, _)):
            told = {"what": word(book, fluent), "n": show(number), "why": word(book, why)}
            return t("{what} changes by {n} ({why})", **told)
    return ""


def _kind(reason: Reason) -> str:
    """A roll or choice without a line behind it is one that the file leaves open."""
    name = reason.what.name if isinstance(reason.what, Term) else ""
    return "assumed" if reason.kind == "stated" and name in ("shows", "chosen", "thrown", "picked") else reason.kind


def _subject(subject: Value) -> str:
    """Whom an exception is about, without the moment."""
    if isinstance(subject, Term) and not subject.name:
        parts = subject.args[:-1] if isinstance(subject.args[-1], int) else subject.args
        return ", ".join(map(show, parts)) or t("all")
    return show(subject) if not isinstance(subject, int) else t("all")


def source(scenario: Scenario, what: Value) -> Place | None:
    """The line of the scenario that a node rests on."""
    sources = scenario.sources
    if not isinstance(what, Term):
        return None
    if what in sources:
        return sources[what]
    match what:
        case Term("chosen", (figure, action, _)):
            pattern = Term("stated", (Anything(), figure, Anything(), action))
        case Term("shows", (roll, _, _)):
            pattern = Term("told", (roll, Anything(), Anything()))
        case _:
            return None
    return next((place for fact, place in sources.items() if match(pattern, fact)), None)


def explanation_json(found: Sequence[Explanation], scenario: Scenario) -> dict[str, Any]:
    """The JSON form: the same trees, with the places in the file."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "branches": [
            {
                "claim": one.claim,
                "readings": [list(reading) for reading in one.readings],
                "happens": one.happens,
                "certain": one.certain,
                "reasons": [reason_json(reason, scenario) for reason in one.reasons],
                "blocked": [reason_json(reason, scenario) for reason in one.blocked],
                "denied": [reason_json(reason, scenario) for reason in one.denied],
                "apart": one.apart,
                "places": [{"entry": entry, "phase": phase} for entry, phase in one.places],
                "hints": list(one.hints),
            }
            for one in found
        ],
    }


def reason_json(reason: Reason, scenario: Scenario) -> dict[str, Any]:
    """The JSON form of a tree of reasons."""
    place = source(scenario, reason.what)
    return {
        "what": show(reason.what),
        "sentence": sentence(scenario, reason),
        "clause": reason.clause,
        "kind": _kind(reason),
        "place": {"file": place.file, "line": place.line, "column": place.column} if place else None,
        "needs": None if reason.needs is None else show(reason.needs),
        "because": [reason_json(below, scenario) for below in reason.because],
    }
