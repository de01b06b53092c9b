"""The effect of a clause: the difference in the outcome of a partial state without it.

A prohibition has an effect as the named reason for a refusal, but none on an action that is allowed anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clingo import Function

from drakdom.step.moment import BATCH, Moments
from drakdom.step.state import Evaluated, PartialState


def matters(moments: Moments, partials: Sequence[PartialState], clause: str) -> bool:
    """Test if one of these partial states has another outcome without a clause."""
    return any(effects(moments, partials, clause))


def effects(moments: Moments, partials: Sequence[PartialState], clause: str) -> Iterator[bool]:
    """Tell for each partial state if it has another outcome without a clause."""
    without = Moments(moments.case.without(clause))
    for start in range(0, len(partials), BATCH):
        batch = partials[start : start + BATCH]
        same = [renumbered(partial, moments, without) for partial in batch]
        for unchanged, changed in zip(moments.evaluate(batch), without.evaluate(same), strict=True):
            yield _effective(unchanged) != _effective(changed)


def _effective(evaluated: Evaluated) -> Evaluated:
    """Return the outcome without prohibitions of actions that are allowed anyway."""
    idle = {
        symbol
        for symbol in evaluated.seen
        if symbol.name == "refused" and Function("may", symbol.arguments[1:]) in evaluated.seen
    }
    return replace(evaluated, seen=evaluated.seen - idle) if idle else evaluated


def renumbered(partial: PartialState, moments: Moments, target: Moments) -> PartialState:
    """Return a partial state of some moments as the target moments number it."""
    state, openings = (frozenset(target.items.number(moments.items.all[n]) for n in part) for part in partial)
    return state, openings
