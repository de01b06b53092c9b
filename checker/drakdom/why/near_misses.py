"""Clauses that a hair's breadth keeps from preventing what happens: one premise of a prohibition or exception fails.

"She may go back there" holds because no clause forbids it. The clause that nearly does is the one to read aloud. Most
clauses that do not apply are far from it. So a clause counts only if it is off by one in a number, or has a premise on
which the event itself does not rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from clingo import Symbol, SymbolType

from drakdom.step.batch_solver import Grounded
from drakdom.step.case import Fluent
from drakdom.step.program import Program
from drakdom.why.instead import MOST, number_out_of_bounds, others
from drakdom.why.one_short import Goal, OneShort, hold, one_short

#: Most rules that are followed back from a prohibition or exception.
DEEPEST = 3


class NearMiss(NamedTuple):
    """A clause that would have led to `goal`, and what holds instead of its only missing premise.

    `by_one` is true if that is a number, off by one.
    """

    clause: str
    goal: Symbol
    instead: Symbol
    by_one: bool


def near_misses(
    program: Program,
    grounded: Grounded,
    state: Collection[Fluent],
    in_force: frozenset[str],
    goals: Sequence[Symbol],
    is_of_the_event: Callable[[Symbol], bool],
) -> tuple[NearMiss, ...]:
    """Return the near misses of goals. `is_of_the_event` tells if an atom is a reason for the event itself."""
    hold(grounded, state)
    seen, misses = {*goals}, dict[NearMiss, None]()
    wanted = [Goal(goal) for goal in goals]
    for _ in range(DEEPEST):
        following: list[Goal] = []
        for short in one_short(program, grounded, in_force, wanted, bars=True):
            goal, rule, literal = short.goal, program.rules[short.number], short.literal
            given = (*goal.given, *short.given)
            if goal.rule and (goal.rule.clause or not rule.clause):
                rule = goal.rule
            head = goal.head or goal.wanted
            for instead in _instead(grounded, state, short):
                telling = literal.name == "must_be" or not all(map(is_of_the_event, given))
                if literal.name == "bars":  # what permits the event bars nothing
                    telling = telling and not is_of_the_event(instead)
                if rule.clause and telling:
                    misses[NearMiss(rule.clause, head, instead, literal.name == "must_be")] = None
            if literal.name not in ("must_be", "bars") and literal not in seen:
                seen.add(literal)
                following.append(Goal(literal, rule, head, given))
        wanted = following[:MOST]
    return tuple(misses)


def _instead(grounded: Grounded, state: Collection[Fluent], short: OneShort) -> list[Symbol]:
    """Return the literal that holds instead of the missing one; of a number only if it is off by one."""
    literal = short.literal
    if literal.name == "bars":
        return [literal.arguments[0]]
    if literal.name == "must_be":
        must, limit, _, number = literal.arguments
        if SymbolType.Number not in (limit.type, number.type) or limit.type != number.type:
            return []
        off = abs(number.number - limit.number) + must.name.endswith("_than")
        if off != 1:
            return []
        return [giver for giver, _ in number_out_of_bounds(grounded, state, literal)]
    return others(grounded, state, literal)
