"""The play of a case: a graph of moments, from the first position to every way it can end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from clingo import Symbol

from drakdom.graph.topological import leaves_first
from drakdom.step.case import Fluent
from drakdom.step.state import Opening, PartialState

Kind = Literal["choice", "chance", "then", "end"]
#: An entry and a phase.
Place = tuple[int, str]
#: A choice or a roll that is open, with the entry and the phase in which it is.
Due = tuple[str, Symbol, int, str]


class Occasion(NamedTuple):
    """Something that happens in an entry and a phase, there for the first time or once more."""

    symbol: Symbol
    place: Place
    time: int = 1


@dataclass(frozen=True, slots=True)
class Edge:
    """One way on. `weight` counts equally likely faces (1 for choices)."""

    weight: int
    target: int
    taken: tuple[Opening, ...] = ()


@dataclass(slots=True)
class Node:
    """One moment, or one stage of a moment while its choices and chances are being opened.

    `seen` is what claims may look at and is filled only when nothing of the moment is open any more;
    `final` is the last position and is filled only where play ended with nothing unruled. `excepted` says whether some
    clause may yield in it. Where the nodes of a play are not its moments one after another (all answers as a tree of
    openings), the entry and phase of what is seen stand in `places`, each time that it happens.
    """

    kind: Kind
    entry: int
    phase: str
    seen: frozenset[Symbol] = frozenset()
    edges: tuple[Edge, ...] = ()
    final: Collection[Fluent] | None = None
    excepted: bool = False
    places: Mapping[Symbol, tuple[Place, ...]] | None = None

    @property
    def place(self) -> Place:
        """Its entry and phase."""
        return self.entry, self.phase

    def taken(self, edge: Edge) -> Iterator[tuple[Due, Symbol]]:
        """What one edge takes of each thing that is open."""
        for kind, who, what in edge.taken:
            yield (kind, who, self.entry, self.phase), what

    def happens(self) -> Iterator[tuple[Symbol, Place]]:
        """What is seen, each time that it happens, with where."""
        if self.places is None:
            for symbol in self.seen:
                yield symbol, (self.entry, self.phase)
        else:
            for symbol, places in self.places.items():
                for place in places:
                    yield symbol, place


@dataclass(slots=True)
class Play:
    """The graph; node 0 is where play begins. `doubts` are the clauses whose reading it turned on.

    `stages` are what the nodes stand for, where the engine goes from position to position. `again` are the
    rolls of which dice could be thrown again.
    """

    nodes: list[Node] = field(default_factory=list)
    doubts: frozenset[str] = frozenset()
    stages: list[PartialState] = field(default_factory=list)
    again: set[Symbol] = field(default_factory=set)

    def comes_back(self) -> bool:
        """Whether some way to play leads back to a node that it has passed."""
        return leaves_first([[edge.target for edge in node.edges] for node in self.nodes]) is None

    def length(self) -> int:
        """How many moments the longest way to play has; every moment once where play can come back to one."""
        if self.comes_back():
            return sum(node.kind in ("then", "end") for node in self.nodes)
        most, todo = {0: 1}, [0]
        for index in todo:
            for edge in self.nodes[index].edges:
                moments = most[index] + (self.nodes[index].kind == "then")
                if most.get(edge.target, 0) < moments:
                    most[edge.target] = moments
                    todo.append(edge.target)
        return max(most.values())

    def visits(self) -> list[int]:
        """Which time it is that play is in the entry and phase of each node: 1 is the first, on the way found first.

        Play leaves a phase for another and comes back to it, as one turn follows another within a round.
        """
        passed: dict[int, dict[Place, int]] = {0: {self.nodes[0].place: 1}}
        todo = [0]
        for index in todo:
            for edge in self.nodes[index].edges:
                if edge.target not in passed:
                    place, so_far = self.nodes[edge.target].place, passed[index]
                    back = place != self.nodes[index].place
                    passed[edge.target] = so_far | {place: so_far.get(place, 0) + 1} if back else so_far
                    todo.append(edge.target)
        return [passed[index][node.place] if index in passed else 1 for index, node in enumerate(self.nodes)]
