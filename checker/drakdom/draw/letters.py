"""Which letters stand for whom and for what: short ones, and no two alike for what is not the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from drakdom.rulebook.pictures import NOTHING
from drakdom.terms import Term, Value, show

_UNLETTERED = ("door", "grate", "lock", "hidden", "wall", NOTHING)
"""Looks that nobody knows by letters."""


def lettered(names: Iterable[Value]) -> dict[Value, str]:
    """Letters that tell figures apart: as few first ones of each name as do; a number at its end stays."""
    found: dict[Value, str] = {}
    every = [(who, _numbered(who)) for who in names]
    for who, (name, number) in sorted(every, key=lambda one: not one[1][1]):  # numbers are for those who bear them
        tries = [f"{name[:size].capitalize()}{number}" for size in (1, 2) if number or size == 1]
        found[who] = _free([*tries, *spellings(name)], found.values())
    return {who: found[who] for who, _ in every}


class Marks:
    """The letters of signs, kept from board to board."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}

    def letters(self, look: str, says: str, tries: Sequence[str]) -> str:
        """The letters of a sign, the first of `tries` that are free: no two that say something else bear the same."""
        if look in _UNLETTERED:
            return tries[0]
        if (look, says) not in self._known:
            self._known[look, says] = _free(tries, self._known.values())
        return self._known[look, says]


def tries_for(name: str, number: str = "") -> list[str]:
    """Letters for a sign, the best ones first: those of its name, with the number or letter that tells more of it."""
    tries = [f"{name[:size].capitalize()}{number}" for size in (1, 2)] if number else [_first(name)]
    return [*tries, *spellings(name)]


def spellings(name: str) -> Iterator[str]:
    """Letters for a name, the best ones first: its beginning, its first and another, its first and a number."""
    plain = "".join(c for c in name if c.isalnum()) or "?"
    yield from (plain[:size].capitalize() for size in (2, 3))
    yield from (f"{plain[0]}{c}".capitalize() for c in plain[3:] if c.isalpha())
    yield from (f"{plain[0].upper()}{number}" for number in range(2, 100))


def brief(value: Value, says: str) -> str:
    """A number, or the first letter of a word: of the only one that `says` it, else of what law calls it."""
    if not isinstance(value, Term):
        return show(value)[:3] if isinstance(value, int) else show(value)[:1].upper()
    return (says if says.isalpha() else value.name)[:1].upper()


def _first(name: str) -> str:
    """The first letters of a word, or of its first two parts."""
    parts = [part for part in re.split(r"[^\w]|_", name) if part]
    return ("".join(part[0] for part in parts[:2]) if len(parts) > 1 else name[:2]).capitalize()


def _numbered(who: Value) -> tuple[str, str]:
    """The letters of a name, and the short number that it may end in."""
    if isinstance(who, Term):
        return who.name, ""
    plain = "".join(c for c in show(who) if c.isalnum()) or "?"
    found = re.fullmatch(r"(.*\D)(\d{1,2})", plain)
    return (found[1], found[2]) if found else (plain, "")


def _free(tries: Iterable[str], taken: Iterable[str]) -> str:
    """The first of some letters that nobody has yet; small and large ones count as the same."""
    known = {letters.casefold() for letters in taken}
    return next((letters for letters in tries if letters.casefold() not in known), "?")
