"""Search situations under one or two laws: play each with everything open, many in one batch."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from drakdom.audit.text import Stated, scenario_text
from drakdom.audit.values import Hit, Key, Law, Step, key_of
from drakdom.errors import LimitError
from drakdom.graph.batch import Batch, play_together
from drakdom.law.facts import Symbol, to_value
from drakdom.rulebook.house import namespace
from drakdom.rulings.law_faults import blame_law
from drakdom.scenario import Scenario
from drakdom.scenario.read import read_scenario_text
from drakdom.step.case import Case, build_case, law_of
from drakdom.step.scope import Situation
from drakdom.step.state import PartialState
from drakdom.why.causes import causes_of
from drakdom.why.clause_activation import Applied, applied
from drakdom.why.clause_effect import matters
from drakdom.why.cores import cores_of
from drakdom.why.exception_points import ExceptionPoint, exception_points_behind

_FAULTS = ("unruled", "conflict")
#: Number of moments in which the effect of a clause is tested: for each batch, and in all.
_SAMPLES, _MOST_SAMPLES = 1, 5


@dataclass
class Marks:
    """The first situation in which each clause applies, and the first in which it is defeated.

    `matters` are clauses without which a result differs. Other clauses may matter, too.
    """

    applies: dict[str, int] = field(default_factory=dict)
    beaten: dict[str, int] = field(default_factory=dict)
    matters: set[str] = field(default_factory=set)

    def merge(self, marks: Marks) -> None:
        """Merge the marks of another search, keeping the smaller situations."""
        self.matters |= marks.matters
        for mine, theirs in ((self.applies, marks.applies), (self.beaten, marks.beaten)):
            for clause, situation in theirs.items():
                mine[clause] = min(situation, mine.get(clause, situation))


@dataclass
class Extent:
    """Extent of a search. `too_large` are the numbers of the situations that are too large to play out."""

    searched: int = 0
    too_large: set[int] = field(default_factory=set)
    moments: int = 0

    def add(self, result: Extent) -> None:
        """Add the extent of another search."""
        self.searched += result.searched
        self.too_large |= result.too_large
        self.moments += result.moments


@dataclass
class Findings(Extent):
    """Findings of a search over a part of the situations.

    `new` are findings that the situation does not show under the second law. `old` are those that it does show, or all
    if there is no second law. `marks` has an entry for each law.
    """

    new: dict[Key, Hit] = field(default_factory=dict)
    old: dict[Key, Hit] = field(default_factory=dict)
    marks: list[Marks] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Return the number of kinds of findings."""
        return len(self.new) or len(self.old)

    def merge(self, result: Findings) -> None:
        """Merge another result. Of two findings of one kind, keep that of the smaller situation."""
        for mine, theirs in ((self.new, result.new), (self.old, result.old)):
            for key, hit in theirs.items():
                if key not in mine or hit.situation < mine[key].situation:
                    mine[key] = hit
        self.marks += [Marks() for _ in result.marks[len(self.marks) :]]
        for own_marks, new_marks in zip(self.marks, result.marks, strict=False):
            own_marks.merge(new_marks)
        self.add(result)


def read_situation(law: Law, situation: Situation) -> Scenario:
    """Return the scenario of a situation under a law, with the law's readings of ambiguous clauses."""
    text = scenario_text(law.book, situation, Stated("a situation", law.variants))
    scenario = read_scenario_text(text, "scope.lp", rulebook=law.book)
    return replace(scenario, readings=dict(law.readings))


def batches(
    law: Law, situations: Sequence[Situation], numbers: Sequence[int], skip: Callable[[int], None]
) -> Iterator[tuple[list[int], Batch]]:
    """Yield batches of situations with equal facts and their numbers. Calls `skip` for situations too large."""
    groups: dict[frozenset[Symbol], list[tuple[int, Case]]] = {}
    for number in numbers:
        scenario = read_situation(law, situations[number])
        with blame_law(scenario):
            case = build_case(scenario)
        groups.setdefault(frozenset(case.facts), []).append((number, case))
    todo = list(groups.values())
    while todo:
        group = todo.pop(0)
        try:
            with blame_law(scenario):
                batch = play_together([case for _, case in group])
        except LimitError:
            if len(group) == 1:
                skip(group[0][0])
            else:
                half = len(group) // 2
                todo[:0] = [group[:half], group[half:]]
            continue
        yield [number for number, _ in group], batch


class Search:
    """A search in one process. It examines each kind of finding once."""

    def __init__(self, laws: Sequence[Law], situations: Sequence[Situation]) -> None:
        self.laws, self.situations = laws, situations
        self._new: set[Key] = set()
        self._old: set[Key] = set()
        names = set(laws[0].rules).difference(*(law.rules for law in laws[1:]))
        self._own = tuple(map(namespace, names)) if len(laws) > 1 else ()
        self._pending: list[set[str] | None] = [None for _ in laws]
        self._idle = [_timed(law) for law in laws]
        self._tried: dict[tuple[int, str], int] = {}

    def __call__(self, numbers: Sequence[int]) -> Findings:
        """Search the situations of these numbers."""
        result = Findings(marks=[Marks() for _ in self.laws])
        too_large: set[int] = set()
        first = list(batches(self.laws[0], self.situations, numbers, too_large.add))
        for cases, batch in first:
            self._mark(result.marks[0], 0, cases, batch)
            result.moments += len(batch.whole_moments)
        shown = self._second(result, numbers, too_large) if len(self.laws) > 1 else {}
        for cases, batch in first:
            self._faults(result, cases, batch, shown)
        result.searched, result.too_large = len(numbers) - len(too_large), too_large
        return result

    def _second(self, result: Findings, numbers: Sequence[int], too_large: set[int]) -> dict[Key, set[int]]:
        """Return the situations that show each kind of finding under the second law."""
        shown: dict[Key, set[int]] = {}
        for cases, batch in batches(self.laws[1], self.situations, numbers, too_large.add):
            for key, nodes in _faulty(batch).items():
                shown.setdefault(key, set()).update(cases[n] for n in batch.cases_reaching(node for node, _ in nodes))
            self._mark(result.marks[1], 1, cases, batch)
        return shown

    def _faults(self, result: Findings, cases: list[int], batch: Batch, shown: Mapping[Key, set[int]]) -> None:
        second = len(self.laws) > 1
        for key, nodes in _faulty(batch).items():
            if key in self._old and (key in self._new or not second):
                continue
            shown_in = shown.get(key, set())
            for number in batch.cases_reaching(node for node, _ in nodes):
                keys, hits = (
                    (self._new, result.new) if second and cases[number] not in shown_in else (self._old, result.old)
                )
                if key not in keys:
                    keys.add(key)
                    hits[key] = _hit(key, cases[number], batch, number, nodes, self._own)

    def _mark(self, marks: Marks, law: int, cases: list[int], batch: Batch) -> None:
        """Mark clauses that apply or are defeated for the first time, and test if clauses of two laws matter."""
        pending = self._pending[law]
        if pending is None:
            pending = {fact.arguments[0].string for fact in batch.moments.case.facts if fact.name == "in_force"}
        partials = _partial_states(batch)
        idle = self._idle[law] if len(self.laws) > 1 else set[str]()
        activation: Applied = applied(batch.moments, [partial for _, partial in partials], pending | idle, _SAMPLES)
        for clause in activation.applies.keys() & pending:
            marks.applies[clause] = cases[batch.cases_reaching([partials[activation.applies[clause][0]][0]])[0]]
        for clause in activation.beaten.keys() & pending:
            marks.beaten[clause] = cases[batch.cases_reaching([partials[activation.beaten[clause]][0]])[0]]
        self._pending[law] = pending - activation.applies.keys()
        for clause in sorted(activation.applies.keys() & idle):
            tried = self._tried[law, clause] = self._tried.get((law, clause), 0) + 1
            if matters(batch.moments, [partials[n][1] for n in activation.applies[clause][:_SAMPLES]], clause):
                marks.matters.add(clause)
                for idle_of_law in self._idle[
                    law:
                ]:  # a clause that matters under the first law need not be tested under the second
                    idle_of_law.discard(clause)
            elif tried * _SAMPLES >= _MOST_SAMPLES:
                idle.discard(clause)


@dataclass
class Mattering(Extent):
    """Clauses that matter, found in a part of the situations."""

    clauses: set[str] = field(default_factory=set)

    @property
    def count(self) -> int:
        """Return the number of clauses."""
        return len(self.clauses)

    def merge(self, result: Mattering) -> None:
        """Merge another result."""
        self.clauses |= result.clauses
        self.add(result)


class SearchIdle:
    """A search for moments in which given clauses matter."""

    def __init__(self, law: Law, situations: Sequence[Situation], clauses: Collection[str]) -> None:
        self.law, self.situations, self._idle = law, situations, set(clauses)

    def __call__(self, numbers: Sequence[int]) -> Mattering:
        """Search the situations of these numbers."""
        result, too_large = Mattering(), set[int]()
        for _, batch in batches(self.law, self.situations, numbers, too_large.add) if self._idle else ():
            partials = [partial for _, partial in _partial_states(batch)]
            activation = applied(batch.moments, partials, self._idle, math.inf)
            mattering = {
                c for c, where in activation.applies.items() if matters(batch.moments, [partials[n] for n in where], c)
            }
            result.clauses |= mattering
            self._idle -= mattering
        result.searched, result.too_large = len(numbers) - len(too_large), too_large
        return result


def _partial_states(batch: Batch) -> list[tuple[int, PartialState]]:
    """Return the moments of a batch as nodes with their partial states, sorted by phase."""
    nodes = sorted(batch.whole_moments, key=lambda node: (batch.play.nodes[node].phase, node))
    return [(node, batch.play.partials[node]) for node in nodes]


def _timed(law: Law) -> set[str]:
    """Return the clauses whose rules all have a time. For other clauses the moment of application is unknown."""
    rules = [rule for rule in law_of(law.book).rules if rule.clause]
    return {str(rule.clause) for rule in rules} - {rule.clause for rule in rules if not rule.timed}


_Nodes = list[tuple[int, Symbol]]


def _faulty(batch: Batch) -> dict[Key, _Nodes]:
    """Return the final nodes with gaps and contradictions, by kind."""
    faults: dict[Key, _Nodes] = {}
    for number, node in enumerate(batch.play.nodes):
        for symbol in sorted(node.seen) if node.kind == "end" and node.final is None else ():
            if symbol.name in _FAULTS:
                key = key_of(symbol.name, to_value(symbol.arguments[0]), node.phase)
                faults.setdefault(key, []).append((number, symbol))
    return faults


def _hit(key: Key, situation: int, batch: Batch, case: int, nodes: _Nodes, own: tuple[str, ...]) -> Hit:
    node, opened = batch.way(case, [number for number, _ in nodes])
    symbol = next(symbol for number, symbol in nodes if number == node)
    cores, complete = cores_of(batch.moments, batch.play.partials[node], symbol)
    path = tuple(Step(entry, kind, to_value(subject), to_value(face)) for entry, (kind, subject, _), face in opened)
    points: tuple[ExceptionPoint, ...] = ()
    if own and key.kind == "conflict":
        causes = causes_of(batch.moments, batch.play.partials[node])
        points = exception_points_behind(causes, symbol, lambda name: name.startswith(own))
    return Hit(key, situation, to_value(symbol.arguments[0]), path, cores, complete, points)
