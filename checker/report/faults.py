"""What the lint found in the law of a rulebook."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from checker.lint import LintFinding
from checker.report.page import Look, Page, bold, dim
from checker.rulebook import Rulebook

SCHEMA = "drakdom/lint/1"


def lint_text(found: Sequence[LintFinding], book: Rulebook, grounded: tuple[int, int], look: Look) -> str:
    """One line a finding, then their number; `grounded` on so many scenarios, so many of them not to their ends."""
    page = Page(look)
    for finding in found:
        help_ = f", {finding.help}" if finding.help else ""
        page.add(bold(_place(finding)), f": {finding.message}{help_}", dim(f" [{finding.rule}]"), hang=2)
    page.gap()
    scenarios, cut = grounded
    where = f", grounded on {scenarios} scenarios" if scenarios else ", not grounded on any scenario"
    where += f" ({cut} of them not to their ends: too much is possible)" if cut else ""
    result = f"{len(found)} finding{'s' if len(found) != 1 else ''}" if found else "nothing wrong"
    page.add(f"{book.title}: {result}{where}")
    return page.print()


def _place(finding: LintFinding) -> str:
    file = os.path.relpath(finding.file) if os.path.isabs(finding.file) else finding.file  # noqa: PTH117
    return f"{file}:{finding.line}" if finding.line else file


def lint_json(found: Sequence[LintFinding], book: Rulebook, grounded: tuple[int, int]) -> dict[str, Any]:
    """The JSON form of `lint_text`."""
    return {
        "schema": SCHEMA,
        "rulebook": book.slug,
        "scenarios": grounded[0],
        "cut": grounded[1],
        "findings": [
            {"rule": f.rule, "file": f.file, "line": f.line, "message": f.message, "help": f.help} for f in found
        ],
    }
