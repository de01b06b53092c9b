"""Marks of the clauses of a rulebook in the situations of its scope, remembered between audits."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256

from drakdom.audit.marks import Marked, Marks, SearchMarks
from drakdom.audit.sweep import Effort, Progress, Space, search_all
from drakdom.audit.values import Law
from drakdom.errors import LimitError
from drakdom.kept import Input, Keep, ResultCache
from drakdom.kept import Law as Sealed
from drakdom.step.scope import FILE


@dataclass(frozen=True)
class KeptMarks:
    """Marks as they are kept: pairs of a clause and a situation, and the numbers of the situations searched."""

    applies: tuple[tuple[str, int], ...]
    beaten: tuple[tuple[str, int], ...]
    matters: frozenset[str]
    searched: frozenset[int]
    too_large: frozenset[int]
    moments: int


class Memory:
    """The marks of a law in the plain situations of a space, as far as they are known, and their search."""

    def __init__(self, law: Law, space: Space, keep: Keep) -> None:
        self._law, self._space = law, space
        asked = (law.variants, sorted(law.readings.items()))
        self._cache = ResultCache.of(keep, "audit marks", (KeptMarks,), asked, (law.book.folder,))
        situations = sha256("\n".join(map(str, space.situations[: space.plain])).encode()).hexdigest()
        self._about = Input((law.book.folder / FILE,), situations)
        self._key = self._cache.key(self._about) if self._cache else None
        self.known = self._known()

    def _known(self) -> KeptMarks:
        values = self._cache.valid({self._key: self._about}) if self._cache else {}
        value = values.get(self._key or "")
        return value if isinstance(value, KeptMarks) else KeptMarks((), (), frozenset(), frozenset(), frozenset(), 0)

    @property
    def is_whole(self) -> bool:
        """Return True if every plain situation has been searched."""
        return len(self.known.searched) == self._space.plain

    def searched(self, effort: Effort, until: float, progress: Progress | None) -> Marks | None:
        """Search the situations without a kept result, and keep the result; None if not even one could be searched."""
        before = self.known
        merged = Marked(len(before.searched), set(before.too_large), before.moments)
        merged.marks = Marks(dict(before.applies), dict(before.beaten), set(before.matters))
        left: Collection[int] = set(range(self._space.plain)) - before.searched
        if left:
            search = SearchMarks(self._law, self._space.situations)
            sealed = self._sealed()
            try:
                merged, done, _ = search_all(search, merged, self._space, effort, until, progress, left)
            except (LimitError, KeyboardInterrupt):
                return None
            self._keep(merged, before.searched | done, sealed)
        return merged.marks

    def _sealed(self) -> tuple[str, str | None]:
        if not self._cache:
            return "", None
        self._cache.prepare()
        return self._cache.sealed([Sealed.of(self._law.book)], self._about)

    def _keep(self, marked: Marked, searched: frozenset[int], sealed: tuple[str, str | None]) -> None:
        laws, digest = sealed
        if self._cache and digest:
            marks = marked.marks
            value = KeptMarks(
                tuple(sorted(marks.applies.items())),
                tuple(sorted(marks.beaten.items())),
                frozenset(marks.matters),
                searched,
                frozenset(marked.too_large),
                marked.moments,
            )
            self._cache.keep(self._key, self._about, laws, digest, value)
            self._cache.close()
