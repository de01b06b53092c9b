"""The meanings of predicates in the headers of law files: `% passes(F, T): F gets through the door`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from drakdom.law.canonical import split
from drakdom.law.lawtext import read_any_text

_ENTRY = re.compile(r"% (?P<name>[a-z]\w*)(?P<args>\([^:`]*\)|/0): (?P<text>\S.*)")
_FURTHER = re.compile(r"%   (?P<text>\S.*)")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_LETTER = re.compile(r"(?<![\w'])[A-Z]\w*'*(?![\w'])")


class Meaning(NamedTuple):
    """The meaning of a predicate: its arguments as the header writes them, and one sentence that speaks of them."""

    name: str
    args: tuple[str, ...]
    text: str
    file: Path

    @property
    def signature(self) -> tuple[str, int]:
        """Return the name and the arity."""
        return self.name, len(self.args)

    def filled(self, words: Sequence[str]) -> str:
        """Return the sentence about these words, one an argument, without asides in brackets or after a semicolon."""
        by_letter = dict(zip(self.args, words, strict=False))
        plain = _ASIDE.sub("", self.text.partition(";")[0]).replace("`", "")
        return _LETTER.sub(lambda match: by_letter.get(match[0], match[0]), plain)


def meanings(files: Iterable[Path]) -> dict[tuple[str, int], Meaning]:
    """Return the meanings in the headers of law files, by signature; the first one counts."""
    by_signature: dict[tuple[str, int], Meaning] = {}
    for file in files:
        for meaning in read_meanings(read_any_text(file), file):
            by_signature.setdefault(meaning.signature, meaning)
    return by_signature


@lru_cache(maxsize=500)
def read_meanings(text: str, file: Path) -> tuple[Meaning, ...]:
    """Return the meanings in the header of a file."""
    return tuple(_read(text, file))


def _read(text: str, file: Path) -> Iterator[Meaning]:
    entry: re.Match[str] | None = None
    words = ""
    for line in (*text.splitlines(), ""):
        further = _FURTHER.match(line) if entry else None
        if further:
            words += f" {further['text']}"
            continue
        if entry:
            inner = entry["args"].removesuffix("/0")[1:-1]
            yield Meaning(entry["name"], tuple(split(inner, ",")) if inner else (), words, file)
        entry = _ENTRY.match(line)
        words = entry["text"] if entry else ""
        if not line.startswith("%"):
            return
