"""Runners: where jobs run, in child processes of this machine or elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, TypeVar

from drakdom.errors import DrakdomError
from drakdom.sandbox import Job, Limits, run_each, run_limited

T = TypeVar("T")


class Runner(Protocol):
    """Runs jobs within limits. A job for another machine can be pickled, and has the attribute `laws`."""

    def each(
        self, job: Job[T], count: int, limits: Limits, until: float = math.inf
    ) -> Iterator[tuple[int, T | DrakdomError]]:
        """Run jobs 0 .. count-1. Yield each number with its result or error, as `sandbox.run_each`."""

    def alone(self, job: Callable[[], T], limits: Limits) -> T:
        """Run one job on this machine. Raises any DrakdomError of the job, and LimitError."""

    @property
    def home(self) -> Runner:
        """The runner for jobs that must run on this machine."""


@dataclass(frozen=True, slots=True)
class Local:
    """Runs jobs in up to `workers` child processes, one for every `least` jobs, since each reads the law anew."""

    workers: int = 1
    least: int = 1

    def each(
        self, job: Job[T], count: int, limits: Limits, until: float = math.inf
    ) -> Iterator[tuple[int, T | DrakdomError]]:
        """Run jobs 0 .. count-1 in child processes."""
        return run_each(job, count, max(1, min(self.workers, -(-count // self.least))), limits, until)

    def alone(self, job: Callable[[], T], limits: Limits) -> T:
        """Run one job in a child process."""
        return run_limited(job, limits)

    @property
    def home(self) -> Runner:
        """The runner itself."""
        return self
