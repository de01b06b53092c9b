"""Odds of claims over all readings of the ambiguous clauses, and the distance between two answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from drakdom.answer import Odds
from drakdom.formula import Formula
from drakdom.value.solve import Branch
from drakdom.value.values import Value


def odds_now(branches: Sequence[Branch], formulas: Sequence[Formula]) -> tuple[Odds, ...]:
    """Return the odds of each formula, over all readings."""
    return tuple(odds_over([branch.evaluation.value(formula) for branch in branches]) for formula in formulas)


def odds_over(values: Sequence[Value]) -> Odds:
    """Return the odds of a formula from its values under each reading: from the least to the greatest."""
    return Odds(
        min(value.low for value in values), max(value.high for value in values), max(value.unruled for value in values)
    )


def change_between(outcomes: Iterable[tuple[Odds, ...]]) -> Fraction:
    """Return the greatest distance between the odds of a claim in two of the outcomes; empty outcomes do not count."""
    columns = zip(*(odds for odds in outcomes if odds), strict=True)
    return max(map(_spread, columns), default=Fraction(0))


def _spread(column: Sequence[Odds]) -> Fraction:
    sides = ([odds.low for odds in column], [odds.high for odds in column], [odds.unruled for odds in column])
    return max(max(side) - min(side) for side in sides)
