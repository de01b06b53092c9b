"""The beginning of a play, up to the first moment in which something is open.

It stands in for the whole play where that has too many states.
"""

from __future__ import annotations

from collections.abc import Mapping

from clingo import Symbol

from drakdom.graph.play import Edge, Kind, Node, Play
from drakdom.step.moment import Moments
from drakdom.step.state import Evaluated, Faces, PartialState

#: Most moments that are looked at.
MOST_MOMENTS = 2_000


def first_open(moments: Moments) -> Play:
    """Return the play up to the first open choices, or else rolls; each of their outcomes ends it.

    Only one choice or roll is resolved on each edge. A play in which nothing is open is cut at MOST_MOMENTS.
    """
    beginning = _Beginning(moments)
    for _ in range(MOST_MOMENTS):
        if beginning.is_over():
            break
    return beginning.play


class _Beginning:
    def __init__(self, moments: Moments) -> None:
        self.moments, self.items, self.play = moments, moments.items, Play()
        self._add((frozenset(map(self.items.number, moments.case.start)), frozenset()))

    def _add(self, partial: PartialState) -> int:
        self.play.partials.append(partial)
        self.play.nodes.append(Node("end", *self.items.where(partial[0])))
        return len(self.play.nodes) - 1

    def is_over(self) -> bool:
        """Go on by one step from the last node; return True if there is none."""
        index = len(self.play.nodes) - 1
        partial, node = self.play.partials[index], self.play.nodes[index]
        result = next(iter(self.moments.evaluate([partial])))
        if result.choices or result.chances:
            self._open(index, "choice" if result.choices else "chance", result.choices or result.chances)
            return True
        if result.stated:
            openings = [
                self.items.number(("chance", roll, face)) for roll, faces in result.stated.items() for face in faces
            ]
            following = partial[0], partial[1].union(openings)
            node.kind = "chance"
        else:
            node.seen, node.excepted = frozenset(result.seen), result.excepted
            if result.broken or result.over:
                return True
            following = _after(partial, result), frozenset()
            node.kind = "then"
        node.edges = (Edge(1, self._add(following)),)
        return False

    def _open(self, index: int, kind: Kind, opened: Mapping[Symbol, Faces | list[Symbol]]) -> None:
        state, openings = self.play.partials[index]
        edges = []
        for subject, outcomes in sorted(opened.items()):
            for outcome in sorted(outcomes):
                opening = (kind, subject, outcome)
                target = self._add((state, openings | {self.items.number(opening)}))
                edges.append(Edge(1, target, (opening,)))
        node = self.play.nodes[index]
        node.kind, node.edges = kind, tuple(edges)


def _after(partial: PartialState, result: Evaluated) -> frozenset[int]:
    return (partial[0] - result.ceasing) | result.coming
