"""The strongly connected components of a play, each after all components to which it leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from drakdom.errors import BugError
from drakdom.graph.play import Edge, Play
from drakdom.value.end_components import components_in_order

#: Events are counted up to this number of times in one phase.
MOST_TIMES = 20


class Components:
    """The nodes of a play by strongly connected component, for backward induction.

    `cyclic` is true if play can come back to a node. `endless` has one node of each component that play never leaves,
    whatever is chosen or rolled. `rank` numbers the components from the ends of play on.
    """

    def __init__(self, play: Play) -> None:
        self.nodes = play.nodes
        successors = [[edge.target for edge in node.edges] for node in play.nodes]
        order = play.leaves_first()
        self.cyclic = order is None
        parts = [[index] for index in order] if order is not None else components_in_order(dict(enumerate(successors)))
        self.endless = [part[0] for part in parts if self.cyclic and _without_end(part, successors)]
        self.rank = {index: rank for rank, part in enumerate(parts) for index in part}
        self._sources: list[list[int]] = [[] for _ in play.nodes]
        for index, node in enumerate(play.nodes):
            for edge in node.edges:
                self._sources[edge.target].append(index)

    def in_parts(self, nodes: Iterable[int]) -> Iterator[tuple[list[int], bool]]:
        """Yield the nodes by component, successors first, and for each component if it has a cycle."""
        rank = self.rank.__getitem__
        for _, group in groupby(sorted(nodes, key=rank), rank):
            part = list(group)
            yield part, self.cyclic and any(edge.target in part for i in part for edge in self.nodes[i].edges)

    def leading_to(self, nodes: Iterable[int]) -> set[int]:
        """Return the nodes and all nodes from which one of them can be reached."""
        before = set(nodes)
        todo = list(before)
        while todo:
            for source in self._sources[todo.pop()]:
                if source not in before:
                    before.add(source)
                    todo.append(source)
        return before

    def most_times(self, nodes: Iterable[int], times: Mapping[int, int]) -> int:
        """Return the greatest number of times on one path; a cycle that repeats the event counts as MOST_TIMES.

        `times` maps a node to the number of times that the event happens in it.
        """
        most: dict[int, int] = {}
        for part, cyclic in self.in_parts(nodes):
            targets = {edge.target for index in part for edge in self.nodes[index].edges}
            onward = max((most.get(target, 0) for target in targets), default=0)
            own = sum(times.get(index, 0) for index in part)
            most |= dict.fromkeys(part, MOST_TIMES if own and cyclic else own + onward)
        return most[0]

    def richest_edges(self) -> list[Edge | None]:
        """Return for every node the edge on which most is seen until play ends, None at an end."""
        most = [0] * len(self.nodes)
        best_edges: list[Edge | None] = [None] * len(self.nodes)
        for part, _ in self.in_parts(self.rank):
            todo = set(part)
            while todo:  # in a cycle, nodes with an edge that leads out come first
                out = {i: [edge for edge in self.nodes[i].edges if edge.target not in todo] for i in sorted(todo)}
                ready = [index for index, edges in out.items() if edges] or [*out]
                for index in ready:
                    best_edges[index] = best = max(out[index], key=lambda edge: most[edge.target], default=None)
                    most[index] = len(self.nodes[index].seen) + (most[best.target] if best else 0)
                todo.difference_update(ready)
        return best_edges


def check_edges(play: Play) -> None:
    """Raise BugError unless the odds of every node sum to 1: each node has weights of 1 or more until play ends.

    Two edges of a node must lead to different nodes: values on a cycle have one share for each target.
    """
    for node in play.nodes:
        if (node.kind == "end") == bool(node.edges):
            raise BugError("an edge leads on where play ends, or none where it goes on")
        if any(edge.weight < 1 for edge in node.edges):
            raise BugError("the weight of an edge is less than 1")
        if len({edge.target for edge in node.edges}) < len(node.edges):
            raise BugError("two edges lead from one node to the same node")


def _without_end(part: Sequence[int], successors: Sequence[Sequence[int]]) -> bool:
    """Test if play that reaches this component stays in it for ever."""
    inside = {*part}
    return all(successors[index] and inside.issuperset(successors[index]) for index in part)
