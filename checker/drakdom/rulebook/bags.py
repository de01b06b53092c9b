"""Bags of equal dice: faces side by side, in whatever order they were thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement
from math import factorial, prod

from drakdom.terms import Term, Value, show

#: So many different bags of one pool are told apart.
MOST_BAGS = 5_000


def bags_of(die: Mapping[Value, int], dice: int) -> dict[Value, int]:
    """Every bag of so many dice, with the number of equally likely ways to throw it."""
    found: dict[Value, int] = {}
    for faces in combinations_with_replacement(sorted(die, key=_order), dice):
        orders = factorial(dice) // prod(factorial(n) for n in Counter(faces).values())
        found[Term("bag", faces)] = orders * prod(die[face] for face in faces)
    return found


def bag(faces: Iterable[Value]) -> Term:
    """A bag in the one order in which it is written."""
    return Term("bag", tuple(sorted(faces, key=_order)))


def _order(face: Value) -> tuple[bool, int, str]:
    return not isinstance(face, int), face if isinstance(face, int) else 0, show(face)
