"""Measure a sweep on a Dask cluster of this machine against child processes, and simulate a hundred workers.

`python -m tests.bench.cluster` measures both: the wall-clock time, and the processor time, which other load disturbs
less. `python -m tests.bench.cluster simulate` prints the table of `docs/cluster.md` from the overheads written there.
"""

from __future__ import annotations

import heapq
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from drakdom.cluster.plan import AHEAD, MOST, Plan
from tests.waiting import until

DISPUTE = Path("scenarios/drakborgen-atervackt/entry/two-heroes-one-trap-room.yaml")
VARY = ("figures.Sigeir.agility=1..12", "figures.Farouche.agility=1..12")
CORES = 2
BATCHES, ROUNDS = 400, 1

# ---- the simulation -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overheads:
    """Measured seconds: of the command for each batch, on the way of a batch to a worker or back, to start a court."""

    batch: float = 0.0023
    way: float = 0.0115
    start: float = 3.7


@dataclass
class Simulation:
    """Workers that take batches from the real plan, and a command that handles one end of a batch at a time."""

    workers: int
    jobs: int
    seconds: float
    overheads: Overheads = field(default_factory=Overheads)
    seed: int = 1

    def run(self) -> float:
        """Return the share of the workers' time in which they rule. Jobs take exponential times."""
        times, plan = random.Random(self.seed), Plan(self.jobs)
        needs = [times.expovariate(1 / self.seconds) for _ in range(self.jobs)]
        free = [self.overheads.start] * self.workers
        at_work = [0] * self.workers
        ends: list[tuple[float, int, int, tuple[int, ...], float]] = []
        now, count = self.overheads.start, 0
        while True:
            while len(ends) < AHEAD * self.workers and (numbers := plan.next(self.workers)):
                now += self.overheads.batch / 2
                worker = min(range(self.workers), key=lambda number: (at_work[number], free[number]))
                begun = max(free[worker], now + self.overheads.way)
                done, spent = 0, 0.0
                while done < len(numbers) and spent < MOST:
                    spent += needs[numbers[done]]
                    done += 1
                free[worker], at_work[worker], count = begun + spent, at_work[worker] + 1, count + 1
                heapq.heappush(ends, (begun + spent + self.overheads.way, worker, done, numbers, spent))
            if not ends:
                break
            end, worker, done, numbers, spent = heapq.heappop(ends)
            now = max(now, end) + self.overheads.batch / 2
            at_work[worker] -= 1
            plan.pace.note(done, spent)
            for number in numbers[:done]:
                plan.finish(number)
            plan.give_back(numbers[done:])
        return sum(needs) / (self.workers * now)


def simulate() -> None:
    """Print the efficiency of some numbers of workers, for runs of some lengths."""
    runs = ((2_000, 0.25), (20_000, 0.25), (100_000, 0.25), (20_000, 2.0))
    print("| workers | " + " | ".join(f"{jobs:,} jobs of {seconds:g} s" for jobs, seconds in runs) + " |")
    print("|---|" + "---|" * len(runs))
    for workers in (1, 2, 10, 30, 100):
        shares = [Simulation(workers, jobs, seconds).run() for jobs, seconds in runs]
        print(f"| {workers} | " + " | ".join(f"{share:.0%}".replace("%", " %") for share in shares) + " |")


# ---- the measurement ------------------------------------------------------------------------------------


class Nothing:
    """A job that does nothing: all its time is overhead."""

    laws = ()

    def __call__(self, number: int) -> int:
        return number


def measure() -> None:
    """Print the times of one sweep by two processes and by two workers, and the overheads."""
    from drakdom.cluster.door import connect
    from tests.cluster.dask import cluster

    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder), CORES) as dask:
        client: Any = connect(dask.address)
        until(lambda: len(client.scheduler_info()["workers"]) == CORES, "the workers do not come")
        client.close()
        _overheads(dask.address)
        runs = (["--workers", str(CORES)], ["--scheduler", dask.address])
        rows = []
        for words in runs * ROUNDS:
            before = _spent(dask), time.perf_counter(), os.times()
            _sweep(words)
            seconds, spent, times = time.perf_counter() - before[1], _spent(dask) - before[0], os.times()
            spent += times.children_user + times.children_system - before[2].children_user - before[2].children_system
            rows.append((seconds, spent))
            print(f"{words[0]}: {seconds:.1f} s, {spent:.1f} s of processor time", flush=True)
        local, remote = (min(rows[n::2]) for n in (0, 1))
        print(f"efficiency: {local[0] / remote[0]:.2f} by wall clock, {local[1] / remote[1]:.2f} by processor time")


def _overheads(address: str) -> None:
    from drakdom.cluster import plan, runner_for
    from drakdom.cluster.door import connect
    from drakdom.sandbox import Limits

    client = connect(address)
    with runner_for(client) as runner:
        started = time.perf_counter()
        list(runner.each(Nothing(), 1, Limits()))
        print(f"start of the courts: {time.perf_counter() - started:.1f} s")
        plan.LEAST = plan.MEANT = 0.0  # each batch has one job
        started, spent = time.perf_counter(), time.process_time()
        list(runner.each(Nothing(), BATCHES, Limits()))
        seconds, spent = time.perf_counter() - started, time.process_time() - spent
        print(
            f"a batch: {seconds / BATCHES * 1000:.1f} ms, {spent / BATCHES * 1000:.1f} ms of it in the command",
            flush=True,
        )
    client.close()


def _sweep(words: list[str]) -> None:
    import subprocess

    vary = [word for place in VARY for word in ("--vary", place)]
    command = [sys.executable, "-m", "drakdom", "sweep", str(DISPUTE), "falls(Sigeir)", *vary, "--fresh", "--json"]
    subprocess.run([*command, *words], check=True, stdout=subprocess.DEVNULL)


def _spent(dask: Any) -> float:
    """Return the processor time of the scheduler and the workers, with all processes that they waited for."""
    return sum(map(_of_family, (process.pid for process in dask.processes.values())))


def _of_family(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = [
            child for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()
        ]
    except OSError:
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(_of_family(int(child)) for child in children)


if __name__ == "__main__":
    simulate() if sys.argv[1:] == ["simulate"] else measure()
