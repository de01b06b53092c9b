"""A court process as its starter sees it."""

from __future__ import annotations

import contextlib
import math
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from drakdom.cluster.message import packed, read_frame, unpacked, write_frame
from drakdom.cluster.orders import Batch, Start
from drakdom.errors import BugError, DrakdomError
from drakdom.kept import Law
from drakdom.sandbox import Job, Limits

T = TypeVar("T")
PATIENCE = 2.0
"""Seconds that a court has to end its child, before it is killed."""


class CourtGone(Exception):  # noqa: N818  (an end more than an error)
    """The court process ended before it answered."""


class Peer:
    """A court process that this process started. One thread asks at a time; another may end it."""

    def __init__(self) -> None:
        # a new session, so that an interrupt of the terminal reaches only the command
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "drakdom.cluster.court"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._asking = threading.Lock()

    @property
    def is_alive(self) -> bool:
        """True if the court has not ended."""
        return self._process.poll() is None

    def ask(self, order: object) -> Any:
        """Return the court's answer. Raises CourtGone."""
        return unpacked(self.ask_packed(packed(order)))

    def ask_packed(self, order: bytes) -> bytes:
        """Return the court's answer, both packed. Raises CourtGone."""
        assert self._process.stdin
        assert self._process.stdout
        with self._asking:
            try:
                write_frame(self._process.stdin.fileno(), order)
                answer = read_frame(self._process.stdout.fileno())
            except (OSError, ValueError):  # it is ended already
                answer = None
        if answer is None:
            raise CourtGone
        return answer

    def stop(self) -> None:
        """Let the court end, and its child, without waiting for it."""
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()

    def end(self) -> None:
        """End the court and wait for it."""
        self.stop()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()


@dataclass(frozen=True)
class Home:
    """Runs jobs one after another in a court process: for processes with threads, which must not fork."""

    def each(
        self, job: Job[T], count: int, limits: Limits, until: float = math.inf
    ) -> Iterator[tuple[int, T | DrakdomError]]:
        """Run jobs 0 .. count-1. One that runs at the time `until` is finished first."""
        if not count:
            return
        peer = Peer()
        try:
            peer.ask(Start(job, limits))
            for number in range(count):
                if limits.clock() >= until:
                    return
                ((_, result),) = peer.ask(Batch((number,), 0.0)).results
                yield number, unpacked(result)
        except CourtGone:
            raise BugError("the court process ended without an answer") from None
        finally:
            peer.end()

    def alone(self, job: Callable[[], T], limits: Limits) -> T:
        """Run one job in a court process."""
        for _, result in self.each(_Alone(job), 1, limits):
            if isinstance(result, DrakdomError):
                raise result
            return result
        raise BugError("a job gave no answer")

    @property
    def home(self) -> Home:
        """The runner itself."""
        return self


@dataclass(frozen=True)
class _Alone(Generic[T]):
    """A job without a number."""

    job: Callable[[], T]

    def __call__(self, _: int) -> T:
        return self.job()

    @property
    def laws(self) -> tuple[Law, ...]:
        """None: it runs on this machine."""
        return ()
