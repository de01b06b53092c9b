"""The readings of a verdict, told side by side: what is the same under each of them, and what is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from drakdom.verdict import ReadingRuled, Verdict


def folded(verdict: Verdict) -> list[ReadingRuled]:
    """The branches without the readings that change nothing: one for each way that matters."""
    found: dict[tuple[tuple[str, str], ...], ReadingRuled] = {}
    for branch in verdict.branches:
        matters = tuple(reading for reading in branch.readings if reading[0] not in verdict.indifferent)
        found.setdefault(matters, replace(branch, readings=matters))
    return [*found.values()]


def split(branches: Sequence[ReadingRuled]) -> tuple[ReadingRuled, list[ReadingRuled]]:
    """What is the same under every reading, and what each one has beside it."""
    first = branches[0]
    outcomes = [{(o.key, o.odds) for o in b.outcomes} for b in branches]
    findings = [{(f.key, f.odds) for f in b.findings} for b in branches]
    same, alike = set.intersection(*outcomes), set.intersection(*findings)
    contested = [one for one in first.contests if all(one in b.contests for b in branches)]
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
            tuple(one for one in b.contests if one not in contested),
        )
        for b in branches
    ]
    return common, differing
