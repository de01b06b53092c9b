"""Missing premises of an event that does not happen: the roll, choice or value that holds instead.

A missing literal that is no roll, choice or value is the next goal.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from clingo import Symbol

from drakdom.law.rules import Rule
from drakdom.step.batch_solver import Grounded
from drakdom.step.case import Fluent
from drakdom.step.program import Program
from drakdom.why.instead import MOST, number_out_of_bounds, others
from drakdom.why.one_short import Goal, hold, one_short

#: Most rules that are followed back from a goal.
DEEPEST = 6


class MissingPremise(NamedTuple):
    """The head that a rule would have derived (nearest rule with a clause), and the atom `instead` of the premise.

    If that gives a number that is too large or too small, `needs` is the bound, such as at_most(4).
    """

    rule: Rule
    head: Symbol
    instead: Symbol
    needs: Symbol | None = None


def missing_premises(
    program: Program, grounded: Grounded, state: Collection[Fluent], in_force: frozenset[str], goal: Symbol
) -> tuple[MissingPremise, ...]:
    """Return the atoms that hold instead of a goal's missing premises, as few rules back as possible.

    The goal may contain `any`. `state` is complete: the grounding has only the fluents that its rules read.
    """
    seen, goals = {goal}, [Goal(goal)]
    hold(grounded, state)
    for _ in range(DEEPEST):
        premises: dict[MissingPremise, None] = {}
        following: list[Goal] = []
        for wanted, number, derived, literal, _ in one_short(program, grounded, in_force, goals):
            rule, head = program.rules[number], derived
            if wanted.rule and wanted.head and (wanted.rule.clause or not rule.clause):
                rule, head = wanted.rule, wanted.head
            if literal.name == "must_be":
                bounds = number_out_of_bounds(grounded, state, literal)
                premises |= {MissingPremise(rule, head, giver, bound): None for giver, bound in bounds}
                continue
            premises |= {MissingPremise(rule, head, instead): None for instead in others(grounded, state, literal)}
            if literal not in seen:
                seen.add(literal)
                following.append(Goal(literal, rule, head))
        if premises:
            return tuple(premises)
        goals = following[:MOST]
    return ()
