"""The shortest and the safest routes over a graph of moves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import networkx as nx

from drakdom.paths.ask.move_simulation import Taken
from drakdom.paths.model import SURE, Leg
from drakdom.terms import Value

#: A place and the side of entry; `NOW` (in `reach.py`) instead of a side for the present place of a figure.
Node = tuple[Value, Value]
Graph: TypeAlias = "nx.DiGraph[Node]"
#: Weights in the length of a way: a round outweighs all odds on it.
ROUND, _UNIT = 10**12, 10**6
#: Odds of an unruled move in comparisons of ways.
_DOUBTFUL = 0.1
#: A move in which nothing can go wrong.
FREE = Taken(granted=True, low=SURE, high=SURE)


class Routes:
    """The shortest routes from a node by a weight: their lengths, their legs, and the odds of all of these."""

    def __init__(self, graph: Graph, origin: Node, waits: int, weight: Any) -> None:
        routes: Any = nx.single_source_dijkstra(graph, origin, weight=weight)
        self.lengths: dict[Node, int] = routes[0]
        ways: dict[Node, list[Node]] = routes[1]
        self.legs: dict[Node, tuple[Leg, ...]] = {}
        self.odds: dict[Node, Fraction] = {}
        for node in self.lengths:  # nearest first
            if node == origin:
                self.legs[node], self.odds[node] = (), SURE
                continue
            before = ways[node][-2]
            move, taken = graph.edges[before, node]["move"], graph.edges[before, node]["taken"]
            now = (self.legs[before][-1].round if self.legs[before] else waits) + (not move.extra)
            odds = taken.low, taken.high
            leg = Leg(now, before[0], node[0], move.action, *odds, taken.rolls, taken.gaps, extra=move.extra)
            self.legs[node] = (*self.legs[before], leg)
            self.odds[node] = self.odds[before] if taken is FREE else self.odds[before] * taken.low


def safest_ways(graph: Graph, origin: Node, waits: int) -> dict[Value, tuple[tuple[Leg, ...], Fraction]]:
    """Return the way with the best odds to each place, of equally good ones that of the fewest rounds."""

    def risk(_start: Node, _end: Node, edge: Mapping[str, Any]) -> int:
        return cost(edge["taken"]) * ROUND + (not edge["move"].extra)

    routes = Routes(graph, origin, waits, risk)
    best: dict[Value, tuple[tuple[Leg, ...], Fraction]] = {}
    for node, legs in routes.legs.items():  # nearest first
        best.setdefault(node[0], (legs, routes.odds[node]))
    return best


def cost(taken: Taken) -> int:
    """Return the length that odds add to a way; equal products of odds give about equal lengths."""
    return 0 if taken is FREE else round(-math.log(float(taken.low) or _DOUBTFUL) * _UNIT)
