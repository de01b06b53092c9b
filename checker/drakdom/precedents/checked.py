"""Precedents under the law of today: those that come out otherwise, with both rulings and the clauses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from drakdom.errors import Problem
from drakdom.sandbox import Limits
from drakdom.scenario import read_combinations
from drakdom.tools.check import CheckReport, Progress, check_paths


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A ruling on record that the law does not give any more.

    `claim` is what was ruled, `then` how, by the clauses `clauses_then`; `now` and `clauses_now` are those of today.
    `missing` are the clauses that decided then and do not decide now.
    """

    file: str
    title: str
    claim: str
    then: str
    now: str
    clauses_then: tuple[str, ...]
    clauses_now: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """The precedents of a folder, ruled on again. `problems` are the errors of files that could not be ruled on."""

    count: int
    overruled: int
    otherwise: tuple[Otherwise, ...]
    problems: tuple[Problem, ...]


def check_again(
    folder: str | Path,
    rulebook_dirs: Iterable[str | Path],
    limits: Limits,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Checked:
    """Rule again on all precedents of a folder that are not overruled. Raises as `check_paths`."""
    dirs = tuple(rulebook_dirs)
    report = check_paths([folder], dirs, progress, jobs=jobs, limits=limits, keep="yes")
    return Checked(
        len(report.cases),
        report.count("skipped"),
        tuple(_otherwise(report, dirs)),
        tuple(problem for case in report.cases for problem in case.problems),
    )


def _otherwise(report: CheckReport, dirs: tuple[str | Path, ...]) -> Iterable[Otherwise]:
    for case in report.cases:
        failing = [claim for claim in case.verdict.claims if not claim.passed] if case.verdict else []
        if not failing:
            continue
        stated = {
            claim.place: claim.because for scenario in read_combinations(case.file, dirs) for claim in scenario.claims
        }
        for claim in failing:
            then = stated.get(claim.place, ())
            yield Otherwise(
                file=case.file,
                title=case.title,
                claim=claim.claim,
                then=claim.wanted,
                now=claim.found,
                clauses_then=then,
                clauses_now=tuple(claim.because),
                missing=tuple(claim.missing),
            )
