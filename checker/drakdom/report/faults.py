"""What the lint found in the law of a rulebook."""

from __future__ import annotations

import os
from typing import Any

from drakdom.lint import Grounding, LintFinding
from drakdom.report.page import Look, Page, bold, dim
from drakdom.rulebook import Rulebook

SCHEMA = "drakdom/lint/1"


def lint_text(found: Grounding, book: Rulebook, look: Look) -> str:
    """One line a finding, then their number, and on how many scenarios the law was grounded."""
    page = Page(look)
    for finding in found.findings:
        help_ = f", {finding.help}" if finding.help else ""
        page.add(bold(_place(finding)), f": {finding.message}{help_}", dim(f" [{finding.rule}]"), hang=2)
    page.gap()
    where = f", grounded on {found.scenarios} scenarios" if found.scenarios else ", not grounded on any scenario"
    where += f" ({found.cut} of them not to their ends: too much is possible)" if found.cut else ""
    where += f" ({found.kept} kept from before)" if found.kept else ""
    count = len(found.findings)
    result = f"{count} finding{'s' if count != 1 else ''}" if count else "nothing wrong"
    page.add(f"{book.title}: {result}{where}")
    return page.print()


def _place(finding: LintFinding) -> str:
    file = os.path.relpath(finding.file) if os.path.isabs(finding.file) else finding.file  # noqa: PTH117
    return f"{file}:{finding.line}" if finding.line else file


def lint_json(found: Grounding, book: Rulebook) -> dict[str, Any]:
    """The JSON form of `lint_text`."""
    return {
        "schema": SCHEMA,
        "rulebook": book.slug,
        "scenarios": found.scenarios,
        "cut": found.cut,
        "kept": found.kept,
        "findings": [
            {"rule": f.rule, "file": f.file, "line": f.line, "message": f.message, "help": f.help}
            for f in found.findings
        ],
    }
