"""Results of a check: a row for each scenario, and the details of those that fail or have errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import PurePath
from typing import Any, NamedTuple

from drakdom.language import mark, t, tn
from drakdom.report.expected import claim_lines, combined
from drakdom.report.heading import house_rules
from drakdom.report.page import Look, Page, Span, columns, seconds
from drakdom.report.troubles import chosen, rerun_of
from drakdom.tools.check import CaseResult, CheckReport, Outcome

_MARKS = {
    "passed": (mark("PASS"), "green"),
    "failed": (mark("FAIL"), "bold red"),
    "errored": (mark("ERROR"), "bold yellow"),
    "silent": (mark("NONE"), "dim"),
    "skipped": (mark("SKIP"), "dim"),
}
SCHEMA = "drakdom/check/1"


class Shown(NamedTuple):
    """Extent of a table: `quiet` has only failures, `verbose` every expectation, `durations` the slowest scenarios."""

    quiet: bool = False
    verbose: bool = False
    durations: int = 0


def check_text(report: CheckReport, look: Look, shown: Shown, again: Sequence[str] = ()) -> str:
    """Return the table, the failures and errors, and a line of counts; `again` as for `troubles`."""
    page = Page(look)
    rows = [case for case in report.cases if not shown.quiet or case.outcome in ("failed", "errored")]
    for folder, group in groupby(rows, key=lambda case: PurePath(case.file).parent):
        page.gap()
        page.add(str(folder))
        cases = list(group)
        room = max(columns(_name(case)) for case in cases)
        for case in cases:
            _row(page, case, room)
            if shown.verbose and case.outcome == "passed" and case.verdict:
                for claim in case.verdict.claims:
                    claim_lines(page, claim, indent=8, with_clauses=True)
    _errors(page, report)
    for case in report.cases:
        if case.outcome == "failed":
            _failure(page, case, again)
    _slowest(page, report, shown.durations)
    page.gap()
    page.add(_summary(report))
    return page.print()


def _row(page: Page, case: CaseResult, room: int) -> None:
    mark, width = _mark(case.outcome), max(columns(t(word)) for word, _ in _MARKS.values()) + 2
    gap = "\0" * (min(room, page.look.width - 15 - width) - columns(_name(case)))
    before = "\0" * (width - columns(mark.text))
    page.add(mark, before, _name(case) + gap, "  ", _about(case), indent=2, hang=width)


def _slowest(page: Page, report: CheckReport, most: int) -> None:
    """Add the scenarios that took longest; the time of those kept from before is that of their ruling."""
    slowest = sorted(report.cases, key=lambda case: -case.seconds)[:most]
    if slowest:
        page.gap()
    for case in slowest:
        page.add(f"{seconds(case.seconds)}  {case.file}{chosen(case)}", indent=2)


def _mark(outcome: Outcome) -> Span:
    word, style = _MARKS[outcome]
    return Span(t(word), style)


def _name(case: CaseResult) -> str:
    return PurePath(case.file).name + chosen(case)


def _about(case: CaseResult) -> Span:
    if case.outcome == "errored":
        return Span(tn("{n} problem", "{n} problems", len(case.problems)))
    if case.outcome == "skipped":
        return Span(case.reason, "dim")
    claims = case.verdict.claims if case.verdict else ()
    if not claims:
        return Span(t("expects nothing"), "dim")
    held, all_ = sum(claim.passed for claim in claims), len(claims)
    return Span(t("{n} of {m} hold", n=held, m=all_) if held < all_ else tn("{n} holds", "{n} hold", held), "dim")


def _errors(page: Page, report: CheckReport) -> None:
    """Add the errors; one that many files share, such as a broken law, stands once."""
    errored = [case for case in report.cases if case.outcome == "errored"]
    files: dict[tuple[str, str], list[str]] = {}
    for case in errored:
        for problem in case.problems:
            at = str(problem.place) if problem.line else ""
            files.setdefault((at, str(replace(problem, file="", line=0, column=0))), []).append(case.file)
    for (at, message), names in files.items():
        page.gap()
        more = t(" and {n} more", n=len(names) - 1) if len(names) > 1 else ""
        page.add(_mark("errored"), f" {at or names[0]}{more}: {message}", hang=2)


def _failure(page: Page, case: CaseResult, again: Sequence[str]) -> None:
    page.gap()
    page.add(_mark("failed"), f" {case.file}", f": {case.title}" if case.title else "", hang=2)
    if case.verdict and case.verdict.combination:
        page.add(t("under {choices}", choices=combined(case.verdict.combination)), indent=2)
    house_rules(page, case.verdict.house_rules if case.verdict else (), indent=2)
    for claim in case.verdict.claims if case.verdict else ():
        if not claim.passed:
            claim_lines(page, claim, indent=2)
    page.verbatim(t("again: {command}", command=rerun_of(case, again)), indent=2)


def _summary(report: CheckReport) -> str:
    counts = [
        t("{n} passed", n=report.count("passed")),
        t("{n} failed", n=report.count("failed")),
        t("{n} errored", n=report.count("errored")),
    ]
    if skipped := report.count("skipped"):
        counts.append(t("{n} skipped", n=skipped))
    if silent := report.count("silent"):
        counts.append(t("{n} without expectations", n=silent))
    if report.unfinished:
        counts.append(t("{n} not checked", n=report.unfinished))
    summary = t("{counts} in {time}", counts=", ".join(counts), time=seconds(report.seconds))
    return summary + (t(" ({n} kept from before)", n=report.kept) if report.kept else "")


def check_json(report: CheckReport, again: Sequence[str] = ()) -> dict[str, Any]:
    """Return the JSON form of a check; `again` as for `troubles`."""
    return {
        "schema": SCHEMA,
        "exit_code": report.exit_code,
        "passed": report.count("passed"),
        "failed": report.count("failed"),
        "errored": report.count("errored"),
        "silent": report.count("silent"),
        "skipped": report.count("skipped"),
        "unfinished": report.unfinished,
        "kept": report.kept,
        "seconds": report.seconds,
        "cases": [_case_json(case, again) for case in report.cases],
    }


def _case_json(case: CaseResult, again: Sequence[str]) -> dict[str, Any]:
    return {
        "file": case.file,
        "title": case.title,
        "outcome": case.outcome,
        "exit_code": case.exit_code or int(case.outcome == "failed"),
        "seconds": case.seconds,
        "reason": case.reason,
        "again": rerun_of(case, again),
        "problems": [
            {
                "file": problem.file,
                "line": problem.line,
                "column": problem.column,
                "message": problem.message,
                "help": problem.help,
            }
            for problem in case.problems
        ],
        "verdict": case.verdict.to_json() if case.verdict else None,
    }
