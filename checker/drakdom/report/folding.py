"""A short verdict on an illegal move: who stated it must decide anew, and what hangs on that is folded away."""

from __future__ import annotations

from dataclasses import dataclass, replace

from drakdom.language import t, tn
from drakdom.report.chances import is_certain
from drakdom.report.page import joined
from drakdom.terms import Term
from drakdom.verdict import UNASKED, ClaimResult, Finding, Odds, Verdict


@dataclass(frozen=True, slots=True)
class Folded:
    """Whose choice is open, and how much is left out because of it."""

    figures: tuple[str, ...]
    outcomes: int
    findings: int

    def __str__(self) -> str:
        parts = [tn("{n} outcome", "{n} outcomes", self.outcomes)] if self.outcomes else []
        parts += [tn("{n} gap", "{n} gaps", self.findings)] if self.findings else []
        hangs = tn(
            "{what} hangs on it and is left out (--full shows all).",
            "{what} hang on it and are left out (--full shows all).",
            self.outcomes + self.findings,
            what=joined(parts),
        )
        return t("What {figures} would do instead is open: ", figures=joined(self.figures)) + hangs


def fold(verdict: Verdict) -> tuple[Verdict, Folded | None]:
    """The verdict without what hangs on a choice that an illegal move left open, and what that was."""
    figures = dict.fromkeys(
        str(finding.what.args[0])
        for branch in verdict.branches
        for finding in branch.findings
        if _leaves_open(finding) and isinstance(finding.what, Term)
    )
    branches = tuple(
        replace(
            branch,
            outcomes=tuple(o for o in branch.outcomes if not _hangs(o.odds)),
            findings=tuple(f for f in branch.findings if f.kind != "gap" or not _hangs(f.odds)),
            contests=(),
        )
        for branch in verdict.branches
    )
    outcomes = {o.key for b in verdict.branches for o in b.outcomes if _hangs(o.odds) and o.sentence}
    findings = {f.key for b in verdict.branches for f in b.findings if f.kind == "gap" and _hangs(f.odds)}
    if not figures or not outcomes | findings:
        return verdict, None
    kept = {clause for branch in branches for clause, _ in branch.readings}
    for branch in branches:
        kept.update(*(o.clauses for o in branch.outcomes), *(f.clauses for f in branch.findings))
    who = joined(figures)
    short = replace(
        verdict,
        branches=branches,
        claims=tuple(_claim(claim, who) for claim in verdict.claims),
        citations=tuple(c for c in verdict.citations if c.id in kept),
        yielded=(),
    )
    return short, Folded(tuple(figures), len(outcomes), len(findings))


def _leaves_open(finding: Finding) -> bool:
    return finding.kind == "illegal" and is_certain(finding.odds) and not finding.sentence.endswith(t(UNASKED))


def _hangs(odds: Odds) -> bool:
    return odds.low != odds.high or bool(odds.unruled)


def _claim(claim: ClaimResult, who: str) -> ClaimResult:
    """An expectation that hangs on the open choice, without all that it might come to."""
    if claim.passed or claim.status not in ("depends", "gap"):
        return claim
    return replace(
        claim,
        found=t("it hangs on what {figures} would do", figures=who),
        by_reading=(),
        missing=(),
        unwanted=(),
        because=(),
    )
