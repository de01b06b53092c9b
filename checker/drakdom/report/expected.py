"""Expectations against what was ruled."""

from __future__ import annotations

from drakdom.language import t
from drakdom.report.page import Page, Span, dim
from drakdom.verdict import ClaimResult


def claim_lines(page: Page, claim: ClaimResult, indent: int) -> None:
    """One expectation and whether it holds; if not, what was found instead and where it stands."""
    mark = Span(t("holds"), "green") if claim.passed else Span(t("FAILS"), "bold red")
    page.add(mark, f"  {expectation(claim)}", indent=indent, hang=7)
    if claim.passed:
        return
    page.add(t("found: {found}", found=claim.found), indent=indent + 7, hang=2)
    for reading, found in claim.by_reading:
        page.add(f"{reading}: {found}", indent=indent + 9, hang=2)
    if claim.missing:
        page.add(t("not decided by: {clauses}", clauses=", ".join(claim.missing)), indent=indent + 7, hang=2)
    if claim.unwanted:
        page.add(t("decided by: {clauses}", clauses=", ".join(claim.unwanted)), indent=indent + 7, hang=2)
    if claim.because:
        page.add(t("its clauses: {clauses}", clauses=", ".join(claim.because)), indent=indent + 7, hang=2)
    page.add(dim(str(claim.place)), indent=indent + 7)


def expectation(claim: ClaimResult) -> str:
    """What was expected, on one line."""
    wanted = f" = {claim.wanted.rpartition(' ')[2]}" if claim.kind in ("odds", "at_best", "at_worst") else ""
    return f"{claim.kind.replace('_', ' ')}: {claim.claim}{wanted}"


def combined(combination: tuple[tuple[str, str], ...]) -> str:
    """What a matrix chose, in words."""
    return ", ".join(f"{axis}={choice}" for axis, choice in combination)
