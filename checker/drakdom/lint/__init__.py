"""The lint of the law: faults that can be seen without play, and cycles in the ground law of given scenarios.

Each check is a function of the parsed law; `CHECKS` lists them in the order of their findings.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from drakdom import kept
from drakdom.cluster import runner_for
from drakdom.errors import DrakdomError, InputError, LimitError
from drakdom.kept import Answer, Input, Keep, ResultCache, run_each_kept
from drakdom.law.facts import core_file
from drakdom.law.law import Stamp, stamp_of
from drakdom.lint.clauses import check_ids, check_overrides, check_subjects
from drakdom.lint.files import check_headers, check_loaded, check_readable, check_syntax
from drakdom.lint.fix import fix_headers
from drakdom.lint.gaps import check_ruled, check_start, check_topology
from drakdom.lint.house import check_house
from drakdom.lint.order_of_play import check_order_of_play
from drakdom.lint.pictures import check_pictures
from drakdom.lint.predicates import check_dead, check_fluents, check_predicates, check_rolls, check_unread
from drakdom.lint.rules import check_moment, check_normal, check_one_clause, check_pools, check_reserved, check_safe
from drakdom.lint.source import Law, LintFinding, read_sources
from drakdom.lint.unknown_words import check_words
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
from drakdom.rulebook.textfile import text_or_error
from drakdom.sandbox import Limits
from drakdom.step.case import law_of

if TYPE_CHECKING:
    from drakdom.cluster.door import Client

Progress = Callable[[int, int], None]
Stamps = tuple[Stamp, ...]
#: Maximum number of rulebooks whose law and findings are remembered.
_MOST_BOOKS = 16

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
    check_words,
    check_dead,
    check_phases,
    check_order_of_play,
    check_dice,
    check_chances,
    check_events,
    check_gaps,
    check_readings,
    check_secrets,
    check_start,
    check_topology,
    check_ruled,
    check_pictures,
)


__all__ = [
    "CHECKS", "Grounding", "LintFinding", "can_be_grounded", "fix_rulebook", "ground_each", "lint_rulebook",
]  # fmt: skip

_REFUSALS = frozenset(
    {
        "syntax", "loaded", "normal-rules", "unsafe", "reserved", "moment", "subject", "unknown-clause", "events",
        "dice", "chances",
    }
)  # fmt: skip
"""Checks that find most of what the engine refuses; the engine is asked only if they find nothing."""


def lint_rulebook(
    folder: str | Path, scenarios: Iterable[str | Path] = (), house: Iterable[str | Path] = ()
) -> tuple[LintFinding, ...]:
    """All faults of the law in a rulebook's folder, sorted by file and line.

    With `scenarios`, the law is also grounded on each, to find cycles through `not` and messages of the solver.
    With `house`, folders of house rules, faults of the rulebook alone are left out. Raises InputError if the
    vocabulary or the ledger cannot be read.
    """
    house = tuple(house)
    law = _sources(Path(folder), tuple(map(Path, house)))
    findings = [finding for check in CHECKS for finding in check(law)]
    if house:
        base = load_rulebook(folder)
        of_base = _faults_of_base(base, _stamps(base))
        findings = [finding for finding in findings if finding not in of_base] + [*check_house(law)]
    if not any(finding.rule in _REFUSALS for finding in findings):
        findings += check_readable(law)
    paths = [Path(path) for path in scenarios]
    if paths and _is_loadable(law.rulebook):
        from drakdom.lint.ground import CUT, check_ground

        findings += (finding for finding in check_ground(law, paths) if finding.rule != CUT)
    return tuple(sorted(dict.fromkeys(findings), key=lambda f: (f.file, f.line, f.rule, f.message)))


def can_be_grounded(folder: str | Path, house: Iterable[str | Path]) -> bool:
    """Return True if the law can be grounded in spite of what `lint_rulebook` finds."""
    return _is_loadable(_sources(Path(folder), tuple(map(Path, house))).rulebook)


def _is_loadable(rulebook: Rulebook) -> bool:
    try:
        law_of(rulebook)
    except InputError:
        return False
    return True


def fix_rulebook(folder: str | Path, house: Iterable[str | Path] = ()) -> list[str]:
    """Rewrite the false headers of a rulebook, or of house rules if any are given; return the names of the files."""
    homes = tuple(map(Path, house))
    law = _sources(Path(folder), homes)
    files = tuple(file for file in law.files if not homes or law.home(file.path) != law.folder)
    return fix_headers(replace(law, files=files))


class Grounding(NamedTuple):
    """Findings on a number of scenarios, with the numbers of those cut short and of those kept from before."""

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
    *,
    jobs: int = 0,
    client: Client | None = None,
    results: Path | None = None,
) -> Grounding:
    """Ground the law on each scenario file in up to `jobs` child processes (0: one for each processor).

    A file that takes too long is a finding; one with too many possibilities is cut short. With `house`, folders of
    house rules, only scenarios that put all of them in force count. `progress` gets the numbers of files done and in
    all; `keep`, `client` and `results` are as for `check.check_paths`.
    """
    from drakdom.lint.ground import CUT, ENDLESS, without_repeats

    paths, rules = [Path(path) for path in scenarios], tuple(map(Path, house))
    findings_of: dict[int, tuple[LintFinding, ...]] = {}
    before_now = 0
    texts = tuple(map(text_or_error, paths)) if client else ()
    job = Ground(Path(folder), rules, tuple(paths), texts)
    cache = ResultCache.of(keep, "ground", (LintFinding,), (str(folder), rules), (folder,), place=results)
    inputs = [Input((path,)) for path in paths]
    with runner_for(client, jobs or os.cpu_count() or 1) as runner:
        for number, result, before in run_each_kept(job, inputs, cache, runner, limits):
            if isinstance(result, LimitError):
                result = (LintFinding(ENDLESS, str(paths[number]), 0, str(result)),)
            elif isinstance(result, DrakdomError):
                raise result
            findings_of[number] = result
            before_now += before
            if progress:
                progress(len(findings_of), len(paths))
    findings = [finding for number in sorted(findings_of) for finding in findings_of[number]]
    cut = len({finding.file for finding in findings if finding.rule == CUT})
    distinct = tuple(without_repeats(finding for finding in findings if finding.rule != CUT))
    return Grounding(distinct, len(paths), cut, before_now)


@dataclass(frozen=True)
class Ground:
    """Grounds the law on the scenario file of a number. `texts` are those of the files, or errors of reading them."""

    folder: Path
    house: tuple[Path, ...]
    files: tuple[Path, ...]
    texts: tuple[str | DrakdomError, ...] = ()

    @property
    def laws(self) -> tuple[kept.Law, ...]:
        """The law that is grounded."""
        return (kept.Law(str(self.folder.absolute()), tuple(str(rule.absolute()) for rule in self.house)),)

    def __call__(self, number: int) -> Answer:
        """Return the findings on a file."""
        from drakdom.lint.ground import ground

        text = self.texts[number] if self.texts else None
        return ground(_sources(self.folder, self.house), self.files[number], text)


def _sources(folder: Path, house: tuple[Path, ...]) -> Law:
    base = load_rulebook(folder)
    book = with_house_rules(base, [load_house_rule(path, base) for path in house])
    return _read(book, _stamps(book))


def _stamps(book: Rulebook) -> Stamps:
    """Stamps of a law's files as they are now."""
    folders = [book.folder, *(rule.folder for rule in book.house_rules)]
    files = {file for folder in folders for end in ("*.lp", "*.yaml") for file in folder.rglob(end)}
    return tuple(map(stamp_of, sorted(files)))


@lru_cache(_MOST_BOOKS)
def _faults_of_base(book: Rulebook, stamps: Stamps) -> frozenset[LintFinding]:
    """Faults of a rulebook by itself, computed once for all house rules."""
    law = _read(book, stamps)
    return frozenset(finding for check in CHECKS for finding in check(law))


@lru_cache(_MOST_BOOKS)
def _read(book: Rulebook, _stamps: Stamps) -> Law:
    return read_sources(book, core_file("core.lp").parent)
