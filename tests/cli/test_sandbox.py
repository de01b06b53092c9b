"""Jobs in children: limits of time and memory, errors that cross whole, children that die."""

import faulthandler
import mmap
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from drakdom import sandbox
from drakdom.errors import BugError, InputError, LimitError, Place, Problem
from drakdom.sandbox import Limits, Worker, can_fork, run_each, run_limited
from tests.waiting import until

pytestmark = [pytest.mark.children, pytest.mark.skipif(not can_fork(), reason="no limits without fork")]
FEW = Limits(seconds=10)


def test_a_result_comes_back_whole() -> None:
    assert run_limited(lambda: {"a": (1, None)}, FEW) == {"a": (1, None)}
    assert len(run_limited(lambda: b"x" * 5_000_000, FEW)) == 5_000_000


@pytest.mark.parametrize(
    "error",
    [
        InputError([Problem("a.yaml", 1, 2, "wrong", "help")]),
        LimitError("too much", Place("a.yaml", 3)),
        BugError("odd"),
    ],
)
def test_an_error_comes_back_whole(error: InputError | LimitError | BugError) -> None:
    def job() -> None:
        raise error

    with pytest.raises(type(error)) as caught:
        run_limited(job, FEW)
    assert str(caught.value) == str(error)
    assert vars(caught.value) == vars(error)


def test_what_nobody_expected_is_our_bug() -> None:
    with pytest.raises(BugError, match="our bug: ZeroDivisionError") as caught:
        run_limited(lambda: 1 // 0, FEW)
    assert "Traceback" in caught.value.__notes__[0]


def test_a_child_that_dies_between_two_jobs_is_told_of() -> None:
    worker = Worker(lambda number: number, FEW, [])
    os.kill(worker.pid, signal.SIGKILL)
    os.waitid(os.P_PID, worker.pid, os.WEXITED | os.WNOWAIT)
    worker.order(0)
    assert "the system ended this run" in str(worker.answer())
    worker.end()


def test_time_is_limited() -> None:
    with pytest.raises(LimitError, match="longer than 60 seconds"):
        run_limited(signal.pause, Limits(seconds=60, clock=partial(next, count(0, 100))))


def test_each_job_has_a_time_of_its_own() -> None:
    results: list[object] = []
    limits = Limits(seconds=60, clock=lambda: 40 * len(results))
    for _, result in run_each(abs, 4, 1, limits):
        results.append(result)
    assert results == [0, 1, 2, 3]


def test_memory_is_limited() -> None:
    with pytest.raises(LimitError, match="more than 1024 MB"):
        run_limited(lambda: len(bytearray(4 << 30)), Limits(seconds=30, megabytes=1024))


def test_memory_that_the_parent_has_does_not_count() -> None:
    with mmap.mmap(-1, 2 << 30):  # address space alone, as a large program has
        assert run_limited(lambda: len(bytearray(256 << 20)), Limits(seconds=30, megabytes=1024)) == 256 << 20


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("_clingo.so: failed to map segment from shared object", LimitError),
        ("libm.so.6: cannot allocate memory for program headers", LimitError),
        ("No module named 'clingo'", BugError),
    ],
)
def test_a_library_that_finds_no_room_hits_the_limit(text: str, error: type[Exception]) -> None:
    def job() -> None:
        raise ImportError(text)

    with pytest.raises(error):
        run_limited(job, FEW)
    with pytest.raises(BugError):
        run_limited(job, Limits(seconds=10, megabytes=0))


@pytest.mark.parametrize(
    ("signal_", "error"), [(signal.SIGSEGV, BugError), (signal.SIGKILL, LimitError), (signal.SIGXCPU, LimitError)]
)
def test_a_child_that_dies(signal_: signal.Signals, error: type[Exception]) -> None:
    def job() -> None:
        faulthandler.disable()  # pytest's own, which would print what is meant to happen
        os.kill(os.getpid(), signal_)

    with pytest.raises(error):
        run_limited(job, FEW)


@pytest.mark.parametrize(
    ("code", "megabytes", "error"), [(127, 4096, LimitError), (127, 0, BugError), (3, 4096, BugError)]
)
def test_a_child_that_leaves(code: int, megabytes: int, error: type[Exception]) -> None:
    """Where no memory is left for a thread, libc ends the process so: with a limit that is the limit."""
    with pytest.raises(error):
        run_limited(lambda: os._exit(code), Limits(10, megabytes))


@pytest.mark.parametrize(("took", "error"), [(59, None), (61, LimitError)])
def test_a_result_that_came_too_late_is_none(took: int, error: type[Exception] | None) -> None:
    """Nor where the parent is so late to look that the result lies there: it is late by the child's own clock."""
    parent, ticks = os.getpid(), count(0, took)
    limits = Limits(seconds=60, clock=lambda: 0 if os.getpid() == parent else next(ticks))
    with pytest.raises(error, match="longer than") if error else nullcontext():
        assert run_limited(lambda: 1, limits) == 1


def test_one_bad_job_does_not_harm_the_others() -> None:
    def job(number: int) -> int:
        doing: dict[int, Callable[[], object]] = {2: lambda: os.kill(os.getpid(), signal.SIGKILL), 5: lambda: 1 // 0}
        doing.get(number, lambda: None)()
        if number == 7:
            signal.pause()
        return number

    results: dict[int, object] = {}
    for number, result in run_each(job, 12, 3, Limits(seconds=60, clock=lambda: 0 if len(results) < 11 else 60)):
        results[number] = result
    assert sorted(results) == list(range(12))
    assert [n for n in range(12) if results[n] != n] == [2, 5, 7]
    assert isinstance(results[7], LimitError)


def test_a_child_gives_way_to_a_fresh_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "JOBS_A_CHILD", 3)
    result = dict(run_each(lambda number: (number, os.getpid()), 10, 1, Limits()))
    assert sorted(result) == [*range(10)]
    children = [entry[1] for number in range(10) if isinstance(entry := result[number], tuple)]
    assert [children.count(pid) for pid in dict.fromkeys(children)] == [3, 3, 3, 1]


def test_no_child_stays() -> None:
    result = run_each(lambda number: (number, os.getpid())[1], 4, 2, FEW)
    _, child = next(result)
    assert isinstance(child, int)
    result.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_process_with_threads_does_not_fork() -> None:
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        with pytest.raises(RuntimeError, match="several threads cannot fork safely"):
            run_limited(lambda: 1, Limits())
    finally:
        ended.set()
        thread.join()
    assert run_limited(lambda: 1, Limits()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
def test_a_child_ends_with_its_parent() -> None:
    def sleep(_: int) -> int:
        signal.pause()
        return 0

    def parent() -> int:  # in a child, with a child of its own
        worker: Worker[int] = Worker(sleep, Limits(60), [])
        worker.order(0)
        return worker.pid

    child = run_limited(parent, Limits(60))
    status = Path(f"/proc/{child}/status")
    until(lambda: not status.exists() or "zombie" in status.read_text("ascii"), "the child goes on")
