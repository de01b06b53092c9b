"""Bags of equal dice: the faces of one throw, without an order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement
from math import factorial, prod

from drakdom.terms import Term, Value, show

#: A pool has at most this many different bags.
MOST_BAGS = 5_000


def bags_of(die: Mapping[Value, int], dice: int) -> dict[Value, int]:
    """Map each bag of `dice` equal dice to its number of equally likely throws; `die` counts the faces of one."""
    bags: dict[Value, int] = {}
    for faces in combinations_with_replacement(sorted(die, key=_order), dice):
        orders = factorial(dice) // prod(factorial(n) for n in Counter(faces).values())
        bags[Term("bag", faces)] = orders * prod(die[face] for face in faces)
    return bags


def bag(faces: Iterable[Value]) -> Term:
    """Return the bag of some faces, in its canonical order."""
    return Term("bag", tuple(sorted(faces, key=_order)))


def _order(face: Value) -> tuple[bool, int, str]:
    return not isinstance(face, int), face if isinstance(face, int) else 0, show(face)
