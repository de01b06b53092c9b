"""Short letters for figures and signs, unique among different things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from drakdom.rulebook.pictures import NOTHING
from drakdom.terms import Term, Value, show

_UNLETTERED = ("door", "grate", "lock", "hidden", "wall", NOTHING)
"""Looks that have no letters."""


def lettered(names: Iterable[Value]) -> dict[Value, str]:
    """Return unique letters for figures: the shortest free beginning of each name, with its number."""
    letters: dict[Value, str] = {}
    numbered = [(figure, _numbered(figure)) for figure in names]
    for figure, (name, number) in sorted(numbered, key=lambda item: not item[1][1]):  # names with a number choose first
        tries = [f"{name[:size].capitalize()}{number}" for size in (1, 2) if number or size == 1]
        letters[figure] = _free([*tries, *spellings(name)], letters.values())
    return {figure: letters[figure] for figure, _ in numbered}


class Marks:
    """Letters of signs, the same on all boards."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}

    def letters(self, look: str, says: str, tries: Sequence[str]) -> str:
        """Return the letters of a sign: the first free ones of `tries`, unique for each look and meaning."""
        if look in _UNLETTERED:
            return tries[0]
        if (look, says) not in self._known:
            self._known[look, says] = _free(tries, self._known.values())
        return self._known[look, says]


def tries_for(name: str, number: str = "") -> list[str]:
    """Return candidate letters for a sign, best first: those of its name, with its number or letter."""
    tries = [f"{name[:size].capitalize()}{number}" for size in (1, 2)] if number else [_first(name)]
    return [*tries, *spellings(name)]


def spellings(name: str) -> Iterator[str]:
    """Yield candidate letters for a name: its beginning, two of its letters, its first letter and a number."""
    plain = "".join(letter for letter in name if letter.isalnum()) or "?"
    yield from (plain[:size].capitalize() for size in (2, 3))
    yield from (f"{plain[0]}{letter}".capitalize() for letter in plain[3:] if letter.isalpha())
    yield from (f"{plain[0].upper()}{number}" for number in range(2, 100))


def brief(value: Value, says: str) -> str:
    """Return a number, or the first letter of `says` if that is a single word, else of the law's name."""
    if not isinstance(value, Term):
        return show(value)[:3] if isinstance(value, int) else show(value)[:1].upper()
    return (says if says.isalpha() else value.name)[:1].upper()


def _first(name: str) -> str:
    """Return the first two letters of a word, or the initials of its first two parts."""
    parts = [part for part in re.split(r"[^\w]|_", name) if part]
    return ("".join(part[0] for part in parts[:2]) if len(parts) > 1 else name[:2]).capitalize()


def _numbered(value: Value) -> tuple[str, str]:
    """Split a name into its letters and a final number of one or two digits, if any."""
    if isinstance(value, Term):
        return value.name, ""
    plain = "".join(letter for letter in show(value) if letter.isalnum()) or "?"
    match = re.fullmatch(r"(.*\D)(\d{1,2})", plain)
    return (match[1], match[2]) if match else (plain, "")


def _free(tries: Iterable[str], taken: Iterable[str]) -> str:
    """Return the first letters that are not taken, ignoring case, or `?`."""
    folded = {letters.casefold() for letters in taken}
    return next((letters for letters in tries if letters.casefold() not in folded), "?")
