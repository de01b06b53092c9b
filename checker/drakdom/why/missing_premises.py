"""Missing premises of an event that does not happen: the roll, choice or value that holds instead.

A missing literal that is no roll, choice or value is the next goal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from clingo import Function, Symbol, SymbolType

from drakdom.law.phases import BOOKKEEPING
from drakdom.law.rules import Rule
from drakdom.step.batch_solver import Grounded
from drakdom.step.case import Fluent
from drakdom.step.program import Program
from drakdom.why.one_short import ANY, Goal, hold, one_short

#: Most rules that are followed back from a goal, and most goals in one step.
DEEPEST, MOST = 6, 24
#: The predicates with possible results of a roll and possible choices, with the argument number of the result.
_COULD = {"shows": (("reads", 4), 2), "chosen": (("option", 3), 1)}


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


def number_out_of_bounds(
    grounded: Grounded, state: Collection[Fluent], literal: Symbol
) -> Iterator[tuple[Symbol, Symbol]]:
    """Yield the atom that gives a number out of bounds, and the bound, if it is the only number that it gives."""
    must, limit, giver, number = literal.arguments
    if SymbolType.Number not in (limit.type, number.type) or limit.type != number.type:
        return
    if giver.name == "is":
        is_sole = [value for fluent, value in state if fluent == giver.arguments[0]] == [number]
    else:
        given = grounded.true((giver.name, len(giver.arguments)))
        is_sole = [giver] == [
            atom
            for atom in given
            if all(a == b or b == number for a, b in zip(atom.arguments, giver.arguments, strict=True))
        ]
    if is_sole:
        yield giver, Function(must.name, [limit])


def others(grounded: Grounded, state: Collection[Fluent], literal: Symbol) -> list[Symbol]:
    """Return the atom that holds instead of a roll, choice or value that was possible; empty if it is not unique."""
    subject, outcome, now = literal.arguments if len(literal.arguments) == 3 else (ANY, ANY, ANY)
    if literal.name == "is" and subject.type is SymbolType.Function and subject.name not in BOOKKEEPING:
        instead = [Function("is", [fluent, value, now]) for fluent, value in state if fluent == subject]
    elif literal.name in _COULD:
        predicate, at = _COULD[literal.name]
        could = {atom.arguments[at] for atom in grounded.true(predicate) if atom.arguments[0] == subject}
        if outcome not in could | {ANY} and (could or literal.name == "chosen"):
            return []
        instead = [atom for atom in grounded.true((literal.name, 3)) if atom.arguments[0] == subject]
    else:
        return []
    return instead if len(instead) == 1 else []
