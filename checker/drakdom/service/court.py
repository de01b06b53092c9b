"""The court process: claims jobs, rules on each in a child with limits, writes the answers.

It has no threads, so that it can fork. `python -m drakdom.service.court SETTINGS OWNER WAKE` runs it: OWNER is
its name, WAKE the number of a pipe on which a byte says that there is a job.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

from sqlalchemy.exc import SQLAlchemyError

from drakdom.errors import BugError, DrakdomError, LimitError
from drakdom.report.as_json import error_json
from drakdom.rulebook import load_rulebook
from drakdom.rulebook.find import find_rulebooks
from drakdom.sandbox import Worker
from drakdom.service.answers import answer
from drakdom.service.database import open_database
from drakdom.service.docket import MOST_TRIES, Claimed, Docket
from drakdom.service.hand import LONGEST_PAUSE, TURN, Running
from drakdom.service.house import laid_out
from drakdom.service.law import STALE, Laws
from drakdom.service.log import log
from drakdom.service.question import AUDIT
from drakdom.service.settings import Settings

TICK = 0.5
"""Seconds between two looks at the table, if no byte comes: leases are renewed, cancelled jobs are ended."""
NOTED = 1.0
"""Seconds between two notes of how far an audit is."""
MOST_PAUSED = 4
"""Greatest number of jobs that are paused for others."""
CLEAN = 600.0
"""Seconds between two deletions of old rows."""


class Court:
    """Does up to `workers` jobs at a time. `wake` is a pipe to wait on, or -1."""

    def __init__(self, settings: Settings, docket: Docket, wake: int = -1) -> None:
        self.settings, self.docket, self.wake = settings, docket, wake
        self.running: dict[str, Running] = {}
        self.is_open = True
        self._unread = [*reversed(find_rulebooks(settings.folders).values())]
        self._looked = self._cleaned = time.monotonic()
        self._place = Path(tempfile.gettempdir()) / f"drakdom-court-{docket.owner}"

    def run(self, parent: int = 0) -> None:
        """Do jobs until the court is closed, or the process `parent` is gone. Jobs in hand are given back."""
        is_first = True
        try:
            while self.is_open and (not parent or os.getppid() == parent):
                try:
                    if is_first:
                        shutil.rmtree(self._place, ignore_errors=True)  # of a dead court of this name
                        self.docket.take_back()
                        is_first = False
                    self.step()
                except SQLAlchemyError as error:  # the database is locked, full or gone: it may come back
                    log("court", f"the database cannot be used: {error.__class__.__name__}")
                    time.sleep(TICK)
        finally:
            for running in self.running.values():
                if running.result is None:
                    running.worker.end()
                with contextlib.suppress(SQLAlchemyError):
                    self.docket.give_back(running.job)
            shutil.rmtree(self._place, ignore_errors=True)

    def step(self) -> None:
        """Claim jobs, wait up to a tick for answers, write them, renew the leases. Without jobs, load a law."""
        self._claim()
        if not self.running and self._unread:
            load(self._unread.pop())
        ready = self._wait()
        for running in list(self.running.values()):
            if running.result is None and (result := running.outcome(is_ready=running.worker in ready)) is not None:
                running.result = result
                running.worker.end()
            if running.result is not None:
                self._write(running, running.result)  # if that fails, the result is written at the next step
                self._drop(running.job.id)
        if time.monotonic() - self._looked >= TICK:
            self._looked = time.monotonic()
            self._renew()
        if time.monotonic() - self._cleaned >= CLEAN:
            self._cleaned = time.monotonic()
            self.docket.forget()

    def _claim(self) -> None:
        """Fill the slots: with jobs of networks that have none in hand, then with paused jobs, then with any others.

        A job that had its turn makes room for those that wait; an audit has a slot of its own.
        """
        while self._active() < self.settings.workers and self._begin():
            pass
        for running in list(self.running.values()):
            if running.had_its_turn and self._may_pause(running):
                self._give_way(running)
        while not any(running.is_audit for running in self.running.values()):
            if not (job := self.docket.claim(audits=True)):
                break
            self._take(job)

    def _active(self) -> int:
        """Return the number of jobs in hand that take a slot."""
        return sum(not running.is_audit and not running.is_paused for running in self.running.values())

    def _begin(self) -> bool:
        """Begin a job, or let a paused one go on; return False if there is none."""
        paused = max(self._paused(), key=_turn, default=None)
        if paused and paused.turn >= LONGEST_PAUSE:
            paused.resume()
        elif job := self.docket.claim(apart_from=self._networks() if paused else ()):
            self._take(job)
        elif paused:
            paused.resume()
        else:
            return False
        return True

    def _paused(self) -> list[Running]:
        return [running for running in self.running.values() if running.is_paused]

    def _networks(self) -> list[str]:
        """Return the networks that have a job in hand."""
        return [running.job.network for running in self.running.values() if not running.is_audit]

    def _may_pause(self, running: Running) -> bool:
        """Return True if one more job can be paused: together they have the memory of one job."""
        sizes = [job.megabytes() for job in self._paused()]
        has_room = not self.settings.megabytes or sum(sizes, running.megabytes()) <= self.settings.megabytes
        return has_room and len(sizes) < MOST_PAUSED

    def _give_way(self, running: Running) -> None:
        """Pause a job for one of a network that has none in hand, or for one that is paused."""
        paused = max(self._paused(), key=_turn, default=None)
        if job := self.docket.claim(apart_from=self._networks()):
            running.pause()
            self._take(job)
        elif paused and paused.job.network != running.job.network:
            running.pause()
            paused.resume()

    def _take(self, job: Claimed) -> None:
        """Begin a claimed job, unless it is in hand or answered already or has ended too many courts."""
        if job.id in self.running or self.docket.is_answered(job):  # in hand: its lease lapsed, and is renewed by this
            return
        if job.tries > MOST_TRIES:
            self.docket.fail(job, error_json(BugError(f"the court ended {MOST_TRIES} times over this question")))
            return
        self._folder(job.id).mkdir(parents=True, mode=0o700)
        most = self.settings.audit_limits if job.question.kind == AUDIT else self.settings.limits
        most = replace(most, clock=time.process_time)  # in the child: a paused one loses no time
        worker = Worker(self._task(job), most, self._workers())
        worker.order(0)
        self.running[job.id] = Running(job, worker)

    def _folder(self, id_: str) -> Path:
        """Return the folder for the temporary files of a job."""
        return self._place / id_

    def _drop(self, id_: str) -> Running:
        """Let go of a job, and remove its temporary files: a child that is ended leaves them behind."""
        shutil.rmtree(self._folder(id_), ignore_errors=True)
        return self.running.pop(id_)

    def _workers(self) -> list[Worker[str]]:
        return [running.worker for running in self.running.values() if running.result is None]

    def _at_work(self) -> list[Running]:
        return [running for running in self.running.values() if running.result is None and not running.is_paused]

    def _task(self, job: Claimed) -> Callable[[int], str]:
        return lambda _: self._ruled(job)

    def _ruled(self, job: Claimed) -> str:
        """Answer a job, in the child."""
        settings = self.settings
        with laid_out(job.question.options.get("house_law"), self._folder(job.id)) as house:
            body = answer(job.question, settings.folders, settings.limits, house, self._noting(job))
        if Laws(settings.folders).of(job.question) != job.law:
            raise LimitError(STALE)
        return body

    def _noting(self, job: Claimed) -> Callable[[int, int, str], None]:
        """Return the function by which an audit tells how far it is, at most once a second."""
        noted = 0.0

        def note(done: int, total: int, step: str) -> None:
            nonlocal noted
            if time.monotonic() - noted >= NOTED:
                noted = time.monotonic()
                with contextlib.suppress(SQLAlchemyError):  # nothing depends on it
                    self.docket.note(job, done, total, step)

        return note

    def _wait(self) -> list[Worker[str]]:
        """Wait for an answer, a byte, the end of a turn or of a job's time; return the children with answers."""
        at_work = self._at_work()
        turns = [TURN - running.turn for running in at_work if not running.is_audit and running.turn < TURN]
        patience = min([*turns, *(running.left for running in at_work)], default=TICK)
        wake = [self.wake] if self.wake >= 0 else []
        pipes = {worker.fileno(): worker for worker in self._workers()}
        ready, _, _ = select.select([*pipes, *wake], [], [], max(0.0, min(patience, TICK)))
        if self.wake in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self.wake, 4096)
        return [pipes[pipe] for pipe in ready if pipe in pipes]

    def _write(self, running: Running, result: str | DrakdomError) -> None:
        if isinstance(result, DrakdomError):
            self.docket.fail(running.job, error_json(result), running.spent)
        else:
            self.docket.finish(running.job, result, running.spent)

    def _renew(self) -> None:
        """Renew the leases, and end the children whose jobs were cancelled."""
        if not self.running:
            return
        mine = self.docket.renew({id_: running.spent for id_, running in self.running.items()})
        for id_ in set(self.running) - mine:
            running = self._drop(id_)
            if running.result is None:
                running.worker.end()

    def close(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        """Let `run` end after the present step."""
        self.is_open = False


def _turn(running: Running) -> float:
    return running.turn


def load(folder: Path) -> None:
    """Load the law of a rulebook, so that children need not. A child loads it again if it changes."""
    from drakdom.step.case import law_of

    with contextlib.suppress(DrakdomError):
        law_of(load_rulebook(folder))
    gc.freeze()


def prepare() -> None:
    """Load the modules of the solver, so that children need not."""
    import drakdom.audit.run
    import drakdom.draw.scenes
    import drakdom.draw.svg
    import drakdom.interview.session
    import drakdom.paths.reach
    import drakdom.report.compared
    import drakdom.report.interviewed
    import drakdom.report.likely
    import drakdom.report.remedies
    import drakdom.report.ways
    import drakdom.rulings.adjudication
    import drakdom.tools.why_not  # noqa: F401


def main() -> None:
    """Run the court with the settings of the command line."""
    settings, owner, wake = Settings.from_text(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    parent = os.getppid()
    court = Court(settings, Docket(open_database(settings.db), owner), wake)
    signal.signal(signal.SIGTERM, court.close)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    court.run(parent)


if __name__ == "__main__":
    main()
