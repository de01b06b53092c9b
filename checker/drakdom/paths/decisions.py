"""Optimal policy over rounds while a random clock runs out: exact, by backward induction.

A decision depends on the state of the figure and on the value of the clock. If the clock can keep its value, play can
return to the same decision; the values then solve a system of equations (`drakdom.value.end_components`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from drakdom.paths.clock import Clock
from drakdom.paths.path_state import End, Option, PathState
from drakdom.terms import Term
from drakdom.value.end_components import Way, optimal_values

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
            rest = {state: self._later(state, time, values, worth) for state in self.states}
            again = self.clock.steps[time].get(time, NOTHING)
            if again:
                best = self._circle(time, rest, again, worth)
            else:
                best = {state: self._best(state, time, rest, worth) for state in self.states}
            values |= {(state, time): value for state, value in best.items()}
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

    def _best(self, state: PathState, time: int, rest: Mapping[PathState, Fraction], worth: Worth) -> Fraction:
        if state.waits:
            return rest[sooner(state)]
        options = self.options(state, time)
        return max((self.value(option, time, rest.__getitem__, worth) for option in options), default=NOTHING)

    def _circle(
        self, time: int, rest: Mapping[PathState, Fraction], again: Fraction, worth: Worth
    ) -> dict[PathState, Fraction]:
        values: dict[Hashable, Fraction] = {("fate", fate): value for fate, value in worth.items()}
        ways: dict[Hashable, list[Way[Any]]] = {}
        share = 1 - again
        if share:
            values |= {("later", state): rest[state] / share for state in self.states}

        def way_on(ends: Mapping[End, Fraction]) -> Way[Any]:
            way: dict[Any, Fraction] = {}
            for end, odds in ends.items():
                if isinstance(end, Term):
                    parts: list[tuple[Any, Fraction]] = [(("fate", end), odds)]
                    values.setdefault(("fate", end), NOTHING)
                elif len(after := self.onward(end, time)) > 1:
                    parts = [(("on", end), odds)]
                    ways["on", end] = [round_on(state) for state in after]
                else:
                    parts = [(to, odds * part) for to, part in round_on(after[0]).items()]
                for to, odd in parts:
                    way[to] = way.get(to, NOTHING) + odd
            return way

        def round_on(state: PathState) -> Way[Any]:
            on: dict[Any, Fraction] = {("due", state): again}
            return on | ({("later", state): share} if share else {})

        for state in self.states:
            options = (
                [round_on(sooner(state))]
                if state.waits
                else [way_on(option.ends) for option in self.options(state, time)]
            )
            if options:
                ways["due", state] = options
            else:
                values["due", state] = NOTHING
        settled = optimal_values(ways, values, max)
        return {state: settled.get(("due", state), NOTHING) for state in self.states}


def sooner(state: PathState) -> PathState:
    """Return the state one round later, with one round less to wait."""
    return replace(state, waits=state.waits - 1)
