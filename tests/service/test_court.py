"""The court: claims and leases, cancelled jobs, courts and children that die."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from drakdom.errors import InputError
from drakdom.sandbox import can_fork
from tests.cli.drakdom import PIT, RULEBOOKS
from tests.service.running import PATIENCE, Service
from tests.waiting import until

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from drakdom.service.court import Court
    from drakdom.service.docket import Docket
    from drakdom.service.store import Job, Store

TEXT = PIT.read_text(encoding="utf-8")
LAW = "lantern@0"


class Clock:
    """A clock that stands still until it is set."""

    time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def store_of(engine: Engine, clock: Clock | None = None) -> Store:
    from drakdom.service.store import Store

    return Store(engine, 100, 100, clock or time.time)


def docket_of(engine: Engine, owner: str, clock: Clock | None = None) -> Docket:
    from drakdom.service.docket import Docket

    return Docket(engine, owner, clock or time.time)


def submitted(store: Store, **options: object) -> Job:
    from drakdom.service.question import Question

    return store.submit(Question("rule", TEXT, options), LAW, "client")


def state(store: Store, job: Job) -> str:
    seen = store.look(job.id)
    assert seen
    return seen.state


def test_a_job_is_claimed_once_and_answered_once(engine: Engine) -> None:
    store, first, second = store_of(engine), docket_of(engine, "first"), docket_of(engine, "second")
    job = submitted(store)
    claimed = first.claim()
    assert claimed
    assert (claimed.id, second.claim()) == (job.id, None)
    assert first.finish(claimed, "answer")
    assert not first.finish(claimed, "another")
    kept = store.recall(job.key)
    assert kept
    assert (kept.body, kept.law, state(store, job)) == ("answer", LAW, "done")


def test_courts_that_claim_at_once_claim_no_job_twice(engine: Engine) -> None:
    store = store_of(engine)
    jobs = {submitted(store, claims=[f"falls({number})"]).id for number in range(20)}

    def claims(name: str) -> list[str]:
        court, claimed = docket_of(engine, name), list[str]()
        while job := court.claim():
            claimed.append(job.id)
        return claimed

    with ThreadPoolExecutor(4) as pool:
        claimed = [id_ for ids in pool.map(claims, "abcd") for id_ in ids]
    assert (len(claimed), set(claimed)) == (20, jobs)


def test_who_asks_much_does_not_keep_others_waiting(engine: Engine) -> None:
    from drakdom.service.question import Question

    store, court = store_of(engine), docket_of(engine, "court")
    asked = "aaaaab"
    for number, client in enumerate(asked):
        store.submit(Question("rule", TEXT, {"claims": [str(number)]}), LAW, client)
    order = []
    while job := court.claim():
        order.append(asked[int(job.question.options["claims"][0])])
        court.finish(job, "answer")
    assert "".join(order) == "abaaaa"


def test_the_network_for_which_least_was_done_comes_first(engine: Engine) -> None:
    from drakdom.service.question import Question

    store, court = store_of(engine), docket_of(engine, "court")
    clients = ["192.0.2.1", "192.0.2.2", "192.0.2.1", "198.51.100.1", "198.51.100.1", "203.0.113.1"]
    for number, client in enumerate(clients):
        store.submit(Question("rule", TEXT, {"claims": [str(number)]}), LAW, client)
    seconds = {"192.0.2.1": 5.0, "192.0.2.2": 3.0, "198.51.100.1": 2.0, "203.0.113.1": 7.0}
    order = []
    while job := court.claim():
        order.append(int(job.question.options["claims"][0]))
        court.finish(job, "answer", seconds[clients[order[-1]]])
    assert order == [0, 3, 5, 4, 1, 2]


def test_a_network_can_be_passed_over(engine: Engine) -> None:
    from drakdom.service.question import Question

    store, court = store_of(engine), docket_of(engine, "court")
    for number, client in enumerate(["192.0.2.1", "192.0.2.2", "198.51.100.1"]):
        store.submit(Question("rule", TEXT, {"claims": [str(number)]}), LAW, client)
    claimed = court.claim(apart_from=["192.0.2.0"])
    assert claimed
    assert (claimed.network, court.claim(apart_from=["192.0.2.0", "198.51.100.0"])) == ("198.51.100.0", None)


def test_a_question_that_is_being_answered_is_not_answered_twice(engine: Engine) -> None:
    store, court = store_of(engine), docket_of(engine, "court")
    submitted(store)
    again, further = submitted(store), submitted(store, claims=["falls(Bo)"])
    first, second = court.claim(), court.claim()
    assert first
    assert second
    assert (second.id, court.claim()) == (further.id, None)
    court.finish(first, "answer")
    third = court.claim()
    assert third
    assert third.id == again.id
    assert court.is_answered(third)
    assert state(store, again) == "done"


def test_a_lease_lapses(engine: Engine) -> None:
    from drakdom.service.docket import LEASE, MOST_TRIES

    clock = Clock()
    store, dead, alive = store_of(engine, clock), docket_of(engine, "dead", clock), docket_of(engine, "alive", clock)
    job = submitted(store)
    lost = dead.claim()
    assert lost
    clock.time += LEASE - 1
    assert dead.renew({job.id: 1}) == {job.id}
    clock.time += LEASE - 1
    assert alive.claim() is None
    clock.time += 2
    claimed = alive.claim()
    assert claimed
    assert (claimed.id, claimed.tries) == (job.id, 2)
    assert dead.renew({job.id: 1}) == set()
    assert not dead.finish(lost, "late")
    assert alive.finish(claimed, "answer")
    assert state(store, job) == "done"
    assert MOST_TRIES > 2


def test_a_lease_from_before_the_clock_was_set_back_lapses(engine: Engine) -> None:
    clock = Clock()
    store, dead, alive = store_of(engine, clock), docket_of(engine, "dead", clock), docket_of(engine, "alive", clock)
    job = submitted(store)
    dead.claim()
    clock.time -= 3600
    claimed = alive.claim()
    assert claimed
    assert claimed.id == job.id


def test_a_restarted_court_takes_its_jobs_back(engine: Engine) -> None:
    store, court = store_of(engine), docket_of(engine, "court")
    job = submitted(store)
    court.claim()
    docket_of(engine, "another").take_back()
    assert state(store, job) == "doing"
    court.take_back()
    assert state(store, job) == "waiting"


def test_old_jobs_and_answers_are_forgotten(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    from drakdom.service import docket
    from drakdom.service.store import USED_FOR

    def refuse(*_: object) -> None:
        raise OperationalError("BEGIN", {}, Exception("database is locked"))

    clock = Clock()
    store, court = store_of(engine, clock), docket_of(engine, "court", clock)
    jobs = []
    for number in range(3):
        jobs.append(submitted(store, claims=[f"falls({number})"]))
        claimed = court.claim()
        assert claimed
        court.finish(claimed, "answer")
        clock.time += 1
    monkeypatch.setattr(docket, "MOST_ANSWERS", 2)
    court.forget()
    assert [store.recall(job.key) is not None for job in jobs] == [False, True, True]
    clock.time += docket.JOBS_FOR
    court.forget()
    assert [store.look(job.id) for job in jobs] == [None, None, None]
    assert store.recall(jobs[1].key) is not None  # used now
    with monkeypatch.context() as full:
        full.setattr(type(engine), "begin", refuse)
        clock.time += USED_FOR + 1
        assert store.recall(jobs[2].key) is not None  # that cannot be noted
    monkeypatch.setattr(docket, "MOST_ANSWERS", 1)
    court.forget()
    assert [store.recall(job.key) is not None for job in jobs] == [False, True, False]


needs_fork = pytest.mark.skipif(not can_fork(), reason="no court without fork")
# What takes seconds is tried on both kinds of database in the slow tier only.
ON_SQLITE = pytest.mark.parametrize(
    "empty", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)], indirect=True
)


@pytest.fixture
def court(engine: Engine) -> Any:
    """A court in this process, whose jobs are answered by whatever a test puts for `answer`."""
    from drakdom.service.court import Court
    from drakdom.service.settings import Settings

    settings = Settings(engine.url.render_as_string(hide_password=False), folders=(str(RULEBOOKS),), seconds=PATIENCE)
    court = Court(settings, docket_of(engine, "court"))
    yield court
    for running in court.running.values():
        if running.result is None:
            running.worker.end()


def stepped(court: Court, store: Store, job: Job, wanted: str) -> None:
    """Let the court work until a job is in a state and nothing is left to do for it."""
    deadline = time.monotonic() + PATIENCE
    while state(store, job) != wanted or (wanted != "doing" and court.running):
        assert time.monotonic() < deadline
        court.step()


@ON_SQLITE
@needs_fork
@pytest.mark.children
def test_a_cancelled_job_loses_its_solver(engine: Engine, court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drakdom.service.court.answer", lambda *_: signal.pause())
    store = store_of(engine)
    job = submitted(store)
    stepped(court, store, job, "doing")
    child = court.running[job.id].worker.pid
    os.kill(child, 0)
    assert store.cancel(job.id)
    stepped(court, store, job, "cancelled")
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


@needs_fork
@pytest.mark.children
@pytest.mark.parametrize("kind", ["input", "limit", "bug"])
def test_a_job_fails_with_its_error(engine: Engine, court: Court, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    def answer(*_: object) -> str:
        if kind == "input":
            raise InputError.single("wrong", "<stdin>", 3)
        os.kill(os.getpid(), signal.SIGXCPU if kind == "limit" else signal.SIGTERM)
        return ""

    monkeypatch.setattr("drakdom.service.court.answer", answer)
    store = store_of(engine)
    job = submitted(store)
    stepped(court, store, job, "failed")
    failed = store.look(job.id)
    assert failed
    assert failed.error
    assert failed.error["kind"] == kind
    assert kind != "input" or failed.error["problems"][0]["line"] == 3


@needs_fork
@pytest.mark.children
def test_an_answer_under_a_law_that_changed_is_not_kept(
    engine: Engine, court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drakdom.service.court.answer", lambda *_: "answer")
    store = store_of(engine)
    job = submitted(store)  # under a law that there never was
    stepped(court, store, job, "failed")
    assert store.recall(job.key) is None


@needs_fork
@pytest.mark.children
def test_a_court_keeps_its_jobs_when_the_clock_is_set_on(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    from drakdom.service.court import Court
    from drakdom.service.docket import LEASE
    from drakdom.service.settings import Settings

    monkeypatch.setattr("drakdom.service.court.answer", lambda *_: signal.pause())
    clock = Clock()
    store, docket = store_of(engine, clock), docket_of(engine, "court", clock)
    court = Court(Settings("", workers=2, folders=(str(RULEBOOKS),), seconds=PATIENCE), docket)
    job = submitted(store)
    stepped(court, store, job, "doing")
    child = court.running[job.id].worker.pid
    for _ in range(5):  # more often than a job is tried
        clock.time += 2 * LEASE
        court.step()
    assert (court.running[job.id].worker.pid, state(store, job)) == (child, "doing")
    court.close()
    court.run()


@needs_fork
@pytest.mark.children
def test_a_court_that_is_never_idle_forgets_too(engine: Engine, court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    from drakdom.service import court as module

    monkeypatch.setattr(module, "answer", lambda *_: signal.pause())
    forgotten: list[bool] = []
    monkeypatch.setattr(court.docket, "forget", lambda: forgotten.append(bool(court.running)))
    store = store_of(engine)
    stepped(court, store, submitted(store), "doing")
    monkeypatch.setattr(module, "CLEAN", 0)
    court.step()
    assert forgotten == [True]


@needs_fork
@pytest.mark.children
def test_a_closed_court_gives_its_jobs_back(engine: Engine, court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drakdom.service.court.answer", lambda *_: signal.pause())
    store = store_of(engine)
    job = submitted(store)
    stepped(court, store, job, "doing")
    court.close()
    court.run()
    court.running.clear()
    assert state(store, job) == "waiting"


@needs_fork
@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="no /proc to find the processes in")  # noqa: PTH110
@pytest.mark.parametrize("module", ["court", "web"])
def test_an_accepted_job_survives_kill(service: Service, module: str) -> None:
    process = service.child(module)
    reply = service.request("/api/rule", {"scenario": TEXT + f"note: before the {module} is killed\n"})
    os.kill(process, signal.SIGKILL)
    until(lambda: service.child(module) != process, f"the {module} is not started again")
    answer = service.ask("rule", TEXT + f"note: after the {module} is killed\n")
    assert (service.wait(reply).status, answer.status) == (200, 200)


@ON_SQLITE
@needs_fork
@pytest.mark.children
@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="no /proc to see the state of a process")  # noqa: PTH110
def test_a_long_job_is_paused_for_another_network(
    engine: Engine, court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    from drakdom.service.question import Question

    def answer(question: Question, *_: object) -> str:
        if question.options["claims"] == ["long"]:
            signal.pause()
        raise InputError.single("short")

    monkeypatch.setattr("drakdom.service.court.answer", answer)
    store = store_of(engine)
    jobs = {}
    for claim, client in (("long", "192.0.2.1"), ("same", "192.0.2.2"), ("other", "198.51.100.1")):
        jobs[claim] = store.submit(Question("rule", TEXT, {"claims": [claim]}), LAW, client)
    deadline, long = time.monotonic() + PATIENCE, jobs["long"].id
    seen = set()
    while state(store, jobs["other"]) != "failed":
        assert time.monotonic() < deadline
        court.step()
        if long in court.running and court.running[long].is_paused:
            seen.add(Path(f"/proc/{court.running[long].worker.pid}/stat").read_text(encoding="ascii").split()[2])
    assert seen == {"T"}
    court.step()
    assert (court.running[long].is_paused, state(store, jobs["same"])) == (False, "waiting")
    store.cancel(long)
    stepped(court, store, jobs["same"], "failed")
