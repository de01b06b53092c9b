"""Two choose at the same moment, unseen by each other: what the first can make sure of, and by choosing how."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

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
    return _mixed(matrix)


def _mixed(matrix: Sequence[Sequence[Fraction]]) -> tuple[Fraction, Mixed]:
    """The linear program: with entries above 0 and a sure mean of v, rows at p / v, as little as possible in all."""
    from sympy import Matrix as Symbolic
    from sympy import Rational
    from sympy.solvers.simplex import linprog

    shift = 1 - min(map(min, matrix))
    columns = [[Rational(-(entry + shift).numerator, (entry + shift).denominator) for entry in column]
               for column in zip(*matrix, strict=True)]  # fmt: skip
    total, parts = linprog([1] * len(matrix), A=Symbolic(columns), b=Symbolic([-1] * len(columns)))
    sure = 1 / Fraction(str(total))
    return sure - shift, tuple(Fraction(str(part)) * sure for part in parts)
