"""Ambiguous clauses: those whose reading changes a result, by comparison of branches."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TypeVar

from drakdom.verdict import ReadingRuled

Readings = tuple[tuple[str, str], ...]
T = TypeVar("T")


def indifferent(branches: tuple[ReadingRuled, ...], asked: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """Return the ambiguous clauses whose reading changes no outcome and no odds, under any reading of the others.

    `asked` are the values of what is asked, by branch.
    """

    def results_of(branch: ReadingRuled) -> frozenset[object]:
        outcomes = frozenset[object]((outcome.key, outcome.odds) for outcome in branch.outcomes)
        return outcomes | frozenset[object]((finding.kind, finding.key, finding.odds) for finding in branch.findings)

    results = [(branch.readings, (results_of(branch), values)) for branch, values in zip(branches, asked, strict=True)]
    decisive = decisive_clauses(results)
    return tuple(clause for clause in _doubtful(branch.readings for branch in branches) if clause not in decisive)


def decisive_clauses(results: Sequence[tuple[Readings, object]]) -> tuple[str, ...]:
    """Return the ambiguous clauses whose reading changes the result, given the result of each branch.

    Two branches are compared if they differ in the reading of exactly one clause that both of them read. One reading
    may make a further ambiguous clause matter that another reading does not.
    """
    decisive = set()
    for (first, first_result), (second, second_result) in itertools.combinations(results, 2):
        mine, yours = dict(first), dict(second)
        apart = [clause for clause in mine.keys() & yours.keys() if mine[clause] != yours[clause]]
        if len(apart) == 1 and first_result != second_result:
            decisive.add(apart[0])
    return tuple(clause for clause in _doubtful(readings for readings, _ in results) if clause in decisive)


def without_repeats(results: Sequence[tuple[Readings, T]]) -> tuple[tuple[Readings, T], ...]:
    """Merge branches with equal results: return each result with only the readings that matter for it."""
    decisive = decisive_clauses(results)
    once: dict[Readings, T] = {}
    for readings, result in results:
        matters = tuple(reading for reading in readings if reading[0] in decisive)
        if once.setdefault(matters, result) != result:
            return tuple(results)
    return tuple(once.items())


def _doubtful(readings: Iterable[Readings]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for branch_readings in readings for clause, _ in branch_readings))
