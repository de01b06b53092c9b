"""Whether a clause makes a difference: the law without it says something else of some stage in which it applies.

A prohibition that is the reason for something not granted makes one, as it is named; one of what is granted does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clingo import Function

from drakdom.step.case import Case
from drakdom.step.moment import Moments
from drakdom.step.state import Evaluated, PartialState


def matters(moments: Moments, stages: Sequence[PartialState], clause: str) -> bool:
    """Whether some of these stages come out differently without a clause."""
    without = Moments(case_without(moments.case, clause))
    numbers = without.items
    for position, openings in stages:
        stage = tuple(frozenset(numbers.number(moments.items.all[n]) for n in part) for part in (position, openings))
        (unchanged,) = moments.evaluate([(position, openings)])
        (changed,) = without.evaluate([(stage[0], stage[1])])
        if _effective(unchanged) != _effective(changed):
            return True
    return False


def _effective(evaluated: Evaluated) -> Evaluated:
    """What is said, without prohibitions of what somebody may do all the same."""
    idle = {s for s in evaluated.seen if s.name == "refused" and Function("may", s.arguments[1:]) in evaluated.seen}
    return replace(evaluated, seen=evaluated.seen - idle) if idle else evaluated


def case_without(case: Case, clause: str) -> Case:
    """The case with one clause out of force."""
    facts = (f for f in case.facts if f.name != "in_force" or f.arguments[0].string != clause)
    return replace(case, facts=tuple(facts))
