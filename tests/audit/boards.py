"""The small boards of a shipped rulebook: all within some bounds, and what a search of some finds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from drakdom.audit.laws import law_with
from drakdom.audit.search import Findings, Search
from drakdom.rulebook import load_rulebook, resolve_rulebook
from drakdom.step.scope import FILE, Scope, Situation
from drakdom.terms import Term, show


class Boards:
    """The small boards of the rulebook `slug`."""

    def __init__(self, slug: str) -> None:
        self.book = load_rulebook(resolve_rulebook(slug))
        self._within = cache(self._all)

    def within(self, **bounds: int) -> tuple[Situation, ...]:
        """All of them."""
        return self._within(tuple(sorted(bounds.items())))

    def _all(self, bounds: tuple[tuple[str, int], ...]) -> tuple[Situation, ...]:
        scope = Scope(self.book.folder / FILE, dict(bounds))
        situations = tuple(scope.situations(20_000))
        assert scope.cut is None
        return situations

    def searched(self, situations: Iterable[Situation], *variants: str, rules: Iterable[str] = ()) -> Findings:
        """What an audit of these situations sees, what must always hold being watched."""
        items = tuple(situations)
        return Search([law_with(self.book, rules, variants=variants)], items)(range(len(items)))


def begun(situation: Situation) -> str:
    """The phase in which play begins."""
    (phase,) = (say.args[2] for say in situation.says if say.args[:2] == (Term("begin"), Term("phase")))
    return show(phase)
