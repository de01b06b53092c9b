"""Nodes of a play of which a claim speaks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from drakdom.formula import Scope
from drakdom.graph.play import Play
from drakdom.law.facts import to_value
from drakdom.terms import Term


def covered(play: Play, scope: Scope | None, *, later: bool = False) -> Sequence[int]:
    """Return the nodes in which a scope can be open, in ascending order: all without a scope.

    With `later` the moment of the event by which a scope `after` begins is left out.
    """
    if scope is None:
        return range(len(play.nodes))
    if isinstance(scope.value, Term):
        opening = [
            n for n, node in enumerate(play.nodes) if any(scope.is_opened_by(to_value(symbol)) for symbol in node.seen)
        ]
        return sorted(_reached(play, opening, set() if later else {*opening}))
    inside = [n for n, node in enumerate(play.nodes) if scope.covers(*node.place)]
    return _first_visit(play, {*inside}) if scope.kind == "first" else inside


def _reached(play: Play, starts: Iterable[int], reached: set[int]) -> set[int]:
    """Return the nodes after some nodes, and those reached already."""
    todo = [*starts]
    for index in todo:
        targets = {edge.target for edge in play.nodes[index].edges} - reached
        reached |= targets
        todo += sorted(targets)
    return reached


def _first_visit(play: Play, inside: Collection[int]) -> list[int]:
    """Return the nodes of a phase to which play can come without having left the phase or its entry before."""
    reached, todo = {0}, [0]
    for index in todo:
        for target in sorted({edge.target for edge in play.nodes[index].edges} - reached):
            if index not in inside or play.nodes[target].place == play.nodes[index].place:
                reached.add(target)
                todo.append(target)
    return sorted(reached & {*inside})
