"""What the law says of single moves on the whole board, each played for itself: what the graph is held to."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from unittest.mock import patch

from drakdom.graph.explore import explore
from drakdom.law.facts import to_symbol, to_value
from drakdom.paths.ask.move_simulation import MoveSimulation, SimulatedMove
from drakdom.paths.reach import Graphs, Move
from drakdom.step.case import ENTRY, PHASE
from drakdom.step.moment import Moments
from drakdom.terms import Value

#: A move, with the odds that it is made: what is not ruled failing, and succeeding.
Made = dict[tuple[Value, Value, Value, Value], tuple[Fraction, Fraction]]


def by_graph(graphs: Graphs, figure: str) -> Made:
    """Every move that the graph knows, with its odds."""
    moves = graphs.moves[figure]
    return {_key(move): (taken.low, taken.high) for move, taken in zip(moves, map(graphs.made, moves), strict=True)}


def by_law(graphs: Graphs, figure: str) -> Made:
    """The same moves, each played by the law as for a verdict, with all that lies on the board."""
    moves = graphs.moves[figure]
    text = graphs.said
    trials = MoveSimulation(text.case, (str(phase) for (phase,) in text("over")))
    with patch.object(Moments, "of_moves", Moments):  # face by face, and with everything that is seen
        run = trials.run([_on_the_whole_board(graphs, move) for move in moves])
    return {_key(move): (taken.low, taken.high) for move, taken in zip(moves, run, strict=True)}


def granted(graphs: Graphs, figure: str, words: Iterable[str]) -> set[tuple[Value, Value, Value]]:
    """What the law grants of some actions in every place that the figure may come to, by the side of entry."""
    starts = {move.start: _on_the_whole_board(graphs, move).position for move in graphs.moves[figure]}
    nodes = {start: node for node, start in starts.items()}
    play = explore(Moments(graphs.said.case), None, list(nodes), until={"nowhere"})
    return {
        (*node, to_value(subject))
        for node, moment in zip(nodes.values(), play.nodes, strict=False)
        for edge in moment.edges
        for _, name, subject in edge.openings
        if to_value(name) == figure and subject.name in words
    }


def _key(move: Move) -> tuple[Value, Value, Value, Value]:
    return (*move.start, move.action, move.end[0])


def _on_the_whole_board(graphs: Graphs, move: Move) -> SimulatedMove:
    trial, me = graphs.trial(move), to_symbol(move.figure)
    own = {entry for entry in trial.position if me in (*entry[0].arguments, entry[1]) or entry[0] in (PHASE, ENTRY)}
    rest = {
        entry for entry in graphs.said.case.start if me not in entry[0].arguments and entry[0] not in (PHASE, ENTRY)
    }
    return SimulatedMove(trial.by, frozenset(own | rest), trial.action, trial.goal)
