"""A job in hand: its child, the time that it took, and whether it is paused for others."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

from drakdom.errors import DrakdomError
from drakdom.sandbox import Worker, too_long
from drakdom.service.docket import Claimed
from drakdom.service.question import AUDIT

TURN = 1.0
"""Seconds that a job has at a time while jobs of other networks wait."""
LONGEST_PAUSE = 10.0
"""Seconds after which a paused job comes before new ones."""


class Running:
    """A job in hand, and its result as soon as there is one. A paused child is stopped and loses no time."""

    def __init__(self, job: Claimed, worker: Worker[str]) -> None:
        self.job, self.worker = job, worker
        self.result: str | DrakdomError | None = None
        self.is_paused = False
        self._before, self._since = 0.0, time.monotonic()

    @property
    def is_audit(self) -> bool:
        """True for an audit, which has a slot of its own."""
        return self.job.question.kind == AUDIT

    @property
    def turn(self) -> float:
        """The seconds since the job was begun, paused or resumed."""
        return time.monotonic() - self._since

    @property
    def spent(self) -> float:
        """The seconds that the job took so far."""
        return self._before + (0.0 if self.is_paused else self.turn)

    @property
    def left(self) -> float:
        """The seconds that the job may take until it is ended."""
        return self.worker.limits.seconds - self.spent if self.worker.limits.seconds else float("inf")

    @property
    def had_its_turn(self) -> bool:
        """True for a job that may be paused now."""
        return not self.is_audit and not self.is_paused and self.result is None and self.turn >= TURN

    def pause(self) -> None:
        """Stop the child."""
        self._before, self.is_paused, self._since = self.spent, True, time.monotonic()
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the child go on."""
        self.is_paused, self._since = False, time.monotonic()
        self._send(signal.SIGCONT)

    def _send(self, number: signal.Signals) -> None:
        for process in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def _processes(self) -> list[int]:
        """Return the child and, where the system tells them, its own children."""
        processes = [self.worker.pid] if self.worker.pid else []
        for process in processes:
            with contextlib.suppress(OSError):
                children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
                processes += map(int, children.split())
        return processes

    def outcome(self, *, is_ready: bool) -> str | DrakdomError | None:
        """Return the answer of the child, its error, or None if it is still at work."""
        if is_ready:
            if self.is_paused:
                self.resume()  # it may have written only a part
            return self.worker.answer()
        return too_long(self.worker.limits) if self.left <= 0 else None

    def megabytes(self) -> float:
        """Return the memory of the child; where the system does not tell it, the most that it may have."""
        try:
            sizes = [Path(f"/proc/{process}/statm").read_text(encoding="ascii") for process in self._processes()]
        except OSError:
            return float(self.worker.limits.megabytes)
        return sum(int(size.split()[1]) for size in sizes) * os.sysconf("SC_PAGE_SIZE") / 1e6
