"""Explanations as trees of reasons, from an event down to the lines of the scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drakdom.language import mark, t, tn
from drakdom.report.answered import answer_lines, grounds
from drakdom.report.heading import heading, indifferent, law_json
from drakdom.report.page import Look, Page, Span, Words, bold, dim, joined
from drakdom.report.quotes import quote
from drakdom.report.reason_words import reason_json, reason_kind, sentence, source, worded
from drakdom.rulebook.sentences import when
from drakdom.rulings.readings import without_repeats
from drakdom.scenario import Scenario
from drakdom.terms import Term, show
from drakdom.verdict import Reason, json_form

if TYPE_CHECKING:
    from drakdom import Explanation
    from drakdom.answer import Answer
    from drakdom.rulings.undecided import Break

SCHEMA = "drakdom/explanation/1"
SHORT = 4
"""The depth of a tree, unless the full report is wanted."""

_GUIDES = {True: ("├─ ", "└─ ", "│  ", "   "), False: ("|- ", "`- ", "|  ", "   ")}
_KINDS = {
    "chosen": mark("chosen"),
    "rolled": mark("stated"),
    "assumed": mark("assumed: the file leaves it open"),
    "yielded": mark("would apply, but gives way"),
    "also": mark("another clause says the same"),
    "lacking": mark("would follow if the following were otherwise"),
}
_NEEDS = {
    "at_most": mark("would follow if the following were {n} or less"),
    "at_least": mark("would follow if the following were {n} or more"),
    "less_than": mark("would follow if the following were less than {n}"),
    "more_than": mark("would follow if the following were more than {n}"),
}
_LEAVES = frozenset({"chosen", "rolled", "assumed"})
_IN_FILE = ("stated", "chosen", "rolled")
_HIDDEN = frozenset({"adjacent", "stated", "told"})
"""Atoms that a short tree leaves out: the layout of the board, and statements that the node above repeats."""


def explanation_text(
    explanations: Sequence[Explanation],
    scenario: Scenario,
    look: Look,
    full: bool = False,
    answers: Sequence[Answer] = (),
) -> str:
    """Return the report on why a claim holds or does not: the answer, then the trees of each reading that matters."""
    return _Tree(scenario, look, full).print(explanations, answers)


class _Tree:
    """One explanation while it is written."""

    def __init__(self, scenario: Scenario, look: Look, full: bool) -> None:
        self.scenario, self.book, self.full = scenario, scenario.rulebook, full
        self.page = Page(look)
        self.guides = _GUIDES[look.unicode]
        graph = self.book.topology.graph
        self.layout = frozenset(graph.facts if graph else ())
        self.clauses: dict[str, None] = {}
        self.lines: dict[int, None] = {}
        self.cut = self.answered = False

    def print(self, explanations: Sequence[Explanation], answers: Sequence[Answer]) -> str:
        heading(self.page, self.book, self.scenario, self.full)
        answer_lines(self.page, self.book, answers)
        quoted = grounds(self.page, self.book, answers)
        self.answered = bool(answers)
        if answers:
            self.page.head(t("How it comes about"))
        by_readings = without_repeats([(claim.readings, replace(claim, readings=())) for claim in explanations])
        for readings, claim in by_readings:
            if readings or not answers:
                self.page.gap()
            if readings:
                self.page.add(
                    t("read as "), Span(", ".join(f"{clause}={option}" for clause, option in readings), "cyan"), ":"
                )
            self.claim(claim)
        matter = {clause for readings, _ in by_readings for clause, _ in readings}
        doubtful = (clause for claim in explanations for clause, _ in claim.readings)
        indifferent(self.page, [clause for clause in doubtful if clause not in matter])
        self.cited([clause for clause in self.clauses if clause not in quoted])
        self.quoted()
        if self.cut:
            self.page.gap()
            self.page.add(dim(t("deeper reasons are left out; --full shows all")))
        return self.page.print()

    def claim(self, claim: Explanation) -> None:
        verb = t(" happens") if claim.certain else t(" can happen") if claim.happens else t(" does not happen")
        verb = t(" is not decided") if claim.breaks_off else verb
        is_apart = claim.apart and not claim.blocked
        if claim.readings or not self.answered:
            self.page.add(bold(claim.claim), verb)
        if claim.breaks_off:
            moment, gaps = when(self.book, *claim.breaks_off[0]), "; ".join(claim.breaks_off[1])
            words = t(
                "undecided: play breaks off in {moment}, since it is not decided: {gaps}", moment=moment, gaps=gaps
            )
            self.page.add(words, indent=2, hang=2)
        if claim.happens and not (claim.reasons or claim.denied):
            self.page.add(t("no clause leads to it: it holds because nothing speaks against it"), indent=2)
        if is_apart:
            self.page.add(t("each part of it can happen, but never so that the whole holds:"), indent=2)
        if claim.happens or is_apart:
            self.happens(claim)
        if claim.denied:
            self.page.add(t("what prevents the events that it denies:"))
            self.below(claim.denied, "", 0)
        if claim.blocked:
            prevents = t("what prevents it up to there:") if claim.breaks_off else t("what prevents it:")
            self.page.add(t("what can prevent it:") if claim.happens else prevents)
            self.below(claim.blocked, "", 0)
        elif not (claim.happens or claim.apart or claim.breaks_off):
            self.page.add(t("no clause that applies here leads to it"), indent=2)
        for hint in claim.hints:
            self.page.add(hint, indent=2, hang=2)

    def happens(self, claim: Explanation) -> None:
        """Add the reasons of a claim, by place in the play if they belong to more than one place."""
        if len(set(claim.places)) < 2:
            self.below(claim.reasons, "", 0)
            return
        for place in sorted(dict.fromkeys(claim.places), key=lambda place: place[0]):
            self.page.add(dim(when(self.book, *place)))
            reasons = [reason for reason, at in zip(claim.reasons, claim.places, strict=True) if at == place]
            self.below(reasons, "", 0)

    def below(
        self, reasons: Sequence[Reason], before: str, depth: int, whole: bool = False, above: Reason | None = None
    ) -> None:
        """Add the reasons of one node, each with its own below it; `whole` includes those of choices and rolls."""
        shown = reasons if self.full else self.shown(reasons, depth, above)
        for place, reason in enumerate(shown):
            is_last = place == len(shown) - 1
            guide, on = (self.guides[1], self.guides[3]) if is_last else (self.guides[0], self.guides[2])
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
                self.below(children, before + on, depth + 1, reason.kind == "lacking", reason)

    def shown(self, reasons: Sequence[Reason], depth: int, above: Reason | None = None) -> list[Reason]:
        """Return the reasons that a short tree shows.

        Those without words and clause give way to their own reasons, and so do those that repeat the node `above`.
        """
        shown: dict[Reason, None] = {}
        for reason in reasons:
            if self.is_hidden(reason, depth):
                self.leave_out(reason)
            elif above and self.repeats(reason, above):
                shown |= dict.fromkeys(self.shown(reason.because, depth, above))
            elif reason.clause or worded(self.scenario, reason):
                shown[reason] = None
            else:
                place = source(self.scenario, reason) if reason.kind in _IN_FILE else None
                self.lines |= {place.line: None} if place else {}
                shown |= dict.fromkeys(self.shown(reason.because, depth))
        return [*shown]

    def repeats(self, reason: Reason, above: Reason) -> bool:
        """Return True if a node has the same words as the node above it."""
        return reason.kind == above.kind == "law" and self.words(reason) == self.words(above)

    def leave_out(self, reason: Reason) -> None:
        """Hide the reasons of a node, but quote the lines of the file that they rest on."""
        self.lines |= dict.fromkeys(self.lines_below(reason))
        self.cut = self.cut or any(not self.is_hidden(child, 1) for child in reason.because)

    def rests_on(self, reason: Reason) -> list[Words]:
        """Return a note with the lines of the file below a node whose reasons are hidden."""
        lines = sorted(set(self.lines_below(reason)))
        self.lines |= dict.fromkeys(lines)
        if not lines:
            return []
        numbers = joined(map(str, lines))
        return [dim(tn(" [rests on line {lines}]", " [rests on lines {lines}]", len(lines), lines=numbers))]

    def lines_below(self, reason: Reason) -> Iterator[int]:
        """Yield the lines of the file that state what a reason rests on."""
        for child in reason.because:
            place = source(self.scenario, child) if child.kind in _IN_FILE else None
            if place:
                yield place.line
            yield from self.lines_below(child)

    def is_hidden(self, reason: Reason, depth: int) -> bool:
        name = reason.what.name if isinstance(reason.what, Term) else ""
        if reason.what in self.layout or name in self.book.silent:
            return True
        return name in _HIDDEN and not reason.clause and (depth > 0 or name == "adjacent")

    def words(self, reason: Reason) -> list[Words]:
        says = worded(self.scenario, reason)
        if reason.clause and not (says or self.full):
            words: list[Words] = [t("{clause} applies", clause=reason.clause)]
        else:
            words = [says or sentence(self.scenario, reason)]
            words += [Span(f" ({reason.clause})", "cyan")] if reason.clause else []
        kind = reason_kind(reason)
        notes = [t(_KINDS[kind])] if kind in _KINDS else []
        if isinstance(reason.needs, Term):
            notes = [t(_NEEDS[reason.needs.name], n=show(reason.needs.args[0]))]
        place = source(self.scenario, reason) if reason.kind in _IN_FILE else None
        if place:
            self.lines[place.line] = None
            notes.append(t("line {n}", n=place.line))
        if notes:
            words.append(dim(f" [{', '.join(notes)}]"))
        return words

    def quoted(self) -> None:
        """Quote the lines of the file that the reasons rest on."""
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

    def cited(self, clauses: Sequence[str]) -> None:
        entries = [clause for clause in clauses if clause in self.book.ledger]
        if entries:
            self.page.head(t("The clauses"))
            quote(self.page, self.book, entries)


def broken_json(breaks_off: Break | None) -> dict[str, Any] | None:
    """Return the JSON form of the place where play breaks off."""
    if breaks_off is None:
        return None
    (entry, phase), gaps = breaks_off
    return {"entry": entry, "phase": phase, "gaps": list(gaps)}


def explanation_json(
    explanations: Sequence[Explanation], scenario: Scenario, answers: Sequence[Answer] = ()
) -> dict[str, Any]:
    """Return the JSON form of explanations: the answers, and the same trees, with the places in the file."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "answers": json_form(answers),
        "branches": [
            {
                "claim": claim.claim,
                "readings": [list(reading) for reading in claim.readings],
                "happens": claim.happens,
                "certain": claim.certain,
                "reasons": [reason_json(reason, scenario) for reason in claim.reasons],
                "blocked": [reason_json(reason, scenario) for reason in claim.blocked],
                "denied": [reason_json(reason, scenario) for reason in claim.denied],
                "apart": claim.apart,
                "places": [{"entry": entry, "phase": phase} for entry, phase in claim.places],
                "hints": list(claim.hints),
                "breaks_off": broken_json(claim.breaks_off),
            }
            for claim in explanations
        ],
    }
