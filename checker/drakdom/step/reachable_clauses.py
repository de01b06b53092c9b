"""Clauses that a case can reach: a superset of those that fire in some play.

The case is grounded with all choices and chances open. A clause is reachable if the positive part of one of its rules
has an instance there. To switch off an unreachable clause changes nothing, so it need not be tried.
"""

from __future__ import annotations

from drakdom.law.positive_parts import positive_parts
from drakdom.step.case import Case
from drakdom.step.ground_graph import ground_atoms
from drakdom.step.program import Log, add_facts, new_control


def reachable_clauses(case: Case) -> frozenset[str]:
    """Return the ids of clauses with a rule that has an instance, under the case's fixed readings.

    Raises LimitError if play does not end.
    """
    program, wanted = positive_parts(case.law)
    control = new_control(Log(), "--warn=none")
    control.add("base", [], program)
    add_facts(control, (atom for atom in ground_atoms(case) if (atom.name, len(atom.arguments)) in wanted))
    control.ground([("base", [])])
    return frozenset(atom.symbol.arguments[0].string for atom in control.symbolic_atoms.by_signature("reached", 1))
