"""Explanations of permissions that law gives only where the action is stated."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from clingo import Symbol

from drakdom.graph.play import Play
from drakdom.why.causes import Causes, causes_of
from drakdom.why.explain import Trace


def is_granted(play: Play, symbol: Symbol) -> bool:
    """Test if a symbol is such a permission."""
    return any(permission == symbol for _, permission in play.granted)


def granted(play: Play, permission: Symbol, path: tuple[int, ...], causes: Callable[[int], Causes]) -> Trace:
    """Return the trace along a path to a permission, with the action stated in the moments in which it is given."""
    given = {node: play.granted[node, permission] for node in path if (node, permission) in play.granted}
    facts = frozenset[Symbol]().union(*(moments.case.static for moments, _ in given.values()))
    items = next(moments for moments, _ in given.values()).items
    with_action = cache(lambda node: causes_of(*given[node]))
    return Trace(play, items, path, lambda node: with_action(node) if node in given else causes(node), facts)
