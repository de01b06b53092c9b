"""Bisimilar states: states of one place with the same actions and outcomes, which the search merges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from drakdom.paths.path_state import End, Option, PathState


def representatives(
    options: Mapping[PathState, Sequence[Option]], onward: Mapping[PathState, Sequence[PathState]]
) -> dict[PathState, PathState]:
    """Map each state to a representative of its place with the same actions and equivalent outcomes."""
    same = {state: state for state in options}
    while True:
        first: dict[object, PathState] = {}
        further = {}
        for state in options:
            steps = frozenset("here" if after == state else same[after] for after in onward[state])
            done = frozenset(
                (option.action, option.to, _ends(option.ends, same), _ends(option.hoped, same))
                for option in options[state]
            )
            key = (state.place, state.waits, steps, done) if not state.waits else state
            further[state] = first.setdefault(key, state)
        if further == same:
            return same
        same = further


def _ends(ends: Mapping[End, Fraction], same: Mapping[PathState, PathState]) -> frozenset[tuple[End, Fraction]]:
    return frozenset(_summed(ends, same).items())


def _summed(ends: Mapping[End, Fraction], same: Mapping[PathState, PathState]) -> dict[End, Fraction]:
    sums: dict[End, Fraction] = {}
    for end, odds in ends.items():
        to = same[end] if isinstance(end, PathState) else end
        sums[to] = sums.get(to, Fraction(0)) + odds
    return sums


def merged(options: Iterable[Option], same: Mapping[PathState, PathState]) -> list[Option]:
    """Replace the ends of options by their representatives, and drop duplicate options."""
    unique: dict[object, Option] = {}
    for option in options:
        ends, hoped = _summed(option.ends, same), _summed(option.hoped, same)
        key = option.action, option.to, frozenset(ends.items()), frozenset(hoped.items())
        unique.setdefault(key, Option(option.action, option.to, ends, hoped))
    return list(unique.values())
