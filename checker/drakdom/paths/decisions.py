"""Optimal policy over rounds while a random clock runs out: exact, one clock value after another.

A decision depends on the state of the figure and on the value of the clock. If the clock can keep its value, play can
return to the same decision.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from drakdom.paths.clock import Clock
from drakdom.paths.model import SURE
from drakdom.paths.path_state import End, Option, PathState
from drakdom.terms import Term
from drakdom.value.best_odds import best_odds
from drakdom.value.end_components import Way

NOTHING = Fraction(0)
#: A state and a clock value, with a move due.
Due = tuple[PathState, int]
Worth = Mapping[Term, Fraction]


@dataclass(frozen=True)
class Decisions:
    """The options in each state, the states at the end of a round, and the clock."""

    options: Callable[[PathState, int], Sequence[Option]]
    onward: Callable[[PathState, int], Sequence[PathState]]
    states: Sequence[PathState]
    clock: Clock

    def values(self, worth: Worth) -> dict[Due, Fraction]:
        """Return the best value of each state and clock value with a move due; `worth` values the fates."""
        values: dict[Due, Fraction] = {}
        for time in sorted(self.clock.steps):
            values |= self._layer(time, values, worth)
        return values

    def soon(self, state: PathState, time: int, values: Mapping[Due, Fraction], worth: Worth) -> Fraction:
        """Return the value of a state at the end of a round."""
        again = self.clock.steps[time].get(time, NOTHING)
        return self._later(state, time, values, worth) + (again * values[state, time] if again else NOTHING)

    def value(self, option: Option, time: int, soon: Callable[[PathState], Fraction], worth: Worth) -> Fraction:
        """Return the value of an option: the mean over its ends."""
        if len(option.ends) == 1:  # most options: skip the mean
            return self._of(next(iter(option.ends)), time, soon, worth)
        return sum((odds * self._of(end, time, soon, worth) for end, odds in option.ends.items()), NOTHING)

    def _of(self, end: End, time: int, soon: Callable[[PathState], Fraction], worth: Worth) -> Fraction:
        if isinstance(end, Term):
            return worth.get(end, NOTHING)
        return max(soon(state) for state in self.onward(end, time))

    def _later(self, state: PathState, time: int, values: Mapping[Due, Fraction], worth: Worth) -> Fraction:
        """Return the part of the value at the end of a round that comes from other clock values."""
        step = self.clock.steps[time]
        later = [
            (odds, worth.get(to, NOTHING) if isinstance(to, Term) else values[state, to])
            for to, odds in step.items()
            if to != time
        ]
        return later[0][1] if len(step) == len(later) == 1 else sum((odds * value for odds, value in later), NOTHING)

    def _layer(self, time: int, values: Mapping[Due, Fraction], worth: Worth) -> dict[Due, Fraction]:
        """Return the best values at one clock value; `values` has those at the clock values before it."""
        again = self.clock.steps[time].get(time, NOTHING)
        share = 1 - again
        ends: dict[Hashable, Fraction] = {("fate", fate): value for fate, value in worth.items()}
        if share:
            ends |= {("later", state): self._later(state, time, values, worth) / share for state in self.states}
        ways: dict[Hashable, list[Way[Hashable]]] = {}

        def way_on(option: Option) -> Way[Hashable]:
            way: dict[Hashable, Fraction] = {}
            for end, odds in option.ends.items():
                for to, part in arrived(end).items():
                    way[to] = way.get(to, NOTHING) + odds * part
            return way

        def arrived(end: End) -> Way[Hashable]:
            if isinstance(end, Term):
                ends.setdefault(("fate", end), NOTHING)
                return {("fate", end): SURE}
            after = self.onward(end, time)
            if len(after) == 1:
                return round_on(after[0])
            ways["on", end] = [round_on(state) for state in after]
            return {("on", end): SURE}

        def round_on(state: PathState) -> Way[Hashable]:
            on: dict[Hashable, Fraction] = {("later", state): share} if share else {}
            return on | {("due", state): again} if again else on

        for state in self.states:
            ways["due", state] = (
                [round_on(sooner(state))] if state.waits else [way_on(option) for option in self.options(state, time)]
            )
        best = best_odds(ways, ends)
        return {(state, time): best["due", state] for state in self.states}


def sooner(state: PathState) -> PathState:
    """Return the state one round later, with one round less to wait."""
    return replace(state, waits=state.waits - 1)
