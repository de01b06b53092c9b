"""The atom that holds in place of a missing premise: another roll, choice, value or number."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from clingo import Function, Symbol, SymbolType

from drakdom.law.facts import ANY
from drakdom.law.phases import BOOKKEEPING
from drakdom.step.batch_solver import Grounded
from drakdom.step.case import Fluent

#: Most goals that are followed back in one step.
MOST = 24
#: The predicates with possible results of a roll and possible choices, with the argument number of the result.
_COULD = {"shows": (("reads", 4), 2), "chosen": (("option", 3), 1)}


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
            if all(
                part == given_part or given_part == number
                for part, given_part in zip(atom.arguments, giver.arguments, strict=True)
            )
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
