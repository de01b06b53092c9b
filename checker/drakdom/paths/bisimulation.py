"""Stands in which everything that one may do comes to the same: a room, where it does not matter how one came in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from drakdom.paths.state_space import End, Option, PathState


def alike(
    every: Mapping[PathState, Sequence[Option]], onward: Mapping[PathState, Sequence[PathState]]
) -> dict[PathState, PathState]:
    """For each stand one of its place that stands for it, where all that can be done leads to the same, or to such."""
    same = {stand: stand for stand in every}
    while True:
        found: dict[object, PathState] = {}
        further = {}
        for stand in every:
            steps = frozenset("here" if one == stand else same[one] for one in onward[stand])
            done = frozenset(
                (one.action, one.to, _ends(one.ends, same), _ends(one.hoped, same)) for one in every[stand]
            )
            key = (stand.place, stand.waits, steps, done) if not stand.waits else stand
            further[stand] = found.setdefault(key, stand)
        if further == same:
            return same
        same = further


def _ends(ends: Mapping[End, Fraction], same: Mapping[PathState, PathState]) -> frozenset[tuple[End, Fraction]]:
    return frozenset(_summed(ends, same).items())


def _summed(ends: Mapping[End, Fraction], same: Mapping[PathState, PathState]) -> dict[End, Fraction]:
    found: dict[End, Fraction] = {}
    for end, odds in ends.items():
        to = same[end] if isinstance(end, PathState) else end
        found[to] = found.get(to, Fraction(0)) + odds
    return found


def led(options: Iterable[Option], same: Mapping[PathState, PathState]) -> list[Option]:
    """Options that lead to those that stand for others, each once."""
    found: dict[object, Option] = {}
    for one in options:
        ends, hoped = _summed(one.ends, same), _summed(one.hoped, same)
        key = one.action, one.to, frozenset(ends.items()), frozenset(hoped.items())
        found.setdefault(key, Option(one.action, one.to, ends, hoped))
    return list(found.values())
