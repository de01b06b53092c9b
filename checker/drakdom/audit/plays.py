"""Plays of situations under a law: read as scenarios, and played in batches with everything open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from drakdom.audit.text import Stated, scenario_text
from drakdom.audit.values import Law
from drakdom.errors import LimitError
from drakdom.graph.batch import Batch, play_together
from drakdom.law.facts import Symbol
from drakdom.rulings.law_faults import blame_law
from drakdom.scenario import Scenario
from drakdom.scenario.read import read_scenario_text
from drakdom.step.case import Case, build_case
from drakdom.step.scope import Situation
from drakdom.step.state import PartialState


@dataclass
class Extent:
    """Extent of a search. `too_large` are the numbers of the situations that are too large to play out."""

    searched: int = 0
    too_large: set[int] = field(default_factory=set)
    moments: int = 0

    def add(self, result: Extent) -> None:
        """Add the extent of another search."""
        self.searched += result.searched
        self.too_large |= result.too_large
        self.moments += result.moments


def read_situation(law: Law, situation: Situation) -> Scenario:
    """Return the scenario of a situation under a law, with the law's readings of ambiguous clauses."""
    text = scenario_text(law.book, situation, Stated("a situation", law.variants))
    scenario = read_scenario_text(text, "scope.lp", rulebook=law.book)
    return replace(scenario, readings=dict(law.readings))


def batches(
    law: Law, situations: Sequence[Situation], numbers: Sequence[int], skip: Callable[[int], None]
) -> Iterator[tuple[list[int], Batch]]:
    """Yield batches of situations with equal facts and their numbers. Calls `skip` for situations too large."""
    groups: dict[frozenset[Symbol], list[tuple[int, Case]]] = {}
    for number in numbers:
        scenario = read_situation(law, situations[number])
        with blame_law(scenario):
            case = build_case(scenario)
        groups.setdefault(frozenset(case.facts), []).append((number, case))
    todo = list(groups.values())
    while todo:
        group = todo.pop(0)
        try:
            with blame_law(scenario):
                batch = play_together([case for _, case in group])
        except LimitError:
            if len(group) == 1:
                skip(group[0][0])
            else:
                half = len(group) // 2
                todo[:0] = [group[:half], group[half:]]
            continue
        yield [number for number, _ in group], batch


def partial_states(batch: Batch) -> list[tuple[int, PartialState]]:
    """Return the moments of a batch as nodes with their partial states, sorted by phase."""
    nodes = sorted(batch.whole_moments, key=lambda node: (batch.play.nodes[node].phase, node))
    return [(node, batch.play.partials[node]) for node in nodes]
