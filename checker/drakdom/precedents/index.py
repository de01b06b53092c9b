"""The search for precedents: by clause, by words, by likeness."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from drakdom.precedents.entries import Entry, words_of

SHORTEST, ENDING = 4, 2
"""Letters of a word that must agree at least; and those at its end, beyond these, that need not."""


@dataclass(frozen=True, slots=True)
class Query:
    """The terms of a search: every clause and every word must be there; `like` orders by likeness.

    An empty query takes everything.
    """

    clauses: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    like: Entry | None = None
    rulebook: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A precedent, with what it shares with the case that it is to be like, and how much, from 0 to 1."""

    entry: Entry
    likeness: float = 0.0
    clauses: tuple[str, ...] = ()
    features: tuple[str, ...] = ()


class Index:
    """Precedents by clause, by word and by feature; all of it in memory."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = sorted(entries, key=lambda entry: entry.file)
        self._clauses = _Weighed([entry.clauses for entry in self.entries])
        self._features = _Weighed([_of_book(entry) for entry in self.entries])
        self._words = _postings(entry.words for entry in self.entries)
        self._vocabulary = sorted(self._words)

    def search(self, query: Query, most: int = 20) -> list[Match]:
        """Return the best matches: the most alike first, otherwise the newest first."""
        numbers = self._meeting(query)
        if query.like is not None:
            return self._alike(query.like, numbers, most)
        taken = range(len(self.entries)) if numbers is None else numbers
        newest = sorted(taken, key=lambda n: (self.entries[n].precedent.when, self.entries[n].file), reverse=True)
        return [Match(self.entries[number]) for number in newest[:most]]

    def _meeting(self, query: Query) -> set[int] | None:
        """Return the numbers of the entries that meet the conditions; None if there is no condition."""
        sets = [self._clauses.numbers.get(clause, set()) for clause in query.clauses]
        sets += [self._with_word(folded) for text in query.words for folded in words_of(text)]
        if query.rulebook or query.status:
            sets.append({n for n, entry in enumerate(self.entries) if _fits(entry, query)})
        return set.intersection(*map(set, sets)) if sets else None

    def _with_word(self, word: str) -> set[int]:
        """Return the entries with a word that begins as this one does; its ending may differ."""
        stem = word if len(word) <= SHORTEST else word[: max(SHORTEST, len(word) - ENDING)]
        numbers: set[int] = set()
        for place in range(bisect_left(self._vocabulary, stem), len(self._vocabulary)):
            if not self._vocabulary[place].startswith(stem):
                break
            numbers |= self._words[self._vocabulary[place]]
        return numbers

    def _alike(self, like: Entry, numbers: Collection[int] | None, most: int) -> list[Match]:
        """Return the entries that share a clause or a feature; shared words alone make nothing alike."""
        clauses = self._clauses.alike(like.clauses, numbers)
        features = self._features.alike(_of_book(like), numbers)
        scored = [
            ((clauses.get(number, 0.0) + features.get(number, 0.0)) / 2, clauses.get(number, 0.0), number)
            for number in clauses.keys() | features.keys()
        ]
        best = sorted(scored, key=lambda row: (-row[0], -row[1], self.entries[row[2]].file))[:most]
        return [self._match(like, self.entries[number], score) for score, _, number in best]

    def _match(self, like: Entry, entry: Entry, score: float) -> Match:
        rare = sorted(set(like.clauses) & set(entry.clauses), key=lambda c: (-self._clauses.rarity(c), c))
        same = sorted(set(like.features) & set(entry.features)) if like.rulebook == entry.rulebook else []
        return Match(entry, score, tuple(rare), tuple(same))


class _Weighed:
    """Entries by their keys, with the rarity of each key."""

    def __init__(self, keys_of_entries: Sequence[Sequence[str]]) -> None:
        self.numbers = _postings(keys_of_entries)
        self._count = len(keys_of_entries)
        self._weights = [self._weight(keys) for keys in keys_of_entries]

    def rarity(self, key: str) -> float:
        """Return how much it tells that two entries share a key: much for a rare one."""
        return math.log(1 + self._count / max(1, len(self.numbers.get(key, ()))))

    def alike(self, keys: Sequence[str], numbers: Collection[int] | None) -> dict[int, float]:
        """Return what part of all keys of the two is shared, by rarity, for each entry that shares any."""
        shared: dict[int, float] = {}
        for key in keys:
            rarity = self.rarity(key)
            for number in self.numbers.get(key, ()):
                if numbers is None or number in numbers:
                    shared[number] = shared.get(number, 0.0) + rarity
        own = self._weight(keys)
        return {number: same / (own + self._weights[number] - same) for number, same in shared.items()}

    def _weight(self, keys: Iterable[str]) -> float:
        return sum(self.rarity(key) for key in keys)


def _postings(keys_of_entries: Iterable[Iterable[str]]) -> dict[str, set[int]]:
    postings: dict[str, set[int]] = {}
    for number, keys in enumerate(keys_of_entries):
        for key in keys:
            postings.setdefault(key, set()).add(number)
    return postings


def _of_book(entry: Entry) -> tuple[str, ...]:
    """Return the features of an entry with its rulebook: those of other games are not the same."""
    return tuple(f"{entry.rulebook} {feature}" for feature in entry.features)


def _fits(entry: Entry, query: Query) -> bool:
    return query.rulebook in ("", entry.rulebook) and query.status in ("", entry.precedent.status)
