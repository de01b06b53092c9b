"""Clauses as quoted on a page: id, section and words."""

from __future__ import annotations

from collections.abc import Iterable

from drakdom.report.page import Page, bold, columns, dim
from drakdom.rulebook import Rulebook
from drakdom.verdict import Verdict

NEAREST = 3
"""The most clauses named with a finding, unless the full report is wanted."""
ROOMY = 60
"""The least width in columns at which clause ids get a column of their own."""


def quote(page: Page, book: Rulebook, clauses: Iterable[str]) -> None:
    """Quote clauses of the ledger."""
    entries = [book.ledger[clause] for clause in clauses]
    cite(page, ((entry.id, entry.section, entry.text) for entry in entries))


def cite(page: Page, clauses: Iterable[tuple[str, str, str]]) -> None:
    """Quote clauses with section and text; their ids get a column of their own if the page is wide enough."""
    rows = list(clauses)
    width = max((columns(row[0]) for row in rows), default=0)
    for clause, section, text in rows:
        where = dim(f"{section}: " if section else "")
        if page.look.width >= ROOMY:
            page.pair(bold(clause), where, text, indent=2, width=width)
        else:
            page.add(bold(clause), "  ", where, text, indent=2, hang=2)


def deciding(verdict: Verdict) -> frozenset[str]:
    """Return the clauses nearest to each outcome and finding, and those in doubt."""
    clauses = {clause for branch in verdict.branches for clause, _ in branch.readings}
    for branch in verdict.branches:
        for outcome in branch.outcomes:
            clauses.update(outcome.clauses[:1])
        for finding in branch.findings:
            clauses.update(finding.clauses[:NEAREST])
    return frozenset(clauses)
