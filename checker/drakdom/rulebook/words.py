"""Users' words: folding to the form of the vocabulary, and the nearest valid word."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping

#: A help line lists at most this many words of a rulebook if none is near.
MOST_LISTED = 40
INTEGER = re.compile(r"[+-]?[0-9]{1,6}\Z")
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
_SEPARATORS = re.compile(r"[\s\-_]+")
#: A slot of a sentence: `{1}` is an argument, `{1|wound|wounds}` the word that goes with it as a number.
SLOT = re.compile(r"\{(\w+)(?:\|([^{}|]+)\|([^{}|]+))?\}")


def fold(word: str) -> str:
    """Return a user's word in the form of the vocabulary: `trap-room` and `trap room` give `trap_room`."""
    return _SEPARATORS.sub("_", word.strip())


def _loose(word: str) -> str:
    return _SEPARATORS.sub("", word).casefold()


def nearest(word: str, valid: Iterable[str]) -> str:
    """Return the most similar valid word, regardless of case, separators and leading zeros; `""` if none is near."""
    by_loose: dict[str, str] = {}
    for k in valid:
        by_loose.setdefault(_loose(k), k)
    loose = _loose(word[:80])
    if loose in by_loose:
        return by_loose[loose]
    numbered = next((k for k in by_loose if _ZEROS.sub("", k) == _ZEROS.sub("", loose)), None)
    matches = [numbered] if numbered is not None else difflib.get_close_matches(loose, by_loose, 1, 0.6)
    return by_loose[matches[0]] if matches else ""


def did_you_mean(word: str, valid: Iterable[str], most: int = 8) -> str:
    """Return the help for an unknown word: the nearest valid word, or all of at most `most` valid words."""
    choice = list(dict.fromkeys(valid))
    if near := nearest(word, choice):
        opposites = [k for k in choice if k.endswith(near) and k[: -len(near)].isalpha()]  # such as `counterclockwise`
        opposite = "".join(f" or `{k}`" for k in opposites)
        return f"did you mean `{near}`{opposite}?"
    if 0 < len(choice) <= most:
        return "known: " + ", ".join(f"`{k}`" for k in choice)
    return ""


def did_you_mean_with(word: str, says: Mapping[str, str]) -> str:
    """Return the help for an unknown word: the nearest valid word with its sentence, or all valid words."""
    if near := nearest(word, says):
        return f"did you mean `{near}`?" + (f" ({says[near]})" if says[near] else "")
    return "known: " + ", ".join(f"`{valid.replace('_', ' ')}`" for valid in says) if says else ""


def did_you_mean_of(word: str, valid: Iterable[str], slug: str) -> str:
    """Return the help for an unknown word of a rulebook; for many words, name the command that lists them."""
    choice = list(dict.fromkeys(valid))
    listing = f"`drakdom words {slug}` lists all {len(choice)}" if choice else ""
    return did_you_mean(word, choice, MOST_LISTED) or listing


def filling(slot: re.Match[str], value: str) -> str:
    """Return the text of a value in a slot: itself, or the first of two words if it is 1, else the second."""
    return value if slot[2] is None else slot[2] if value == "1" else slot[3]


def unslotted(says: str, kinds: tuple[str, ...]) -> str:
    """Return a sentence with the types of its words, in angle brackets, in place of its slots."""
    named = {str(place): kind.replace("_", " ") for place, kind in enumerate(kinds, 1)} | {"figure": "figure"}
    return SLOT.sub(lambda slot: filling(slot, f"<{named[slot[1]]}>") if slot[1] in named else slot[0], says)


def short(word: str) -> str:
    """Return a user's word for a message: on one line, cut to 60 characters."""
    word = " ".join(word.split())
    return word if len(word) <= 60 else word[:57] + "..."


def number(word: str) -> int | None:
    """Return the integer that the word writes, or None."""
    return int(word) if INTEGER.match(word.strip()) else None
