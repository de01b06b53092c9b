"""Differences between two laws on the same situations.

The first law plays each situation; the second law is evaluated on every moment of these plays. Both thus start from
the same state with the same choices and faces, and only root differences show. States that only the second law can
reach are not searched.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from drakdom.audit.kinds import HEADS, is_may, is_stray, kind_of, open_rolls, roll_atom, shifted_odds
from drakdom.audit.plays import Extent, batches, read_situation
from drakdom.audit.sweep import INTERRUPTED, KEPT, Effort, Progress, improve_all, search_all, search_bound, space_of
from drakdom.audit.values import Bound, Law, Step
from drakdom.audit.witness import difference
from drakdom.cluster import runner_for
from drakdom.graph.batch import Batch, endless
from drakdom.law.facts import Symbol, to_value
from drakdom.rulebook.sentences import say
from drakdom.rulings.law_faults import blame_law
from drakdom.step.case import build_case
from drakdom.step.moment import Moments
from drakdom.step.scope import Situation
from drakdom.step.state import PartialState
from drakdom.terms import Value

if TYPE_CHECKING:
    from drakdom.cluster.door import Client

#: Effect of the second law on a kind of outcome: none, only removed (stricter), only added (looser), or both. A roll
#: that both laws have can have other odds.
Change = Literal["same", "stricter", "looser", "incomparable", "odds"]


@dataclass(frozen=True)
class Root:
    """A result that only one law gives in a moment, in the smallest situation that shows it.

    `only` is the number of the law, 0 or 1. `path` is the way to the moment. `witness` is a scenario that pins the
    difference under both laws, or empty. `odds` are those of a roll that both laws give other odds.
    """

    only: int
    what: Value
    situation: int
    path: tuple[Step, ...] = ()
    sentence: str = ""
    size: int = 0
    witness: str = ""
    file: str = ""
    odds: str = ""


@dataclass(frozen=True)
class Kind:
    """One kind of outcome, and the differences of the second law in it."""

    name: str
    roots: tuple[Root, ...]

    @property
    def change(self) -> Change:
        """Return the effect of the second law on this kind."""
        sides = {root.only for root in self.roots}
        if any(root.odds for root in self.roots):
            return "odds"
        return "same" if not sides else "incomparable" if len(sides) > 1 else "looser" if 1 in sides else "stricter"


@dataclass(frozen=True)
class Differences:
    """Differences between two laws on the same situations, by kind of outcome."""

    rulebook: str
    labels: tuple[str, str]
    kinds: tuple[Kind, ...]
    bound: Bound

    @property
    def equal(self) -> bool:
        """Return True if no kind of outcome differs."""
        return all(kind.change == "same" for kind in self.kinds)


@dataclass
class PartialDifferences(Extent):
    """Differences of laws found in a part of the situations. `kinds` are all kinds of outcomes seen."""

    roots: dict[tuple[str, int], Root] = field(default_factory=dict)
    kinds: set[str] = field(default_factory=set)

    @property
    def count(self) -> int:
        """Return the number of kinds of differences."""
        return len(self.roots)

    def merge(self, result: PartialDifferences) -> None:
        """Merge another result. Of two differences of one kind, keep that of the smaller situation."""
        for key, root in result.roots.items():
            if key not in self.roots or root.situation < self.roots[key].situation:
                self.roots[key] = root
        self.kinds |= result.kinds
        self.add(result)


class DiffSearch:
    """A search in one process that keeps the first difference of each kind."""

    kinds = (PartialDifferences, Root, Step)

    def __init__(self, laws: tuple[Law, Law], situations: Sequence[Situation]) -> None:
        self.laws, self.situations = laws, situations
        self._known: set[tuple[str, int]] = set()

    @property
    def searched_laws(self) -> tuple[Law, ...]:
        """The laws that it compares."""
        return self.laws

    def anew(self) -> DiffSearch:
        """Return the same search from its start."""
        return DiffSearch(self.laws, self.situations)

    def __call__(self, numbers: Sequence[int]) -> PartialDifferences:
        """Search the situations of these numbers."""
        differences, too_large = PartialDifferences(), set[int]()
        for cases, batch in batches(self.laws[0], self.situations, numbers, too_large.add):
            self._compare(differences, cases, batch)
            differences.moments += len(batch.whole_moments)
        differences.searched, differences.too_large = len(numbers) - len(too_large), too_large
        return differences

    def _compare(self, differences: PartialDifferences, cases: list[int], batch: Batch) -> None:
        scenario = read_situation(self.laws[1], self.situations[cases[0]])
        with blame_law(scenario):
            other_moments = Moments(endless(build_case(scenario)))
            nodes = sorted(batch.whole_moments, key=lambda node: (batch.play.nodes[node].phase, node))
            partials = [in_numbers_of(other_moments, batch, node) for node in nodes]
            ruled = list(zip(nodes, partials, other_moments.evaluate(partials), strict=True))
            # moments that both laws allow come first: they make better witnesses
            ruled.sort(key=lambda ruling: any(map(is_stray, ruling[2].seen)))
            for node, (state, _), result in ruled:
                seen = batch.play.nodes[node].seen
                open_now = [*result.choices, *result.chances, *result.stated]
                stray = any(map(is_stray, result.seen))
                shown_first = set(filter(is_may, seen)) if open_now or stray else set(seen)
                shown_second = set(filter(is_may, result.seen)) if open_now or stray else result.seen
                if stray:  # the second law forbids the choice: evaluate it without any choice
                    (bare,) = other_moments.evaluate([(state, frozenset())])
                    shown_second |= {symbol for symbol in bare.seen if symbol.name in HEADS}
                rolls = {roll_atom(roll) for roll in (*result.chances, *result.stated)}
                differences.kinds |= {name for symbol in seen | shown_second if (name := kind_of(symbol))}
                for only, symbols in ((0, shown_first - shown_second), (1, (shown_second - shown_first) | rolls)):
                    self._note(differences, cases, batch, node, only, symbols)
            self._odds(differences, cases, batch, other_moments)

    def _odds(self, differences: PartialDifferences, cases: list[int], batch: Batch, second_moments: Moments) -> None:
        nodes = open_rolls(batch)
        mine = batch.moments.evaluate([batch.play.partials[node] for node in nodes])
        theirs = second_moments.evaluate([in_numbers_of(second_moments, batch, node) for node in nodes])
        for node, own, opposed in zip(nodes, mine, theirs, strict=True):
            for roll, meaning, first, second in shifted_odds(own, opposed):
                name = f"odds {roll.name}"
                if (name, 1) in self._known:
                    continue
                self._known.add((name, 1))
                number = batch.cases_reaching([node])[0]
                odds = f"{meaning}: {second} instead of {first}"
                differences.kinds.add(name)
                differences.roots[name, 1] = Root(1, to_value(roll), cases[number], odds=odds)

    def _note(
        self,
        differences: PartialDifferences,
        cases: list[int],
        batch: Batch,
        node: int,
        only: int,
        symbols: set[Symbol],
    ) -> None:
        for symbol in sorted(symbols):
            name = kind_of(symbol)
            if not name or (name, only) in self._known:
                continue
            self._known.add((name, only))
            number = batch.cases_reaching([node])[0]
            opened = (*batch.way(number, [node])[1], *batch.onward(node))
            path = tuple(
                Step(entry, kind, to_value(subject), to_value(face)) for entry, (kind, subject, _), face in opened
            )
            differences.kinds.add(name)
            differences.roots[name, only] = Root(only, to_value(symbol), cases[number], path)


def in_numbers_of(moments: Moments, batch: Batch, node: int) -> PartialState:
    """Return the partial state of a node of a batch in the numbers of other moments."""
    state, openings = (
        frozenset(moments.items.number(batch.moments.items.all[number]) for number in part)
        for part in batch.play.partials[node]
    )
    return state, openings


def differ(
    laws: tuple[Law, Law],
    asked: Mapping[str, int],
    out: Path,
    effort: Effort,
    progress: Progress | None = None,
    client: Client | None = None,
) -> Differences:
    """Compare two laws in every situation of the first one's scope.

    `asked` are bounds of the scope by name; `out` is the folder for the witnesses. With a `client` of Dask its workers
    search. Raises InputError for a scope that cannot be read, LimitError if nothing was searched, and ClusterError.
    """
    if client is None:
        return _differ(laws, asked, out, effort, progress)
    with runner_for(client) as runner:
        return _differ(laws, asked, out, replace(effort, runner=runner), progress)


def _differ(
    laws: tuple[Law, Law], asked: Mapping[str, int], out: Path, effort: Effort, progress: Progress | None
) -> Differences:
    started = time.monotonic()
    until = started + effort.budget * (1 - KEPT) if effort.budget else math.inf
    space = space_of(laws[0].book, asked, effort)
    differences, done, stopped = search_all(
        DiffSearch(laws, space.situations), PartialDifferences(), space, effort, until, progress
    )
    roots = list(differences.roots.items())

    work = _Witnesses(laws, out, tuple((name, root, space.situations[root.situation]) for (name, _), root in roots))
    end = started + effort.budget if effort.budget else math.inf
    made = dict(
        zip((key for key, _ in roots), improve_all((root for _, root in roots), work, effort, end), strict=True)
    )
    kinds = tuple(
        Kind(name, tuple(root for only in (0, 1) if (root := made.get((name, only)))))
        for name in sorted(differences.kinds)
    )
    stopped = stopped or (INTERRUPTED if effort.interrupts.came else "")
    bound = search_bound(space, differences, done, stopped, time.monotonic() - started)
    return Differences(laws[0].book.slug, (laws[0].label, laws[1].label), kinds, bound)


@dataclass(frozen=True)
class _Witnesses:
    """Makes the witness of the difference of a number."""

    compared: tuple[Law, Law]
    out: Path
    roots: tuple[tuple[str, Root, Situation], ...]

    def __call__(self, number: int) -> Root:
        name, root, situation = self.roots[number]
        sentence = say(self.compared[root.only].book, root.what)
        title = f"{name}: only with {self.compared[root.only].label}"
        text = difference(self.compared, root.only, situation, root.what, root.path, title, self.out)
        return replace(root, sentence=sentence, size=situation.size, witness=text)
