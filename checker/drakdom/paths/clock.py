"""The clock of the game as a Markov chain: the law plays the beginning of a round from each of its values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from drakdom.law.facts import to_symbol, to_value
from drakdom.paths.ask.move_outcomes import MoveOutcomes
from drakdom.paths.ask.query import Answers, StateQuery, at_phase
from drakdom.paths.state_space import UNRULED
from drakdom.step.case import PHASE, State
from drakdom.terms import Term, Value

#: Distribution over the next clock value, or over the fate of the figure when the clock runs out.
Step = Mapping[int | Term, Fraction]


@dataclass(frozen=True, slots=True)
class Clock:
    """The present value of the clock, and the distribution of its next value for each value.

    `running` is True if another round must begin before a move is due.
    """

    now: int
    running: bool
    steps: Mapping[int, Step]

    def after(self, rounds: int) -> dict[int | Term, Fraction]:
        """Return the distribution of clock values and fates after `rounds` more rounds have begun."""
        odds: dict[int | Term, Fraction] = {self.now: Fraction(1)}
        for _ in range(rounds):
            further: dict[int | Term, Fraction] = {}
            for state, share in odds.items():
                for to, odd in self.steps[state].items() if isinstance(state, int) else [(state, Fraction(1))]:
                    further[to] = further.get(to, Fraction(0)) + share * odd
            odds = further
        return odds


def read_clock(answers: Answers, topic: Term, figure: Value, start: State, until: str) -> Clock:
    """Read the clock from a state with one figure on the board. `until` is the phase of its move."""
    case = answers.case
    (begins,) = (to_symbol(phase) for about, phase in answers("begins") if about == topic)
    ((ticks,),) = answers("ticks")
    ((now,),) = answers("clock")
    assert isinstance(now, int)
    outcomes, ask = MoveOutcomes(case, [until]), StateQuery(case, ["fate"])
    rest = {item for item in start if to_value(item[0]) != ticks}
    steps: dict[int, Step] = {}
    wave = sorted({now, *range(1, now)})
    while wave:
        starts = [at_phase(rest | {(to_symbol(ticks), to_symbol(n))}, begins) for n in wave]
        ends = outcomes.positions(starts)
        fates = {end: None for ways in ends for way in ways for end in way if end is not None}
        become = dict(zip(fates, ask(list(fates)), strict=True))
        for n, ways in zip(wave, ends, strict=True):
            step: dict[int | Term, Fraction] = {}
            for end, odds in ways[0].items() if len(ways) == 1 else [(None, Fraction(1))]:
                to = UNRULED if end is None else _state(figure, ticks, end, become[end])
                step[to] = step.get(to, Fraction(0)) + odds
            steps[n] = step
        wave = sorted({to for step in steps.values() for to in step if isinstance(to, int)} - steps.keys())
    return Clock(now, _is_running(answers, str(to_value(begins)), until), steps)


def _is_running(answers: Answers, begins: str, until: str) -> bool:
    """Return False if the case stands between the beginning of a round and the move of that round."""
    case = answers.case
    assert case.scenario is not None
    order = list(case.scenario.rulebook.phases)
    (phase,) = (str(to_value(value)) for fluent, value in case.start if fluent == PHASE)
    return not order.index(begins) < order.index(phase) <= order.index(until)


def _state(figure: Value, ticks: Value, end: State, terms: Iterable[Term]) -> int | Term:
    fates = [term.args[1] for term in terms if term.args[0] == figure]
    state = fates[0] if fates else next(to_value(value) for fluent, value in end if to_value(fluent) == ticks)
    assert isinstance(state, int | Term)
    return state
