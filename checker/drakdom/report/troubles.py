"""What a check found wrong, in the one form of which reports for machines are made."""

from __future__ import annotations

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
from drakdom.verdict import ClaimResult


@dataclass(frozen=True, slots=True)
class Trouble:
    """One expectation that does not hold, or one thing that is wrong in a file.

    `kind` is the kind of the claim (always, odds ..), or `error`. `details` are whole lines: what was found, by which
    clauses, and the command with which it comes again.
    """

    severity: Literal["failure", "error"]
    kind: str
    place: Place
    message: str
    details: tuple[str, ...]


def troubles(case: CaseResult, again: Sequence[str] = ()) -> tuple[Trouble, ...]:
    """What is wrong with one scenario; `again` are the options of the command that checked it."""
    rerun = f"again: {rerun_of(case, again)}"
    if case.outcome == "errored":
        return tuple(
            Trouble("error", "error", _at(one, case), ", ".join(filter(None, (one.message, one.help))), (rerun,))
            for one in case.problems
        )
    claims = case.verdict.claims if case.verdict else ()
    return tuple(
        Trouble("failure", claim.kind, claim.place, f"does not hold: {expectation(claim)}", (*_found(claim), rerun))
        for claim in claims
        if not claim.passed
    )


def _at(problem: Problem, case: CaseResult) -> Place:
    """Where a problem is; what is wrong in no file is shown at the scenario: some readers refuse what has no place."""
    return problem.place if problem.file else Place(case.file)


def rerun_of(case: CaseResult, again: Sequence[str]) -> str:
    """The command that checks this scenario alone."""
    file = f"./{case.file}" if case.file.startswith("-") else case.file  # it is no option
    return shlex.join(["drakdom", "check", file, *again])


def name_of(case: CaseResult) -> str:
    """The file, and what its matrix chose."""
    return case.file + chosen(case)


def chosen(case: CaseResult) -> str:
    """What a matrix chose, behind the name of a file."""
    combination = case.verdict.combination if case.verdict else ()
    return f" [{combined(combination)}]" if combination else ""


def uri_of(file: str) -> str:
    """A file as `path_of` tells it, as a URI: a relative one, if it can be."""
    path = path_of(file)
    return Path(path).as_uri() if Path(path).is_absolute() else quote(os.fsencode(path))


def path_of(file: str) -> str:
    """A file as seen from the folder that one is in, if it lies under it; otherwise from the root.

    In a workflow of GitHub it is the folder of the repository, wherever in it one is.
    """
    path, here = Path(os.path.realpath(file)), Path.cwd().resolve()  # a link to itself leads to no error
    if (whole := os.environ.get("GITHUB_WORKSPACE")) and here.is_relative_to(Path(whole).resolve()):
        here = Path(whole).resolve()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def _found(claim: ClaimResult) -> Iterable[str]:
    yield f"found: {claim.found}"
    for reading, found in claim.by_reading:
        yield f"read as {reading}: {found}"
    if claim.missing:
        yield f"not decided by: {', '.join(claim.missing)}"
    if claim.unwanted:
        yield f"decided by: {', '.join(claim.unwanted)}"
    if claim.because:
        yield f"its clauses: {', '.join(claim.because)}"
