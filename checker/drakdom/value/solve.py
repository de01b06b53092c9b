"""Solving a case: one play for each combination of readings of the ambiguous clauses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, partial

from drakdom.errors import BugError, LimitError
from drakdom.formula import Atom
from drakdom.graph.explore import Progress, explore
from drakdom.graph.granting import grant
from drakdom.graph.play import Due, Place, Play
from drakdom.step.case import Case
from drakdom.step.moment import Moments
from drakdom.terms import Value
from drakdom.value.coalitions import Coalitions
from drakdom.value.components import check_edges
from drakdom.value.hidden_values import Secrets
from drakdom.value.odds import Evaluation

#: Most combinations of readings that are tried for one scenario.
MOST_READINGS = 64


@dataclass(frozen=True)
class Branch:
    """The play of a case under one combination of readings. `readings` has those that the play depends on."""

    moments: Moments
    play: Play
    evaluation: Evaluation
    readings: tuple[tuple[str, str], ...]

    @property
    def case(self) -> Case:
        """The case with the readings of this branch."""
        return self.moments.case

    @cached_property
    def coalitions(self) -> Coalitions:
        """The players who play several figures."""
        return Coalitions(self.case.facts, self.play, self.moments.items)

    @cached_property
    def secrets(self) -> Secrets:
        """The values that are hidden from players in this play."""
        return Secrets(self.case.secrets, self.play, self.moments.items, self.coalitions.player)

    @cached_property
    def due(self) -> dict[Due, list[int]]:
        """The nodes in which each choice and roll is open."""
        nodes: dict[Due, list[int]] = {}
        for index, node in enumerate(self.play.nodes):
            for key in dict.fromkeys(key for edge in node.edges for key, _ in node.resolved(edge)):
                nodes.setdefault(key, []).append(index)
        return nodes

    @cached_property
    def first(self) -> dict[Place, int]:
        """The first node of each entry and phase."""
        nodes: dict[Place, int] = {}
        for index, node in enumerate(self.play.nodes):
            nodes.setdefault((node.entry, node.phase), index)
        return nodes


def solve(
    case: Case, progress: Progress | None = None, most: int | None = None, permitted: Collection[Value] = ()
) -> tuple[Branch, ...]:
    """Explore the play of a case under every reading of every clause that it depends on.

    Readings fixed in the case are kept. A pattern in question that cannot be tried stands for those of `permitted` that
    fit it (see `grant`). Raises LimitError for such a pattern that none fits, past MOST_READINGS combinations, or past
    `most` states under all of them. Raises BugError if a law doubts a clause without registered readings, or if a
    self-check fails.
    """
    todo, branches, left = [case], [], most
    while todo:
        variant = todo.pop(0)
        moments = Moments(variant)
        play = explore(moments, progress, most=left)
        left = None if left is None else max(left - len(play.nodes), 0)
        fixed = {clause for clause, _ in variant.readings}
        doubts = sorted(play.doubts - fixed or grant(moments, play, partial(_comes_true, play), permitted) - fixed)
        if not doubts:
            check_edges(play)
            evaluation = Evaluation(play)
            added = tuple(reading for reading in variant.readings if reading not in case.readings)
            branches.append(Branch(moments, play, evaluation, added))
            continue
        if doubts[0] not in case.options:
            raise BugError(f"the law doubts {doubts[0]}, which has no registered readings")
        todo += [variant.with_reading(doubts[0], option) for option in case.options[doubts[0]]]
        if len(todo) + len(branches) > MOST_READINGS:
            raise LimitError(f"more than {MOST_READINGS} combinations of readings: fix some under `readings:`")
    return tuple(branches)


def _comes_true(play: Play, atom: Atom) -> bool:
    """Test if an event happens in every course of play."""
    return Evaluation(play).value(atom).low == 1
