"""The best that one can do, round after round, while time runs out by chance: exact, by backwards induction.

What is to be decided is told by where one stands and by the state of the clock. Where the clock may stay as it is, play
can come back to where it was: then the values solve a system of equations (`circles.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from drakdom.paths.clock import Clock
from drakdom.paths.state_space import End, Option, PathState
from drakdom.terms import Term
from drakdom.value.end_components import Way, settle

NOTHING = Fraction(0)
#: One stands there, the clock says so, and a move is due.
Due = tuple[PathState, int]
Worth = Mapping[Term, Fraction]


@dataclass(frozen=True)
class Decisions:
    """What can be done wherever one stands, where one may be then at the end of the round, and how time runs out."""

    options: Callable[[PathState, int], Sequence[Option]]
    onward: Callable[[PathState, int], Sequence[PathState]]
    stands: Sequence[PathState]
    clock: Clock

    def values(self, worth: Worth) -> dict[Due, Fraction]:
        """What it is worth at best to stand somewhere with a move due, by what the fates are worth."""
        values: dict[Due, Fraction] = {}
        for state in sorted(self.clock.steps):
            rest = {one: self._later(one, state, values, worth) for one in self.stands}
            again = self.clock.steps[state].get(state, NOTHING)
            if again:
                found = self._circle(state, rest, again, worth)
            else:
                found = {one: self._best(one, state, rest, worth) for one in self.stands}
            values |= {(one, state): value for one, value in found.items()}
        return values

    def soon(self, stand: PathState, state: int, values: Mapping[Due, Fraction], worth: Worth) -> Fraction:
        """What it is worth to stand somewhere at the end of a round."""
        again = self.clock.steps[state].get(state, NOTHING)
        return self._later(stand, state, values, worth) + (again * values[stand, state] if again else NOTHING)

    def value(self, option: Option, state: int, soon: Callable[[PathState], Fraction], worth: Worth) -> Fraction:
        """What an option is worth."""
        if len(option.ends) == 1:  # as most: no reckoning
            return self._of(next(iter(option.ends)), state, soon, worth)
        return sum((odds * self._of(end, state, soon, worth) for end, odds in option.ends.items()), NOTHING)

    def _of(self, end: End, state: int, soon: Callable[[PathState], Fraction], worth: Worth) -> Fraction:
        if isinstance(end, Term):
            return worth.get(end, NOTHING)
        return max(soon(one) for one in self.onward(end, state))

    def _later(self, stand: PathState, state: int, values: Mapping[Due, Fraction], worth: Worth) -> Fraction:
        """The part of what it is worth at the end of a round that comes of other states of the clock."""
        step = self.clock.steps[state]
        led = [
            (odds, worth.get(to, NOTHING) if isinstance(to, Term) else values[stand, to])
            for to, odds in step.items()
            if to != state
        ]
        return led[0][1] if len(step) == len(led) == 1 else sum((odds * value for odds, value in led), NOTHING)

    def _best(self, stand: PathState, state: int, rest: Mapping[PathState, Fraction], worth: Worth) -> Fraction:
        if stand.waits:
            return rest[sooner(stand)]
        some = self.options(stand, state)
        return max((self.value(option, state, rest.__getitem__, worth) for option in some), default=NOTHING)

    def _circle(
        self, state: int, rest: Mapping[PathState, Fraction], again: Fraction, worth: Worth
    ) -> dict[PathState, Fraction]:
        known: dict[Hashable, Fraction] = {("fate", fate): value for fate, value in worth.items()}
        ways: dict[Hashable, list[Way[Any]]] = {}
        share = 1 - again
        if share:
            known |= {("later", one): rest[one] / share for one in self.stands}

        def led(ends: Mapping[End, Fraction]) -> Way[Any]:
            way: dict[Any, Fraction] = {}
            for end, odds in ends.items():
                if isinstance(end, Term):
                    parts: list[tuple[Any, Fraction]] = [(("fate", end), odds)]
                    known.setdefault(("fate", end), NOTHING)
                elif len(some := self.onward(end, state)) > 1:
                    parts = [(("on", end), odds)]
                    ways["on", end] = [round_on(one) for one in some]
                else:
                    parts = [(to, odds * part) for to, part in round_on(some[0]).items()]
                for to, odd in parts:
                    way[to] = way.get(to, NOTHING) + odd
            return way

        def round_on(stand: PathState) -> Way[Any]:
            on: dict[Any, Fraction] = {("due", stand): again}
            return on | ({("later", stand): share} if share else {})

        for one in self.stands:
            some = [round_on(sooner(one))] if one.waits else [led(option.ends) for option in self.options(one, state)]
            if some:
                ways["due", one] = some
            else:
                known["due", one] = NOTHING
        settled = settle(ways, known, max)
        return {one: settled.get(("due", one), NOTHING) for one in self.stands}


def sooner(stand: PathState) -> PathState:
    """A stand a round later, in which one had to wait."""
    return replace(stand, waits=stand.waits - 1)
