"""Fates of the clauses of a house rule: in which situations each applies, is beaten, and makes a difference."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field

from drakdom.audit.plays import partial_states
from drakdom.audit.values import Law, is_invariant
from drakdom.graph.batch import Batch
from drakdom.step.case import law_of
from drakdom.why.clause_activation import applied
from drakdom.why.clause_effect import effects

#: Largest number of moments of a batch in which a clause that applies is tested for its effect.
_MOST_TESTED = 200


@dataclass
class Fate:
    """Numbers of the situations in which a clause applies, is beaten, and matters.

    `untested` are those in which it applies in some moment in which its effect was not tested, without a known effect.
    """

    applies: set[int] = field(default_factory=set)
    beaten: set[int] = field(default_factory=set)
    matters: set[int] = field(default_factory=set)
    untested: set[int] = field(default_factory=set)

    def merge(self, fate: Fate) -> None:
        """Add the results of another search."""
        self.applies |= fate.applies
        self.beaten |= fate.beaten
        self.matters |= fate.matters
        self.untested |= fate.untested


def own_clauses(law: Law, base: Law) -> frozenset[str]:
    """Return the clauses in force that only the audited house rules have, and that some rule carries."""
    ids = frozenset(law.book.clauses_in_force(law.variants)) - frozenset(base.book.clauses_in_force(base.variants))
    return frozenset(clause for clause in ids & law_of(law.book).clauses if not is_invariant(clause))


def note_fates(fates: dict[str, Fate], clauses: Collection[str], cases: list[int], batch: Batch) -> None:
    """Note the fates of clauses in the situations of a batch."""
    if not clauses:
        return
    partials = partial_states(batch)
    activation = applied(batch.moments, [partial for _, partial in partials], clauses, math.inf)

    def situations(places: Collection[int]) -> set[int]:
        return {cases[number] for number in batch.cases_reaching(partials[place][0] for place in places)}

    for clause in sorted(activation.beaten):
        fates.setdefault(clause, Fate()).beaten |= situations(activation.beaten[clause])
    for clause, places in sorted(activation.applies.items()):
        fate = fates.setdefault(clause, Fate())
        apart = -(-len(places) // _MOST_TESTED)
        tested = places[::apart]
        changed = effects(batch.moments, [partials[place][1] for place in tested], clause)
        mattering = situations([place for place, differs in zip(tested, changed, strict=True) if differs])
        fate.applies |= situations(places)
        fate.matters |= mattering
        fate.untested |= (situations(places) - mattering) if apart > 1 else set()
