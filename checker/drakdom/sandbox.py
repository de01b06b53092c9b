"""Work on what a stranger wrote: in forked children, with limits of time and memory.

Nothing inside a process reliably interrupts grounding, so every job runs in a child that can be ended. Where the
platform cannot fork, jobs run in the process itself and without limits. Children are forked after everything is
set up: a job is a function of this process, and only its number and its result cross the pipe.
"""

from __future__ import annotations

import contextlib
import math
import os
import pickle
import re
import select
import signal
import struct
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

from drakdom.errors import BugError, DrakdomError, LimitError

T = TypeVar("T")
Job = Callable[[int], T]

_NO_ROOM = re.compile("failed to map segment|cannot allocate memory", re.I)
"""What a library says that cannot be loaded for want of memory."""
_NO_THREAD = 127
"""The exit code of a process that libc ends because no memory is left for a thread."""
JOBS_A_CHILD = 100
"""After so many jobs a child gives way to a fresh one: the solver keeps every name that it ever saw."""
_SIZE = struct.Struct(">Q")
_ORDER = struct.Struct(">I")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may cost: wall-clock and CPU seconds, and megabytes of address space (0: no limit).

    `clock` counts the wall-clock seconds.
    """

    seconds: float = 60
    megabytes: int = 4096
    clock: Callable[[], float] = field(default=time.monotonic, compare=False, repr=False)


def can_fork() -> bool:
    """Whether limits can be kept on this platform."""
    return hasattr(os, "fork")


def run_limited(job: Callable[[], T], limits: Limits) -> T:
    """Run one job in a child. Raises what the job raises, LimitError when it costs too much."""
    for _, result in run_each(lambda _: job(), 1, 1, limits):
        if isinstance(result, DrakdomError):
            raise result
        return result
    raise BugError("a job gave no answer")


def run_each(
    job: Job[T], count: int, workers: int, limits: Limits, until: float = math.inf
) -> Iterator[tuple[int, T | DrakdomError]]:
    """Run jobs 0 .. count-1 in so many children and yield each with its result or its error, as they finish.

    At the time `until` (as the clock of the limits counts) whatever still runs is ended, and nothing more begins.
    """
    if not can_fork():
        for number in range(count):
            if limits.clock() >= until:
                return
            yield number, _outcome(job, number, limits)
        return
    waiting = iter(range(count))
    crew: list[_Worker[T]] = []
    try:
        for number in waiting:
            crew.append(_Worker(job, limits, crew))
            crew[-1].order(number)
            if len(crew) >= workers:
                break
        while crew and limits.clock() < until:
            yield from _next_answers(crew, waiting, job, limits, until)
    finally:
        for worker in crew:
            worker.end()


def _next_answers(
    crew: list[_Worker[T]], waiting: Iterator[int], job: Job[T], limits: Limits, until: float
) -> Iterator[tuple[int, T | DrakdomError]]:
    """Wait until somebody has something, hand it on, and give who is free the next job."""
    first = min((worker.deadline for worker in crew), default=until) if limits.seconds else until
    patience = min(first, until) - limits.clock()
    ready, _, _ = select.select(crew, [], [], max(patience, 0) if patience < math.inf else None)
    late = [w for w in crew if limits.seconds and w not in ready and limits.clock() >= w.deadline]
    for worker in (*ready, *late):
        answer = too_long(limits) if worker in late else worker.answer()
        number, crew_at = worker.number, crew.index(worker)
        following = next(waiting, None)
        if worker in late or worker.dead or following is None or worker.jobs >= JOBS_A_CHILD:
            worker.end()
            del crew[crew_at]
        if following is not None:
            if worker not in crew:
                worker = _Worker(job, limits, crew)
                crew.append(worker)
            worker.order(following)
        yield number, answer


def too_long(limits: Limits) -> LimitError:
    """The error of a job that took too much time."""
    return LimitError(f"this takes longer than {limits.seconds:g} seconds, which is the limit (`--timeout` sets it)")


def too_much(limits: Limits) -> LimitError:
    """The error of a job that took too much memory."""
    return LimitError(f"this takes more than {limits.megabytes} MB, which is the limit (`--memory` sets it)")


class _Worker(Generic[T]):
    """A child that does one job after another, as its parent sees it."""

    def __init__(self, job: Job[T], limits: Limits, others: list[_Worker[T]]) -> None:
        self.limits, self.number, self.deadline, self.dead, self.jobs = limits, -1, 0.0, False, 0
        orders, self.orders = os.pipe()
        self.answers, answers = os.pipe()
        with warnings.catch_warnings():
            # Python 3.12 warns of threads in the process that forks; ours has none that hold a lock.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if self.pid == 0:
            for pipe in (self.orders, self.answers, *(p for o in others for p in (o.orders, o.answers))):
                os.close(pipe)
            _serve(job, orders, answers, limits)
        os.close(orders)
        os.close(answers)

    def fileno(self) -> int:
        """The pipe to wait on."""
        return self.answers

    def order(self, number: int) -> None:
        """Give the child its next job; of one that died in between `answer` says why."""
        self.number = number
        self.jobs += 1
        self.deadline = self.limits.clock() + self.limits.seconds
        with contextlib.suppress(BrokenPipeError):
            os.write(self.orders, _ORDER.pack(number))

    def answer(self) -> T | DrakdomError:
        """Read the child's result; where it died instead, say why."""
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
            return too_much(self.limits)  # the ways of the solver and of libc to say that there is no memory left
        how = f"signal {ended_by}" if ended_by else f"exit code {os.waitstatus_to_exitcode(status)}"
        return BugError(f"the solving process ended with {how}")

    def end(self) -> None:
        """End the child: it holds nothing that needs saving."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = 0
        os.close(self.orders)
        os.close(self.answers)


def _serve(job: Job[T], orders: int, answers: int, limits: Limits) -> NoReturn:
    """The life of a child. It leaves without cleaning up what belongs to its parent."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its children itself
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _limit_memory(limits)
        while len(order := os.read(orders, _ORDER.size)) == _ORDER.size:
            _limit_time(limits)
            body = _packed(_in_time(job, _ORDER.unpack(order)[0], limits))
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

        size = limits.megabytes << 20
        with contextlib.suppress(ValueError, OSError):  # a lower limit is in force already, or there is none here
            resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _limit_time(limits: Limits) -> None:
    """Should the parent die, its children must not run for ever: the parent's clock is the limit otherwise."""
    if limits.seconds:
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        most = math.ceil(used.ru_utime + used.ru_stime + limits.seconds) + 1
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _in_time(job: Job[T], number: int, limits: Limits) -> T | DrakdomError:
    """The result of a job, if it was there in time by the child's own clock: the parent may be late to look."""
    started = limits.clock()
    result = _outcome(job, number, limits)
    return too_long(limits) if limits.seconds and limits.clock() - started > limits.seconds else result


def _outcome(job: Job[T], number: int, limits: Limits) -> T | DrakdomError:
    """The result of a job, or its error; what nobody expected is a bug of ours."""
    try:
        return job(number)
    except DrakdomError as error:
        return error
    except MemoryError:
        return too_much(limits)
    except ImportError as error:
        return too_much(limits) if limits.megabytes and _NO_ROOM.search(str(error)) else bug(error)
    except Exception as error:  # noqa: BLE001  (the last line of defence: it is reported as our bug)
        return bug(error)


def bug(error: BaseException) -> BugError:
    """The bug that an unexpected exception shows; its traceback is kept as a note."""
    found = BugError(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
    found.add_note("".join(traceback.format_exception(error)))
    return found


def _packed(result: Any) -> bytes:
    return pickle.dumps(_Carried(result) if isinstance(result, DrakdomError) else result)


class _Carried:
    """Lets an error cross a pipe: exceptions pickle by their message, ours hold more."""

    def __init__(self, error: DrakdomError) -> None:
        self.error = error

    def __reduce__(self) -> tuple[Any, ...]:
        return _revive, (type(self.error), self.error.args, dict(self.error.__dict__))


def _revive(kind: type[DrakdomError], args: tuple[Any, ...], state: dict[str, Any]) -> DrakdomError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error
