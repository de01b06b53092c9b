"""Probing: the scenarios in which a clause applies, or would apply but for an exception.

Only clauses without a scenario that kills them are probed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.value.solve import Branch, solve
from drakdom.why.causes import causes_of
from drakdom.why.clause_activation import applied


@dataclass(frozen=True)
class Probe:
    """The clauses of a scenario in all its plays, under every reading that matters.

    `reached` are all clauses that may matter there. `fired` are the probed clauses that
    apply, `yielded` those that yield, each with the clause that beats it.
    """

    reached: frozenset[str]
    fired: frozenset[str]
    yielded: frozenset[tuple[str, str]]


def probe(scenario: Scenario, clauses: Collection[str]) -> Probe:
    """Play a scenario, and look for some clauses in all its states."""
    branches = solve(build_case(scenario))
    reached = frozenset[str]().union(*(branch.moments.clauses for branch in branches))
    fired: set[str] = set()
    yielded: set[tuple[str, str]] = set()
    for branch in branches:
        applied_clauses, pairs = _in_one(branch, clauses)
        fired |= applied_clauses
        yielded |= pairs
    return Probe(reached, frozenset(fired), frozenset(yielded))


def _in_one(branch: Branch, clauses: Collection[str]) -> tuple[set[str], set[tuple[str, str]]]:
    nodes, partials = branch.play.nodes, branch.play.partials
    whole = [number for number, node in enumerate(nodes) if node.kind in ("then", "end")]
    whole.sort(key=lambda number: (nodes[number].phase, number))  # group by phase: fewer rules for each batch
    activation = applied(branch.moments, [partials[number] for number in whole], clauses)
    pairs: set[tuple[str, str]] = set()
    for clause, beaten in activation.beaten.items():
        causes = causes_of(branch.moments, partials[whole[beaten[0]]])
        for exceptions in causes.yielded.values():
            for exception in exceptions:
                if exception.rule.clause == clause:
                    pairs.update((clause, cause.rule.clause or "") for cause in causes.of(exception.exception))
    return set(activation.applies), pairs
