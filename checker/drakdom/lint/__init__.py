"""The lint of the law: what can be seen to be wrong without playing anything, and cycles where scenarios are given.

Each check is a function of the parsed law; `CHECKS` lists them in the order of their findings.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from drakdom.errors import DrakdomError, LimitError
from drakdom.kept import Answer, Input, Keep, Keeper, run_each_kept
from drakdom.law.facts import core_file
from drakdom.law.law import Stamp, stamp_of
from drakdom.lint.clauses import check_ids, check_overrides, check_subjects
from drakdom.lint.files import check_headers, check_loaded, check_readable, check_syntax
from drakdom.lint.house import check_house
from drakdom.lint.pictures import check_pictures
from drakdom.lint.predicates import check_dead, check_fluents, check_predicates, check_rolls, check_unread
from drakdom.lint.rules import check_moment, check_normal, check_one_clause, check_pools, check_reserved, check_safe
from drakdom.lint.source import Law, LintFinding, read_sources
from drakdom.lint.vocabulary import (
    check_chances,
    check_dice,
    check_events,
    check_gaps,
    check_phases,
    check_readings,
    check_secrets,
)
from drakdom.rulebook import Rulebook, load_house_rule, load_rulebook, with_house_rules
from drakdom.sandbox import Limits

Progress = Callable[[int, int], None]
Stamps = tuple[Stamp, ...]

CHECKS: tuple[Callable[[Law], Iterator[LintFinding]], ...] = (
    check_syntax,
    check_loaded,
    check_headers,
    check_normal,
    check_safe,
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
    check_dice,
    check_chances,
    check_events,
    check_gaps,
    check_readings,
    check_secrets,
    check_pictures,
)


__all__ = ["CHECKS", "Grounding", "LintFinding", "ground_each", "lint_rulebook"]

_REFUSALS = frozenset({"syntax", "loaded", "normal-rules", "reserved"})
"""Checks that find most of what the engine refuses; where they found something the engine is not asked as well."""


def lint_rulebook(
    folder: str | Path, scenarios: Iterable[str | Path] = (), house: Iterable[str | Path] = ()
) -> tuple[LintFinding, ...]:
    """Everything that is wrong with the law of a rulebook's folder, file by file.

    With `scenarios`, the law is also grounded on each of them: no cycle through `not`, no word from the solver.
    With `house`, folders of house rules, it is what is wrong with their law together with that of the rulebook, and
    not with that of the rulebook alone. Raises InputError when the vocabulary or the ledger cannot be read.
    """
    house = tuple(house)
    law = _sources(Path(folder), tuple(map(Path, house)))
    found = [finding for check in CHECKS for finding in check(law)]
    if house:
        base = load_rulebook(folder)
        known = _known(base, _stamps(base))
        found = [finding for finding in found if finding not in known] + [*check_house(law)]
    if not any(finding.rule in _REFUSALS for finding in found):
        found += check_readable(law)
    paths = [Path(one) for one in scenarios]
    if paths and law.playable and not any(finding.rule in ("normal-rules", "unsafe") for finding in found):
        from drakdom.lint.ground import CUT, check_ground

        found += (finding for finding in check_ground(law, paths) if finding.rule != CUT)
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (one.file, one.line, one.rule, one.message)))


class Grounding(NamedTuple):
    """What was found on so many scenarios, so many of them not to their ends; so many of the results had been kept."""

    findings: tuple[LintFinding, ...]
    scenarios: int
    cut: int
    kept: int = 0


def ground_each(
    folder: str | Path,
    scenarios: Sequence[str | Path],
    limits: Limits,
    progress: Progress | None = None,
    house: Iterable[str | Path] = (),
    keep: Keep = "no",
) -> Grounding:
    """Ground the law on each scenario file, one child a processor; that a file takes too long is a finding.

    Of so many files so much is possible that they are not grounded to their ends.

    With `house`, folders of house rules, only scenarios that put all of them in force count.

    `progress` is called with how many files are done, and how many there are; `keep` as for `check.check_paths`.
    """
    from drakdom.lint.ground import CUT, ENDLESS, ground, told_once

    paths, rules = [Path(one) for one in scenarios], tuple(map(Path, house))
    found: dict[int, tuple[LintFinding, ...]] = {}
    kept = 0

    def job(number: int) -> Answer:
        return ground(_sources(Path(folder), rules), paths[number])

    def workers(count: int) -> int:
        return min(os.cpu_count() or 1, max(count, 1))

    keeper = Keeper.of(keep, "ground", (LintFinding,), (str(folder), rules), (folder,))
    for number, result, before in run_each_kept(job, [Input((path,)) for path in paths], keeper, workers, limits):
        if isinstance(result, LimitError):
            result = (LintFinding(ENDLESS, str(paths[number]), 0, str(result)),)
        elif isinstance(result, DrakdomError):
            raise result
        found[number] = result
        kept += before
        if progress:
            progress(len(found), len(paths))
    every = [finding for number in sorted(found) for finding in found[number]]
    cut = len({finding.file for finding in every if finding.rule == CUT})
    told = tuple(told_once(finding for finding in every if finding.rule != CUT))
    return Grounding(told, len(paths), cut, kept)


def _sources(folder: Path, house: tuple[Path, ...]) -> Law:
    base = load_rulebook(folder)
    book = with_house_rules(base, [load_house_rule(one, base) for one in house])
    return _read(book, _stamps(book))


def _stamps(book: Rulebook) -> Stamps:
    """The files of a law as they are now."""
    folders = [book.folder, *(rule.folder for rule in book.house_rules)]
    files = {file for folder in folders for end in ("*.lp", "*.yaml") for file in folder.rglob(end)}
    return tuple(map(stamp_of, sorted(files)))


@lru_cache(maxsize=4)
def _known(book: Rulebook, stamps: Stamps) -> frozenset[LintFinding]:
    """What is wrong with the law of a rulebook by itself: read and checked once, however many house rules are."""
    law = _read(book, stamps)
    return frozenset(finding for check in CHECKS for finding in check(law))


@lru_cache(maxsize=4)
def _read(book: Rulebook, _stamps: Stamps) -> Law:
    return read_sources(book, core_file("core.lp").parent)
