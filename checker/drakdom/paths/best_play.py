"""The odds that a figure reaches a goal within a number of turns, if it plays for it as well as possible."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, cast

from drakdom.paths.ask.query import Answers
from drakdom.paths.ask.whole_turns import MOST_STATES, TURNS, WholeTurns
from drakdom.paths.model import SURE, BestPlay, ByTurn
from drakdom.step.case import State
from drakdom.terms import Term, Value, show
from drakdom.value.best_odds import Odds, best_intervals
from drakdom.value.end_components import Way

#: Most turns that are looked ahead, and odds with which the search is content.
MOST_TURNS = 24
ENOUGH = Fraction(99, 100)
_NO = Fraction(0)


def best_play(answers: Answers, figure: Value, to: str) -> tuple[BestPlay | None, frozenset[str]]:
    """Return the odds of a figure `to` reach a place or a named goal, and the clauses whose reading mattered.

    None if the law of the rulebook does not say when a turn begins.
    """
    if not any(topic == TURNS for topic, _ in answers("begins")):
        return None, frozenset()
    goal = places_of(answers, to)
    turns = WholeTurns(answers, figure, goal)
    if turns.arrived:
        return BestPlay(to, (ByTurn(1, SURE, SURE),)), frozenset()
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
    odds: Mapping[State, Odds] = {}
    turns_so_far = []
    for turn in range(1, most + 1):
        odds = _one_more(turns, goal, odds)
        low, high = odds[turns.first]
        turns_so_far.append(ByTurn(turn, low, high))
        if low >= ENOUGH:
            break
    return tuple(turns_so_far)


def _one_more(turns: WholeTurns, goal: Collection[Value], before: Mapping[State, Odds]) -> dict[State, Odds]:
    """Return the odds of each state with one turn more, by those with one less."""
    ends: dict[int, Odds] = {}
    ways: dict[int, list[Way[int]]] = {}
    for number, (kind, *rest) in enumerate(cast(list[tuple[Any, ...]], turns.rests)):
        if kind == "at":
            if rest[0] in goal:
                ends[number] = SURE, SURE
            else:
                ways[number] = [{rest[1]: SURE}]
        elif kind == "best":
            ways[number] = [{option: SURE} for option in rest]
        elif kind == "mean":
            ways[number] = [dict(rest)]
        elif kind == "on" and rest[0] in turns.turns:
            ways[number] = [{turns.turns[rest[0]]: SURE}]
        elif kind == "next":
            ends[number] = before.get(rest[0], (_NO, _NO))
        else:
            ends[number] = (_NO, SURE) if kind in ("on", "open") else (_NO, _NO)
    odds = ends | best_intervals(ways, ends)
    return {state: odds[number] for state, number in turns.turns.items()}
