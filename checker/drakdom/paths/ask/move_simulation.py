"""Simulation of moves: the law plays each from a state with one figure and nobody else near.

Only the fluents on the square and beside it are kept, so that similar moves are played once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from clingo import Symbol, SymbolType

from drakdom.graph.batch import endless
from drakdom.graph.explore import explore
from drakdom.graph.play import Edge, Node, Play
from drakdom.law.facts import to_symbol, to_value
from drakdom.paths.ask.query import figures_of
from drakdom.step.case import ENTRY, PHASE, Case, Fluent, State
from drakdom.step.moment import Moments
from drakdom.step.state import Opening
from drakdom.terms import Term, Value
from drakdom.value.best_odds import Odds, best_intervals, ways_of
from drakdom.value.end_components import Way

#: Facts of a scenario about its own play, which a simulated move ignores.
STATEMENTS = frozenset({"told", "stated"})
STRAY = "stray_choice"
_FIRST = to_symbol(1)


@dataclass(frozen=True, slots=True)
class SimulatedMove:
    """A move: its figure, the state, the action, and the fluent that holds if it succeeds."""

    by: Value
    position: State
    action: Value
    goal: tuple[Value, Value]


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll on the way: its name, and its values with their odds."""

    name: Value
    ways: tuple[tuple[Value, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """The odds of a move under the best choices, with unruled outcomes as failure and as success.

    `granted` is False if the law refuses it. `rolls` are those on the way, `gaps` the unruled points.
    """

    granted: bool
    low: Fraction
    high: Fraction
    rolls: tuple[Roll, ...] = ()
    gaps: tuple[Value, ...] = ()


class MoveSimulation:
    """The law of a case, ready to play single moves up to the phases `over`.

    A figure chooses its move at once, or in the phase `chooses`, after what comes before. `doubts` are the clauses
    whose reading mattered.
    """

    def __init__(self, case: Case, over: Iterable[str], chooses: str = "") -> None:
        facts = tuple(fact for fact in case.facts if fact.name not in STATEMENTS)
        self._case = endless(replace(case, facts=facts))
        self._over = frozenset(over)
        self._chooses = chooses
        self.doubts: frozenset[str] = frozenset()

    def run(self, trials: Sequence[SimulatedMove]) -> list[Taken]:
        """Return the odds of some moves. Raises LimitError if a move has too many states."""
        chosen: list[Opening] = [("choice", to_symbol(trial.by), to_symbol(trial.action)) for trial in trials]
        moments = [
            (trial.position, None if self._chooses else opening) for trial, opening in zip(trials, chosen, strict=True)
        ]
        numbers = {moment: number for number, moment in enumerate(dict.fromkeys(moments))}
        openings = [opening for _, opening in numbers if opening]
        play = explore(Moments.of_moves(self._case), None, [start for start, _ in numbers], openings, self._over)
        self.doubts |= play.doubts
        return [
            _taken(_Plays(play, self._chooses, opening), numbers[moment], trial.goal)
            for moment, opening, trial in zip(moments, chosen, trials, strict=True)
        ]


class _Plays(NamedTuple):
    """The plays of one action: where its figure chooses in the phase `chooses`, only this choice is followed."""

    play: Play
    chooses: str
    chosen: Opening

    def edges(self, node: Node) -> Sequence[Edge]:
        """Return the edges of a node that are followed."""
        if node.kind != "choice" or node.phase != self.chooses:
            return node.edges
        return [edge for edge in node.edges if self.chosen in edge.openings]


def _taken(plays: _Plays, start: int, goal: tuple[Value, Value]) -> Taken:
    wanted = to_symbol(goal[0]), to_symbol(goal[1])
    order = reached(plays.play, start, plays.edges)
    gaps: dict[Value, None] = {}
    ends: dict[int, Odds] = {}
    ways: dict[int, list[Way[int]]] = {}
    for index in reversed(order):
        node = plays.play.nodes[index]
        broken = {symbol.arguments[0] for symbol in node.seen if symbol.name in ("unruled", "conflict")}
        if any(reason.name == STRAY for reason in broken):
            return Taken(False, Fraction(0), Fraction(0))
        gaps |= dict.fromkeys(map(to_value, sorted(broken)))
        if node.edges:  # no way on: the law does not offer this choice
            ways[index] = ways_of(node, plays.edges(node))
        else:
            success = None if node.final is None else Fraction(wanted in node.final)
            ends[index] = (Fraction(0), Fraction(1)) if success is None else (success, success)
    odds = ends | best_intervals(ways, ends)
    low, high = odds[start]
    return Taken(True, low, high, tuple(_rolls(plays, order, odds)), tuple(gaps))


def reached(play: Play, start: int, edges: Callable[[Node], Sequence[Edge]] = attrgetter("edges")) -> list[int]:
    """Return the nodes that the followed `edges` reach, each before its successors except in cycles."""
    order: list[int] = []
    met: set[int] = set()
    todo = [(start, False)]
    while todo:
        index, left = todo.pop()
        if left:
            order.append(index)
        elif index not in met:
            met.add(index)
            todo.append((index, True))
            todo += [(edge.target, False) for edge in edges(play.nodes[index])]
    return order[::-1]


def _rolls(plays: _Plays, order: Iterable[int], odds: Mapping[int, Odds]) -> Iterable[Roll]:
    """Yield the rolls that matter, each at its first time, in the order of play."""
    ways_by_roll: dict[Symbol, dict[Symbol, int]] = {}
    for index in order:
        node = plays.play.nodes[index]
        ways_at_node: dict[Symbol, dict[Symbol, int]] = {}
        decides = node.kind == "chance" and len({odds.get(edge.target) for edge in node.edges}) > 1
        for edge in node.edges if decides else ():
            for _, roll, value in edge.openings:
                ways = ways_at_node.setdefault(roll, {})
                ways[value] = ways.get(value, 0) + edge.weight
        for roll, ways in ways_at_node.items():
            ways_by_roll.setdefault(roll, ways)
    for roll, ways in ways_by_roll.items():
        total = sum(ways.values())
        yield Roll(to_value(roll), tuple((to_value(way), Fraction(n, total)) for way, n in sorted(ways.items())))


class Nearby:
    """The states with one figure alone on a square, and the fluents there and beside it."""

    def __init__(self, case: Case, phase: Value, passing: Iterable[Symbol], sheds: Iterable[Value]) -> None:
        self._phase = to_symbol(phase)
        self._beside: dict[Symbol, set[Symbol]] = {}
        for fact in case.by_name.get("adjacent", ()):
            self._beside.setdefault(fact.arguments[0], {fact.arguments[0]}).add(fact.arguments[2])
        figures = set(map(to_symbol, figures_of(case)))
        gone = frozenset(passing)
        self._sheds = {(term.name, len(term.args)) for term in sheds if isinstance(term, Term)}
        self._table: set[Fluent] = set()
        self._at: dict[Symbol, set[Fluent]] = {}
        self._of: dict[Symbol, set[Fluent]] = {}
        for fluent, value in case.start:
            if fluent in (PHASE, ENTRY) or fluent in gone:
                continue
            inside = parts(fluent)
            owners = inside & figures
            places = (inside | parts(value)) & self._beside.keys()
            if owners:
                for figure in owners:
                    self._of.setdefault(figure, set()).add((fluent, value))
            elif places:  # even if it mentions a figure, such as the finder of a door
                for place in places:
                    self._at.setdefault(place, set()).add((fluent, value))
            elif not parts(value) & figures:
                self._table.add((fluent, value))

    def own(self, figure: Value) -> frozenset[Fluent]:
        """Return all fluents about a figure at present."""
        return frozenset(self._of.get(to_symbol(figure), ()))

    def brings(self, own: Iterable[Fluent], holds: Mapping[Value, Value]) -> frozenset[Fluent]:
        """Return all fluents about a figure that has arrived: those that hold there, and those it brings."""
        held = {(to_symbol(fluent), to_symbol(value)) for fluent, value in holds.items()}
        names = {fluent for fluent, _ in held}
        return frozenset(held.union(item for item in own if item[0] not in names and not self._is_shed(item[0])))

    def _is_shed(self, fluent: Symbol) -> bool:
        return (fluent.name, len(fluent.arguments)) in self._sheds

    def position(self, place: Value, own: Iterable[Fluent]) -> State:
        """Return the state with a figure of these fluents in a place."""
        return frozenset({*self.lies(place), *own, *self._table, (PHASE, self._phase), (ENTRY, _FIRST)})

    def is_beside(self, place: Value, neighbour: Value) -> bool:
        """Return True if `neighbour` is on or beside a square."""
        return to_symbol(neighbour) in self._beside.get(to_symbol(place), ())

    def lies(self, place: Value) -> frozenset[Fluent]:
        """Return the fluents on a square and beside it."""
        near = self._beside.get(to_symbol(place), set())
        return frozenset().union(*(self._at.get(square, set()) for square in near))

    def as_it_is(self, figure: Value, place: Value) -> State:
        """Return the state with a figure at its place."""
        return self.position(place, self.own(figure))

    def put(self, figure: Value, place: Value, holds: Mapping[Value, Value]) -> State:
        """Return the state with a figure that has arrived in a place."""
        return self.position(place, self.brings(self.own(figure), holds))


def parts(symbol: Symbol) -> set[Symbol]:
    """Return a term and all its subterms."""
    subterms = {symbol}
    if symbol.type is SymbolType.Function:
        for argument in symbol.arguments:
            subterms |= parts(argument)
    return subterms
