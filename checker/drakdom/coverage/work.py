"""State shared by the passes of a measurement: scenarios, their results, and progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from drakdom.coverage.probing import Probe
from drakdom.kept import Answer, Input, Law, ResultCache, run_each_kept
from drakdom.rulebook import Rulebook
from drakdom.rulings.claims import judge
from drakdom.runner import Local, Runner
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
        """Count one finished job."""
        self.done += 1
        if self.progress:
            self.progress(self.done, self.total)


@dataclass(frozen=True)
class Ruled:
    """Result of one scenario with every clause in force.

    `passing` are the numbers of the claims that hold. `pins` are the clauses that hold as reasons of claims, `kills`
    those of them proved by switching them off, `cited` those that outcomes cite. `yielded` are pairs of a clause and
    the one that beats it.
    """

    passing: tuple[int, ...]
    failing: bool
    pins: frozenset[str]
    kills: frozenset[str]
    cited: frozenset[str]
    yielded: tuple[tuple[str, str], ...]
    seconds: float


@dataclass(frozen=True)
class Job:
    """Calls a function with the arguments of a number. A result with `errors` is not kept."""

    function: Callable[..., Any]
    words: tuple[tuple[Any, ...], ...]
    law: Law

    @property
    def laws(self) -> tuple[Law, ...]:
        """The law of all scenarios."""
        return (self.law,)

    def __call__(self, number: int) -> Answer:
        """Return the result of a call."""
        result = self.function(*self.words[number])
        return Answer(result, self.laws, lasting=not getattr(result, "errors", ()))


@dataclass
class Work:
    """State shared by all jobs; a forked child sees it as at the fork.

    `probed` are the probed clauses, `kept` counts the results taken from the cache.
    """

    rulebook: Rulebook
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    ruled: dict[str, Ruled] = field(default_factory=dict)
    probes: dict[str, Probe] = field(default_factory=dict)
    probed: frozenset[str] = frozenset()
    errors: list[tuple[str, str]] = field(default_factory=list)
    runner: Runner = field(default_factory=Local)
    limits: Limits = field(default_factory=Limits)
    count: Count = field(default_factory=Count)
    cache: ResultCache | None = None
    kept: int = 0

    def each(
        self, function: Callable[..., Any], words: Sequence[tuple[Any, ...]], inputs: Sequence[Input]
    ) -> Iterator[tuple[int, Any]]:
        """Call a function with each of some arguments, or take its kept result, by the inputs.

        Yield the number of the arguments with the result or the error.
        """
        job = Job(function, tuple(words), self.law)
        for number, result, before in run_each_kept(job, inputs, self.cache, self.runner, self.limits):
            self.kept += before
            yield number, result
            self.count()

    def input(self, names: Sequence[str], *question: object) -> Input:
        """Return the files that a question about some scenarios depends on."""
        asked = [(name, self.scenarios[name].combination) for name in names]
        return Input(tuple(dict.fromkeys(Path(self.scenarios[name].file) for name in names)), repr((asked, question)))

    @property
    def law(self) -> Law:
        """The law of all the scenarios."""
        return Law.of(self.rulebook)


def passing(scenario: Scenario, branches: tuple[Branch, ...]) -> tuple[int, ...]:
    """Return the numbers of the claims whose result holds, with right or wrong reasons."""
    held = []
    for number, claim in enumerate(scenario.claims):
        if judge(claim, [branch.evaluation.value(claim.formula) for branch in branches])[0]:
            held.append(number)
    return tuple(held)
