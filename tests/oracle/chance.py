"""Exact odds in plain Python: a play is run once for each way in which its dice can fall."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result", bound=Hashable)

#: Plays of one board, beyond which it is left aside: the program would be as slow.
MOST_PLAYS = 20000


class NotDecided(Exception):  # noqa: N818
    """The source is silent: the law must tell a gap, or read a clause in several ways."""


class TooMany(Exception):  # noqa: N818
    """The board has more plays than are tried."""


class Chance:
    """The dice of one play: the stated part of the path first, then the first result of each further die."""

    def __init__(self, path: Sequence[int]) -> None:
        self.path = list(path)
        self.widths: list[int] = []
        self.taken: list[int] = []
        self.odds = Fraction(1)

    def weighted(self, options: Sequence[tuple[Item, Fraction]]) -> Item:
        """Return one of the options, each with its probability; those of probability 0 never come up."""
        possible = [option for option in options if option[1] > 0]
        number = self.path[len(self.taken)] if len(self.taken) < len(self.path) else 0
        self.widths.append(len(possible))
        self.taken.append(number)
        self.odds *= possible[number][1]
        return possible[number][0]

    def among(self, options: Sequence[Item]) -> Item:
        """Return one of the options, all with the same probability."""
        return self.weighted([(option, Fraction(1, len(options))) for option in options])

    def die(self, sides: int) -> int:
        """Return the face of a die."""
        return self.among(range(1, sides + 1))

    def at_most(self, value: int, sides: int = 12) -> bool:
        """Return True if the die shows the value or less."""
        share = Fraction(min(max(value, 0), sides), sides)
        return self.weighted([(True, share), (False, 1 - share)])

    def next_path(self) -> list[int] | None:
        """Return the path of the next play, None after the last."""
        for place in reversed(range(len(self.taken))):
            if self.taken[place] + 1 < self.widths[place]:
                return [*self.taken[:place], self.taken[place] + 1]
        return None


def plays(run: Callable[[Chance], Result]) -> dict[Result, Fraction]:
    """Return the probability of each result of a play."""
    result: dict[Result, Fraction] = {}
    path: list[int] | None = []
    count = 0
    while path is not None:
        chance = Chance(path)
        end = run(chance)
        result[end] = result.get(end, Fraction(0)) + chance.odds
        path = chance.next_path()
        count += 1
        if count > MOST_PLAYS:
            raise TooMany
    return result
