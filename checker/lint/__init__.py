"""The lint of the law: what can be seen to be wrong without playing anything, and cycles where scenarios are given.

Each check is a function of the parsed law; `CHECKS` lists them in the order of their findings.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from checker.engine.facts import core_file
from checker.errors import DrakdomError, LimitError
from checker.lint.clauses import check_ids, check_overrides, check_subjects
from checker.lint.files import check_headers, check_loaded, check_readable, check_syntax
from checker.lint.predicates import check_dead, check_fluents, check_predicates, check_rolls, check_unread
from checker.lint.rules import check_moment, check_normal, check_one_clause, check_pools, check_reserved
from checker.lint.source import Law, LintFinding, read_sources
from checker.lint.vocabulary import check_chances, check_events, check_gaps, check_phases, check_readings
from checker.rulebook import load_rulebook
from checker.sandbox import Limits, run_each

Progress = Callable[[int, int], None]

CHECKS: tuple[Callable[[Law], Iterator[LintFinding]], ...] = (
    check_syntax,
    check_loaded,
    check_headers,
    check_normal,
    check_reserved,
    check_one_clause,
    check_ids,
    check_subjects,
    check_overrides,
    check_pools,
    check_moment,
    check_predicates,
    check_unread,
    check_fluents,
    check_rolls,
    check_dead,
    check_phases,
    check_chances,
    check_events,
    check_gaps,
    check_readings,
)


def lint_rulebook(folder: str | Path, scenarios: Iterable[str | Path] = ()) -> tuple[LintFinding, ...]:
    """Everything that is wrong with the law of a rulebook's folder, file by file.

    With `scenarios`, the law is also grounded on each of them: no cycle through `not`, no word from the solver.
    Raises InputError when the vocabulary or the ledger cannot be read.
    """
    law = read_sources(load_rulebook(folder), core_file("core.lp").parent)
    found = [finding for check in CHECKS for finding in check(law)]
    if not found:
        found += check_readable(law)
    paths = [Path(one) for one in scenarios]
    if paths and law.playable and not any(finding.rule == "normal-rules" for finding in found):
        from checker.lint.ground import check_ground

        found += check_ground(law, paths)
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (one.file, one.line, one.rule, one.message)))


__all__ = ["CHECKS", "LintFinding", "lint_rulebook"]


def ground_each(
    folder: str | Path, scenarios: Sequence[str | Path], limits: Limits, progress: Progress | None = None
) -> tuple[LintFinding, ...]:
    """Ground the law on each scenario file, one child a processor; that a file takes too long is a finding.

    `progress` is called with how many files are done, and how many there are.
    """
    paths = [Path(one) for one in scenarios]
    found: dict[int, list[LintFinding]] = {}

    def job(number: int) -> list[LintFinding]:
        from checker.lint.ground import check_ground

        return check_ground(_sources(Path(folder)), [paths[number]])

    for number, result in run_each(job, len(paths), min(os.cpu_count() or 1, max(len(paths), 1)), limits):
        if isinstance(result, LimitError):
            result = [LintFinding("endless", str(paths[number]), 0, str(result))]
        elif isinstance(result, DrakdomError):
            raise result
        found[number] = result
        if progress:
            progress(len(found), len(paths))
    from checker.lint.ground import told_once

    return tuple(told_once(finding for number in sorted(found) for finding in found[number]))


@lru_cache(maxsize=2)
def _sources(folder: Path) -> Law:
    return read_sources(load_rulebook(folder), core_file("core.lp").parent)
