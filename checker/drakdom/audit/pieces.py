"""Pieces of a search: the situations that one job searches, on this machine or on another.

In child processes of this machine a piece is one chunk of situations, and a child remembers from piece to piece what it
has met. Elsewhere, and if results are kept, a piece has several chunks and is searched from a fresh start. Its result
then depends on nothing else, so that any worker may search it, twice if need be, and it can be kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from drakdom import kept
from drakdom.audit.values import Law
from drakdom.kept import Answer
from drakdom.step.scope import Situation


class Result(Protocol):
    """Merged results of searches."""

    searched: int
    too_large: set[int]

    @property
    def count(self) -> int:
        """Return the number of findings."""

    def merge(self, result: Self) -> None:
        """Merge another result."""


R_co = TypeVar("R_co", bound=Result, covariant=True)
R = TypeVar("R", bound=Result)
T = TypeVar("T")

#: Situations in one chunk: FEW among the FIRST situations, for early findings, and MANY after that.
FEW, MANY, FIRST = 4, 16, 256
#: Chunks in one piece that is searched from a fresh start, among the FIRST situations and after that.
FEW_CHUNKS, MANY_CHUNKS = 8, 4

Chunk = tuple[int, ...]
Piece = tuple[Chunk, ...]


class Searching(Protocol[R_co]):
    """A search of situations, which remembers what it has met."""

    situations: Sequence[Situation]

    @property
    def kinds(self) -> tuple[type, ...]:
        """The classes of its results and their parts."""

    @property
    def searched_laws(self) -> tuple[Law, ...]:
        """The laws that it plays."""

    def anew(self) -> Self:
        """Return the same search from its start."""

    def __call__(self, numbers: Sequence[int]) -> R_co:
        """Search the situations of these numbers."""


def pieces_of(numbers: Sequence[int], apart: bool) -> list[Piece]:
    """Return situations in pieces: of one chunk or, for searches from a fresh start (`apart`), of several."""
    first = [tuple(numbers[:FIRST][start : start + FEW]) for start in range(0, len(numbers[:FIRST]), FEW)]
    rest = [tuple(numbers[start : start + MANY]) for start in range(FIRST, len(numbers), MANY)]
    if not apart:
        return [(chunk,) for chunk in (*first, *rest)]
    pieces = [tuple(first[start : start + FEW_CHUNKS]) for start in range(0, len(first), FEW_CHUNKS)]
    return pieces + [tuple(rest[start : start + MANY_CHUNKS]) for start in range(0, len(rest), MANY_CHUNKS)]


@dataclass
class Pieces:
    """Searches the piece of a number; with `apart`, each from a fresh start."""

    search: Searching[Any]
    pieces: list[Piece]
    apart: bool

    @property
    def laws(self) -> tuple[kept.Law, ...]:
        """The laws that the search plays."""
        return tuple(dict.fromkeys(kept.Law.of(law.book) for law in self.search.searched_laws))

    def __call__(self, number: int) -> Answer:
        """Return the result of a piece."""
        search = self.search.anew() if self.apart else self.search
        merged, *more = map(search, self.pieces[number])
        for result in more:
            merged.merge(result)
        return Answer(merged, self.laws)

    def words(self, number: int) -> str:
        """Return a text that tells the piece of a number from all others: the search, the laws, the situations."""
        chunks = [[self.search.situations[n] for n in chunk] for chunk in self.pieces[number]]
        about = (type(self.search).__name__, getattr(self.search, "about", ()))
        laws = [(law.variants, sorted(law.readings.items()), _house(law)) for law in self.search.searched_laws]
        return repr((*about, laws, self.pieces[number], chunks))


def _house(law: Law) -> list[Any]:
    return [(rule.name, sorted(rule.values.items()), rule.replaced) for rule in law.book.house_rules]


def in_order(results: Iterable[tuple[int, T]]) -> Iterator[tuple[int, T]]:
    """Yield numbered results, which come in any order, from number 0 on; at the end those after a gap too."""
    waiting: dict[int, T] = {}
    following = 0
    for number, result in results:
        waiting[number] = result
        while following in waiting:
            yield following, waiting.pop(following)
            following += 1
    yield from sorted(waiting.items(), key=lambda item: item[0])
