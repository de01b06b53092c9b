"""Search for the smallest change of a house rule that removes its conflicts and adds no new finding."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from drakdom.audit.drafts import Draft, Extent, drafts_of
from drakdom.audit.search import Findings, Search
from drakdom.audit.sweep import INTERRUPTED, Effort, Space, search_all, search_bound
from drakdom.audit.values import Bound, Change, ExceptionPoint, Law, Repair, is_invariant
from drakdom.errors import DrakdomError
from drakdom.rulebook import HouseRule
from drakdom.rulebook.house import namespace

#: Largest number of sets of changes that are tried.
MOST_TRIED = 20
#: Largest number of exceptions, and of replaced clauses, that are tried for each conflict.
_MOST_EACH = 5

_Tried = tuple[HouseRule, tuple[Change, ...]]


def mended(
    law: Law, base: Law, drafts: Sequence[Draft], space: Space, effort: Effort, end: float
) -> tuple[Repair | None, str]:
    """Return a repair of the conflicts among the drafts, or the reason why there is none."""
    conflicts = [draft for draft in drafts if draft.finding.kind == "conflict"]
    if not conflicts:
        return None, ""
    spared = {draft.key for draft in drafts if draft not in conflicts}
    numbers = sorted({draft.situation for draft in conflicts})
    candidates = _candidates(law, conflicts)
    try:
        if repair := _first(law, base, candidates, (spared, numbers), space, effort, end):
            return repair, ""
        if time.monotonic() >= end:
            return None, "there was no time left to look for a repair (`--budget`)"
    except KeyboardInterrupt:
        effort.interrupts.came = True
        return None, "the search for a repair was interrupted"
    return None, f"no exception or replaced clause removes this without a new finding ({len(candidates)} tried)"


def _first(
    law: Law,
    base: Law,
    candidates: Sequence[_Tried],
    asked: tuple[set[tuple[str, ...]], list[int]],
    space: Space,
    effort: Effort,
    end: float,
) -> Repair | None:
    """Return a set of changes whose audit shows no findings but the spared ones; those that change least come first.

    `asked` are the keys of the spared findings and the numbers of the situations with conflicts, searched first. The
    kinds of outcomes that differ there from the base law are the size of a set of changes.
    """
    spared, numbers = asked
    with tempfile.TemporaryDirectory() as folder:
        laws = [_changed(law, rule, changes, Path(folder) / str(n)) for n, (rule, changes) in enumerate(candidates)]

        # the changed rules lie in a folder of this machine
        results = effort.place.home.each(_Tries(laws, base, space, spared, numbers), len(laws), effort.limits, end)
        for _, number in sorted((result, number) for number, result in results if isinstance(result, int)):
            if bound := _clean(laws[number], base, spared, space, effort.at_home, end):
                return Repair(candidates[number][0].name, candidates[number][1], bound)
    return None


@dataclass(frozen=True)
class _Tries:
    """Searches the situations with conflicts under the changed law of a number."""

    changed: list[Law]
    base: Law
    space: Space
    spared: set[tuple[str, ...]]
    numbers: list[int]

    def __call__(self, number: int) -> int | None:
        """Return the number of kinds of outcomes that differ, or None if a new finding shows."""
        seen = Search((self.changed[number], self.base), self.space.situations)(self.numbers)
        fits = {tuple(key) for key in seen.settled()} <= self.spared and not seen.too_large
        return len(seen.shifts) if fits else None


def _clean(law: Law, base: Law, spared: set[tuple[str, ...]], space: Space, effort: Effort, end: float) -> Bound | None:
    """Audit a law and return the bound of the search; None if it shows a new finding or fails.

    Raises KeyboardInterrupt.
    """
    started = time.monotonic()
    try:
        result, done, stopped = search_all(Search((law, base), space.situations), Findings(), space, effort, end, None)
    except DrakdomError:
        return None
    if stopped == INTERRUPTED:
        raise KeyboardInterrupt
    bound = search_bound(space, result, done, stopped, time.monotonic() - started)
    completed = frozenset(n for n in range(space.plain) if space.situations[n].size <= (bound.complete or 0))
    extent = Extent(completed if bound.complete is not None else frozenset(), bound.whole)
    new = {draft.key for draft in drafts_of(law, base, result, extent)} - spared
    return None if new or bound.complete is None else bound


def _candidates(law: Law, conflicts: Sequence[Draft]) -> list[_Tried]:
    """Return sets of changes of one house rule: exceptions before replaced clauses, single changes before pairs."""
    since = conflicts[0].finding.since
    options = [
        (rule, tuple(dict.fromkeys(change for draft in conflicts for change in _changes(law, rule, draft))))
        for rule in law.book.house_rules
        if rule.name in since
    ]
    sizes = (1, 2) if len(conflicts) > 1 else (1,)
    candidates = [
        (rule, subset) for size in sizes for rule, changes in options for subset in combinations(changes, size)
    ]
    return candidates[:MOST_TRIED]


def _changes(law: Law, rule: HouseRule, draft: Draft) -> list[Change]:
    """Return the changes of a house rule that one conflict suggests."""
    own = namespace(rule.name)
    points = [point for point in (draft.hit.hooks if draft.hit else ()) if point.by.startswith(own)]
    changes = [_exception(law, point) for point in points[:_MOST_EACH]]
    clauses = dict.fromkeys(clause for core in draft.finding.cores for clause in core)
    base_clauses = [clause for clause in clauses if not clause.startswith(own) and not is_invariant(clause)]
    return changes + [_replacement(rule, law.book.principal(clause)) for clause in base_clauses[:_MOST_EACH]]


def _exception(law: Law, point: ExceptionPoint) -> Change:
    overrides = tuple(dict.fromkeys((*law.book.ledger[point.by].overrides, point.beaten)))
    return Change(
        f"let {point.by} lift {point.beaten} where it applies",
        at=point.by,
        yaml=f"overrides: [{', '.join(overrides)}]",
        law=point.rule,
    )


def _replacement(rule: HouseRule, clause: str) -> Change:
    replaced = dict.fromkeys((*rule.replaced, clause))
    return Change(f"replace {clause}", replaced=clause, yaml=f"replaced: [{', '.join(replaced)}]")


def _changed(law: Law, rule: HouseRule, changes: Iterable[Change], folder: Path) -> Law:
    """Return the law with a changed copy of one house rule, written to `folder`."""
    shutil.copytree(rule.folder, folder)
    changes = tuple(changes)
    with (folder / rule.law.name).open("a", encoding="utf-8") as file:
        file.writelines(f"\n{change.law}" for change in changes)
        file.write("\n")
    replaced = (*rule.replaced, *(change.replaced for change in changes if change.replaced))
    changed_rule = replace(rule, folder=folder, replaced=tuple(dict.fromkeys(replaced)))
    rules = tuple(changed_rule if house_rule is rule else house_rule for house_rule in law.book.house_rules)
    return replace(law, book=replace(law.book, house_rules=rules))
