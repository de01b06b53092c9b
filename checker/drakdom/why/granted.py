"""Explanations of permissions that law gives only where the action is stated."""

from __future__ import annotations

from collections.abc import Callable

from clingo import Symbol

from drakdom.graph.play import Play
from drakdom.why.causes import Causes, causes_of
from drakdom.why.explain import Trace


def is_granted(play: Play, symbol: Symbol) -> bool:
    """Test if a symbol is such a permission."""
    return any(permission == symbol for _, permission in play.granted)


def granted(play: Play, permission: Symbol, path: tuple[int, ...], causes: Callable[[int], Causes]) -> Trace:
    """Return the trace along a path to a permission, with the action stated in the moment in which it is given."""
    moment = next(node for node in reversed(path) if (node, permission) in play.granted)
    moments, partial = play.granted[moment, permission]
    with_action = causes_of(moments, partial)
    return Trace(
        play,
        moments.items,
        path,
        lambda node: with_action if node == moment else causes(node),
        frozenset(moments.case.static),
    )
