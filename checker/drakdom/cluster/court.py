"""The court process: runs jobs in a child with limits, for a process with threads, which must not fork.

Orders come by standard input and answers leave by standard output, as frames (`message`). The court ends at the end of
its input, by SIGTERM, or after a time without orders; its child ends with it.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any

from drakdom.cluster.identity import Identity, digest_of, identity
from drakdom.cluster.message import packed, read_frame, unpacked, write_frame
from drakdom.cluster.orders import Batch, Done, Greeting, Start
from drakdom.errors import BugError, DrakdomError
from drakdom.kept import Answer, Law
from drakdom.sandbox import JOBS_A_CHILD, Worker, too_long, unexpected

IDLE = 600.0
"""Seconds without an order after which the court ends: the process that started it may be gone."""


class Court:
    """Answers orders until there are no more."""

    def __init__(self, orders: int, answers: int) -> None:
        self._orders, self._answers = orders, answers
        self._start: Start | None = None
        self._fault: DrakdomError | None = None
        self._worker: Worker[Any] | None = None

    def run(self) -> None:
        """Read orders and write an answer to each."""
        try:
            while select.select([self._orders], [], [], IDLE)[0] and (frame := read_frame(self._orders)) is not None:
                write_frame(self._answers, packed(self._answer(frame)))
        finally:
            self._rest()

    def _answer(self, frame: bytes) -> Identity | Done | None:
        try:
            order: Greeting | Start | Batch = unpacked(frame)
        except Exception as error:  # noqa: BLE001  (a job that cannot be read here is the result of all its numbers)
            self._fault = unexpected(error)
            return None
        match order:
            case Greeting(folder, laws):
                with contextlib.suppress(OSError):
                    os.chdir(folder)
                return identity(laws)
            case Start():
                self._rest()
                self._start, self._fault = order, None
                gc.freeze()
                return None
            case Batch(numbers, seconds):
                return self._done(numbers, seconds)

    def _done(self, numbers: tuple[int, ...], seconds: float) -> Done:
        started, results = time.monotonic(), list[tuple[int, bytes]]()
        laws = set[Law](getattr(self._start and self._start.job, "laws", ()))
        for number in numbers:
            result = self._one(number)
            results.append((number, packed(result)))
            laws.update(result.laws if isinstance(result, Answer) else ())
            if time.monotonic() - started >= seconds:
                break
        return Done(tuple(results), time.monotonic() - started, tuple((law, digest_of(law)) for law in laws))

    def _one(self, number: int) -> Any:
        """Return the result of a job or its error. A child runs jobs of increasing numbers only, as in `run_each`."""
        if self._start is None or self._fault:
            return self._fault or BugError("a batch came before its job")
        worker, (job, limits) = self._worker, self._start
        if worker and (number <= worker.number or worker.jobs >= JOBS_A_CHILD):
            self._rest()
        if self._worker is None:
            self._worker = Worker(job, limits, [])
        worker = self._worker
        worker.order(number)
        patience = max(worker.deadline - limits.clock(), 0) if limits.seconds else None
        ready = select.select([worker.fileno(), self._orders], [], [], patience)[0]
        if self._orders in ready:  # nobody waits for the answer any more
            raise SystemExit
        result: Any | DrakdomError = worker.answer() if ready else too_long(limits)
        if worker.dead or not ready:
            self._rest()
        return result

    def _rest(self) -> None:
        """End the child."""
        if self._worker:
            self._worker.end()
            self._worker = None


def main() -> None:
    """Run the court on standard input and output; any other print goes to standard error."""
    orders, answers = os.dup(0), os.dup(1)
    with Path(os.devnull).open("rb") as null:
        os.dup2(null.fileno(), 0)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with contextlib.suppress(BrokenPipeError):
        Court(orders, answers).run()


if __name__ == "__main__":
    main()
