"""Results of a check as Markdown, for the summary page of a job: counts, and a section for each failure."""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.report.markdown import escaped
from drakdom.report.page import printable
from drakdom.report.troubles import name_of, troubles
from drakdom.tools.check import CheckReport

MOST = 200
"""Number of scenarios that are shown in detail; services cut longer pages off."""
_COUNTS = ("passed", "failed", "errored", "skipped", "silent")


def check_summary(report: CheckReport, again: Sequence[str] = ()) -> str:
    """Return the page: a table of counts, then the failures and errors of each scenario."""
    counts = [*(report.count(outcome) for outcome in _COUNTS), report.unfinished]  # type: ignore[arg-type]
    names = (*_COUNTS[:4], "without expectations", "not checked")
    lines = ["## drakdom check", "", f"| {' | '.join(names)} |", f"|{' ---: |' * len(names)}"]
    lines += [f"| {' | '.join(map(str, counts))} |", ""]
    wrong = [case for case in report.cases if case.outcome in ("failed", "errored")]
    for case in wrong[:MOST]:
        title = f": {case.title}" if case.title else ""
        lines += [f"### {escaped(printable(name_of(case) + title))}", ""]
        for trouble in troubles(case, again):
            lines += [f"- {escaped(printable(f'{trouble.place}: {trouble.message}'))}"]
            lines += [f"  - {escaped(printable(detail))}" for detail in trouble.details]
        lines.append("")
    if len(wrong) > MOST:
        lines += [f"{len(wrong) - MOST} more are in the other reports.", ""]
    return "\n".join(lines)
