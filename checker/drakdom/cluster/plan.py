"""The plan of a run: which jobs go into the next batch, so that a batch takes some seconds.

The first batches have one job each. After that their size follows the measured time. Towards the end batches become
smaller, down to a least time, so that all workers end at about the same time.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from dataclasses import dataclass

LEAST, MEANT, MOST = 1.0, 2.5, 5.0
"""Seconds of a batch: at least, as planned, and the time after which a court begins no further job of it."""
AHEAD = 2
"""Batches of each worker: the one in hand, and the next one, so that the worker never waits for it."""
MOST_TRIES = 3
"""Number of courts or workers that may end over a job before the job is given up."""


@dataclass(slots=True)
class Pace:
    """Measured time of jobs: their number and their seconds in all."""

    jobs: int = 0
    seconds: float = 0.0

    def note(self, jobs: int, seconds: float) -> None:
        """Add a finished batch."""
        self.jobs += jobs
        self.seconds += seconds

    def jobs_in(self, seconds: float) -> int:
        """Return the number of jobs that take about some seconds, at least one."""
        return max(1, int(seconds * self.jobs / self.seconds)) if self.seconds > 0 else 1


class Plan:
    """The jobs 0 .. count-1 of a run: which wait, which are out in batches, which are done."""

    def __init__(self, count: int) -> None:
        self._waiting = [*range(count)]
        self._open = set(range(count))
        self._tries: dict[int, int] = {}
        self.pace = Pace()

    @property
    def is_done(self) -> bool:
        """True if every job has a result."""
        return not self._open

    @property
    def left(self) -> int:
        """The number of jobs without a result."""
        return len(self._open)

    def next(self, slots: int) -> tuple[int, ...]:
        """Return the jobs of the next batch for one of `slots` places, smallest number first; none if none waits."""
        share = math.ceil(len(self._waiting) / max(1, AHEAD * slots))
        size = min(self.pace.jobs_in(MEANT), max(share, self.pace.jobs_in(LEAST)))
        batch: list[int] = []
        while self._waiting and len(batch) < size:
            if (is_risky := self._waiting[0] in self._tries) and batch:
                break
            if (number := heapq.heappop(self._waiting)) in self._open:
                batch.append(number)
                if is_risky:  # it may have ended a worker: no other job suffers with it again
                    break
        return tuple(batch)

    def finish(self, number: int) -> bool:
        """Note that a job has a result; return False if it has one already."""
        if number not in self._open:
            return False
        self._open.discard(number)
        return True

    def give_back(self, numbers: Iterable[int]) -> None:
        """Let jobs wait again."""
        for number in numbers:
            if number in self._open:
                heapq.heappush(self._waiting, number)

    def fail(self, numbers: Iterable[int]) -> list[int]:
        """Let jobs wait again whose court or worker ended; return those that have been tried too often."""
        given_up = []
        for number in numbers:
            if number in self._open:
                self._tries[number] = self._tries.get(number, 0) + 1
                if self._tries[number] >= MOST_TRIES:
                    given_up.append(number)
                else:
                    heapq.heappush(self._waiting, number)
        return given_up
