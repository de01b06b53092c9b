"""Reachability of figures: a graph of places by side of entry, built from one answer of the law."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import networkx as nx

from drakdom.errors import InputError
from drakdom.law.facts import to_symbol, to_value
from drakdom.paths.ask.move_simulation import MoveSimulation, Nearby, SimulatedMove, Taken
from drakdom.paths.ask.query import Answers, at_phase, figures_of, put, query
from drakdom.paths.best_play import best_play
from drakdom.paths.fares import cheapest
from drakdom.paths.model import SURE, Deed, Reach, Reached, Reaches
from drakdom.paths.routes import FREE, ROUND, Graph, Node, Routes, cost, safest_ways
from drakdom.paths.ways_out import DEEDS, GOALS, NAMES, WaysOut
from drakdom.scenario import Scenario
from drakdom.step.case import PHASE, build_case
from drakdom.terms import Term, Value, sort_key

NOW = Term("now")
MOVES = Term("moves")
#: A figure and the words that decide how hard its moves are.
Kind = tuple[Value, frozenset[Value]]


@dataclass(frozen=True, slots=True)
class Move:
    """A move between nodes. Moves of one kind are equally hard, others free; extra ones take no round."""

    figure: Value
    start: Node
    end: Node
    action: Value
    kind: Kind | None
    extra: bool


def reaches(scenario: Scenario, figures: Collection[str] = (), to: str = "") -> Reaches:
    """Return the reach of some figures of a scenario (default: all), each alone on the board.

    With `to`, a place or a goal that the law names, return also how likely they come there if they play for it. Raises
    InputError if the rulebook does not rule on ways.
    """
    answers = query(
        build_case(scenario).with_first_readings(), MOVES, names=NAMES | DEEDS | GOALS | {"lapsing", "passing"}
    )
    check_begin(scenario, answers)
    graphs = Graphs(answers, figures)
    reached = [graphs.reach(figure) for figure in graphs.figures]
    doubts = set(graphs.trials.doubts)
    for number, reach in enumerate(reached) if to else ():
        if reach.place is not None:
            play, met = best_play(answers, reach.figure, to)
            fares, met_by_fares = cheapest(answers, reach.figure, to)
            reached[number] = replace(reach, play=play, fares=fares)
            doubts |= met | met_by_fares
    return Reaches(tuple(reached), assumed(scenario, answers, doubts))


def check_begin(scenario: Scenario, answers: Answers) -> None:
    """Raise InputError if the scenario begins within a move, when its direction is decided already."""
    phases = list(scenario.rulebook.phases)
    now = str(to_value(dict(answers.case.start)[PHASE]))
    begins = next(str(phase) for topic, phase in answers("begins") if topic == MOVES)
    over = min(phases.index(str(phase)) for (phase,) in answers("over"))
    if phases.index(begins) < phases.index(now) < over:
        message = f"ways start in the phase `{begins}`, but this scenario starts within a move, in `{now}`"
        raise InputError.single(message, scenario.file)


def assumed(scenario: Scenario, answers: Answers, met: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Return the readings of clauses in doubt that the scenario does not state. Some were `met` in moves."""
    doubts = {str(clause) for (clause,) in answers("doubt")}.union(met)
    return tuple(reading for reading in answers.case.readings if reading[0] in doubts - scenario.readings.keys())


class Graphs:
    """The graph of each figure: nodes are places with the side of entry, edges are moves with their odds."""

    def __init__(self, answers: Answers, figures: Collection[str] = ()) -> None:
        self.said, case = answers, answers.case
        names = figures_of(case)
        self.figures = [name for name in names if not figures or name in figures]
        self._rivals: dict[Value, set[Value]] = {name: {rival for rival in names if rival != name} for name in names}
        chooses = next((str(phase) for (phase,) in answers("chooses")), "")
        self.trials = MoveSimulation(case, (str(phase) for (phase,) in answers("over")), chooses)
        self._blank = {place for (place,) in answers("blank")}
        self._starts: dict[Value, tuple[Value, ...]] = {
            start[0]: start[1:] for start in answers("start") if start[0] in self.figures
        }
        self._holds = [(fluent, value) for fluent, value in answers("holds")]
        self._sets = [(fluent, value) for fluent, value in answers("sets")]
        self._movers = [to_symbol(fluent) for (fluent,) in answers("mover")]
        self._ends: dict[Value, Value] = {row[0]: row[1] for row in answers("ends")}
        #: Unruled points of a place: of a figure that enters it, and of any figure in it.
        self.hazards, self.perils = _gaps(answers("hazard")), _gaps(answers("peril"))
        self._allowances: dict[Value, Value] = {row[0]: row[1] for row in answers("allowance")}
        self._deeds: dict[Value, dict[Value, list[Value]]] = {}
        for figure, place, action in answers("deed"):
            self._deeds.setdefault(figure, {}).setdefault(action, []).append(place)
        self.ways = WaysOut(answers)
        (begins,) = (phase for topic, phase in answers("begins") if topic == MOVES)
        self._nearby = Nearby(case, begins, answers.symbols("lapsing"), (fluent for (fluent,) in answers("sheds")))

    def reach(self, figure: Value) -> Reach:
        """Return the reach of one figure."""
        if figure not in self._starts:
            return Reach(figure, None, 0, (), ())
        origin, waits = self._origin(figure)
        graph = self.graph(figure)
        fastest = Routes(graph, origin, waits, "length")
        best: dict[Value, Node] = {}
        for node in sorted(fastest.lengths, key=lambda node: (fastest.lengths[node], *map(sort_key, node))):
            best.setdefault(node[0], node)
        nodes = sorted(best.values(), key=lambda node: (fastest.lengths[node] // ROUND, sort_key(node[0])))
        safest = safest_ways(graph, origin, waits) if any(fastest.odds[node] != SURE for node in nodes) else {}
        reached = []
        for node in nodes:
            safer, odds = safest.get(node[0], ((), Fraction(0)))
            place = Reached(
                node[0],
                waits + fastest.lengths[node] // ROUND,
                fastest.legs[node],
                undiscovered=node[0] in self._blank,
                ends=str(self._ends.get(node[0], "")) if node[1] != NOW else "",
                safest=safer if odds > fastest.odds[node] else (),
            )
            reached.append(place)
        allowance = self._allowances.get(figure)
        return Reach(
            figure,
            origin[0],
            waits,
            tuple(reached),
            self._beyond(figure, best),
            allowance if isinstance(allowance, int) else None,
            tuple(self._deeds_of(figure, reached)),
        )

    def _deeds_of(self, figure: Value, reached: Iterable[Reached]) -> Iterator[Deed]:
        """Yield what a figure can do from places that it reaches with a move left."""
        moves = {place.place: place.rounds for place in reached}
        allowance = self._allowances.get(figure)
        for action, places in self._deeds.get(figure, {}).items():
            near = [place for place in places if place in moves and _is_within(moves[place], allowance)]
            if near:
                near.sort(key=lambda place: (moves[place], sort_key(place)))
                yield Deed(action, tuple((place, moves[place]) for place in near))

    def graph(self, figure: Value) -> Graph:
        """Return all moves of one figure from its place, without those that the law never grants."""
        graph: Graph = nx.DiGraph()
        graph.add_node(self._origin(figure)[0])
        for move in self.moves[figure]:
            taken = self.taken(move)
            length = (0 if move.extra else ROUND) + cost(taken)
            present = graph.get_edge_data(move.start, move.end, {"length": math.inf})
            if taken.high > 0 and length < present["length"]:
                graph.add_edge(move.start, move.end, length=length, move=move, taken=taken)
        return graph

    def _origin(self, figure: Value) -> tuple[Node, int]:
        """Return the node of the first move of a figure, and the rounds until then."""
        place, side, waits = self._starts[figure]
        assert isinstance(waits, int)
        return (place, side if waits else NOW), waits

    @cached_property
    def moves(self) -> dict[Value, list[Move]]:
        """The moves of each figure in every place that it may reach."""
        return {figure: self._moves_of(figure) for figure in self._starts}

    def _moves_of(self, figure: Value) -> list[Move]:
        todo = [self._origin(figure)[0]]
        met, moves = {*todo}, []
        for node in todo:
            place, side = node
            came = self._starts[figure][1] if side == NOW else side
            ways = self.ways.out_of(figure, place)
            actions = [action for action, _, _ in ways]
            for action, target, entry in () if side != NOW and place in self._ends else ways:
                like = self.ways.like(figure, place, came, action)
                if self.ways.is_sure(figure, place, action):
                    like = frozenset()
                elif side == NOW:
                    like |= {Term("", node)}
                if like and actions.count(action) > 1:
                    like |= self.ways.aims(figure, place, came, action, target) or {target}
                extra = side != NOW and self.ways.is_extra(figure, place, came, action)
                kind = (figure, like) if like else None
                moves.append(Move(figure, node, (target, entry), action, kind, extra))
                if (target, entry) not in met:
                    met.add((target, entry))
                    todo.append((target, entry))
        return moves

    def taken(self, move: Move) -> Taken:
        """Return the odds of a move; `low` is 0 if its outcome is not ruled."""
        made, place = self.made(move), move.end[0]
        gaps = (*self.hazards.get(place, ()), *self.perils.get(place, ()))
        open_ = [
            gap for gap in gaps if not (isinstance(gap, Term) and self._rivals[move.figure].intersection(gap.args))
        ]
        return replace(made, low=Fraction(0), gaps=(*made.gaps, *open_)) if open_ else made

    def made(self, move: Move) -> Taken:
        """Return the odds that a move is made, whatever its outcome."""
        return self._taken[move.kind] if move.kind else FREE

    @cached_property
    def _taken(self) -> dict[Kind, Taken]:
        """The odds of each kind of moves, from one example."""
        examples: dict[Kind, Move] = {}
        for move in itertools.chain(*self.moves.values()):
            if move.kind:
                examples.setdefault(move.kind, move)
        outcomes = self.trials.run([self.trial(move) for move in examples.values()])
        return dict(zip(examples, outcomes, strict=True))

    def trial(self, move: Move) -> SimulatedMove:
        """Return a move in the form that the law plays."""
        place, side = move.start
        if side == NOW:
            position = self._nearby.as_it_is(move.figure, place)
        else:
            words = {"figure": move.figure, "place": place, "side": side}
            position = self._nearby.put(
                move.figure, place, {put(fluent, words): put(value, words) for fluent, value in self._holds}
            )
            if phase := self.ways.within(move.figure, place, side, move.action):
                position = at_phase(position, phase)
        if not self._nearby.is_beside(place, move.end[0]):
            position |= self._nearby.lies(move.end[0])
        position |= {(fluent, to_symbol(move.figure)) for fluent in self._movers}
        words = {"figure": move.figure}
        given = {to_symbol(put(fluent, words)): to_symbol(put(value, words)) for fluent, value in self._sets}
        position = frozenset({*(pair for pair in position if pair[0] not in given), *given.items()})
        return SimulatedMove(move.figure, position, move.action, (Term("at", (move.figure,)), move.end[0]))

    def _beyond(self, figure: Value, reached: Collection[Value]) -> tuple[Value, ...]:
        """Return the places with ways out that no way reaches."""
        return tuple(sorted(set(self.ways.places(figure)) - set(reached), key=sort_key))


def _gaps(pairs: Iterable[tuple[Value, ...]]) -> dict[Value, tuple[Value, ...]]:
    gaps: dict[Value, tuple[Value, ...]] = {}
    for place, gap in pairs:
        gaps[place] = (*gaps.get(place, ()), gap)
    return gaps


def _is_within(moves: int, allowance: Value | None) -> bool:
    """Return True if a number of moves leaves a figure a further move in its round."""
    return not isinstance(allowance, int) or moves < allowance
