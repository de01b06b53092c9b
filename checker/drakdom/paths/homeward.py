"""The way home before time runs out: the fewest rounds, the route, the odds, and the rounds to spare."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache

from drakdom.errors import InputError
from drakdom.paths.ask.query import Answers, figures_of, query
from drakdom.paths.bisimulation import merged, representatives
from drakdom.paths.clock import Clock, read_clock
from drakdom.paths.decisions import NOTHING, Decisions, Due, sooner
from drakdom.paths.extra_steps import extra_steps
from drakdom.paths.fewest_rounds import fewest_rounds
from drakdom.paths.model import SURE, Homes, HomeWay, Leg, RoundsSpent
from drakdom.paths.path_state import End, Option, PathState
from drakdom.paths.reach import MOVES, assumed, check_begin
from drakdom.paths.state_space import HOME, UNRULED, StateSpace
from drakdom.rulebook.sentences import say
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.terms import Term, Value, sort_key

LEAVE = Term("leave")
#: The table of spent rounds ends after `MOST_SPENT` rows, or once the odds fall below `LEAST`.
MOST_SPENT, LEAST = 100, Fraction(1, 100)


#: Called with a figure, the number of figures done, and their total.
Progress = Callable[[str, int, int], None]


def homes(scenario: Scenario, figures: Collection[str] = (), progress: Progress | None = None) -> Homes:
    """Return the way home of some figures of a scenario (default: all), each alone on the board.

    `progress` gets the figure, the number of figures done, and their total. Raises InputError if the rulebook does not
    answer such questions, or the scenario leaves out a premise.
    """
    case = build_case(scenario).with_first_readings()
    query(case, LEAVE)
    answers = query(case, MOVES)
    check_begin(scenario, answers)
    if unanswered := answers("lacks"):
        missing = [say(scenario.rulebook, Term("unruled", gap)) for gap in sorted(unanswered, key=sort_of)]
        raise InputError.single(missing[0], scenario.file)
    asked = [figure for figure in figures_of(case) if not figures or figure in figures]
    readings: dict[str, str] = {}
    ways = []
    states: StateSpace | None = None
    for number, figure in enumerate(asked):
        if progress:
            progress(figure, number, len(asked))
        states = StateSpace(answers, figure, states)
        ways.append(_home(answers, states))
        states.trials.doubts |= states.outcomes.doubts
        readings |= dict(assumed(scenario, answers, states.trials.doubts))
    supposed = sorted((value for (value,) in answers("supposed")), key=sort_key)
    return Homes(tuple(ways), tuple(supposed), tuple(sorted(readings.items())))


def sort_of(row: Sequence[Value]) -> list[object]:
    """Return the sort key of a row of answers."""
    return [sort_key(value) for value in row]


def _home(answers: Answers, states: StateSpace) -> HomeWay:
    first = states.first()
    ((now,),) = answers("clock")
    assert isinstance(now, int)
    if first is None:
        return HomeWay(states.figure, None, now, None, NOTHING, NOTHING, (), (), ())
    begins = next(str(phase) for topic, phase in answers("begins") if topic == MOVES)
    clock = read_clock(answers, LEAVE, states.figure, states.position(first), begins)
    way = Homeward(states, first, clock, {fate for (fate,) in answers("open")} | {UNRULED})
    return way.result()


class Homeward:
    """The way home from a state: the best policy there and in every state that it leads to."""

    def __init__(self, states: StateSpace, first: PathState, clock: Clock, open_: Collection[Value]) -> None:
        self.states, self.clock = states, clock
        options_by_state = states.explore(first)
        same = representatives(
            options_by_state, {state: states.onward(state, options_by_state) for state in options_by_state}
        )
        self.first = same[first]
        self.options = {
            state: merged(options, same) for state, options in options_by_state.items() if same[state] is state
        }
        self.onward = lru_cache(maxsize=None)(
            lambda state: list(dict.fromkeys(same[after] for after in states.onward(state, options_by_state)))
        )
        self._bests: dict[Due, list[Option]] = {}
        self._soons: dict[Due, Fraction] = {}
        self.rounds = fewest_rounds(self.options, self.onward)
        self.decisions = Decisions(
            lambda state, _: self.options[state], lambda state, _: self.onward(state), list(self.options), clock
        )
        self.worth: dict[Term, Fraction] = {HOME: SURE}
        self.values = self.decisions.values(self.worth)
        ends = {
            end
            for options in self.options.values()
            for option in options
            for end in option.ends
            if isinstance(end, Term)
        }
        ends |= {to for step in clock.steps.values() for to in step if isinstance(to, Term)}
        self.fates = sorted(ends | {HOME}, key=sort_key)
        self._hope: dict[Term, Fraction] = {fate: SURE for fate in self.fates if fate == HOME or fate in open_}
        hoped = {
            state: [replace(option, ends=option.hoped) for option in options] for state, options in self.options.items()
        }
        self.hopes = self.values
        if len(self._hope) > 1:
            self.hopes = replace(self.decisions, options=lambda state, _: hoped[state]).values(self._hope)

    def result(self) -> HomeWay:
        """Return the result of the search."""
        rounds = self.rounds.get(self.first)
        spent = tuple(self._spent())
        return HomeWay(
            self.states.figure,
            self.first.place,
            self.clock.now,
            rounds,
            spent[0].low,
            spent[0].high,
            tuple(self._fates()),
            tuple(self._legs()) if rounds is not None else (),
            spent,
            self._gaps(),
        )

    def _gaps(self) -> tuple[Value, ...]:
        """Return the points that leave the outcome open on the ways."""
        ends = (end for options in self.options.values() for option in options for end in option.hoped)
        return tuple(sorted({gap for end in ends for gap in self.states.open_at(end)}, key=sort_key))

    def chosen(self, state: PathState, time: int) -> Option | None:
        """Return the best option; of equally good ones the one that is home soonest if it succeeds."""
        best = self._best(state, time)
        return min(
            best, key=lambda option: (self._after(option, time), self._after(option, time, meant=True)), default=None
        )

    def goes_on(self, state: PathState, time: int) -> PathState:
        """Return the best state for the end of a round in which the figure arrived in a state."""
        return min(self._best_onward(state, time), key=lambda after: self._next(after, time))

    @cached_property
    def left(self) -> dict[Due, int]:
        """The fewest rounds to home under best options only, for each state and clock value."""
        leads: dict[Due, list[Due]] = {}
        goals: list[Due] = []
        todo = list(dict.fromkeys((self.first, time) for time in self.clock.steps))
        for due in todo:
            if due in leads:
                continue
            state, time = due
            ends = [end for option in self._best(state, time) for end in option.hoped]
            if HOME in ends:
                goals.append(due)
            after = [later for end in ends if isinstance(end, PathState) for later in self._best_onward(end, time)]
            after = [sooner(state)] if state.waits else after
            leads[due] = [(later, to) for later in after for to in self.clock.steps[time] if isinstance(to, int)]
            todo += leads[due]
        before: dict[Due, list[Due]] = {}
        for due, adjacent in leads.items():
            for neighbour in adjacent:
                before.setdefault(neighbour, []).append(due)
        rounds = dict.fromkeys(goals, 1)
        for due in goals:
            for neighbour in before.get(due, ()):
                if neighbour not in rounds:
                    rounds[neighbour] = rounds[due] + 1
                    goals.append(neighbour)
        return rounds

    def _best(self, state: PathState, time: int) -> list[Option]:
        """Return all equally good options."""
        if (state, time) not in self._bests:
            options = () if state.waits else self.options[state]
            worth = [
                self.decisions.value(option, time, lambda to: self._soon(to, time), self.worth) for option in options
            ]
            best = [option for option, value in zip(options, worth, strict=True) if value == max(worth)]
            self._bests[state, time] = best
        return self._bests[state, time]

    def _best_onward(self, state: PathState, time: int) -> list[PathState]:
        states = self.onward(state)
        worth = [self._soon(after, time) for after in states] if len(states) > 1 else [NOTHING]
        return [after for after, value in zip(states, worth, strict=True) if value == max(worth)]

    def _after(self, option: Option, time: int, meant: bool = False) -> float:
        """Return the fewest rounds to home after an option; with `meant`, only by its intended ends."""
        ends = [end for end in option.hoped if not meant or _is_meant(end, option)]
        later = [after for end in ends if isinstance(end, PathState) for after in self._best_onward(end, time)]
        return 0 if HOME in ends else min((self._next(after, time) for after in later), default=math.inf)

    def _next(self, state: PathState, time: int) -> float:
        times = (to for to in self.clock.steps[time] if isinstance(to, int))
        return min((self.left.get((state, to), math.inf) for to in times), default=math.inf)

    def _soon(self, state: PathState, time: int) -> Fraction:
        if (state, time) not in self._soons:
            self._soons[state, time] = self.decisions.soon(state, time, self.values, self.worth)
        return self._soons[state, time]

    def _begin(self, values: Mapping[Due, Fraction], worth: Mapping[Term, Fraction], spent: int) -> Fraction:
        """Return the value of the first state after `spent` rounds go into something else."""
        begun = spent + self.clock.running
        return sum(
            (
                odds * (worth.get(to, NOTHING) if isinstance(to, Term) else values[self.first, to])
                for to, odds in self.clock.after(begun).items()
            ),
            NOTHING,
        )

    def _spent(self) -> Iterator[RoundsSpent]:
        for rounds in range(MOST_SPENT):
            low, high = self._begin(self.values, self.worth, rounds), self._begin(self.hopes, self._hope, rounds)
            if rounds and high < LEAST:
                return
            yield RoundsSpent(rounds, low, high)

    def _fates(self) -> Iterator[tuple[Value, Fraction]]:
        """Yield each fate with its odds under the best policy."""
        chosen = lru_cache(maxsize=None)(self.chosen)
        goes_on = lru_cache(maxsize=None)(self.goes_on)

        def options(state: PathState, time: int) -> Sequence[Option]:
            option = chosen(state, time) if (state, time) in seen else None
            return [option] if option else []

        seen = dict.fromkeys(
            (self.first, to) for to in self.clock.after(int(self.clock.running)) if isinstance(to, int)
        )
        todo, met = list(seen), {self.first: None}
        for state, time in todo:
            ends = (end for option in options(state, time) for end in option.ends)
            after = [goes_on(end, time) for end in ends if isinstance(end, PathState)]
            after = [sooner(state)] if state.waits else after
            met |= dict.fromkeys(after)
            fresh = {
                (next_state, to): None for next_state in after for to in self.clock.steps[time] if isinstance(to, int)
            }
            todo += fresh.keys() - seen.keys()
            seen |= fresh
        followed = Decisions(options, lambda state, time: [goes_on(state, time)], list(met), self.clock)
        for fate in self.fates:
            worth = {fate: SURE}
            if odds := self._begin(followed.values(worth), worth, 0):
                yield fate, odds

    def _legs(self) -> Iterator[Leg]:
        """Yield the legs of the best policy if every move succeeds and the clock takes its likeliest value."""
        state, time, now = self.first, self.clock.now, 0
        passed: set[tuple[PathState, int]] = set()
        while (state, time) not in passed:
            now += 1
            if now > 1 or self.clock.running:
                passed.add((state, time))
                to = max(self.clock.steps[time].items(), key=lambda item: (item[1], isinstance(item[0], int)))[0]
                if not isinstance(to, int):
                    return
                time = to
            if state.waits:
                state = sooner(state)
                continue
            option = self.chosen(state, time)
            made = [end for end in option.hoped if _is_meant(end, option)] if option else []
            if option is None or not made:
                return
            low = sum((option.ends.get(end, NOTHING) for end in made), NOTHING)
            high = sum((option.hoped[end] for end in made), NOTHING)
            yield Leg(now, state.place, HOME if option.to is None else option.to, option.action, low, high)
            best = max(made, key=lambda end: option.hoped[end])
            if isinstance(best, Term):
                return
            further = self.goes_on(best, time)
            yield from extra_steps(self.options, self.onward(best), best, further, now)
            state = further


def _is_meant(end: End, option: Option) -> bool:
    """Return True if an end is the intended end of an option."""
    return end == HOME if option.to is None else isinstance(end, PathState) and end.place == option.to
