"""The way of a figure that follows another: the answers of the law, on a graph of squares."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import networkx as nx

from drakdom.law.facts import to_symbol
from drakdom.paths.ask.query import Answers, query
from drakdom.paths.ask.repeated_attempts import RepeatedAttempts
from drakdom.step.case import Case, State
from drakdom.terms import Term, Value, sort_key

LOST = Term("lost")
MOST_ROUNDS = 12
#: Weight of a square in the length of a way: more than all undiscovered squares on it.
_SQUARE = 1000


@dataclass(frozen=True, slots=True)
class WayBack:
    """The way of one figure to its goal: the `shortest`, with the fewest undiscovered squares (`blanks`).

    `discovered` is the shortest way over discovered squares, if there is one. `toward` are the squares to which the law
    lets it run now. `rounds` is the earliest round of arrival, `odds` the odds of arrival by then.
    """

    figure: Value
    place: Value
    goal: Value
    shortest: tuple[Value, ...]
    blanks: int
    discovered: tuple[Value, ...] | None
    toward: tuple[Value, ...]
    rounds: int | None
    odds: tuple[Fraction, Fraction]
    gaps: tuple[Value, ...]


def ways_back(case: Case) -> tuple[tuple[WayBack, ...], tuple[Value, ...], frozenset[str]]:
    """Return the ways of all that lost somebody, the unruled points of others, and the clauses in doubt."""
    answers = query(case, LOST)
    doubts = {str(clause) for (clause,) in answers("hinges")}
    begins = {str(topic): phase for topic, phase in answers("begins")}
    passing = [*answers.symbols("passing"), *answers.symbols("fades")]
    tries = RepeatedAttempts.of(case, begins["lost"], [str(begins["chase"])], passing)
    results = []
    for figure, place, goal in sorted(answers("lost"), key=lambda row: sort_key(row[0])):
        ways = Ways(answers, goal)
        fluent = (to_symbol(Term("at", (figure,))), to_symbol(goal))

        def done(end: State, fluent: object = fluent) -> bool:
            return fluent in end

        odds, gaps, turned = tries.odds(case.start, MOST_ROUNDS, done)
        doubts |= turned
        soonest = next((n for n, (_, high) in enumerate(odds, 1) if high), None)
        soonest = soonest if soonest and odds[soonest - 1][0] else None
        results.append(
            WayBack(
                figure,
                place,
                goal,
                tuple(ways.shortest(place)),
                ways.blanks(place),
                ways.discovered(place),
                tuple(sorted((place for runner, place in answers("toward") if runner == figure), key=sort_key)),
                soonest,
                odds[soonest - 1] if soonest else (Fraction(0), Fraction(1 if gaps else 0)),
                gaps,
            )
        )
    return tuple(results), tuple(gap for (gap,) in answers("astray")), frozenset(doubts)


class Ways:
    """All squares from which a way leads to a goal."""

    def __init__(self, answers: Answers, goal: Value) -> None:
        self.blank = {place for (place,) in answers("blank")}
        self.goal = goal
        self.graph: nx.DiGraph[Value] = nx.DiGraph()
        self.graph.add_node(goal)
        for start, _, end in answers("track"):
            self.graph.add_edge(start, end, length=_SQUARE + (end in self.blank))

    def blanks(self, place: Value) -> int:
        """Return the fewest undiscovered squares on a shortest way."""
        return (self._length(place) or 0) % _SQUARE

    def shortest(self, place: Value) -> list[Value]:
        """Return the squares of a shortest way, of several the one with the fewest undiscovered squares."""
        if self._length(place) is None:
            return []
        return list(nx.dijkstra_path(self.graph, place, self.goal, weight="length"))[1:]

    def discovered(self, place: Value) -> tuple[Value, ...] | None:
        """Return the shortest way over discovered squares, or None."""
        lit = self._lit(place)
        if place not in lit or not nx.has_path(lit, place, self.goal):
            return None
        return tuple(nx.shortest_path(lit, place, self.goal))[1:]

    def _lit(self, place: Value) -> nx.DiGraph[Value]:
        return self.graph.subgraph(self.graph.nodes - (self.blank - {place, self.goal}))

    def _length(self, place: Value) -> int | None:
        if place not in self.graph or not nx.has_path(self.graph, place, self.goal):
            return None
        return int(nx.dijkstra_path_length(self.graph, place, self.goal, weight="length"))
