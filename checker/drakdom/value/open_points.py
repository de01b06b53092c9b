"""Open points of a play: choices and rolls that a scenario can still state, and a formula's value for each answer.

A stated roll answers the first roll of its name that is open, wherever that comes up. A stated action answers the first
open question of its entry. So a point covers several places of the play, and its answer counts in the nodes that are
reached first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clingo import Function, Symbol

from drakdom.errors import LimitError
from drakdom.formula import Formula
from drakdom.graph.play import Due, Edge, Play
from drakdom.step.state import opened_in
from drakdom.value.sensitivity import MOST_WORK, Key, Sensitivity, mattering
from drakdom.value.solve import Branch
from drakdom.value.values import Value

#: Most nodes in which the faces of a roll are looked up; a point with more keeps only its meanings.
MOST_LOOKED_AT = 400


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A choice or roll on which a formula depends, and the formula's value for each answer.

    `due` is the place where it is open first. `values` maps each action, or face, to the values of the formulas. An
    answer that is not possible at each place that is reached first is in `unsure` instead. `chances` has the
    probabilities of the faces of a roll, if these never vary.
    """

    key: Key
    due: Sensitivity
    values: Mapping[Symbol, tuple[Value, ...]]
    unsure: tuple[Symbol, ...]
    meanings: Mapping[Symbol, Symbol]
    order: int


def open_points(branch: Branch, formulas: Sequence[Formula]) -> tuple[OpenPoint, ...]:
    """Return the points on which one of the formulas depends, in the order of play.

    Raises LimitError if that takes more than MOST_WORK nodes.
    """
    nodes_of: dict[Key, list[int]] = {}
    for due, nodes in branch.due.items():
        nodes_of.setdefault(_key(due), []).extend(nodes)
    firsts = {key: _reached_first(branch.play, frozenset(nodes)) for key, nodes in nodes_of.items()}
    # what is stated for an entry is stated in its order, so that a later choice needs the earlier ones
    within = {due: nodes_of[_key(due)] if due[0] == "choice" else firsts[_key(due)] for due in branch.due}
    matter, gaps = set[Due](), branch.evaluation.gaps_ahead()
    for formula in formulas:
        matter |= mattering(branch.evaluation, formula, within, gaps)
    points = []
    for key in dict.fromkeys(map(_key, sorted(matter, key=lambda due: (branch.first[due[2:]], due)))):
        due = min((due for due in branch.due if _key(due) == key), key=lambda due: branch.first[due[2:]])
        points.append(_Point(branch, key, due, sorted(firsts[key])))
    work = len(branch.play.nodes) * len(formulas) * sum(len(point.ways) for point in points)
    if work > MOST_WORK:
        raise LimitError(f"to weigh the open choices and rolls takes {work:,} positions; the limit is {MOST_WORK:,}")
    for formula in formulas:  # one after the other: the evaluation keeps the values of one formula
        for point in points:
            point.weigh(formula)
    return tuple(point.weighed() for point in points)


def _key(due: Due) -> Key:
    kind, subject, entry, _ = due
    return kind, subject, entry if kind == "choice" else 0


def _reached_first(play: Play, nodes: frozenset[int]) -> frozenset[int]:
    """Return those of the nodes that play can reach without passing another of them."""
    seen, todo = {0}, [0]
    while todo:
        index = todo.pop()
        if index in nodes:
            continue
        for edge in play.nodes[index].edges:
            if edge.target not in seen:
                seen.add(edge.target)
                todo.append(edge.target)
    return nodes & seen


class _Point:
    """A point while its answers are looked up."""

    def __init__(self, branch: Branch, key: Key, due: Due, nodes: Sequence[int]) -> None:
        self.branch, self.key, self.due, self.nodes = branch, key, due, nodes
        self.outcomes = {index: self._outcomes(index) for index in nodes}
        faces = self._faces() if key[0] == "chance" else {}
        self.meanings = faces or {
            index: {outcome: outcome for outcome in outcomes} for index, outcomes in self.outcomes.items()
        }
        everywhere = [set(meanings) for meanings in self.meanings.values()]
        self.ways = sorted(set[Symbol]().union(*everywhere))
        self.values: dict[Symbol, list[Value]] = {}
        self.sure = frozenset(set.intersection(*everywhere)) if everywhere else frozenset[Symbol]()

    def _outcomes(self, index: int) -> dict[Symbol, list[Edge]]:
        edges: dict[Symbol, list[Edge]] = {}
        node = self.branch.play.nodes[index]
        for edge in node.edges:
            for kind, subject, outcome in edge.openings:
                if (kind, subject) == self.key[:2]:
                    edges.setdefault(outcome, []).append(edge)
        return edges

    def _faces(self) -> dict[int, dict[Symbol, Symbol]]:
        """Return the meaning of each face in each node; empty if there are too many nodes, or states are not known."""
        partials = self.branch.play.partials
        if len(self.nodes) > MOST_LOOKED_AT or not partials:
            return {}
        faces: dict[int, dict[Symbol, Symbol]] = {index: {} for index in self.nodes}
        for index in self.nodes:
            for kind, subject, meaning, *face in opened_in(self.branch.moments.answer([partials[index]])):
                if [kind, subject] == [Function("chance"), self.key[1]]:
                    faces[index][face[0]] = meaning
        return faces if all(faces.values()) else {}

    def weigh(self, formula: Formula) -> None:
        """Add the value of a formula for each answer that is possible at each place that is reached first."""
        values: dict[tuple[Symbol, ...], Value] = {}
        for way in self.ways:
            if way in self.sure:
                meant = tuple(self.meanings[index][way] for index in self.nodes)
                if meant not in values:
                    only = {index: self.outcomes[index].get(self.meanings[index][way], []) for index in self.nodes}
                    values[meant] = self.branch.evaluation.value_if(formula, only)
                self.values.setdefault(way, []).append(values[meant])

    def weighed(self) -> OpenPoint:
        """Return the point with the values found so far."""
        kind, subject, entry, phase = self.due
        first = self.meanings[self.nodes[0]]
        return OpenPoint(
            self.key,
            Sensitivity("choice" if kind == "choice" else "chance", subject, entry, phase, ()),
            {way: tuple(values) for way, values in self.values.items()},
            tuple(way for way in self.ways if way not in self.sure),
            {way: first.get(way, way) for way in self.ways},
            self.branch.first[self.due[2:]],
        )
