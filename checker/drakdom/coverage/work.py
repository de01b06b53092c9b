"""The state that the passes of a measurement share: scenarios as they are ruled on, and progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from drakdom.coverage.probing import Probe
from drakdom.kept import Answer, Input, Keeper, Law, run_each_kept
from drakdom.rulebook import Rulebook
from drakdom.rulings.claims import judge
from drakdom.sandbox import Limits
from drakdom.scenario import Scenario
from drakdom.value.solve import Branch

Progress = Callable[[int, int], None]
"""Called with how many jobs are done, and how many there are as far as is known."""


@dataclass
class Count:
    """Progress of a measurement. The total becomes known on the way."""

    total: int = 0
    progress: Progress | None = None
    done: int = 0

    def __call__(self) -> None:
        """One job more is done."""
        self.done += 1
        if self.progress:
            self.progress(self.done, self.total)


@dataclass(frozen=True)
class Ruled:
    """One scenario as it is ruled on with every clause in force.

    `passing` are the numbers of the claims that hold; `pins` the clauses that hold as reasons of claims, `kills` those
    of them that were found to be reasons by switching them off; `told` those in the reasons of outcomes; `yielded`
    those that gave way in the plays that these reasons tell of, each with what beat it.
    """

    passing: tuple[int, ...]
    failing: bool
    pins: frozenset[str]
    kills: frozenset[str]
    told: frozenset[str]
    yielded: tuple[tuple[str, str], ...]
    seconds: float


@dataclass
class Work:
    """The shared state; children see it as it was when they were forked.

    `probed` are the clauses probed for, `kept` counts results that were not worked out now.
    """

    rulebook: Rulebook
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    ruled: dict[str, Ruled] = field(default_factory=dict)
    probes: dict[str, Probe] = field(default_factory=dict)
    probed: frozenset[str] = frozenset()
    errors: list[tuple[str, str]] = field(default_factory=list)
    jobs: int = 2
    limits: Limits = field(default_factory=Limits)
    count: Count = field(default_factory=Count)
    keeper: Keeper | None = None
    kept: int = 0

    def each(self, job: Callable[[int], Answer], inputs: Sequence[Input]) -> Iterator[tuple[int, Any]]:
        """Do a job for each input, or take what was kept of it; yield its number with the result or the error."""
        for number, result, before in run_each_kept(job, inputs, self.keeper, lambda _: self.jobs, self.limits):
            self.kept += before
            yield number, result
            self.count()

    def input(self, names: Sequence[str], *question: object) -> Input:
        """Name the files that a question about some scenarios rests on."""
        asked = [(name, self.scenarios[name].combination) for name in names]
        return Input(tuple(dict.fromkeys(Path(self.scenarios[name].file) for name in names)), repr((asked, question)))

    @property
    def law(self) -> Law:
        """The law that all the scenarios are ruled by."""
        return Law.of(self.rulebook)


def passing(scenario: Scenario, branches: tuple[Branch, ...]) -> tuple[int, ...]:
    """Numbers of the claims whose result holds, whatever their reasons."""
    held = []
    for number, claim in enumerate(scenario.claims):
        if judge(claim, [branch.evaluation.value(claim.formula) for branch in branches])[0]:
            held.append(number)
    return tuple(held)
