"""How likely it is that somebody stuck gets loose in so many rounds, with nobody else near but who decides for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from checker.engine.case import Case, Position
from checker.engine.facts import to_symbol
from checker.engine.survey import Survey
from checker.engine.trials import Nearby
from checker.engine.tries import Action, Tries
from checker.paths.reach import put
from checker.terms import Value

CHASE, LOST = "chase", "lost"


@dataclass(frozen=True, slots=True)
class Loose:
    """The odds that somebody has got loose after 1, 2, .. rounds, what is not ruled failing and succeeding."""

    figure: Value
    odds: tuple[tuple[Fraction, Fraction], ...]
    gaps: tuple[Value, ...] = ()
    doubts: frozenset[str] = frozenset()


def loose(case: Case, said: Survey, figure: Value, place: Value, rounds: int) -> Loose:
    """The odds of one figure stuck in a place; it, or who decides for it, tries in every round in which that can be."""
    begins = {str(topic): phase for topic, phase in said("begins")}
    by = next((who for one, who in said("by") if one == figure), None)
    over = [str(phase) for (phase,) in said("over")]
    passing = [one for (one,) in said("passing")]
    if (figure,) in said("adrift"):
        tries, start = Tries.of(case, begins[LOST], [str(begins[CHASE])], passing), case.start
    else:
        near = Nearby(case, begins[CHASE], passing, [one for (one,) in said("sheds")])
        tries, start = Tries.of(case, begins[CHASE], over, passing), near.as_it_is(figure, place)
        start |= near.as_it_is(by, place) if by is not None else frozenset()
    aside = {(to_symbol(fluent), to_symbol(value)) for fluent, value in said("aside")}
    start = frozenset(start - aside)
    waits = next((n for who, _, _, n in said("start") if who == by and isinstance(n, int)), 0)
    if waits and by is not None:
        start = _without(start, said, {"figure": by})
    actions: list[Action] = sorted(
        {(by, action) for who, at, action, *_ in said("way") if who == by and at == place}, key=str
    )
    words: Mapping[str, Value] = {"figure": figure}
    held = {(to_symbol(put(fluent, words)), to_symbol(value)) for fluent, value in said("held")}
    found, gaps, doubts = tries.odds(start, max(rounds - waits, 0), lambda end: not held & end, actions)
    return Loose(figure, ((Fraction(0), Fraction(0)),) * min(waits, rounds) + tuple(found), gaps, doubts)


def _without(start: Position, said: Survey, words: Mapping[str, Value]) -> Position:
    """A position in which nothing keeps a figure waiting any longer."""
    lapsed = {to_symbol(put(fluent, words)) for (fluent,) in said("lapses")}
    return frozenset(one for one in start if one[0] not in lapsed)
