"""The tree of reasons, from what happened down to the lines of the scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from checker.errors import Place
from checker.report.page import Look, Page, Span, Words, bold, dim
from checker.rulebook.sentences import say
from checker.scenario import Scenario
from checker.terms import Any as Anything
from checker.terms import Term, Value, match, show
from checker.verdict import Reason

if TYPE_CHECKING:
    from checker import Explanation

SCHEMA = "drakdom/explanation/1"
SHORT = 4
"""How deep a tree goes unless everything is asked for."""

_GUIDES = {True: ("├─ ", "└─ ", "│  ", "   "), False: ("|- ", "`- ", "|  ", "   ")}
_KINDS = {
    "stated": "the file says so",
    "chosen": "chosen",
    "rolled": "told",
    "assumed": "assumed: the file leaves it open",
    "yielded": "would apply, but gives way",
    "also": "another clause says the same",
}


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
        self.cut = False

    def print(self, found: Sequence[Explanation]) -> str:
        for one in found:
            self.page.gap()
            if one.readings:
                self.page.add("read as ", Span(", ".join(f"{c}={o}" for c, o in one.readings), "cyan"), ":")
            self.one(one)
        self.cited()
        if self.cut:
            self.page.gap()
            self.page.add(dim("reasons further down are left out; --full shows all"))
        return self.page.print()

    def one(self, one: Explanation) -> None:
        verb = "can happen" if one.happens else "does not happen"
        self.page.add(bold(one.claim), f" {verb}")
        if one.happens and not one.reasons:
            self.page.add("no clause leads to it: it is so because nothing else is", indent=2)
        self.below(one.reasons if one.happens else (), "", 0)
        if one.blocked:
            self.page.add("what held it back:")
            self.below(one.blocked, "", 0)
        elif not one.happens:
            self.page.add("no clause that applies here leads to it", indent=2)

    def below(self, reasons: Sequence[Reason], before: str, depth: int) -> None:
        for place, reason in enumerate(reasons):
            last = place == len(reasons) - 1
            guide, on = (self.guides[1], self.guides[3]) if last else (self.guides[0], self.guides[2])
            more = bool(reason.because)
            hang = before + on + (self.guides[2] if more else self.guides[3])
            self.page.branch(before + guide, hang, *self.words(reason))
            if reason.clause:
                self.clauses[reason.clause] = None
            if more and depth + 1 >= SHORT and not self.full:
                self.cut = True
                continue
            self.below(reason.because, before + on, depth + 1)

    def words(self, reason: Reason) -> list[Words]:
        said: list[Words] = [sentence(self.scenario, reason.what)]
        if reason.clause:
            said.append(Span(f" ({reason.clause})", "cyan"))
        note = _KINDS.get(reason.kind, "")
        place = source(self.scenario, reason.what) if reason.kind in ("stated", "chosen", "rolled") else None
        if place:
            note = str(place) if reason.kind == "stated" else f"{note}, {place}"
        if note:
            said.append(dim(f" [{note}]"))
        return said

    def cited(self) -> None:
        if not self.clauses:
            return
        self.page.head("The clauses")
        for clause in self.clauses:
            entry = self.book.ledger.get(clause)
            if entry:
                section = f"{entry.section}: " if entry.section else ""
                self.page.add(bold(clause), "  ", dim(section), entry.text, indent=2, hang=2)


def sentence(scenario: Scenario, what: Value) -> str:
    """A node in words; an atom of the law without a sentence is shown without its moment."""
    said = say(scenario.rulebook, what)
    if not isinstance(what, Term) or said != show(what):
        return said
    if what.args and isinstance(what.args[-1], int) and what.name not in scenario.rulebook.events:
        what = Term(what.name, what.args[:-1])
    return show(what)


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
        "file": scenario.file,
        "rulebook": scenario.rulebook.slug,
        "branches": [
            {
                "claim": one.claim,
                "readings": [list(reading) for reading in one.readings],
                "happens": one.happens,
                "reasons": [_reason_json(reason, scenario) for reason in one.reasons],
                "blocked": [_reason_json(reason, scenario) for reason in one.blocked],
            }
            for one in found
        ],
    }


def _reason_json(reason: Reason, scenario: Scenario) -> dict[str, Any]:
    place = source(scenario, reason.what)
    return {
        "what": show(reason.what),
        "sentence": sentence(scenario, reason.what),
        "clause": reason.clause,
        "kind": reason.kind,
        "place": {"file": place.file, "line": place.line, "column": place.column} if place else None,
        "because": [_reason_json(below, scenario) for below in reason.because],
    }
