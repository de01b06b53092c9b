"""Shortest paths through a play to an event, to a choice or roll, or to a node."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Symbol

from drakdom.graph.play import Edge, Place, Play
from drakdom.value.sensitivity import Sensitivity


def path_to(
    play: Play, wanted: Symbol | None, onward: Sequence[Edge | None], place: Place | None = None
) -> tuple[int, ...] | None:
    """Return the moments of a shortest path to one (at `place`) in which `wanted` is seen, None if there is none.

    Among such moments the goal is the one in which most is seen, and the path then follows `onward`. So one path
    serves to explain many events. Without `wanted` the goal is an end of play.
    """
    goals = [
        index
        for index, node in enumerate(play.nodes)
        if (node.kind == "end" if wanted is None else wanted in node.seen) and place in (None, (node.entry, node.phase))
    ]
    if not goals:
        return None
    goal = max(goals, key=lambda index: (len(play.nodes[index].seen), -index)) if wanted is not None else goals[0]
    return path_by(play, goal, onward)


def path_through(play: Play, stake: Sensitivity, onward: Sequence[Edge | None]) -> tuple[int, ...] | None:
    """Return the moments of a path to the first outcome found of a choice or roll, None if it is never due."""
    for node in play.nodes:
        if (node.entry, node.phase) == (stake.entry, stake.phase):
            for edge in node.edges:
                if any(opening[:2] == (stake.kind, stake.who) for opening in edge.openings):
                    return path_by(play, edge.target, onward)
    return None


def path_by(play: Play, goal: int, onward: Sequence[Edge | None]) -> tuple[int, ...]:
    """Return the nodes that end a moment, on a shortest path to `goal` and then along `onward` to an end."""
    arrivals = play.arrivals()
    path = [goal]
    while (before := arrivals[path[-1]]) is not None:
        path.append(before)
    path.reverse()
    while (best := onward[path[-1]]) is not None:
        path.append(best.target)
    return tuple(index for index in path if play.nodes[index].kind in ("then", "end"))
