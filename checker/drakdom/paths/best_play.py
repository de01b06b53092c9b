"""The odds that a figure reaches a goal within so many turns, if it plays for it as well as possible."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from drakdom.paths.ask.query import Answers
from drakdom.paths.ask.whole_turns import MOST_STATES, TURNS, WholeTurns
from drakdom.paths.model import SURE, BestPlay, ByTurn
from drakdom.terms import Term, Value, show

#: Most turns that are looked ahead, and odds with which the search is content.
MOST_TURNS = 24
ENOUGH = Fraction(99, 100)
_NO = Fraction(0)
_Odds = tuple[Fraction, Fraction]


def best_play(answers: Answers, figure: Value, to: str) -> tuple[BestPlay | None, frozenset[str]]:
    """Return the odds of a figure `to` reach a place or a named goal, and the clauses whose reading mattered.

    None if the law of the rulebook does not say when a turn begins.
    """
    if not any(topic == TURNS for topic, _ in answers("begins")):
        return None, frozenset()
    goal = places_of(answers, to)
    turns = WholeTurns(answers, figure, goal)
    odds: tuple[ByTurn, ...] = ()
    while turns.look_ahead() and len(odds) < MOST_TURNS and not (odds and odds[-1].low >= ENOUGH):
        odds = _by_turn(turns, goal, len(odds) + 1)
    if not turns.is_cut:
        odds = _by_turn(turns, goal, MOST_TURNS)
    gaps = tuple(turns.gaps) if any(turn.low != turn.high for turn in odds) else ()
    return BestPlay(to, odds, gaps, MOST_STATES if turns.is_cut else None), turns.doubts


def places_of(answers: Answers, goal: str) -> set[Value]:
    """Return the places of a goal; a place is a goal as well."""
    return {place for name, place in answers("goal") if show(name) == goal} or {Term(goal), goal}


def _by_turn(turns: WholeTurns, goal: Collection[Value], most: int) -> tuple[ByTurn, ...]:
    """Return the odds to have been in a place of the goal by the end of turn 1, 2, .., up to `most`."""
    values: dict[Any, _Odds] = dict.fromkeys(turns.turns, (_NO, _NO))
    turns_so_far = []
    for turn in range(1, most + 1):
        values = _one_more(turns, goal, values)
        low, high = values[turns.first]
        turns_so_far.append(ByTurn(turn, low, high))
        if low >= ENOUGH:
            break
    return tuple(turns_so_far)


def _one_more(turns: WholeTurns, goal: Collection[Value], before: dict[Any, _Odds]) -> dict[Any, _Odds]:
    """Return the odds of each state with one turn more, by those with one less."""
    values_by_rest: dict[int, _Odds] = {}

    def value(number: int) -> _Odds:
        if number not in values_by_rest:
            values_by_rest[number] = _NO, _NO  # for circles
            values_by_rest[number] = odds(*turns.rests[number])
        return values_by_rest[number]

    def odds(kind: object, *rest: Any) -> _Odds:
        if kind == "at":
            return (SURE, SURE) if rest[0] in goal else value(rest[1])
        if kind == "best":
            lows, highs = zip(*map(value, rest), strict=True)
            return max(lows), max(highs)
        if kind == "mean":
            pairs = [(share, value(number)) for number, share in rest]
            return sum((s * low for s, (low, _) in pairs), _NO), sum((s * high for s, (_, high) in pairs), _NO)
        if kind == "next":
            return before.get(rest[0], (_NO, _NO))
        if kind == "on":
            return value(turns.turns[rest[0]]) if rest[0] in turns.turns else (_NO, SURE)
        return (_NO, SURE) if kind == "open" else (_NO, _NO)

    return {state: value(number) for state, number in turns.turns.items()}
