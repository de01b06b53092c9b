"""What a check found wrong, in the one form of which reports for machines are made."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import quote

from checker.check import CaseResult
from checker.errors import Place
from checker.report.expected import combined, expectation
from checker.verdict import ClaimResult


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
            Trouble("error", "error", one.place, ", ".join(filter(None, (one.message, one.help))), (rerun,))
            for one in case.problems
        )
    claims = case.verdict.claims if case.verdict else ()
    return tuple(
        Trouble("failure", claim.kind, claim.place, f"does not hold: {expectation(claim)}", (*_found(claim), rerun))
        for claim in claims
        if not claim.passed
    )


def rerun_of(case: CaseResult, again: Sequence[str]) -> str:
    """The command that checks this scenario alone."""
    return shlex.join(["drakdom", "check", case.file, *again])


def name_of(case: CaseResult) -> str:
    """The file, and what its matrix chose."""
    combination = case.verdict.combination if case.verdict else ()
    return case.file + (f" [{combined(combination)}]" if combination else "")


def uri_of(file: str) -> str:
    """A file as a relative URI, if it lies under the folder that one is in."""
    path = Path(file)
    try:
        return quote(path.resolve().relative_to(Path.cwd().resolve()).as_posix())
    except ValueError:
        return path.resolve().as_uri()


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
