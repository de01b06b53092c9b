"""Findings of the lint of a rulebook's law."""

from __future__ import annotations

import os
from typing import Any

from drakdom.lint import Grounding, LintFinding
from drakdom.report.page import Look, Page, bold, counted, dim
from drakdom.rulebook import Rulebook

SCHEMA = "drakdom/lint/1"


def lint_text(result: Grounding, book: Rulebook, look: Look) -> str:
    """Return a line for each finding, then their number and that of the scenarios on which the law was grounded."""
    page = Page(look)
    for finding in result.findings:
        help_ = f", {finding.help}" if finding.help else ""
        page.add(bold(_place(finding)), f": {finding.message}{help_}", dim(f" [{finding.rule}]"), hang=2)
    page.gap()
    extent = (
        f", grounded on {counted(result.scenarios, 'scenario')}"
        if result.scenarios
        else ", not grounded on any scenario"
    )
    extent += f" ({result.cut} of them not to their ends: too much is possible)" if result.cut else ""
    extent += f" ({result.kept} kept from before)" if result.kept else ""
    summary = counted(len(result.findings), "finding") if result.findings else "nothing wrong"
    page.add(f"{_subject(book)}: {summary}{extent}")
    return page.print()


def _subject(book: Rulebook) -> str:
    """Return the name of the law that was checked: that of the rulebook, or those of the house rules read beside it."""
    rules = " and ".join(rule.title for rule in book.house_rules)
    return f"{rules}, a house rule of {book.title}" if rules else book.title


def _place(finding: LintFinding) -> str:
    file = os.path.relpath(finding.file) if os.path.isabs(finding.file) else finding.file  # noqa: PTH117
    return f"{file}:{finding.line}" if finding.line else file


def lint_json(result: Grounding, book: Rulebook) -> dict[str, Any]:
    """Return the JSON form of `lint_text`."""
    return {
        "schema": SCHEMA,
        "rulebook": book.slug,
        "house_rules": [rule.name for rule in book.house_rules],
        "scenarios": result.scenarios,
        "cut": result.cut,
        "kept": result.kept,
        "findings": [
            {
                "rule": finding.rule,
                "file": finding.file,
                "line": finding.line,
                "message": finding.message,
                "help": finding.help,
            }
            for finding in result.findings
        ],
    }
