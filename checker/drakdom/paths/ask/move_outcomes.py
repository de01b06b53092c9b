"""Outcomes of moves: every state at the end of a move with its odds."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from drakdom.errors import LimitError
from drakdom.graph.batch import endless
from drakdom.graph.explore import explore
from drakdom.graph.play import Node, Play
from drakdom.law.facts import to_symbol
from drakdom.paths.ask.move_simulation import STATEMENTS, STRAY
from drakdom.step.case import Case, State
from drakdom.step.moment import Moments
from drakdom.step.state import Opening
from drakdom.terms import Value

#: Odds of each end of play; None is an end that no clause rules.
Ends = Mapping[State | None, Fraction]
#: Most policies within one move.
MOST_WAYS = 200
_UNRULED: Ends = {None: Fraction(1)}


class MoveOutcomes:
    """The law of a case, ready to play moves up to some phases. `doubts` are the clauses whose reading mattered."""

    def __init__(self, case: Case, over: Iterable[str]) -> None:
        facts = tuple(fact for fact in case.facts if fact.name not in STATEMENTS)
        self._moments = Moments.of_moves(endless(replace(case, facts=facts)))
        self._over = frozenset(over)
        self.doubts: frozenset[str] = frozenset()

    def moves(self, moves: Sequence[tuple[State, Value, Value]]) -> list[list[Ends]]:
        """Return the ends of each move (state, figure, action), once for each policy; none if it is not granted."""
        moments = [(start, ("choice", to_symbol(by), to_symbol(action))) for start, by, action in moves]
        numbers = {moment: number for number, moment in enumerate(dict.fromkeys(moments))}
        play = self._play([start for start, _ in numbers], [opening for _, opening in numbers])
        ends_by_move = {number: _ends(play, number, {}) for number in numbers.values()}
        return [ends_by_move[numbers[moment]] for moment in moments]

    def positions(self, positions: Sequence[State]) -> list[list[Ends]]:
        """Return the ends from some states in which nobody moves."""
        play = self._play(positions, ())
        return [_ends(play, number, {}) for number in range(len(positions))]

    def _play(self, starts: Sequence[State], openings: Sequence[Opening]) -> Play:
        if not starts:
            return Play()  # without starts, play would begin in the first state of the case
        play = explore(self._moments, None, starts, openings, self._over)
        self.doubts |= play.doubts
        return play


def _ends(play: Play, index: int, ends_by_node: dict[int, list[Ends]]) -> list[Ends]:
    if index not in ends_by_node:
        ends_by_node[index] = [_UNRULED]  # for cycles
        ends_by_node[index] = _node_ends(play, play.nodes[index], ends_by_node)
    return ends_by_node[index]


def _node_ends(play: Play, node: Node, ends_by_node: dict[int, list[Ends]]) -> list[Ends]:
    if any(symbol.name in ("unruled", "conflict") and symbol.arguments[0].name == STRAY for symbol in node.seen):
        return []
    if not node.edges:
        return [{None if node.final is None else frozenset(node.final): Fraction(1)}]
    further = [_ends(play, edge.target, ends_by_node) for edge in node.edges]
    if node.kind != "chance":
        return _apart(itertools.chain(*further))
    total = sum(edge.weight for edge in node.edges)
    combined: list[Ends] = [{}]
    for edge, choices in zip(node.edges, further, strict=True):
        combined = _apart(
            _mixed(first, second, Fraction(edge.weight, total)) for first in combined for second in choices
        )
    return combined


def _mixed(left: Ends, right: Ends, share: Fraction) -> Ends:
    mixed = dict(left)
    for end, odds in right.items():
        mixed[end] = mixed.get(end, Fraction(0)) + share * odds
    return mixed


def _apart(ways: Iterable[Ends]) -> list[Ends]:
    unique = list({frozenset(ends.items()): ends for ends in ways}.values())
    if len(unique) > MOST_WAYS:
        raise LimitError(f"one move has more than {MOST_WAYS} policies")
    return unique
