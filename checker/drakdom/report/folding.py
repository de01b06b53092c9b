"""Shorten the verdict on an illegal move: results that depend on the new choice are left out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from drakdom.answer import Odds
from drakdom.language import t, tn
from drakdom.report.chances import is_certain
from drakdom.report.page import joined
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import word
from drakdom.terms import Term
from drakdom.verdict import ClaimResult, Finding, Verdict


@dataclass(frozen=True, slots=True)
class Folded:
    """Figures whose choice is open, and the number of results that are left out because of it."""

    figures: tuple[str, ...]
    outcomes: int
    findings: int

    def __str__(self) -> str:
        parts = [tn("{n} outcome", "{n} outcomes", self.outcomes)] if self.outcomes else []
        parts += [tn("{n} gap", "{n} gaps", self.findings)] if self.findings else []
        depending = tn(
            "{what} depends on it and is left out (--full shows all).",
            "{what} depend on it and are left out (--full shows all).",
            self.outcomes + self.findings,
            what=joined(parts),
        )
        return t("It is open what {figures} would do instead: ", figures=joined(self.figures)) + depending


def fold(verdict: Verdict, book: Rulebook) -> tuple[Verdict, Folded | None]:
    """Return the verdict without the results that depend on a choice left open by an illegal move, and a summary.

    The summary is None if nothing is left out.
    """
    outcomes_ = (outcome.event for branch in verdict.branches for outcome in branch.outcomes)
    decided = {event.args[0] for event in outcomes_ if isinstance(event, Term) and event.name == "instead"}
    figures = dict.fromkeys(
        word(book, finding.what.args[0])
        for branch in verdict.branches
        for finding in branch.findings
        if _leaves_open(finding) and isinstance(finding.what, Term) and finding.what.args[0] not in decided
    )
    branches = tuple(
        replace(
            branch,
            outcomes=tuple(outcome for outcome in branch.outcomes if not _is_open(outcome.odds)),
            findings=tuple(
                finding for finding in branch.findings if finding.kind != "gap" or not _is_open(finding.odds)
            ),
            contests=(),
        )
        for branch in verdict.branches
    )
    outcomes = {
        outcome.key
        for branch in verdict.branches
        for outcome in branch.outcomes
        if _is_open(outcome.odds) and outcome.sentence
    }
    findings = {
        finding.key
        for branch in verdict.branches
        for finding in branch.findings
        if finding.kind == "gap" and _is_open(finding.odds)
    }
    if not figures or not outcomes | findings:
        return verdict, None
    kept = {clause for branch in branches for clause, _ in branch.readings}
    for branch in branches:
        kept.update(
            *(outcome.clauses for outcome in branch.outcomes), *(finding.clauses for finding in branch.findings)
        )
    names = joined(figures)
    short = replace(
        verdict,
        branches=branches,
        claims=tuple(_claim(claim, names) for claim in verdict.claims),
        citations=tuple(citation for citation in verdict.citations if citation.id in kept),
        yielded=(),
    )
    return short, Folded(tuple(figures), len(outcomes), len(findings))


def _leaves_open(finding: Finding) -> bool:
    return finding.kind == "illegal" and is_certain(finding.odds)


def _is_open(odds: Odds) -> bool:
    return odds.low != odds.high or bool(odds.unruled)


def _claim(claim: ClaimResult, figures: str) -> ClaimResult:
    """Return an expectation without its possible results if it depends on the open choice of `figures`."""
    if claim.passed or not claim.is_open:
        return claim
    return replace(
        claim,
        found=t("it depends on what {figures} would do instead", figures=figures),
        by_reading=(),
        missing=(),
        unwanted=(),
        because=(),
    )
