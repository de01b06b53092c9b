"""Results of the path searches: frozen values, free of the solver and of graphs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from drakdom.paths.ask.move_simulation import Roll
from drakdom.terms import Value

SURE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Leg:
    """One move on a way: its round, and the odds that it succeeds at the first try.

    `low` counts an outcome that no clause rules (`gaps`) as failure, `high` as success. An `extra` move shares the
    round of the move before it.
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
        """Return True if nothing can go wrong."""
        return self.low == SURE


@dataclass(frozen=True, slots=True)
class Reached:
    """A place, the fewest rounds to reach it, and the best way that takes no more rounds.

    If `ends` names a clause, the figure does not choose how it goes on from there, and the search stops. `safest` is a
    longer way with better odds, if there is one.
    """

    place: Value
    rounds: int
    legs: tuple[Leg, ...]
    undiscovered: bool = False
    ends: str = ""
    safest: tuple[Leg, ...] = ()

    @property
    def low(self) -> Fraction:
        """Odds that every move succeeds at the first try, with unruled outcomes counted as failure."""
        return _product(leg.low for leg in self.legs)

    @property
    def high(self) -> Fraction:
        """Odds that every move succeeds at the first try, with unruled outcomes counted as success."""
        return _product(leg.high for leg in self.legs)


@dataclass(frozen=True, slots=True)
class ByTurn:
    """Odds of having reached a goal by the end of a turn; `low` and `high` as in `Leg`."""

    turn: int
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The odds of reaching a goal, by turns, each under its best policy. `gaps` leave them open.

    `most` is the number of positions past which the search looked no further ahead, None if it saw enough.
    """

    goal: str
    odds: tuple[ByTurn, ...] = ()
    gaps: tuple[Value, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on a way, in the order of turns, with the prices of the move there: names and amounts, without zeros."""

    turn: int
    place: Value
    paid: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Fare:
    """The cheapest way to a goal by turns (an empty name) or by a price; of equally cheap ones that of fewest turns."""

    cheapest_in: str
    turns: int
    paid: tuple[tuple[str, int], ...]
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """An action that a figure can take from some places, with a move left; nearest first, with the moves to each."""

    action: Value
    places: tuple[tuple[Value, int], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """All places that a figure can reach, nearest first, and the places `beyond` that no way reaches.

    The figure moves from `place` after waiting `waits` rounds. `place` is None if the law grants it no moves of its
    own. `allowance` is the number of moves that it makes in this turn, None if the law does not count moves. `deeds`
    are the actions that it can take in this turn from the places that it reaches. `play` and `fares` are asked for with
    a goal.
    """

    figure: Value
    place: Value | None
    waits: int
    reached: tuple[Reached, ...]
    beyond: tuple[Value, ...]
    allowance: int | None = None
    deeds: tuple[Deed, ...] = ()
    play: BestPlay | None = None
    fares: tuple[Fare, ...] = ()

    @property
    def near(self) -> list[Reached]:
        """The places that the figure reaches by the moves of this round: all if the law does not count moves."""
        return [place for place in self.reached if self.allowance is None or place.rounds <= self.allowance]


@dataclass(frozen=True, slots=True)
class Reaches:
    """The reach of each figure, and the assumed readings as pairs of clause and reading."""

    figures: tuple[Reach, ...]
    assumed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RoundsSpent:
    """Odds of getting home after `rounds` rounds go into something else; `low` and `high` as in `HomeWay`."""

    rounds: int
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class HomeWay:
    """The best way home of a figure: the fewest rounds (None if there is no way), and the odds of getting home.

    `low` counts unruled outcomes, and fates that the search does not follow, as lost; `high` counts them as home.
    `fates` are all ends with their odds under the policy that maximises `low`. `legs` is the way of that policy if
    every move succeeds. `clock` is the present value of the clock, `gaps` are the points that leave the outcome open.
    """

    figure: Value
    place: Value | None
    clock: int
    rounds: int | None
    low: Fraction
    high: Fraction
    fates: tuple[tuple[Value, Fraction], ...]
    legs: tuple[Leg, ...]
    spent: tuple[RoundsSpent, ...]
    gaps: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Homes:
    """The way home of each figure, the suppositions of the scenario, and the assumed readings."""

    figures: tuple[HomeWay, ...]
    supposed: tuple[Value, ...]
    assumed: tuple[tuple[str, str], ...]


def _product(factors: object) -> Fraction:
    product = SURE
    for factor in factors:  # type: ignore[attr-defined]
        product *= factor
    return product
