"""Searching some situations: each is played with everything open, many side by side, under one law or two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.adjudication import blame
from checker.audit.text import Stated, scenario_text
from checker.audit.values import Hit, Key, Law, Step, key_of
from checker.engine.applied import Applied, applied
from checker.engine.case import Case, build_case
from checker.engine.cores import cores_of
from checker.engine.crowd import Crowd, play_together
from checker.engine.facts import Symbol, to_value
from checker.engine.scope import Situation
from checker.errors import LimitError
from checker.scenario import Scenario
from checker.scenario.read import read_scenario_text

_FAULTS = ("unruled", "conflict")


@dataclass
class Marks:
    """By clause, the first situation in which it applies, and the first in which it is beaten."""

    applies: dict[str, int] = field(default_factory=dict)
    beaten: dict[str, int] = field(default_factory=dict)

    def merge(self, other: Marks) -> None:
        """Take over what another search found."""
        for mine, theirs in ((self.applies, other.applies), (self.beaten, other.beaten)):
            for clause, situation in theirs.items():
                mine[clause] = min(situation, mine.get(clause, situation))


@dataclass
class Lost:
    """How far a search went: `lost` are the situations that are too large to be played out."""

    searched: int = 0
    lost: set[int] = field(default_factory=set)
    moments: int = 0

    def add(self, other: Lost) -> None:
        """Count what another search went through."""
        self.searched += other.searched
        self.lost |= other.lost
        self.moments += other.moments


@dataclass
class Found(Lost):
    """What the search of some situations found.

    `new` are findings that the situation does not show under the second law, `old` those that it does (all, where there
    is no second law); `marks` has one for each law.
    """

    new: dict[Key, Hit] = field(default_factory=dict)
    old: dict[Key, Hit] = field(default_factory=dict)
    marks: list[Marks] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many kinds of findings there are."""
        return len(self.new) or len(self.old)

    def merge(self, other: Found) -> None:
        """Take over what another search found; of one kind what stands in the smaller situation."""
        for mine, theirs in ((self.new, other.new), (self.old, other.old)):
            for key, hit in theirs.items():
                if key not in mine or hit.situation < mine[key].situation:
                    mine[key] = hit
        self.marks += [Marks() for _ in other.marks[len(self.marks) :]]
        for one, another in zip(self.marks, other.marks, strict=False):
            one.merge(another)
        self.add(other)


def read_situation(law: Law, situation: Situation) -> Scenario:
    """The scenario of a situation under a law, with its doubtful clauses read as the law says."""
    text = scenario_text(law.book, situation, Stated("a situation", law.variants))
    scenario = read_scenario_text(text, "scope.lp", rulebook=law.book)
    return replace(scenario, readings=dict(law.readings))


def crowds(
    law: Law, situations: Sequence[Situation], numbers: Sequence[int], lost: Callable[[int], None]
) -> Iterator[tuple[list[int], Crowd]]:
    """Situations played side by side, those with the same facts at once; `lost` hears of what is too large."""
    groups: dict[frozenset[Symbol], list[tuple[int, Case]]] = {}
    for number in numbers:
        scenario = read_situation(law, situations[number])
        with blame(scenario):
            case = build_case(scenario)
        groups.setdefault(frozenset(case.facts), []).append((number, case))
    todo = list(groups.values())
    while todo:
        group = todo.pop(0)
        try:
            with blame(scenario):
                crowd = play_together([case for _, case in group])
        except LimitError:
            if len(group) == 1:
                lost(group[0][0])
            else:
                half = len(group) // 2
                todo[:0] = [group[:half], group[half:]]
            continue
        yield [number for number, _ in group], crowd


class Search:
    """A search in one process: what it has found before it does not look into again."""

    def __init__(self, laws: Sequence[Law], situations: Sequence[Situation]) -> None:
        self.laws, self.situations = laws, situations
        self._new: set[Key] = set()
        self._old: set[Key] = set()
        self._pending: list[set[str] | None] = [None for _ in laws]

    def __call__(self, numbers: Sequence[int]) -> Found:
        """Search the situations of these numbers."""
        found = Found(marks=[Marks() for _ in self.laws])
        lost: set[int] = set()
        first = list(crowds(self.laws[0], self.situations, numbers, lost.add))
        shown = self._second(found, numbers, lost) if len(self.laws) > 1 else {}
        for cases, crowd in first:
            self._faults(found, cases, crowd, shown)
            self._mark(found.marks[0], 0, cases, crowd)
            found.moments += len(crowd.moments_of)
        found.searched, found.lost = len(numbers) - len(lost), lost
        return found

    def _second(self, found: Found, numbers: Sequence[int], lost: set[int]) -> dict[Key, set[int]]:
        """What situations show under the second law."""
        shown: dict[Key, set[int]] = {}
        for cases, crowd in crowds(self.laws[1], self.situations, numbers, lost.add):
            for key, nodes in _faulty(crowd).items():
                shown.setdefault(key, set()).update(cases[n] for n in crowd.from_where(node for node, _ in nodes))
            self._mark(found.marks[1], 1, cases, crowd)
        return shown

    def _faults(self, found: Found, cases: list[int], crowd: Crowd, shown: Mapping[Key, set[int]]) -> None:
        second = len(self.laws) > 1
        for key, nodes in _faulty(crowd).items():
            if key in self._old and (key in self._new or not second):
                continue
            there = shown.get(key, set())
            for number in crowd.from_where(node for node, _ in nodes):
                known, hits = (
                    (self._new, found.new) if second and cases[number] not in there else (self._old, found.old)
                )
                if key not in known:
                    known.add(key)
                    hits[key] = _hit(key, cases[number], crowd, number, nodes)

    def _mark(self, marks: Marks, law: int, cases: list[int], crowd: Crowd) -> None:
        """Which clauses apply, and which are beaten, that were not known to."""
        pending = self._pending[law]
        if pending is None:
            pending = {fact.arguments[0].string for fact in crowd.moments.case.facts if fact.name == "in_force"}
        places = sorted(crowd.moments_of, key=lambda node: (crowd.play.nodes[node].phase, node))
        said: Applied = applied(crowd.moments, [crowd.play.stages[node] for node in places], pending)
        for clauses, known in ((said.applies, marks.applies), (said.beaten, marks.beaten)):
            for clause, stage in clauses.items():
                known[clause] = cases[crowd.from_where([places[stage]])[0]]
        self._pending[law] = pending - said.applies.keys()


_Nodes = list[tuple[int, Symbol]]


def _faulty(crowd: Crowd) -> dict[Key, _Nodes]:
    """Where something is unruled or contradictory, by kind."""
    found: dict[Key, _Nodes] = {}
    for number, node in enumerate(crowd.play.nodes):
        for symbol in sorted(node.seen) if node.kind == "end" and node.final is None else ():
            if symbol.name in _FAULTS:
                key = key_of(symbol.name, to_value(symbol.arguments[0]), node.phase)
                found.setdefault(key, []).append((number, symbol))
    return found


def _hit(key: Key, situation: int, crowd: Crowd, case: int, nodes: _Nodes) -> Hit:
    node, opened = crowd.way(case, [number for number, _ in nodes])
    symbol = next(symbol for number, symbol in nodes if number == node)
    cores, every = cores_of(crowd.moments, crowd.play.stages[node], symbol)
    path = tuple(Step(entry, kind, to_value(who), to_value(face)) for entry, (kind, who, _), face in opened)
    return Hit(key, situation, to_value(symbol.arguments[0]), path, cores, every)
