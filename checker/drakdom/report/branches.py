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
    outcomes = [{(o.key, o.odds) for o in b.outcomes} for b in branches]
    findings = [{(f.key, f.odds) for f in b.findings} for b in branches]
    same, alike = set.intersection(*outcomes), set.intersection(*findings)
    contested = [contest for contest in first.contests if all(contest in b.contests for b in branches)]
    common = ReadingRuled(
        first.readings if len(branches) == 1 else (),
        tuple(o for o in first.outcomes if (o.key, o.odds) in same),
        tuple(f for f in first.findings if (f.key, f.odds) in alike),
        tuple(contested),
    )
    differing = [
        ReadingRuled(
            b.readings,
            tuple(o for o in b.outcomes if (o.key, o.odds) not in same),
            tuple(f for f in b.findings if (f.key, f.odds) not in alike),
            tuple(contest for contest in b.contests if contest not in contested),
        )
        for b in branches
    ]
    return common, differing
