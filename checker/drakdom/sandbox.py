"""Run jobs on untrusted input in forked child processes, with limits of time and memory.

Nothing inside a process reliably interrupts grounding, so every job runs in a child that can be killed. On platforms
without fork, jobs run in this process and without limits. Children are forked after everything is set up. A job is a
function of this process, and only its number and its result cross the pipe.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import pickle
import re
import select
import signal
import struct
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, NoReturn, TypeVar

from drakdom.errors import BugError, DrakdomError, LimitError, TimeLimitError

T = TypeVar("T")
Job = Callable[[int], T]

_NO_ROOM = re.compile("failed to map segment|cannot allocate memory", re.I)
"""Error text of a library that cannot be loaded because memory is exhausted."""
_NO_THREAD = 127
"""Exit code of a process that libc ends because no memory is left for a thread."""
JOBS_A_CHILD = 100
"""Number of jobs after which a child is replaced by a new one: the solver never frees the names that it has seen."""
_SIZE = struct.Struct(">Q")
_ORDER = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one job: wall-clock and CPU seconds, and megabytes of address space (0: no limit).

    Memory and CPU time count beyond what this process has taken when the child is forked. `clock` returns the
    wall-clock time in seconds.
    """

    seconds: float = 60
    megabytes: int = 4096
    clock: Callable[[], float] = field(default=time.monotonic, compare=False, repr=False)


def can_fork() -> bool:
    """Return True if this platform can fork, and limits can be enforced."""
    return hasattr(os, "fork")


def run_limited(job: Callable[[], T], limits: Limits) -> T:
    """Run one job in a child and return its result.

    Raises any DrakdomError of the job, and LimitError if it exceeds a limit.
    """
    for _, result in run_each(lambda _: job(), 1, 1, limits):
        if isinstance(result, DrakdomError):
            raise result
        return result
    raise BugError("a job gave no answer")


def run_each(
    job: Job[T], count: int, workers: int, limits: Limits, until: float = math.inf
) -> Iterator[tuple[int, T | DrakdomError]]:
    """Run jobs 0 .. count-1 in up to `workers` children. Yield each number with its result or error, as jobs finish.

    At the time `until` (by the clock of the limits) running jobs are ended and no further job starts.
    """
    if not can_fork():
        for number in range(count):
            if limits.clock() >= until:
                return
            yield number, _outcome(job, number, limits)
        return
    waiting = iter(range(count))
    running: list[Worker[T]] = []
    try:
        for number in waiting:
            running.append(Worker(job, limits, running))
            running[-1].order(number)
            if len(running) >= workers:
                break
        while running and limits.clock() < until:
            yield from _next_answers(running, waiting, job, limits, until)
    finally:
        for worker in running:
            worker.end()


def _next_answers(
    running: list[Worker[T]], waiting: Iterator[int], job: Job[T], limits: Limits, until: float
) -> Iterator[tuple[int, T | DrakdomError]]:
    """Wait for results, yield them, and give the idle workers their next jobs."""
    first = min((worker.deadline for worker in running), default=until) if limits.seconds else until
    patience = min(first, until) - limits.clock()
    ready, _, _ = select.select(running, [], [], max(patience, 0) if patience < math.inf else None)
    late = [worker for worker in running if limits.seconds and limits.clock() >= worker.deadline]
    late = [worker for worker in late if worker not in ready]
    for worker in (*ready, *late):
        answer = too_long(limits) if worker in late else worker.answer()
        number, place = worker.number, running.index(worker)
        following = next(waiting, None)
        if worker in late or worker.dead or following is None or worker.jobs >= JOBS_A_CHILD:
            worker.end()
            del running[place]
        if following is not None:
            if worker not in running:
                worker = Worker(job, limits, running)
                running.append(worker)
            worker.order(following)
        yield number, answer


def too_long(limits: Limits) -> LimitError:
    """Return the error for a job that exceeded its time."""
    return TimeLimitError(
        f"this takes longer than {limits.seconds:g} seconds, which is the limit (`--timeout` sets it)"
    )


def too_much(limits: Limits) -> LimitError:
    """Return the error for a job that exceeded its memory."""
    return LimitError(f"this takes more than {limits.megabytes} MB, which is the limit (`--memory` sets it)")


class Worker(Generic[T]):
    """The parent's handle of a child process that runs one job after another.

    Raises RuntimeError if this process has other threads: the child would have their locks, but nobody to free them.
    """

    def __init__(self, job: Job[T], limits: Limits, siblings: list[Worker[T]]) -> None:
        if threading.active_count() > 1:
            raise RuntimeError("a process with several threads cannot fork safely; rule in a process without threads")
        self.limits, self.number, self.deadline, self.dead, self.jobs = limits, -1, 0.0, False, 0
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        with warnings.catch_warnings():
            # Python 3.12 also counts the threads of libraries, which hold no lock of Python.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if self.pid == 0:
            for worker in (self, *siblings):
                os.close(worker.orders)
                os.close(worker.answers)
            _serve(job, orders, answers, limits)
        os.close(orders)
        os.close(answers)

    def fileno(self) -> int:
        """Return the pipe with the answers, for `select`."""
        return self.answers

    def order(self, number: int) -> None:
        """Give the child its next job. If the child has died, `answer` returns the cause."""
        self.number = number
        self.jobs += 1
        self.deadline = self.limits.clock() + self.limits.seconds
        with contextlib.suppress(BrokenPipeError):
            os.write(self.orders, _ORDER.pack(number))

    def answer(self) -> T | DrakdomError:
        """Return the child's result, or an error with the cause if the child has died."""
        head = self._read(_SIZE.size)
        body = self._read(_SIZE.unpack(head)[0]) if head else b""
        if body:
            result: T | DrakdomError = pickle.loads(body)
            return result
        self.dead = True
        return self._cause_of_death()

    def _read(self, size: int) -> bytes:
        parts, left = [], size
        while left and (part := os.read(self.answers, min(left, 1 << 20))):
            parts.append(part)
            left -= len(part)
        return b"" if left else b"".join(parts)

    def _cause_of_death(self) -> DrakdomError:
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        ended_by = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if ended_by == signal.SIGXCPU:
            return too_long(self.limits)
        if ended_by == signal.SIGKILL:
            return LimitError("the system ended this run, most likely for want of memory")
        no_room = ended_by == signal.SIGABRT or (os.WIFEXITED(status) and os.WEXITSTATUS(status) == _NO_THREAD)
        if no_room and self.limits.megabytes:
            return too_much(self.limits)  # the solver and libc report exhausted memory in these ways
        how = f"signal {ended_by}" if ended_by else f"exit code {os.waitstatus_to_exitcode(status)}"
        return BugError(f"the solving process ended with {how}")

    def end(self) -> None:
        """Kill the child and close its pipes."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = 0
        os.close(self.orders)
        os.close(self.answers)


def _serve(job: Job[T], orders: int, answers: int, limits: Limits) -> NoReturn:
    """Run the jobs of a child. Exits without the clean-up that belongs to the parent process."""
    code = 1
    try:
        with contextlib.suppress(OSError, AttributeError):  # on Linux a child ends with its parent
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its children itself
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _limit_memory(limits)
        while len(order := os.read(orders, _ORDER.size)) == _ORDER.size:
            _limit_time(limits)
            body = pickle.dumps(_in_time(job, _ORDER.unpack(order)[0], limits))
            _write(answers, _SIZE.pack(len(body)) + body)
        code = 0
    finally:
        os._exit(code)


def _write(pipe: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(pipe, view) :]


def _limit_memory(limits: Limits) -> None:
    if limits.megabytes:
        import resource

        size = _address_space() + (limits.megabytes << 20)
        with contextlib.suppress(ValueError, OSError):  # a lower limit is in force already, or the platform has none
            resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _address_space() -> int:
    """Return the bytes of address space that this process has; 0 where the platform does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _limit_time(limits: Limits) -> None:
    """Limit the CPU time of the child, so that it ends even if its parent dies and cannot end it."""
    if limits.seconds:
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        most = math.ceil(used.ru_utime + used.ru_stime + limits.seconds) + 1
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _in_time(job: Job[T], number: int, limits: Limits) -> T | DrakdomError:
    """Return the result of a job, or an error if it was late by the child's own clock: the parent may look late."""
    started = limits.clock()
    result = _outcome(job, number, limits)
    return too_long(limits) if limits.seconds and limits.clock() - started > limits.seconds else result


def _outcome(job: Job[T], number: int, limits: Limits) -> T | DrakdomError:
    """Return the result of a job or its error. An unexpected exception becomes a BugError."""
    try:
        return job(number)
    except DrakdomError as error:
        return error
    except MemoryError:
        return too_much(limits)
    except ImportError as error:
        return too_much(limits) if limits.megabytes and _NO_ROOM.search(str(error)) else unexpected(error)
    except Exception as error:  # noqa: BLE001  (the last line of defence: it is reported as our bug)
        return unexpected(error)


def unexpected(error: BaseException) -> BugError | LimitError:
    """Return the error for an unexpected exception, with its traceback as a note.

    It is a BugError, but for input that nests so deeply that the stack ends.
    """
    if isinstance(error, RecursionError):
        reported: BugError | LimitError = LimitError("this nests or leads on too deeply to be followed")
    else:
        reported = BugError(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
    reported.add_note("".join(traceback.format_exception(error)))
    return reported
