"""Two choose at the same moment, unseen by each other: what the first can make sure of, and by choosing how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from drakdom.errors import BugError

#: What comes of every row (the first chooser's choice) and column (all that the others can choose together).
Matrix = tuple[tuple[Fraction, ...], ...]
#: How likely to choose each row.
Mixed = tuple[Fraction, ...]


@lru_cache(maxsize=10_000)
def solve_game(matrix: Matrix) -> tuple[Fraction, Mixed]:
    """The greatest mean that the first can make sure of, and how likely to choose each row for it."""
    least = [min(row) for row in matrix]
    value = max(least)
    if value == min(map(max, zip(*matrix, strict=True))):  # one row is best whatever the others choose
        best = least.index(value)
        return value, tuple(Fraction(row == best) for row in range(len(matrix)))
    mixed = _mixed(matrix)
    sure = min(_means(mixed, zip(*matrix, strict=True)))
    against = _mixed([[-entry for entry in column] for column in zip(*matrix, strict=True)])
    if sure != max(_means(against, matrix)):  # what the others can hold it down to
        raise BugError(f"a game has no exact value: {sure} is sure, {max(_means(against, matrix))} is possible")
    return sure, mixed


def _means(mixed: Mixed, columns: Iterable[Sequence[Fraction]]) -> list[Fraction]:
    return [sum((share * entry for share, entry in zip(mixed, column, strict=True)), Fraction(0)) for column in columns]


def _mixed(matrix: Sequence[Sequence[Fraction]]) -> Mixed:
    """How likely to choose each row, from a linear program that nothing chosen at all is in the bounds of.

    With what is lost to the greatest entry in place of what is won, and a mean loss of v: rows at p / v, as much as
    possible in all, with which every column loses 1 at most. (Where the solver has to look for a beginning it may go
    wrong.)
    """
    from sympy import Rational
    from sympy.solvers.simplex import linprog

    most = 1 + max(map(max, matrix))
    losses = [[Rational((most - entry).numerator, (most - entry).denominator) for entry in column]
              for column in zip(*matrix, strict=True)]  # fmt: skip
    _, parts = linprog([-1] * len(matrix), A=losses, b=[1] * len(losses))
    shares = [Fraction(str(part)) for part in parts]
    return tuple(share / sum(shares) for share in shares)
