"""Two-player zero-sum matrix games, solved exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from drakdom.errors import BugError

#: Payoffs to the row player, for each row (own actions) and column (joint actions of all opponents).
Matrix = tuple[tuple[Fraction, ...], ...]
#: A mixed strategy: the probability of each row.
Mixed = tuple[Fraction, ...]


@lru_cache(maxsize=10_000)
def solve_game(matrix: Matrix) -> tuple[Fraction, Mixed]:
    """Return the greatest mean that the row player can guarantee, and the mixed strategy for it.

    Raises BugError if the value differs from the bound that the column player can guarantee.
    """
    least = [min(row) for row in matrix]
    value = max(least)
    if value == min(map(max, zip(*matrix, strict=True))):  # one row is best against every column
        best = least.index(value)
        return value, tuple(Fraction(row == best) for row in range(len(matrix)))
    mixed = _mixed(matrix)
    sure = min(_means(mixed, zip(*matrix, strict=True)))
    against = _mixed([[-entry for entry in column] for column in zip(*matrix, strict=True)])
    if sure != max(_means(against, matrix)):  # the bound that the column player can guarantee
        raise BugError(f"a game has no exact value: {sure} is sure, {max(_means(against, matrix))} is possible")
    return sure, mixed


def _means(mixed: Mixed, columns: Iterable[Sequence[Fraction]]) -> list[Fraction]:
    return [sum((share * entry for share, entry in zip(mixed, column, strict=True)), Fraction(0)) for column in columns]


def _mixed(matrix: Sequence[Sequence[Fraction]]) -> Mixed:
    """Return the best mixed strategy of the row player by a linear program.

    Entries become losses against a bound above the greatest entry. So the origin is feasible: the solver can fail if it
    has to search for a feasible point. With mean loss v, rows have weight p / v; their sum is maximal while every
    column loses 1 at most.
    """
    from sympy import Rational
    from sympy.solvers.simplex import linprog

    most = 1 + max(map(max, matrix))
    losses = [[Rational((most - entry).numerator, (most - entry).denominator) for entry in column]
              for column in zip(*matrix, strict=True)]  # fmt: skip
    _, parts = linprog([-1] * len(matrix), A=losses, b=[1] * len(losses))
    shares = [Fraction(str(part)) for part in parts]
    return tuple(share / sum(shares) for share in shares)
