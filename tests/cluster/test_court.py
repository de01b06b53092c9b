"""A court process: jobs with limits for a process with threads. No cluster is needed."""

import threading
import time
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from drakdom.cli.places import place_of
from drakdom.cluster import runner_for
from drakdom.cluster.beside import Beside
from drakdom.cluster.identity import Identity, differences, identity
from drakdom.cluster.message import packed, unpacked
from drakdom.cluster.orders import Batch, Greeting, Start
from drakdom.cluster.peer import CourtGone, Home, Peer
from drakdom.errors import BugError, ClusterError, InputError, LimitError
from drakdom.kept import Law
from drakdom.rulebook.find import law_folder
from drakdom.sandbox import Limits
from tests.cli.drakdom import GOOD, ROOT, RULEBOOKS, drakdom, written
from tests.waiting import until


@dataclass(frozen=True)
class Squares:
    """Squares numbers; refuses 4, and never ends for 13."""

    laws: tuple[Law, ...] = ()

    def __call__(self, number: int) -> object:
        if number == 13:
            threading.Event().wait()
        if number == 4:
            raise InputError.single("four", "a.yaml", 4)
        return number * number


@pytest.fixture
def _court_knows_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let courts read the jobs of this file."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


knowing = pytest.mark.usefixtures("_court_knows_tests")


def test_a_job_that_a_court_cannot_read_is_an_error() -> None:
    ((_, result),) = Home().each(Squares(), 1, Limits())
    assert isinstance(result, BugError)
    assert "No module named 'tests'" in str(result)


@knowing
def test_a_court_runs_batches_within_limits() -> None:
    peer = Peer()
    try:
        assert peer.ask(Greeting("/", (Law(str(RULEBOOKS / "lantern")),))) == identity(
            [Law(str(RULEBOOKS / "lantern"))]
        )
        peer.ask(Start(Squares(), Limits(seconds=0.5)))
        done = peer.ask(Batch((3, 4, 13, 5), 60.0))
        values = {number: unpacked(result) for number, result in done.results}
        assert (values[3], values[5]) == (9, 25)
        assert isinstance(values[13], LimitError)
        assert isinstance(values[4], InputError)
        assert values[4].problems[0].line == 4
        assert [number for number, _ in peer.ask(Batch((7, 6), 0.0)).results] == [7]  # the time of the batch is over
    finally:
        peer.end()


@knowing
def test_another_thread_ends_a_court_at_work() -> None:
    peer = Peer()
    peer.ask(Start(Squares(), Limits(seconds=0)))
    threading.Timer(0.1, peer.stop).start()
    started = time.monotonic()
    with pytest.raises(CourtGone):
        peer.ask(Batch((13,), 60.0))
    assert time.monotonic() - started < 60  # it would never end by itself
    peer.end()


@knowing
def test_a_court_beside_a_worker_serves_run_after_run_and_may_have_ended_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    greeting, start = packed(Greeting("/", ())), packed(Start(Squares(), Limits()))
    beside, peers, init = Beside(greeting), list[Peer](), Peer.__init__

    def noted(peer: Peer) -> None:
        peers.append(peer)
        init(peer)

    monkeypatch.setattr(Peer, "__init__", noted)

    def answer(job: str) -> object:
        return [unpacked(result) for _, result in unpacked(beside.work("task", job, (3,), 60.0)).results]

    try:
        for job in "ab":
            beside.greet(greeting, job, start)
            assert answer(job) == [9]
        assert len(peers) == 1
        peers[0].stop()
        until(lambda: not peers[0].is_alive, "the court goes on")
        assert answer("b") == [9]
    finally:
        beside.end()


def test_a_court_that_ends_at_its_greeting_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(peer: Peer, _: bytes) -> bytes:
        ended.append(peer)
        raise CourtGone

    beside, ended = Beside(b""), list[Peer]()
    monkeypatch.setattr(Peer, "ask_packed", gone)
    assert beside.work("task", "job", (3,), 60.0) == b""
    assert ([peer.is_alive for peer in ended], beside._busy) == ([False], {})


@knowing
def test_jobs_of_a_process_with_threads_run_in_a_court() -> None:
    assert dict(Home().each(Squares(), 3, Limits())) == {0: 0, 1: 1, 2: 4}
    with runner_for(None, 2) as runner:
        assert dict(runner.each(Squares(), 3, Limits())) == {0: 0, 1: 1, 2: 4}


def test_the_shipped_law_may_lie_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    law = Law(str(law_folder() / "kalahen"), (str(law_folder() / "kalahen" / "house" / "one"), "/elsewhere/two"))
    sent = packed((law, law_folder() / "core", Path("/elsewhere")))
    monkeypatch.setattr("drakdom.cluster.message.law_folder", lambda: tmp_path)
    moved = Law(str(tmp_path / "kalahen"), (str(tmp_path / "kalahen" / "house" / "one"), "/elsewhere/two"))
    assert unpacked(sent) == (moved, tmp_path / "core", Path("/elsewhere"))


def test_what_differs_is_named() -> None:
    wanted = Identity((("drakdom", "1.0"), ("clingo", "5.8.0")), (("law lantern", "abc"),))
    assert differences(wanted, wanted) == []
    remote = Identity((("drakdom", "1.1"), ("clingo", "5.7.1")), (("law lantern", ""),))
    assert differences(wanted, remote) == [
        "drakdom is 1.1 there, 1.0 here",
        "clingo is 5.7.1 there, 5.8.0 here",
        "law lantern is missing there",
    ]


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    words = ("sweep", written(tmp_path, GOOD), "--vary", "figures.Ada.nerve=1..2", "--rulebook", RULEBOOKS)
    for result in (
        drakdom(*words, "--scheduler", "tcp://127.0.0.1:1"),
        drakdom(*words, DASK_SCHEDULER_ADDRESS="tcp://127.0.0.1:1"),
    ):
        assert result.code == InputError.exit_code
        assert "pip install 'drakdom[cluster]'" in result.err
    assert drakdom(*words, "--workers", "1", DASK_SCHEDULER_ADDRESS="tcp://127.0.0.1:1").code == 0


def test_two_places_to_work_are_refused(tmp_path: Path) -> None:
    result = drakdom("check", tmp_path, "--workers", "1", "--scheduler-file", "x.json")
    assert (result.code, "`--workers` and `--scheduler-file`" in result.err) == (InputError.exit_code, True)


@pytest.mark.parametrize("address", ["nonsense", "tcp://host", "tls://host:", "host:port"])
def test_an_address_without_a_port_is_refused(address: str, tmp_path: Path) -> None:
    for result in (
        drakdom("check", tmp_path, "--scheduler", address),
        drakdom("check", tmp_path, DASK_SCHEDULER_ADDRESS=address),
    ):
        assert result.code == InputError.exit_code
        assert result.err == f"`{address}` names no scheduler: it has no port, such as `tcp://host:8786`\n"


@pytest.mark.parametrize("content", ["", "rulebook: lantern", '{"id": "Scheduler"}'])
def test_a_file_that_no_scheduler_wrote_is_refused(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drakdom.cli.places.PATIENCE", 0)
    result = drakdom("check", tmp_path, "--scheduler-file", written(tmp_path, content))
    assert (result.code, "this is not the file of a Dask scheduler" in result.err) == (InputError.exit_code, True)
    result = drakdom("check", tmp_path, "--scheduler-file", tmp_path / "nowhere.json")
    assert (result.code, "nowhere.json: no such file" in result.err) == (InputError.exit_code, True)


def test_a_scheduler_that_has_just_been_started_may_write_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "scheduler.json"
    monkeypatch.setattr("drakdom.cli.places.time.sleep", lambda _: file.write_text('{"address": "tcp://127.0.0.1:1"}'))
    assert place_of(None, "", str(file)).scheduler_file == str(file)


def test_an_error_keeps_its_exit_code() -> None:
    error = unpacked(packed(ClusterError("gone")))
    assert (type(error), str(error), error.exit_code) == (ClusterError, "gone", 6)


def test_jobs_of_an_audit_name_no_laws_that_are_not_of_the_store() -> None:
    """A court reads `laws` of its job, and digests them; jobs that are made at home have none."""
    from drakdom.audit import differ, repair, run

    jobs = (repair._Tries, differ._Witnesses, run._Witnesses)
    assert [job.__name__ for job in jobs if "laws" in {field.name for field in fields(job)}] == []
