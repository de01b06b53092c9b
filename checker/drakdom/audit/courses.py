"""Faults that house rules bring into the course of play: empty choices, play without end, things out of nothing.

Each moment of a play under the law is also evaluated under the base law. Only moments that differ are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from drakdom.audit.plays import partial_states, read_situation
from drakdom.audit.values import Law
from drakdom.graph.batch import Batch, endless
from drakdom.law.facts import Symbol, to_value
from drakdom.law.phases import BOOKKEEPING
from drakdom.rulebook import ListOf, Rulebook
from drakdom.rulings.law_faults import blame_law
from drakdom.step.case import build_case
from drakdom.step.moment import Moments
from drakdom.step.scope import Situation
from drakdom.step.state import Evaluated, Items, PartialState
from drakdom.terms import Term

#: Fluents by which every moment differs from the one before.
_BOOKKEEPING = BOOKKEEPING | {"unanswered"}
#: Seen symbols that are no events.
_NO_EVENT = frozenset({"may", "illegal", "unasked", "instead", "usurped", "refused", "barred", "misstated"})

#: Fluents with their values that a moment brings or ends.
_Effect = frozenset[tuple[Symbol, Symbol]]


class Fault(NamedTuple):
    """A fault of the course of play: its kind, its words and its node.

    It is none if some moment has the mark `unless`, or if there is a mark `only_if` and no moment has it.
    """

    kind: str
    what: Term
    node: int
    unless: str = ""
    only_if: str = ""


@dataclass
class Course:
    """The faults of a batch, and the marks of its moments."""

    faults: list[Fault] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)


class Twin(NamedTuple):
    """A whole moment under both laws, with its choices, each as (chooser, action)."""

    node: int
    partial: PartialState
    mine: Evaluated
    theirs: Evaluated
    choices: tuple[tuple[Symbol, Symbol], ...]


class Twins:
    """The moments of a batch under its law and under a base law."""

    def __init__(self, batch: Batch, base: Law, situation: Situation) -> None:
        scenario = read_situation(base, situation)
        self.batch = batch
        with blame_law(scenario):
            self.base = Moments(endless(build_case(scenario)))
            nodes = partial_states(batch)
            mine = batch.moments.evaluate([partial for _, partial in nodes])
            theirs = self.base.evaluate([self.converted(partial) for _, partial in nodes])
            self.all = [
                Twin(node, partial, own, plain, tuple(self._choices(partial)))
                for (node, partial), own, plain in zip(nodes, mine, theirs, strict=True)
            ]
        self.different = [twin for twin in self.all if not self._same(twin)]

    def converted(self, partial: PartialState) -> PartialState:
        """Return a partial state in the numbers of the base law."""
        items, numbers = self.batch.moments.items, self.base.items
        state, openings = (frozenset(numbers.number(items.all[n]) for n in part) for part in partial)
        return state, openings

    def _choices(self, partial: PartialState) -> Iterator[tuple[Symbol, Symbol]]:
        for number in sorted(partial[1]):
            item = self.batch.moments.items.all[number]
            if item[0] == "choice" and len(item) == 3:
                yield item[1], item[2]

    def _same(self, twin: Twin) -> bool:
        mine, theirs = twin.mine, twin.theirs
        return (
            mine.seen == theirs.seen
            and theirs.is_whole
            and set_in(self.batch.moments.items, mine.coming) == set_in(self.base.items, theirs.coming)
            and set_in(self.batch.moments.items, mine.ceasing) == set_in(self.base.items, theirs.ceasing)
        )


def set_in(items: Items, numbers: Iterable[int]) -> _Effect:
    """Return the fluents with their values among some items."""
    return frozenset((item[0], item[1]) for item in map(items.all.__getitem__, numbers) if len(item) == 2)


def faults_of_course(twins: Twins, book: Rulebook) -> Course:
    """Return the faults of the course of play in a batch that the house rules of its law bring."""
    course = Course()
    _empty_choices(course, twins)
    _things(course, twins, book)
    return course


# ---- choices that come to nothing --------------------------------------------------------------------------------


def _empty_choices(course: Course, twins: Twins) -> None:
    moments = twins.batch.moments
    asked = [(twin, choice) for twin in twins.different for choice in twin.choices if not twin.mine.broken]
    if not asked:
        return
    without = [_without(moments, twin.partial, choice) for twin, choice in asked]
    bare = list(moments.evaluate(without))
    empty = [
        _effect(moments.items, twin.mine) == _effect(moments.items, undone)
        for (twin, _), undone in zip(asked, bare, strict=True)
    ]
    plain = twins.base.evaluate([twins.converted(partial) for partial in without])
    for (twin, (chooser, action)), is_empty, undone in zip(asked, empty, plain, strict=True):
        granted = action in undone.choices.get(chooser, ())
        mark = f"{action.name} {twins.batch.play.nodes[twin.node].phase}"
        if not is_empty:
            if not granted:
                course.marks.add(mark)
            continue
        base_effect = _effect(twins.base.items, undone)
        if granted and (twin.theirs.broken or _effect(twins.base.items, twin.theirs)[:3] == base_effect[:3]):
            continue  # by the book it comes to nothing as well, leads to a roll only, or never happens
        words = Term("comes_to_nothing", (to_value(chooser), to_value(action)))
        course.faults.append(Fault("empty choice", words, twin.node, "" if granted else mark))


def _without(moments: Moments, partial: PartialState, choice: tuple[Symbol, Symbol]) -> PartialState:
    state, openings = partial
    return state, openings - {moments.items.number(("choice", *choice))}


def _effect(items: Items, result: Evaluated) -> tuple[_Effect, _Effect, frozenset[Symbol], bool]:
    """Return the effects of a moment: fluents that begin and end, events, and if rolls are due."""
    coming, ceasing = (
        frozenset(pair for pair in set_in(items, part) if pair[0].name not in _BOOKKEEPING)
        for part in (result.coming, result.ceasing)
    )
    events = frozenset(symbol for symbol in result.seen if symbol.name not in _NO_EVENT)
    return coming, ceasing, events, bool(result.chances or result.stated)


# ---- play that never ends ----------------------------------------------------------------------------------------


def endless_nodes(batch: Batch) -> frozenset[int]:
    """Return the nodes from which the players together can keep play from ever ending."""
    nodes = batch.play.nodes
    kept = {number for number, node in enumerate(nodes) if node.edges}
    before: list[list[int]] = [[] for _ in nodes]
    left = [0] * len(nodes)
    for number, node in enumerate(nodes):
        left[number] = len(node.edges)
        for edge in node.edges:
            before[edge.target].append(number)
    todo = [number for number in range(len(nodes)) if number not in kept]
    for number in todo:
        for source in before[number]:
            left[source] -= 1
            if source in kept and (nodes[source].kind != "choice" or not left[source]):
                kept.discard(source)
                todo.append(source)
    return frozenset(kept)


# ---- things that appear or vanish --------------------------------------------------------------------------------


def _things(course: Course, twins: Twins, book: Rulebook) -> None:
    families = _families(book)
    for twin in twins.different if families else ():
        if twin.mine.broken:
            continue
        own, by_book = (
            _balance(items, result, families)
            for items, result in ((twins.batch.moments.items, twin.mine), (twins.base.items, twin.theirs))
        )
        held = _holders(twins.batch.moments.items, twin.partial, families)
        for item in sorted(own.keys() | by_book.keys()):
            gained, lost = own.get(item, (frozenset[Symbol](), frozenset[Symbol]()))
            if (gained, lost) == by_book.get(item, (frozenset(), frozenset())):
                continue
            names = sorted(
                {symbol.name for symbol in twin.mine.seen - twin.theirs.seen if symbol.name not in _NO_EVENT}
            )
            mark = f"{item} {' '.join([*names, *(action.name for _, action in twin.choices)])}"
            if len(gained) == len(lost):
                course.marks.add(f"moved {mark}")
                continue
            spoken = [*twin.mine.seen, *(action for _, action in twin.choices)]
            keepers = held.get(item, set()) - lost
            touched = any(item in (args := _arguments(symbol)) and args & keepers for symbol in spoken)
            verb = "appears" if len(gained) > len(lost) else "vanishes"
            owner = min(gained - lost or lost - gained or gained | lost)
            words = Term(verb, (to_value(item), to_value(owner)))
            if touched:
                course.faults.append(Fault("thing", words, twin.node))
            else:
                course.faults.append(Fault("thing", words, twin.node, only_if=f"moved {mark}"))


def _families(book: Rulebook) -> frozenset[str]:
    """Return the names of the fluents that hold things."""
    inner = [
        fact.args[0]
        for spec in (*book.places.values(), *book.figures.values())
        for fact in spec.facts
        if isinstance(spec.shape, ListOf) and fact.name == "given" and fact.args
    ]
    return frozenset(fluent.name for fluent in inner if isinstance(fluent, Term) and len(fluent.args) == 1)


_Owners = frozenset[Symbol]


def _balance(items: Items, result: Evaluated, families: frozenset[str]) -> dict[Symbol, tuple[_Owners, _Owners]]:
    """Return for each thing of which a moment changes the owners those who gain it and those who lose it."""
    gained: dict[Symbol, set[Symbol]] = {}
    lost: dict[Symbol, set[Symbol]] = {}
    for numbers, mine in ((result.coming, gained), (result.ceasing, lost)):
        for fluent, value in set_in(items, numbers):
            if fluent.name in families and fluent.arguments:
                mine.setdefault(value, set()).add(fluent.arguments[0])
    return {item: (frozenset(gained.get(item, ())), frozenset(lost.get(item, ()))) for item in gained.keys() | lost}


def _holders(items: Items, partial: PartialState, families: frozenset[str]) -> dict[Symbol, set[Symbol]]:
    held: dict[Symbol, set[Symbol]] = {}
    for fluent, value in items.fluents(partial[0]):
        if fluent.name in families and fluent.arguments:
            held.setdefault(value, set()).add(fluent.arguments[0])
    return held


def _arguments(symbol: Symbol) -> set[Symbol]:
    """Return all parts of a symbol."""
    parts, todo = set[Symbol](), [symbol]
    while todo:
        part = todo.pop()
        parts.add(part)
        if part.type.name == "Function":
            todo += part.arguments
    return parts
