"""Runs of jobs on the workers of a cluster: which workers fit, which batches are out, what their ends mean."""

from __future__ import annotations

import contextlib
import logging
import math
import queue
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from drakdom.cluster.door import greet, leave, words_of, work
from drakdom.cluster.identity import differences, digest_of, identity, law_words
from drakdom.cluster.message import packed, unpacked
from drakdom.cluster.orders import Done, Greeting, Start
from drakdom.cluster.peer import Home
from drakdom.cluster.plan import AHEAD, MOST, MOST_TRIES, Plan
from drakdom.errors import ClusterError, DrakdomError, InputError, LimitError
from drakdom.kept import Law
from drakdom.sandbox import Job, Limits

T = TypeVar("T")
LOG = logging.getLogger("drakdom.cluster")
LOOK = 1.0
"""Seconds between two looks at the workers of the cluster."""
LONELY = 30.0
"""Seconds to wait for a worker, at the start and after the last one is gone."""
LEAVE = 5.0
"""Seconds to wait for the workers to end their courts."""


class Cluster:
    """Runs jobs on the workers of a client. It is a session: its courts stay until `close`."""

    def __init__(self, client: Any) -> None:
        if client.asynchronous:
            raise InputError.single("the client is asynchronous", help="pass a `Client(.., asynchronous=False)`")
        self.client = client
        self.session = f"drakdom-{uuid.uuid4().hex}"
        self.refused: dict[str, str] = {}
        self.known: dict[str, str] = {}

    @property
    def home(self) -> Home:
        """The runner for jobs on this machine."""
        return Home()

    def alone(self, job: Callable[[], T], limits: Limits) -> T:
        """Run one job on this machine, in a court process of its own."""
        return self.home.alone(job, limits)

    def each(
        self, job: Job[T], count: int, limits: Limits, until: float = math.inf
    ) -> Iterator[tuple[int, T | DrakdomError]]:
        """Run jobs 0 .. count-1 on the workers. Raises ClusterError if the scheduler or all workers are gone."""
        if count:
            run = _Run(self, job, count, limits)
            try:
                yield from run.results(until)
            finally:
                run.end()

    def refuse(self, address: str, why: str) -> None:
        """Give a worker no jobs of this session, and say so once."""
        if address not in self.refused:
            self.refused[address] = f"worker {self.name(address)} is refused: {why}"
            LOG.warning("%s", self.refused[address])

    def name(self, address: str) -> str:
        """Return the name of a worker, with its address if that is another."""
        name = self.known.get(address, address)
        return name if name == address else f"{name} ({address})"

    def close(self) -> None:
        """End the courts of all workers."""
        if self.client.status != "running":
            return
        workers = [address for address in self.known if address not in self.refused]

        def end() -> None:
            with contextlib.suppress(Exception):  # a worker or the scheduler went away meanwhile
                self.client.run(leave, self.session, workers=workers, on_error="ignore")

        thread = threading.Thread(target=end, daemon=True)
        thread.start()
        thread.join(LEAVE)


class _Run:
    """A run of one job on a cluster: tasks that are out, and what their ends mean."""

    def __init__(self, cluster: Cluster, job: Job[Any], count: int, limits: Limits) -> None:
        self.cluster, self.client = cluster, cluster.client
        laws: tuple[Law, ...] = job.laws  # type: ignore[attr-defined]
        self.identity, self.digests = identity(laws), dict[Law, str]()
        self.greeting = packed(Greeting(_folder(), laws))
        self.key, self.start = uuid.uuid4().hex, packed(Start(job, limits))
        self.limits, self.plan = limits, Plan(count)
        self.workers: dict[str, int] = {}
        self.greeted: dict[Any, str] = {}
        self.out: dict[Any, tuple[tuple[int, ...], frozenset[str]]] = {}
        self.ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.present: dict[str, int] = {}
        self.last_seen = time.monotonic()

    def results(self, until: float) -> Iterator[tuple[int, Any]]:
        """Yield the results, as they come in."""
        looked = -math.inf
        while not self.plan.is_done and self.limits.clock() < until:
            if time.monotonic() - looked >= LOOK:
                self._look()
                looked = time.monotonic()
            self._submit()
            try:
                futures = [self.ended.get(timeout=LOOK / 4)]
            except queue.Empty:
                continue
            with contextlib.suppress(queue.Empty):
                while True:
                    futures.append(self.ended.get_nowait())
            for future in futures:
                if address := self.greeted.pop(future, ""):
                    self._welcome(address, future)
                elif future in self.out:
                    yield from self._taken(future)

    def end(self) -> None:
        """Cancel the tasks that are out."""
        if self.client.status == "running" and (futures := [*self.out, *self.greeted]):
            with contextlib.suppress(Exception):  # the scheduler went away meanwhile
                self.client.cancel(futures)

    def _look(self) -> None:
        """Greet new workers, and take back the batches of those that are gone. Raises ClusterError."""
        cluster = self.cluster
        try:
            if self.client.status != "running":
                raise OSError
            workers = self.client.scheduler_info()["workers"]
        except OSError:
            raise self._gone() from None
        self.present = {address: int(worker["nthreads"]) for address, worker in workers.items()}
        cluster.known |= {address: str(worker.get("name", address)) for address, worker in workers.items()}
        for address in self.present.keys() - self.workers.keys() - set(self.greeted.values()):
            if address not in cluster.refused:
                future = self._task(greet, (cluster.session, self.greeting, self.key, self.start), [address])
                self.greeted[future] = address
        self.workers = {address: n for address, n in self.workers.items() if address in self.present}
        for future, (numbers, addresses) in [*self.out.items()]:
            if not addresses & self.present.keys():
                del self.out[future]
                self.client.cancel([future])
                self.plan.give_back(numbers)
        for future, address in [*self.greeted.items()]:
            if address not in self.present:
                del self.greeted[future]
                self.client.cancel([future])
        self._check_company()

    def _check_company(self) -> None:
        """Raise ClusterError if all workers are refused, or there has been none for too long.

        A worker that is there may take long to answer: it is at work for others. It is waited for, with a warning.
        """
        if self.workers:
            self.last_seen = time.monotonic()
            return
        refused = [why for address, why in sorted(self.cluster.refused.items()) if address in self.present]
        if refused and not self.greeted:
            raise ClusterError("no worker of the cluster can be used: " + "; ".join(refused))
        if time.monotonic() - self.last_seen <= LONELY:
            return
        if not self.greeted:
            raise ClusterError(f"the cluster has had no worker for {LONELY:g} seconds; {self._left()}")
        names = ", ".join(map(self.cluster.name, sorted(self.greeted.values())))
        LOG.warning("no worker has answered for %g seconds; waiting for %s", LONELY, names)
        self.last_seen = time.monotonic()

    def _submit(self) -> None:
        slots, addresses = sum(self.workers.values()), sorted(self.workers)
        while len(self.out) < AHEAD * slots and (numbers := self.plan.next(slots)):
            future = self._task(work, (self.cluster.session, self.key, numbers, MOST), addresses)
            self.out[future] = numbers, frozenset(addresses)

    def _task(self, function: Callable[..., Any], words: tuple[Any, ...], workers: list[str]) -> Any:
        key = f"drakdom-{function.__name__}-{uuid.uuid4().hex}"
        future = self.client.submit(function, *words, key=key, workers=workers, allow_other_workers=False, pure=False)
        future.add_done_callback(self.ended.put)
        return future

    def _welcome(self, address: str, future: Any) -> None:
        """Accept or refuse a worker by the answer to its greeting."""
        try:
            different = differences(self.identity, unpacked(future.result(timeout=LONELY)))
        except Exception as error:  # noqa: BLE001  (whatever the worker's installation raises is the reason)
            if future.cancelled():
                return
            different = [f"its court does not start: {words_of(error)}"]
        if different:
            self.cluster.refuse(address, "; ".join(different))
        elif address in self.present:
            self.workers[address] = self.present[address]

    def _taken(self, future: Any) -> Iterator[tuple[int, Any]]:
        """Yield the results of a batch; jobs without one wait again."""
        numbers, _ = self.out.pop(future)
        if future.cancelled():
            if self.client.status != "running":
                raise self._gone()
            self.plan.give_back(numbers)
            return
        address, answer, why = "", b"", ""
        try:
            address, answer = future.result(timeout=LONELY)
        except Exception as error:  # noqa: BLE001  (whatever a worker raises; the job is tried elsewhere)
            why = words_of(error)
        if not answer:
            for number in self.plan.fail(numbers):
                if self.plan.finish(number):
                    yield number, LimitError(_ended_over(why))
            return
        done: Done = unpacked(answer)
        if strange := [law for law, digest in done.laws if digest != self._digest(law)]:
            self.workers.pop(address, None)
            self.cluster.refuse(address, f"{law_words(strange[0])} is another there")
            self.plan.give_back(numbers)
            return
        self.plan.pace.note(len(done.results), done.seconds)
        for number, result in done.results:
            if self.plan.finish(number):
                yield number, unpacked(result)
        self.plan.give_back(numbers)

    def _digest(self, law: Law) -> str:
        if law not in self.digests:
            self.digests[law] = digest_of(law)
        return self.digests[law]

    def _gone(self) -> ClusterError:
        return ClusterError(f"the scheduler is gone; {self._left()}")

    def _left(self) -> str:
        return f"{self.plan.left} jobs are left; the same command goes on from the kept results"


def _ended_over(why: str) -> str:
    reason = f" ({why})" if why else ""
    return f"{MOST_TRIES} workers ended over this, most likely for want of memory{reason}"


def _folder() -> str:
    """Return the working folder, from which relative paths of the command line count; empty if it is gone."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""
