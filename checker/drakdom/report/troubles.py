"""Failures and errors of a check, in the form from which the reports for machines are made."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from drakdom.errors import Place, Problem
from drakdom.report.expected import combined, expectation
from drakdom.tools.check import CaseResult
from drakdom.tools.files import STDIN
from drakdom.verdict import ClaimResult


@dataclass(frozen=True, slots=True)
class Trouble:
    """One expectation that does not hold, or one error in a file.

    `kind` is the kind of the claim (always, odds ..), or `error`. `details` are whole lines: the actual result, its
    clauses, and the command that repeats the check.
    """

    severity: Literal["failure", "error"]
    kind: str
    place: Place
    message: str
    details: tuple[str, ...]


def troubles(case: CaseResult, again: Sequence[str] = ()) -> tuple[Trouble, ...]:
    """Return the failures and errors of one scenario; `again` are the options of the command that checked it."""
    rerun = f"again: {rerun_of(case, again)}"
    if case.outcome == "errored":
        return tuple(
            Trouble(
                "error", "error", _at(problem, case), ", ".join(filter(None, (problem.message, problem.help))), (rerun,)
            )
            for problem in case.problems
        )
    claims = case.verdict.claims if case.verdict else ()
    return tuple(
        Trouble("failure", claim.kind, claim.place, f"does not hold: {expectation(claim)}", (*_details(claim), rerun))
        for claim in claims
        if not claim.passed
    )


def _at(problem: Problem, case: CaseResult) -> Place:
    """Return the place of a problem; without a file, the scenario, since some readers need a place.

    A line after the last one becomes the last one: readers show no place outside a file.
    """
    place = problem.place if problem.file else Place(case.file)
    if place.line <= 1:
        return place
    with contextlib.suppress(OSError, ValueError), Path(place.file).open("rb") as stream:
        lines = max(sum(1 for _ in stream), 1)
        return place if place.line <= lines else Place(place.file, lines, 0)
    return place


def rerun_of(case: CaseResult, again: Sequence[str]) -> str:
    """Return the command that checks this scenario alone."""
    file = f"./{case.file}" if case.file.startswith("-") else case.file  # so that it is not taken for an option
    file = "-" if file == STDIN else file
    return shlex.join(["drakdom", "check", file, *again])


def name_of(case: CaseResult) -> str:
    """Return the file, with the choices of its matrix."""
    return case.file + chosen(case)


def chosen(case: CaseResult) -> str:
    """Return the choices of a matrix, to stand after the name of a file."""
    combination = case.verdict.combination if case.verdict else ()
    return f" [{combined(combination)}]" if combination else ""


def uri_of(file: str) -> str:
    """Return the path from `path_of` as a URI, relative if the path is."""
    path = path_of(file)
    return Path(path).as_uri() if Path(path).is_absolute() else quote(os.fsencode(path))


def path_of(file: str) -> str:
    """Return the path of a file relative to the current folder if the file lies under it, or else absolute.

    In a GitHub workflow it is relative to the folder of the repository.
    """
    path, base = Path(os.path.realpath(file)), Path.cwd().resolve()  # realpath: a link to itself is no error
    if (workspace := os.environ.get("GITHUB_WORKSPACE")) and base.is_relative_to(Path(workspace).resolve()):
        base = Path(workspace).resolve()
    return (path.relative_to(base) if path.is_relative_to(base) else path).as_posix()


def _details(claim: ClaimResult) -> Iterable[str]:
    yield f"found: {claim.found}"
    for reading, result in claim.by_reading:
        yield f"read as {reading}: {result}"
    if claim.missing:
        yield f"not decided by: {', '.join(claim.missing)}"
    if claim.unwanted:
        yield f"decided by: {', '.join(claim.unwanted)}"
    if claim.because:
        yield f"its clauses: {', '.join(claim.because)}"
