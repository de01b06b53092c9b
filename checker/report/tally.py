"""What came of checking many scenarios: a row for each, and everything about those that do not hold."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import PurePath
from typing import Any

from checker.check import CaseResult, CheckReport
from checker.report.expected import claim_lines, combined
from checker.report.heading import house_rules
from checker.report.page import Look, Page, Span, columns, seconds

_MARKS = {"passed": ("PASS", "green"), "failed": ("FAIL", "bold red"), "errored": ("ERROR", "bold yellow")}
_SILENT = ("NONE", "dim")
SCHEMA = "drakdom/check/1"


def tally(report: CheckReport, look: Look, quiet: bool = False) -> str:
    """The table, then the failures and errors, then one line with the counts."""
    page = Page(look)
    shown = [c for c in report.cases if not quiet or c.outcome in ("failed", "errored")]
    for folder, some in groupby(shown, key=lambda case: PurePath(case.file).parent):
        page.gap()
        page.add(str(folder))
        cases = list(some)
        room = max(columns(_name(case)) for case in cases)
        for case in cases:
            _row(page, case, room)
    _errors(page, report)
    for case in report.cases:
        if case.outcome == "failed":
            _failure(page, case)
    page.gap()
    page.add(_summary(report))
    return page.print()


def _row(page: Page, case: CaseResult, room: int) -> None:
    word, style = _MARKS.get(case.outcome, _SILENT)
    gap = "\0" * (min(room, page.look.width - 22) - columns(_name(case)))
    page.add(Span(word, style), "\0" * (7 - len(word)), _name(case) + gap, "  ", _about(case), indent=2, hang=7)


def _name(case: CaseResult) -> str:
    combination = case.verdict.combination if case.verdict else ()
    return PurePath(case.file).name + (f" [{combined(combination)}]" if combination else "")


def _about(case: CaseResult) -> Span:
    if case.outcome == "errored":
        return Span(f"{len(case.problems)} problem{'s' if len(case.problems) != 1 else ''}")
    claims = case.verdict.claims if case.verdict else ()
    if not claims:
        return Span("expects nothing", "dim")
    held = sum(claim.passed for claim in claims)
    return Span(f"{held} of {len(claims)} hold" if held < len(claims) else f"{held} hold", "dim")


def _errors(page: Page, report: CheckReport) -> None:
    """What is wrong in files; what is the same in many, as a broken law is, stands once."""
    errored = [case for case in report.cases if case.outcome == "errored"]
    files: dict[tuple[str, str], list[str]] = {}
    for case in errored:
        for problem in case.problems:
            at = str(problem.place) if problem.line else ""
            files.setdefault((at, str(replace(problem, file="", line=0, column=0))), []).append(case.file)
    word, style = _MARKS["errored"]
    for (at, message), where in files.items():
        page.gap()
        several = f" and {len(where) - 1} more" if len(where) > 1 else ""
        page.add(Span(word, style), f" {at or where[0]}{several}: {message}", hang=2)


def _failure(page: Page, case: CaseResult) -> None:
    word, style = _MARKS["failed"]
    page.gap()
    page.add(Span(word, style), f" {case.file}", f": {case.title}" if case.title else "", hang=2)
    if case.verdict and case.verdict.combination:
        page.add(f"under {combined(case.verdict.combination)}", indent=2)
    house_rules(page, case.verdict.house_rules if case.verdict else (), indent=2)
    for claim in case.verdict.claims if case.verdict else ():
        if not claim.passed:
            claim_lines(page, claim, indent=2)


def _summary(report: CheckReport) -> str:
    silent = report.count("silent")
    counts = [f"{report.count(o)} {o}" for o in ("passed", "failed", "errored")]
    counts += [f"{silent} without expectations"] if silent else []
    return f"{', '.join(counts)} in {seconds(report.seconds)}"


def tally_json(report: CheckReport) -> dict[str, Any]:
    """The JSON form of a check."""
    return {
        "schema": SCHEMA,
        "exit_code": report.exit_code,
        "passed": report.count("passed"),
        "failed": report.count("failed"),
        "errored": report.count("errored"),
        "silent": report.count("silent"),
        "seconds": report.seconds,
        "cases": [_case_json(case) for case in report.cases],
    }


def _case_json(case: CaseResult) -> dict[str, Any]:
    return {
        "file": case.file,
        "title": case.title,
        "outcome": case.outcome,
        "exit_code": case.exit_code,
        "seconds": case.seconds,
        "problems": [
            {"file": p.file, "line": p.line, "column": p.column, "message": p.message, "help": p.help}
            for p in case.problems
        ],
        "verdict": case.verdict.to_json() if case.verdict else None,
    }
