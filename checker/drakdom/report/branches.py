"""Branches of a verdict side by side: results that all readings share, and results that differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from drakdom.verdict import ReadingRuled, Verdict


def folded(verdict: Verdict) -> list[ReadingRuled]:
    """Return the branches without the readings that change nothing, each different branch once."""
    by_readings: dict[tuple[tuple[str, str], ...], ReadingRuled] = {}
    for branch in verdict.branches:
        matters = tuple(reading for reading in branch.readings if reading[0] not in verdict.indifferent)
        by_readings.setdefault(matters, replace(branch, readings=matters))
    return [*by_readings.values()]


def split(branches: Sequence[ReadingRuled]) -> tuple[ReadingRuled, list[ReadingRuled]]:
    """Return the results that all branches share, and for each branch its other results."""
    first = branches[0]
    outcomes = [{(outcome.key, outcome.odds) for outcome in branch.outcomes} for branch in branches]
    findings = [{(finding.key, finding.odds) for finding in branch.findings} for branch in branches]
    same, alike = set.intersection(*outcomes), set.intersection(*findings)
    contested = [contest for contest in first.contests if all(contest in branch.contests for branch in branches)]
    common = ReadingRuled(
        first.readings if len(branches) == 1 else (),
        tuple(outcome for outcome in first.outcomes if (outcome.key, outcome.odds) in same),
        tuple(finding for finding in first.findings if (finding.key, finding.odds) in alike),
        tuple(contested),
    )
    differing = [
        ReadingRuled(
            branch.readings,
            tuple(outcome for outcome in branch.outcomes if (outcome.key, outcome.odds) not in same),
            tuple(finding for finding in branch.findings if (finding.key, finding.odds) not in alike),
            tuple(contest for contest in branch.contests if contest not in contested),
        )
        for branch in branches
    ]
    return common, differing
