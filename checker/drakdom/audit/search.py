"""Search situations under one or two laws for faults, and for the fates of clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from drakdom.audit.courses import Fault, Twins, endless_nodes, faults_of_course
from drakdom.audit.fates import Fate, note_fates, own_clauses
from drakdom.audit.marks import Marker, Marks
from drakdom.audit.plays import Extent, batches
from drakdom.audit.shifts import shifts_of
from drakdom.audit.values import Hit, Key, Law, Step, key_of
from drakdom.graph.batch import Batch
from drakdom.law.facts import Symbol, to_value
from drakdom.rulebook.house import namespace
from drakdom.step.scope import Situation
from drakdom.terms import Term, Value
from drakdom.why.causes import causes_of
from drakdom.why.cores import cores_of
from drakdom.why.exception_points import ExceptionPoint, exception_points_behind

_FAULTS = ("unruled", "conflict")


@dataclass
class Findings(Extent):
    """Findings of a search over a part of the situations.

    `new` are findings that the situation does not show under the second law. `old` are those that it does show, or all
    if there is no second law. `marks` are those of the first law, `fates` those of the clauses of audited house rules.
    `maybe` are findings that depend on `course_marks`. `shifts` are the outcomes that the audited house rules change,
    by kind and by the law that has them, with their odds.
    """

    new: dict[Key, Hit] = field(default_factory=dict)
    old: dict[Key, Hit] = field(default_factory=dict)
    marks: Marks = field(default_factory=Marks)
    fates: dict[str, Fate] = field(default_factory=dict)
    maybe: dict[Key, tuple[Hit, Fault]] = field(default_factory=dict)
    course_marks: set[str] = field(default_factory=set)
    shifts: dict[tuple[str, int], tuple[Hit, str]] = field(default_factory=dict)

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
        self.marks.merge(result.marks)
        for clause, fate in result.fates.items():
            self.fates.setdefault(clause, Fate()).merge(fate)
        for key, maybe in result.maybe.items():
            self.maybe.setdefault(key, maybe)
        for kind, shift in result.shifts.items():
            if kind not in self.shifts or shift[0].situation < self.shifts[kind][0].situation:
                self.shifts[kind] = shift
        self.course_marks |= result.course_marks
        self.add(result)

    def settled(self) -> dict[Key, Hit]:
        """Return the new findings, with those of the course of play that the marks of all moments confirm."""
        marks = self.course_marks
        confirmed = {
            key: hit
            for key, (hit, fault) in self.maybe.items()
            if fault.unless not in marks and (not fault.only_if or fault.only_if in marks)
        }
        return self.new | confirmed


class Search:
    """A search in one process. It examines each kind of finding once.

    With two laws, the second is the first without the audited house rules. Where the first law shows a fault, the
    second is played to see if it shows the same.
    """

    kinds = (Findings, Marks, Fate, Hit, Key, Step, Fault, ExceptionPoint)

    def __init__(self, laws: Sequence[Law], situations: Sequence[Situation]) -> None:
        self.laws, self.situations = laws, situations
        self._new: set[Key] = set()
        self._old: set[Key] = set()
        names = set(laws[0].rules).difference(*(law.rules for law in laws[1:]))
        self._own = tuple(map(namespace, names)) if len(laws) > 1 else ()
        self._clauses = own_clauses(laws[0], laws[1]) if len(laws) > 1 else frozenset[str]()
        self._seen: set[str] = set()
        self._shifted: set[tuple[str, int]] = set()
        self._marker = Marker(laws[0], test=False)

    @property
    def searched_laws(self) -> tuple[Law, ...]:
        """The laws that it plays."""
        return tuple(self.laws)

    def anew(self) -> Search:
        """Return the same search from its start."""
        return Search(self.laws, self.situations)

    def __call__(self, numbers: Sequence[int]) -> Findings:
        """Search the situations of these numbers."""
        result = Findings()
        too_large: set[int] = set()
        for cases, batch in batches(self.laws[0], self.situations, numbers, too_large.add):
            self._marker.mark(result.marks, cases, batch)
            note_fates(result.fates, self._clauses, cases, batch)
            result.moments += len(batch.whole_moments)
            self._faults(result, cases, batch, too_large)
            if len(self.laws) > 1:
                self._course(result, cases, batch)
        result.searched, result.too_large = len(numbers) - len(too_large), too_large
        return result

    def _second(self, numbers: Sequence[int], too_large: set[int]) -> dict[Key, set[int]]:
        """Return the situations that show each kind of finding under the second law."""
        shown: dict[Key, set[int]] = {}
        for cases, batch in batches(self.laws[1], self.situations, numbers, too_large.add):
            for key, nodes in _faulty(batch).items():
                shown.setdefault(key, set()).update(cases[n] for n in batch.cases_reaching(node for node, _ in nodes))
        return shown

    def _faults(self, result: Findings, cases: list[int], batch: Batch, too_large: set[int]) -> None:
        second = len(self.laws) > 1
        faults = {
            key: (nodes, batch.cases_reaching(node for node, _ in nodes))
            for key, nodes in _faulty(batch).items()
            if not (key in self._old and (key in self._new or not second))
        }
        numbers = sorted({cases[number] for _, reaching in faults.values() for number in reaching})
        shown = self._second(numbers, too_large) if second and numbers else {}
        for key, (nodes, reaching) in faults.items():
            shown_in = shown.get(key, set())
            for number in reaching:
                keys, hits = (
                    (self._new, result.new) if second and cases[number] not in shown_in else (self._old, result.old)
                )
                if key not in keys:
                    keys.add(key)
                    hits[key] = _hit(key, cases[number], batch, number, nodes, self._own)

    def _course(self, result: Findings, cases: list[int], batch: Batch) -> None:
        """Note faults of the course of play, and changed outcomes."""
        twins = Twins(batch, self.laws[1], self.situations[cases[0]])
        course = faults_of_course(twins, self.laws[0].book)
        if (endless := endless_nodes(batch)) and "never ends" not in self._seen:
            for number in batch.cases_reaching(endless):
                alone = (case for _, case in batches(self.laws[1], self.situations, [cases[number]], lambda _: None))
                if not any(endless_nodes(case) for case in alone):
                    self._seen.add("never ends")
                    node, _ = batch.way(number, endless)
                    course.faults.append(Fault("never ends", Term("never_ends"), node))
                    break
        result.course_marks |= course.marks
        for fault in course.faults:
            key = key_of(fault.kind, fault.what, batch.play.nodes[fault.node].phase)
            if key not in result.maybe:
                result.maybe[key] = _reached(key, fault.what, fault.node, cases, batch), fault
        for shift in shifts_of(twins, self.laws[1].book):
            if (shift.kind, shift.only) not in self._shifted:
                self._shifted.add((shift.kind, shift.only))
                key = key_of("shift", to_value(shift.symbol), batch.play.nodes[shift.node].phase)
                hit = _reached(key, to_value(shift.symbol), shift.node, cases, batch)
                result.shifts[shift.kind, shift.only] = hit, shift.odds


def _reached(key: Key, value: Value, node: int, cases: list[int], batch: Batch) -> Hit:
    """Return a hit in a node, in the first of the cases that reach it."""
    case = batch.cases_reaching([node])[0]
    opened = batch.way(case, [node])[1]
    path = tuple(Step(entry, kind, to_value(subject), to_value(face)) for entry, (kind, subject, _), face in opened)
    return Hit(key, cases[case], value, path)


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
