"""Users' words: how they are folded to the vocabulary's form, and which valid word lies nearest."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

#: So many words of a rulebook are told where none is near.
MOST_TOLD = 40
INTEGER = re.compile(r"[+-]?[0-9]{1,6}\Z")
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_SEPARATORS = re.compile(r"[\s\-_]+")


def fold(word: str) -> str:
    """Write a user's word as the vocabulary does: `trap-room` and `trap room` are `trap_room`."""
    return _SEPARATORS.sub("_", word.strip())


def _loose(word: str) -> str:
    return _SEPARATORS.sub("", word).casefold()


def nearest(word: str, known: Iterable[str]) -> str:
    """The valid word that is most like this one, also across case, separators and leading zeros; `""` if none is."""
    by_loose: dict[str, str] = {}
    for k in known:
        by_loose.setdefault(_loose(k), k)
    loose = _loose(word[:80])
    if loose in by_loose:
        return by_loose[loose]
    numbered = next((k for k in by_loose if _ZEROS.sub("", k) == _ZEROS.sub("", loose)), None)
    found = [numbered] if numbered is not None else difflib.get_close_matches(loose, by_loose, 1, 0.6)
    return by_loose[found[0]] if found else ""


def did_you_mean(word: str, known: Iterable[str], most: int = 8) -> str:
    """The help that belongs to an unknown word; the whole choice where it is short (`most`) and nothing is near."""
    choice = list(dict.fromkeys(known))
    if near := nearest(word, choice):
        return f"did you mean `{near}`?"
    if 0 < len(choice) <= most:
        return "known: " + ", ".join(f"`{k}`" for k in choice)
    return ""


def did_you_mean_of(word: str, known: Iterable[str], slug: str) -> str:
    """The help that belongs to an unknown word of a rulebook; of very many words where they are written down."""
    choice = list(dict.fromkeys(known))
    there = f"the {len(choice)} that there are stand in what `drakdom new {slug} -` prints" if choice else ""
    return did_you_mean(word, choice, MOST_TOLD) or there


def short(word: str) -> str:
    """A user's word for a message, cut where it is very long and printed on one line."""
    word = " ".join(word.split())
    return word if len(word) <= 60 else word[:57] + "..."


def number(word: str) -> int | None:
    """The integer that the word is, or None."""
    return int(word) if INTEGER.match(word.strip()) else None
