"""What is found of ways on a board: frozen values, without a word of the solver or of the graph."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from drakdom.paths.ask.move_simulation import Roll
from drakdom.terms import Value

SURE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Leg:
    """One move on a way: in which round it is made, and the odds that it is at the first try.

    `low` counts what no clause rules (`gaps`) as a failure, `high` as a success; they differ nowhere else. An `extra`
    move is made in the round of the one before it.
    """

    round: int
    start: Value
    end: Value
    action: Value
    low: Fraction
    high: Fraction
    rolls: tuple[Roll, ...] = ()
    gaps: tuple[Value, ...] = ()
    extra: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether nothing can go wrong."""
        return self.low == SURE


@dataclass(frozen=True, slots=True)
class Reached:
    """A place, in how few rounds it can be reached, and the best of the ways that take no more.

    By the clause `ends`, if there is one, the ways on from there are not those of the figure, and are not told.
    """

    place: Value
    rounds: int
    legs: tuple[Leg, ...]
    undiscovered: bool = False
    ends: str = ""

    @property
    def low(self) -> Fraction:
        """The odds that every move is made at the first try, what is not ruled counted as failing."""
        return _product(leg.low for leg in self.legs)

    @property
    def high(self) -> Fraction:
        """The same, what is not ruled counted as succeeding."""
        return _product(leg.high for leg in self.legs)


@dataclass(frozen=True, slots=True)
class Reach:
    """Everything that a figure can reach, nearest first, and the places `beyond`, to which no way leads.

    It can move from `place` (None where the law knows of no moves of its own), once it has waited some rounds.
    """

    figure: Value
    place: Value | None
    waits: int
    reached: tuple[Reached, ...]
    beyond: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Reaches:
    """What each figure can reach, under the readings that were assumed."""

    figures: tuple[Reach, ...]
    assumed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Spent:
    """How likely one gets home once so many rounds went into something else (a search); as `HomeWay.low` and `high`."""

    rounds: int
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class HomeWay:
    """The best way home of a figure: the fewest rounds it takes (None: there is no way), and how likely it gets home.

    `low` counts what no clause rules, and what may yet lead home by ways that are not told here, as lost; `high` counts
    it as home. `fates` are all ends, with the odds of each if one decides for the best `low`. `legs` is the way that
    one goes then if every move is made, with the odds that it is at the first try. `clock` is where the clock stands,
    `gaps` what leaves it open on the ways how it goes on.
    """

    figure: Value
    place: Value | None
    clock: int
    rounds: int | None
    low: Fraction
    high: Fraction
    fates: tuple[tuple[Value, Fraction], ...]
    legs: tuple[Leg, ...]
    spent: tuple[Spent, ...]
    gaps: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Homes:
    """The way home of each figure, under the readings that were assumed, by what the scenario supposes."""

    figures: tuple[HomeWay, ...]
    supposed: tuple[Value, ...]
    assumed: tuple[tuple[str, str], ...]


def _product(factors: object) -> Fraction:
    product = SURE
    for factor in factors:  # type: ignore[attr-defined]
        product *= factor
    return product
