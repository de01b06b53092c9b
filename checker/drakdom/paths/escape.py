"""The odds that a stuck figure gets free within some rounds, with nobody near but its decider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from drakdom.law.facts import to_symbol
from drakdom.paths.ask.move_simulation import Nearby
from drakdom.paths.ask.query import Answers, put
from drakdom.paths.ask.repeated_attempts import Action, RepeatedAttempts
from drakdom.paths.ways_out import WaysOut
from drakdom.step.case import Case, State
from drakdom.terms import Term, Value

CHASE, LOST = "chase", "lost"


@dataclass(frozen=True, slots=True)
class Escape:
    """The odds of being free after 1, 2, .. rounds, with unruled or unknown outcomes as failure and as success.

    The search does not follow a figure once its decider `parted` from it, nor a figure that is `unfollowed`.
    """

    figure: Value
    odds: tuple[tuple[Fraction, Fraction], ...]
    parted: Value | None = None
    unfollowed: bool = False
    gaps: tuple[Value, ...] = ()
    doubts: frozenset[str] = frozenset()


def escape_of(case: Case, answers: Answers, figure: Value, place: Value, rounds: int) -> Escape:
    """Return the odds of one figure stuck in a place; it or its decider tries in every possible round."""
    begins = {str(topic): phase for topic, phase in answers("begins")}
    by = next((decider for subject, decider in answers("by") if subject == figure), None)
    waits = next((n for starter, _, _, n in answers("start") if starter == by and isinstance(n, int)), 0)
    if (figure,) in answers("untold") or (waits and by != figure):
        return Escape(figure, ((Fraction(0), Fraction(1)),) * rounds, unfollowed=True)
    over = [str(phase) for (phase,) in answers("over")]
    passing = [*answers.symbols("passing"), *answers.symbols("fades")]
    if (figure,) in answers("adrift"):
        tries, start = RepeatedAttempts.of(case, begins[LOST], [str(begins[CHASE])], passing), case.start
    else:
        near = Nearby(case, begins[CHASE], passing, [fluent for (fluent,) in answers("sheds")])
        tries, start = RepeatedAttempts.of(case, begins[CHASE], over, passing), near.as_it_is(figure, place)
        start |= near.as_it_is(by, place) if by is not None else frozenset()
    aside = {(to_symbol(fluent), to_symbol(value)) for fluent, value in answers("aside")}
    start = frozenset(start - aside)
    if waits and by is not None:
        start = _without(start, answers, {"figure": by})
    actions: list[Action] = []
    if by is not None:
        actions = sorted({(by, action) for action, _, _ in WaysOut(answers).out_of(by, place)}, key=str)
    words: Mapping[str, Value] = {"figure": figure}
    held = {(to_symbol(put(fluent, words)), to_symbol(value)) for fluent, value in answers("held")}
    beside = (to_symbol(Term("at", (by,))), to_symbol(place)) if by is not None and by != figure else None
    alone: list[State] = []

    def left_behind(end: State) -> bool:
        if beside is None or beside in end:
            return False
        alone.append(end)
        return True

    left = max(rounds - waits, 0)
    chances, gaps, doubts = tries.odds(start, left, lambda end: not held & end, actions, left_behind)
    odds = ((Fraction(0), Fraction(0)),) * min(waits, rounds) + tuple(chances)
    parted = by if alone and any(low != high for low, high in odds) else None
    return Escape(figure, odds, parted, gaps=gaps, doubts=doubts)


def _without(start: State, answers: Answers, words: Mapping[str, Value]) -> State:
    """Return the state without the fluents that make a figure wait."""
    lapsed = {to_symbol(put(fluent, words)) for (fluent,) in answers("lapses")}
    return frozenset(item for item in start if item[0] not in lapsed)
