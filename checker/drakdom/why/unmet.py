"""The clauses behind the premises that a refused action lacks.

"Out of range" is refused by one clause; what the range is, and how far it is, others say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo import Symbol

from drakdom.formula import Formula, atoms_of
from drakdom.law.canonical import read_atom, statement_parts
from drakdom.law.facts import to_symbol, to_value
from drakdom.terms import Value, is_ground
from drakdom.why.causes import Cause
from drakdom.why.explain import Trace, clauses_in
from drakdom.why.naming import filled
from drakdom.why.reasons import Reasons
from drakdom.why.unify import Bound, fits, instance


def refusals(why: Reasons, act: Sequence[Value]) -> Iterator[tuple[Trace, int, Symbol]]:
    """Yield where on the way to an end of play an action is refused: the trace, its moment, the law's atom.

    `act` is a figure and its action.
    """
    wanted = [to_symbol(part) for part in act]
    if trace := why.to_the_end():
        for moment in trace.path:
            for refused in sorted(trace.causes(moment).atoms("refused", 4)):
                if refused.arguments[1:3] == wanted:
                    yield trace, moment, refused


def unmet(why: Reasons, formula: Formula) -> Iterator[str]:
    """Yield the clauses behind the premises that refused actions of a formula lack."""
    for atom in atoms_of(formula):
        if atom.pattern.name == "may" and is_ground(atom.pattern):
            yield from _unmet(why, atom.pattern.args)


def _unmet(why: Reasons, act: Sequence[Value]) -> Iterator[str]:
    """Yield the clauses of facts that hold instead of a refused action's missing premises, then of the premises."""
    in_force = why.branch.case.in_force
    for trace, moment, refused in refusals(why, act):
        goals = [goal for cause in trace.causes(moment).of(refused) for goal in _absent(cause)]
        missing, state = trace.causes(moment).missing_premises, trace.state(moment)
        premises = [premise for goal in goals for premise in missing(state, in_force, goal)]
        yield from clauses_in(reason for premise in premises for reason in trace.reasons_of(premise.instead, moment))
        yield from (premise.rule.clause for premise in premises if premise.rule.clause)


def _absent(cause: Cause) -> Iterator[Symbol]:
    """Yield the atoms that a rule instance negates, but for exceptions and values of fluents."""
    parts, bound = statement_parts(cause.rule.text), Bound()
    literals = [atom for text in (parts[1] if parts else ()) if (atom := read_atom(text))]
    premises = [atom for atom in literals if not atom.sign and atom.name != "clause"]
    for atom, symbol in zip(premises, cause.positive, strict=False):  # then come atoms behind aggregates
        for text, argument in zip(atom.args, symbol.arguments, strict=False):
            fits(text, to_value(argument), bound)
    for atom in literals:
        if atom.sign == "not" and atom.name not in ("except", "is"):
            yield to_symbol(filled(instance(atom, bound)))
