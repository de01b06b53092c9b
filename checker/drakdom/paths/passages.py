"""The squares joined by passages, as a graph built from an answer of the law."""

from __future__ import annotations

import networkx as nx

from drakdom.paths.ask.query import Answers
from drakdom.terms import Value, sort_key


class Passages:
    """The squares joined by passages, as a graph; no figure stops in a corridor."""

    def __init__(self, answers: Answers) -> None:
        self.corridors = {place for (place,) in answers("hall")}
        self.joined: dict[tuple[Value, Value], Value] = {
            (place, side): beyond for place, side, beyond in answers("passage")
        }
        #: Nodes are squares with the direction of arrival.
        self.graph: nx.DiGraph[tuple[Value, Value]] = nx.DiGraph()
        opposite = {(place, beyond): side for (place, side), beyond in self.joined.items()}
        for (place, side), square in self.joined.items():
            self.graph.add_node((square, side))
            for (start, further), end in self.joined.items() if square in self.corridors else ():
                if start == square and opposite.get((square, place)) != further:
                    self.graph.add_edge((square, side), (end, further))

    def leads(self, place: Value, side: Value) -> tuple[Value, ...]:
        """Return the squares to which an exit leads, with corridors contracted; a dead end is its own end."""
        if (place, side) not in self.joined:
            return ()
        first = self.joined[place, side], side
        met = {first, *nx.descendants(self.graph, first)}
        ends = {
            square for square, way in met if square not in self.corridors or not self.graph.out_degree((square, way))
        }
        return tuple(sorted(ends, key=sort_key))
