"""Whether a figure still gets home before time runs out: how soon, by which way, how likely, how much it can spare."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache

from drakdom.errors import InputError
from drakdom.paths.ask.query import Answers, query
from drakdom.paths.bisimulation import alike, led
from drakdom.paths.clock import Clock, read_clock
from drakdom.paths.decisions import NOTHING, Decisions, Due, sooner
from drakdom.paths.model import SURE, Homes, HomeWay, Leg, Spent
from drakdom.paths.reach import MOVES, assumed, check_begin
from drakdom.paths.state_space import HOME, UNRULED, End, Option, PathState, StateSpace
from drakdom.rulebook.sentences import say
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.terms import Term, Value, sort_key

LEAVE = Term("leave")
#: Rounds spent on something else are told up to so many, and while there is more than so little hope.
MOST_SPENT, LEAST = 100, Fraction(1, 100)


#: Is told whose way is looked for, and how many figures of how many are done.
Progress = Callable[[str, int, int], None]


def homes(scenario: Scenario, figures: Collection[str] = (), progress: Progress | None = None) -> Homes:
    """How some figures of a scenario (by default all) get home, each by itself, with nobody else near its way.

    Raises InputError where the rulebook says nothing of that, or the scenario leaves out what it hangs on.
    """
    case = build_case(scenario).decided()
    query(case, LEAVE)
    said = query(case, MOVES)
    check_begin(scenario, said)
    if lacks := said("lacks"):
        missing = [say(scenario.rulebook, Term("unruled", one)) for one in sorted(lacks, key=sort_of)]
        raise InputError.one(missing[0], scenario.file)
    every = sorted(fact.arguments[0].string for fact in case.by_name.get("figure", ()))
    asked = [figure for figure in every if not figures or figure in figures]
    readings: dict[str, str] = {}
    found = []
    stands: StateSpace | None = None
    for number, figure in enumerate(asked):
        if progress:
            progress(figure, number, len(asked))
        stands = StateSpace(said, figure, stands)
        found.append(_home(said, stands))
        stands.trials.doubts |= stands.outcomes.doubts
        readings |= dict(assumed(scenario, said, stands.trials))
    supposed = sorted((what for (what,) in said("supposed")), key=sort_key)
    return Homes(tuple(found), tuple(supposed), tuple(sorted(readings.items())))


def sort_of(one: Sequence[Value]) -> list[object]:
    """In which order things that are said are told."""
    return [sort_key(value) for value in one]


def _home(said: Answers, stands: StateSpace) -> HomeWay:
    first = stands.first()
    ((now,),) = said("clock")
    assert isinstance(now, int)
    if first is None:
        return HomeWay(stands.figure, None, now, None, NOTHING, NOTHING, (), (), ())
    begins = next(str(phase) for topic, phase in said("begins") if topic == MOVES)
    clock = read_clock(said, LEAVE, stands.figure, stands.position(first), begins)
    way = Homeward(stands, first, clock, {fate for (fate,) in said("open")} | {UNRULED})
    return way.told()


class Homeward:
    """The way home from a stand: what is best to do there and wherever it leads."""

    def __init__(self, stands: StateSpace, first: PathState, clock: Clock, open_: Collection[Value]) -> None:
        self.stands, self.clock = stands, clock
        every = stands.explore(first)
        same = alike(every, {stand: stands.onward(stand, every) for stand in every})
        self.first = same[first]
        self.options = {stand: led(some, same) for stand, some in every.items() if same[stand] is stand}
        self.onward = lru_cache(maxsize=None)(
            lambda stand: list(dict.fromkeys(same[one] for one in stands.onward(stand, every)))
        )
        self._bests: dict[Due, list[Option]] = {}
        self._soons: dict[Due, Fraction] = {}
        self.rounds = self._rounds()
        self.every = Decisions(
            lambda stand, _: self.options[stand], lambda stand, _: self.onward(stand), list(self.options), clock
        )
        self.worth: dict[Term, Fraction] = {HOME: SURE}
        self.values = self.every.values(self.worth)
        ends = {end for some in self.options.values() for one in some for end in one.ends if isinstance(end, Term)}
        ends |= {to for step in clock.steps.values() for to in step if isinstance(to, Term)}
        self.fates = sorted(ends | {HOME}, key=sort_key)
        self._hope: dict[Term, Fraction] = {one: SURE for one in self.fates if one == HOME or one in open_}
        hoped = {stand: [replace(one, ends=one.hoped) for one in some] for stand, some in self.options.items()}
        self.hopes = self.values
        if len(self._hope) > 1:
            self.hopes = replace(self.every, options=lambda stand, _: hoped[stand]).values(self._hope)

    def told(self) -> HomeWay:
        """All that there is to tell of it."""
        rounds = self.rounds.get(self.first)
        spent = tuple(self._spent())
        return HomeWay(
            self.stands.figure,
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
        """What leaves it open on the ways how it goes on."""
        ends = (end for some in self.options.values() for one in some for end in one.hoped)
        return tuple(sorted({gap for end in ends for gap in self.stands.open_at(end)}, key=sort_key))

    def chosen(self, stand: PathState, state: int) -> Option | None:
        """The best thing to do; of equally good things that by which one is home soonest if it goes well."""
        best = self._best(stand, state)
        return min(best, key=lambda one: (self._after(one, state), self._after(one, state, meant=True)), default=None)

    def goes_on(self, stand: PathState, state: int) -> PathState:
        """Where it is best to be at the end of a round in which one came to a stand."""
        return min(self._best_onward(stand, state), key=lambda one: self._next(one, state))

    @cached_property
    def left(self) -> dict[Due, int]:
        """In how few rounds one is home if one does nothing but the best, wherever that may lead."""
        leads: dict[Due, list[Due]] = {}
        homes_: list[Due] = []
        todo = list(dict.fromkeys((self.first, state) for state in self.clock.steps))
        for due in todo:
            if due in leads:
                continue
            stand, state = due
            ends = [end for option in self._best(stand, state) for end in option.hoped]
            if HOME in ends:
                homes_.append(due)
            after = [one for end in ends if isinstance(end, PathState) for one in self._best_onward(end, state)]
            after = [sooner(stand)] if stand.waits else after
            leads[due] = [(one, to) for one in after for to in self.clock.steps[state] if isinstance(to, int)]
            todo += leads[due]
        before: dict[Due, list[Due]] = {}
        for due, some in leads.items():
            for one in some:
                before.setdefault(one, []).append(due)
        found = dict.fromkeys(homes_, 1)
        for due in homes_:
            for one in before.get(due, ()):
                if one not in found:
                    found[one] = found[due] + 1
                    homes_.append(one)
        return found

    def _best(self, stand: PathState, state: int) -> list[Option]:
        """All that is equally good to do."""
        if (stand, state) not in self._bests:
            some = () if stand.waits else self.options[stand]
            worth = [self.every.value(one, state, lambda to: self._soon(to, state), self.worth) for one in some]
            best = [one for one, value in zip(some, worth, strict=True) if value == max(worth)]
            self._bests[stand, state] = best
        return self._bests[stand, state]

    def _best_onward(self, stand: PathState, state: int) -> list[PathState]:
        some = self.onward(stand)
        worth = [self._soon(one, state) for one in some] if len(some) > 1 else [NOTHING]
        return [one for one, value in zip(some, worth, strict=True) if value == max(worth)]

    def _after(self, option: Option, state: int, meant: bool = False) -> float:
        """In how few rounds one is home after this one; only by where it is meant to lead, if that is asked."""
        ends = [end for end in option.hoped if not meant or _is_meant(end, option)]
        some = [one for end in ends if isinstance(end, PathState) for one in self._best_onward(end, state)]
        return 0 if HOME in ends else min((self._next(one, state) for one in some), default=math.inf)

    def _next(self, stand: PathState, state: int) -> float:
        states = (to for to in self.clock.steps[state] if isinstance(to, int))
        return min((self.left.get((stand, to), math.inf) for to in states), default=math.inf)

    def _soon(self, stand: PathState, state: int) -> Fraction:
        if (stand, state) not in self._soons:
            self._soons[stand, state] = self.every.soon(stand, state, self.values, self.worth)
        return self._soons[stand, state]

    def _rounds(self) -> dict[PathState, int]:
        """In how few rounds one can be home from each stand, if every move is made."""
        found: dict[PathState, int] = {}
        changed = True
        while changed:
            changed = False
            for stand, some in self.options.items():
                after = [end for option in some for end in option.hoped] if not stand.waits else [sooner(stand)]
                left = [0 for end in after if end == HOME]
                left += [
                    found[one]
                    for end in after
                    if isinstance(end, PathState)
                    for one in ([end] if stand.waits else self.onward(end))
                    if one in found
                ]
                if left and min(left) + 1 < found.get(stand, min(left) + 2):
                    found[stand] = min(left) + 1
                    changed = True
        return found

    def _begin(self, values: Mapping[Due, Fraction], worth: Mapping[Term, Fraction], spent: int) -> Fraction:
        """What the first stand is worth once so many rounds are spent on something else."""
        begun = spent + self.clock.running
        return sum(
            (
                odds * (worth.get(to, NOTHING) if isinstance(to, Term) else values[self.first, to])
                for to, odds in self.clock.after(begun).items()
            ),
            NOTHING,
        )

    def _spent(self) -> Iterator[Spent]:
        for rounds in range(MOST_SPENT):
            low, high = self._begin(self.values, self.worth, rounds), self._begin(self.hopes, self._hope, rounds)
            if rounds and high < LEAST:
                return
            yield Spent(rounds, low, high)

    def _fates(self) -> Iterator[tuple[Value, Fraction]]:
        """How it ends if one decides for the best."""
        chosen = lru_cache(maxsize=None)(self.chosen)
        goes_on = lru_cache(maxsize=None)(self.goes_on)

        def options(stand: PathState, state: int) -> Sequence[Option]:
            option = chosen(stand, state) if (stand, state) in seen else None
            return [option] if option else []

        seen = dict.fromkeys(
            (self.first, to) for to in self.clock.after(int(self.clock.running)) if isinstance(to, int)
        )
        todo, met = list(seen), {self.first: None}
        for stand, state in todo:
            ends = (end for option in options(stand, state) for end in option.ends)
            after = [goes_on(end, state) for end in ends if isinstance(end, PathState)]
            after = [sooner(stand)] if stand.waits else after
            met |= dict.fromkeys(after)
            fresh = {(one, to): None for one in after for to in self.clock.steps[state] if isinstance(to, int)}
            todo += fresh.keys() - seen.keys()
            seen |= fresh
        followed = Decisions(options, lambda stand, state: [goes_on(stand, state)], list(met), self.clock)
        for fate in self.fates:
            worth = {fate: SURE}
            if odds := self._begin(followed.values(worth), worth, 0):
                yield fate, odds

    def _legs(self) -> Iterator[Leg]:
        """The way that one goes if every move is made, and the clock goes as is likeliest."""
        stand, state, now = self.first, self.clock.now, 0
        passed: set[tuple[PathState, int]] = set()
        while (stand, state) not in passed:
            now += 1
            if now > 1 or self.clock.running:
                passed.add((stand, state))
                to = max(self.clock.steps[state].items(), key=lambda one: (one[1], isinstance(one[0], int)))[0]
                if not isinstance(to, int):
                    return
                state = to
            if stand.waits:
                stand = sooner(stand)
                continue
            option = self.chosen(stand, state)
            made = [end for end in option.hoped if _is_meant(end, option)] if option else []
            if option is None or not made:
                return
            low = sum((option.ends.get(end, NOTHING) for end in made), NOTHING)
            high = sum((option.hoped[end] for end in made), NOTHING)
            yield Leg(now, stand.place, HOME if option.to is None else option.to, option.action, low, high)
            best = max(made, key=lambda end: option.hoped[end])
            if isinstance(best, Term):
                return
            further = self.goes_on(best, state)
            yield from self._steps(best, further, now)
            stand = further

    def _steps(self, start: PathState, end: PathState, now: int) -> Iterator[Leg]:
        """Extra steps in one round."""
        came: dict[PathState, PathState] = {}
        some = [start]
        for one in some:
            for option in self.options[one]:
                for to in option.ends:
                    if isinstance(to, PathState) and to in self.onward(start) and to not in came and to != start:
                        came[to] = one
                        some.append(to)
        steps = []
        while end != start:
            before = came[end]
            option = next(option for option in self.options[before] if end in option.ends)
            steps.append(Leg(now, before.place, end.place, option.action, SURE, SURE, extra=True))
            end = before
        yield from reversed(steps)


def _is_meant(end: End, option: Option) -> bool:
    """Whether an action leads there where it is meant to."""
    return end == HOME if option.to is None else isinstance(end, PathState) and end.place == option.to
