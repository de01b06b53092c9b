"""Results of a check as TAP, version 13: a line for each scenario, with a YAML block if it fails or has errors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from drakdom.report.page import printable
from drakdom.report.troubles import name_of, troubles
from drakdom.tools.check import CaseResult, CheckReport

_NO_HASH = "\N{FULLWIDTH NUMBER SIGN}"
"""The sign in place of `#` in a name: some readers take a `#`, even an escaped one, for the start of a directive."""


def check_tap(report: CheckReport, again: Sequence[str] = ()) -> str:
    """Return the stream. An interrupted run bails out; its plan counts the unchecked scenarios too."""
    lines = ["TAP version 13", f"1..{len(report.cases) + report.unfinished}"]
    for number, case in enumerate(report.cases, 1):
        lines += _case(number, case, again)
    if report.unfinished:
        lines.append(f"Bail out! {report.unfinished} were not checked")
    return "\n".join(lines) + "\n"


def _case(number: int, case: CaseResult, again: Sequence[str]) -> Iterator[str]:
    name = printable(name_of(case)).replace("#", _NO_HASH)
    if case.outcome in ("silent", "skipped"):
        yield f"ok {number} - {name} # SKIP {printable(case.reason) or 'expects nothing'}"
        return
    yield f"{'ok' if case.outcome == 'passed' else 'not ok'} {number} - {name}"
    if case.outcome != "passed":
        yield "  ---"
        yield from (f"  {key}: {json.dumps(value)}" for key, value in _diagnosis(case, again).items())
        yield "  ..."


def _diagnosis(case: CaseResult, again: Sequence[str]) -> dict[str, Any]:
    """Return the values of the YAML block; JSON is YAML, so each value fits on the line of its key."""
    problems = [
        {"at": str(trouble.place), "message": trouble.message, "details": list(trouble.details)}
        for trouble in troubles(case, again)
    ]
    return {"severity": "error" if case.outcome == "errored" else "fail", "title": case.title, "troubles": problems}
