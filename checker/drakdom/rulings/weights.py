"""Weights of the clauses behind an answer, against the logarithm of how often they apply: the least weight comes first.

They are fitted to the clauses that shipped scenarios pin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from drakdom.rulebook import Rulebook
from drakdom.value.values import Value

#: Weights: STEP for one step away from the outcome, OUTSIDE the steps of a clause outside the tree. BREAKS is for a
#: clause without which play breaks off (BREAKS_TREELESS: without a tree), WINS for one that won. UNPROVEN is for one
#: without which the answer is the same, since other clauses lead to it too.
STEP, OUTSIDE, BREAKS, BREAKS_TREELESS, WINS, UNPROVEN = 0.1, 8, 0.75, 3, -0.3, 0.7
#: Where the answer is a probability: ENABLES is for a clause without which it would be 0. Such a clause says that the
#: event is possible, not how likely it is. BREAKS_ODDS is for a clause without which play breaks off.
ENABLES, BREAKS_ODDS = 0.2, 0.1
#: Weight for each moment since a clause last applied before the event, and the most moments that count.
SINCE, MOST_SINCE = 0.1, 12
#: Most weight of a clause by which a number, off by one, nearly prevented what happens: however often it applies.
NEAR = 2.8
#: Weights of the kinds of clauses in the ledger: an exception tells more than a procedure.
KINDS = {"exception": -0.6, "outcome": -0.3, "permission": -0.2, "obligation": 0.2, "procedure": 0.1}


def rarity(book: Rulebook, clause: str) -> tuple[float, str]:
    """Return how often a clause applies, as a weight, and its id."""
    return math.log1p(book.frequency.get(clause, 0)), clause


def weight_of(book: Rulebook, clause: str, steps: int) -> float:
    """Return the weight of a clause some steps away from the outcome."""
    entry = book.ledger.get(clause)
    return rarity(book, clause)[0] + STEP * steps + (KINDS.get(entry.kind, 0.0) if entry else 0.0)


def penalties_of(values: Iterable[Value], *, has_tree: bool) -> Mapping[str, float]:
    """Return the weights of effects of clauses on an answer with these values, with or without a tree of reasons."""
    if all(0 < value.low == value.high < 1 for value in values):
        return {"enables": ENABLES, "breaks": BREAKS_ODDS}
    return {"enables": ENABLES, "breaks": BREAKS if has_tree else BREAKS_TREELESS}
