"""The play of a case: the graph of its reachable states, from the first state to all ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from clingo import Symbol

from drakdom.step.case import Fluent
from drakdom.step.moment import Moments
from drakdom.step.state import Opening, PartialState

Kind = Literal["choice", "chance", "then", "end"]
#: An entry and a phase.
Place = tuple[int, str]
#: An open choice or roll: its kind, the figure or roll, the entry and the phase.
Due = tuple[str, Symbol, int, str]


class Occasion(NamedTuple):
    """An event in an entry and a phase; `time` counts its occurrences there from 1."""

    symbol: Symbol
    place: Place
    time: int = 1


@dataclass(frozen=True, slots=True)
class Edge:
    """A transition. `weight` counts equally likely faces (1 for choices), `openings` are the openings it resolves."""

    weight: int
    target: int
    openings: tuple[Opening, ...] = ()


@dataclass(slots=True)
class Node:
    """A state, or a partial state while choices and chances of its moment are being resolved.

    No two edges lead to the same node. `seen` has the symbols that claims can use; it is empty while something is
    open. `final` is the last state, if play ends here unbroken; else None. `excepted` means that some clause may yield
    here. If one node covers several moments (a tree of all answers), `places` has the entry and phase of each
    occurrence of a symbol.
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
        """The entry and the phase."""
        return self.entry, self.phase

    def resolved(self, edge: Edge) -> Iterator[tuple[Due, Symbol]]:
        """Yield each open choice or roll that an edge resolves, with its outcome."""
        for kind, subject, outcome in edge.openings:
            yield (kind, subject, self.entry, self.phase), outcome

    def happens(self) -> Iterator[tuple[Symbol, Place]]:
        """Yield each occurrence of a seen symbol, with its entry and phase."""
        if self.places is None:
            for symbol in self.seen:
                yield symbol, (self.entry, self.phase)
        else:
            for symbol, places in self.places.items():
                for place in places:
                    yield symbol, place


@dataclass(slots=True)
class Play:
    """The graph; play begins in node 0. `doubts` are ids of ambiguous clauses on whose reading the play depends.

    `partials` has the partial state of each node; it is empty if `explore` did not make the graph. `rethrowable` are
    the rolls with dice that can be rethrown. `of_choices` are the events that can come about by a choice of their
    moment. `granted` has, for a permission that law gives in a node only where the action is stated, or for its
    refusal, what is evaluated there.
    """

    nodes: list[Node] = field(default_factory=list)
    doubts: frozenset[str] = frozenset()
    partials: list[PartialState] = field(default_factory=list)
    rethrowable: set[Symbol] = field(default_factory=set)
    of_choices: frozenset[str] = frozenset()
    granted: dict[tuple[int, Symbol], tuple[Moments, PartialState]] = field(default_factory=dict)

    def leaves_first(self) -> list[int] | None:
        """Return the nodes that play can reach, successors first; None if it can come back to one of them."""
        order: list[int] = []
        mark = [0] * len(self.nodes)  # 1: on the current path, 2: done
        stack = [(0, iter(self.nodes[0].edges))]
        mark[0] = 1
        while stack:
            index, edges = stack[-1]
            for edge in edges:
                if mark[edge.target] == 1:
                    return None
                if mark[edge.target] == 0:
                    mark[edge.target] = 1
                    stack.append((edge.target, iter(self.nodes[edge.target].edges)))
                    break
            else:
                mark[index] = 2
                order.append(index)
                stack.pop()
        return order

    def ahead_of(self, goals: Iterable[int]) -> list[int]:
        """Return the nodes from which play can come to one of the goals, with these."""
        sources: dict[int, list[int]] = {}
        for index, node in enumerate(self.nodes):
            for edge in node.edges:
                sources.setdefault(edge.target, []).append(index)
        waiting = list(goals)
        reached = set(waiting)
        for index in waiting:
            new = [source for source in sources.get(index, ()) if source not in reached]
            reached.update(new)
            waiting += new
        return sorted(reached)

    def length(self) -> int:
        """Return the number of moments on the longest path; in a graph with a cycle, the number of all moments."""
        moments = [node.kind in ("then", "end") for node in self.nodes]
        order = self.leaves_first()
        if order is None:
            return sum(moments)
        most: dict[int, int] = {}
        for index in order:
            most[index] = moments[index] + max((most[edge.target] for edge in self.nodes[index].edges), default=0)
        return most[0]

    def arrivals(self) -> dict[int, int | None]:
        """Map each node that play can reach, nearest first, to the node before it on the shortest path found first."""
        before: dict[int, int | None] = {0: None}
        todo = [0]
        for index in todo:
            for edge in self.nodes[index].edges:
                if edge.target not in before:
                    before[edge.target] = index
                    todo.append(edge.target)
        return before

    def visits(self) -> list[int]:
        """Return for each node the number of visits to its entry and phase on a shortest path, counted from 1.

        Play can leave a phase and come back to it, as turns follow each other within a round.
        """
        passed: dict[int | None, dict[Place, int]] = {None: {}}
        for index, before in self.arrivals().items():
            place, visits = self.nodes[index].place, passed[before]
            entered = before is None or place != self.nodes[before].place
            passed[index] = visits | {place: visits.get(place, 0) + 1} if entered else visits
        return [passed[index][node.place] if index in passed else 1 for index, node in enumerate(self.nodes)]
