"""Verdicts in a warm process, in milliseconds of processor time, and what each stage that avoids grounding buys."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from unittest.mock import patch

from clingo import Control

from drakdom.rulings.adjudication import Why, adjudicate, load
from drakdom.scenario import Scenario
from drakdom.step import batch_solver, dependencies, factoring, moment, program
from drakdom.step.firing import Firing, Progress

#: Switches a stage off for a scenario.
Switch = Callable[[Scenario], AbstractContextManager[object]]
#: More partial states than any play has.
_ENDLESS = 10**9


def warm(files: Sequence[Path], large: Path, runs: int) -> Iterator[str]:
    """Yield a line for verdicts without and with reasons: the median, the 90th percentile, the large dispute."""
    scenarios = [load(file) for file in files]
    kinds: dict[str, Why] = {"without reasons": "none", "with reasons": "all"}
    for name, why in kinds.items():
        times = sorted(_fastest(scenario, why, runs) for scenario in scenarios)
        most = times[len(times) * 9 // 10]
        dispute = _fastest(load(large), why, runs)
        yield (
            f"{f'warm verdict {name} ({len(times)})':40} {statistics.median(times):6.0f} ms"
            f"   90th percentile {most:.0f} ms, large dispute {dispute:.0f} ms"
        )


def stages(files: Sequence[Path], large: Path) -> Iterator[str]:
    """Yield a line for each stage: first verdicts with the stage switched off, against those with it."""
    scenarios = [*map(load, files), load(large)]
    switches: dict[str, Switch] = {
        "batches": lambda _: patch.object(moment, "BATCH", 1),
        "factoring": lambda _: patch.object(factoring, "FEW", _ENDLESS),
        "relevance": lambda scenario: patch.object(Firing, "more", _more(scenario)),
        "closed values": lambda _: _all_open(),
        "statements ready-made": lambda _: patch.object(batch_solver, "add_lines", _add_text),
    }
    base = [_first(scenario) for scenario in scenarios]
    for name, switch in switches.items():
        ratios = [_first(scenario, switch) / first for scenario, first in zip(scenarios, base, strict=True)]
        dispute = f"large dispute {ratios[-1]:.2f}"
        yield f"{f'verdict without {name} / with it':40} {statistics.median(ratios):6.2f}   {dispute}"


def _more(scenario: Scenario) -> Callable[[Firing, Progress, Iterable[int]], Progress]:
    """Return a relevance test by which every rule of a clause in force can fire."""
    in_force = {None, *scenario.in_force}

    def more(firing: Firing, progress: Progress, patterns: Iterable[int]) -> Progress:
        del patterns
        rules = [n for n, rule in enumerate(firing.rules) if rule.head_text and rule.clause in in_force]
        return progress._replace(rules=rules)

    return more


@contextmanager
def _all_open() -> Iterator[None]:
    """Switch off the part of relevance that looks at which values a variable can have."""
    with (
        patch.object(dependencies, "closed_places", lambda *_: {}),
        patch.object(program, "links", dependencies.dependencies_of),
    ):
        program.program_of.cache_clear()
        yield
    program.program_of.cache_clear()


def _add_text(control: Control, lines: Iterable[str]) -> None:
    """Add lines of law to a solver as text, which it parses each time."""
    control.add("base", [], "\n".join(lines))


def _fastest(scenario: Scenario, why: Why, runs: int) -> float:
    adjudicate(scenario, why=why)
    return min(_milliseconds(scenario, why, nullcontext()) for _ in range(runs))


def _first(scenario: Scenario, switch: Switch = lambda _: nullcontext()) -> float:
    """Return the time of a verdict without reasons for which no evaluation is remembered; the law is loaded."""
    with switch(scenario):
        adjudicate(scenario, why="none")
        return min(_milliseconds(scenario, "none", patch.dict(moment._WORLDS, clear=True)) for _ in range(2))


def _milliseconds(scenario: Scenario, why: Why, context: AbstractContextManager[object]) -> float:
    with context:
        started = time.process_time()
        adjudicate(scenario, why=why)
        return 1000 * (time.process_time() - started)
