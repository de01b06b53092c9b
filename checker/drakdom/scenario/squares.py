"""Names of squares: `E4` is column 5, row 4."""

from __future__ import annotations

MOST_PLACES = 1000
"""The most places that a scenario may name: a board of 30 by 30 has room."""


def coordinates(name: str) -> tuple[int, int]:
    """Return column and row of a square, both from 1: `E4` is (5, 4), `AA1` is (27, 1)."""
    column = 0
    letters = name.rstrip("0123456789")
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column, int(name[len(letters) :])


def square(column: int, row: int) -> str:
    """Return the name of a square; the inverse of `coordinates`."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"
