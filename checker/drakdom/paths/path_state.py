"""The state of a figure on its way, its options, and the ends of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from drakdom.law.facts import Symbol, to_symbol, to_value
from drakdom.step.case import Fluent
from drakdom.terms import Term, Value


@dataclass(frozen=True, slots=True)
class PathState:
    """A figure in a place, the side by which it entered, the rounds it must wait, and all fluents about it.

    `fresh` marks a figure that has just entered by an ordinary move. A figure that stayed may have changed the board:
    the fluents that have `come` and `gone`. Elsewhere the board is as the scenario states it.
    """

    place: Value
    side: Value
    waits: int
    own: frozenset[Fluent]
    fresh: bool
    come: frozenset[Fluent] = frozenset()
    gone: frozenset[Fluent] = frozenset()


#: End of a move: a state, or a fate that ends the way.
End = PathState | Term
#: Ends with their odds, for one policy.
MoveEnds = list[tuple[End, Fraction]]


@dataclass(frozen=True, slots=True)
class Option:
    """An action with the odds of each end. `to` is its intended place, None for home.

    In `hoped`, an outcome that no clause rules leads to the intended place.
    """

    action: Value
    to: Value | None
    ends: Mapping[End, Fraction]
    hoped: Mapping[End, Fraction]


def states_after(state: PathState, options: Iterable[Option]) -> list[PathState]:
    """Return the states of a figure one round later."""
    if state.waits:
        return [replace(state, waits=state.waits - 1)]
    ends = (end for option in options for end in (*option.ends, *option.hoped))
    return [end for end in ends if isinstance(end, PathState)]


def translate(
    end: End, name: Callable[[Symbol], Symbol], framed: Callable[[frozenset[Fluent]], frozenset[Fluent]]
) -> End:
    """Translate an end into or out of the terms of a frame."""
    if isinstance(end, Term):
        return end
    place, side = (to_value(name(to_symbol(term))) for term in (end.place, end.side))
    return replace(end, place=place, side=side, own=framed(end.own), come=framed(end.come), gone=framed(end.gone))


def sum_odds(ends: Iterable[tuple[End, Fraction]]) -> dict[End, Fraction]:
    """Merge equal ends by the sum of their odds."""
    sums: dict[End, Fraction] = {}
    for end, odds in ends:
        sums[end] = sums.get(end, Fraction(0)) + odds
    return sums
