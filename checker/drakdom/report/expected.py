"""Expectations of a scenario compared with its verdict."""

from __future__ import annotations

from drakdom.language import t
from drakdom.report.page import Page, Span, dim
from drakdom.verdict import ClaimResult


def claim_lines(page: Page, claim: ClaimResult, indent: int, *, with_clauses: bool = False) -> None:
    """Add one expectation with its result; if it fails, also the actual result and its place in the file.

    `with_clauses` adds the clauses that decide it, if they were searched, also if it holds.
    """
    mark = Span(t("holds"), "green") if claim.passed else Span(t("FAILS"), "bold red")
    page.add(mark, f"  {expectation(claim)}", indent=indent, hang=7)
    if claim.passed:
        if with_clauses and claim.because:
            page.add(t("its clauses: {clauses}", clauses=", ".join(claim.because)), indent=indent + 7, hang=2)
        return
    page.add(t("found: {found}", found=claim.found), indent=indent + 7, hang=2)
    for reading, result in claim.by_reading:
        page.add(f"{reading}: {result}", indent=indent + 9, hang=2)
    if claim.missing:
        page.add(t("not decided by: {clauses}", clauses=", ".join(claim.missing)), indent=indent + 7, hang=2)
    if claim.unwanted:
        page.add(t("decided by: {clauses}", clauses=", ".join(claim.unwanted)), indent=indent + 7, hang=2)
    if claim.because:
        page.add(t("its clauses: {clauses}", clauses=", ".join(claim.because)), indent=indent + 7, hang=2)
    page.add(dim(str(claim.place)), indent=indent + 7)


def expectation(claim: ClaimResult) -> str:
    """Return an expectation on one line, such as `odds: falls(Ada) = 1/3`."""
    wanted = f" = {claim.wanted.rpartition(' ')[2]}" if claim.kind in ("odds", "at_best", "at_worst") else ""
    return f"{claim.kind.replace('_', ' ')}: {claim.claim}{wanted}"


def combined(combination: tuple[tuple[str, str], ...]) -> str:
    """Return the choices of a matrix as `axis=choice, ..`."""
    return ", ".join(f"{axis}={choice}" for axis, choice in combination)
