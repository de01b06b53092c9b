"""The database fails under the running service: a full disk, a database that is read only, a server that restarts."""

from __future__ import annotations

import json
import signal
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.drakdom import PIT, RULEBOOKS
from tests.service import postgres as postgres_server
from tests.service.running import PATIENCE, Service

TEXT = PIT.read_text(encoding="utf-8")
WORDS = ("--rulebook", str(RULEBOOKS), "--rate", "10000/minute")


def noted(words: str) -> dict[str, object]:
    """Return a new question."""
    return {"scenario": f"{TEXT}note: {words}\n"}


def refused(service: Service, words: str) -> None:
    """Check that a question is refused with a reason and a time, while `/health` goes on."""
    reply = service.request("/api/rule", noted(words))
    assert (reply.status, json.loads(reply.text)["kind"]) == (503, "limit"), reply
    assert "the database cannot be used now" in reply.text
    assert int(reply.headers["retry-after"]) > 0
    assert service.request("/health").status == 200


def back(service: Service, words: str) -> None:
    """Check that questions are answered again, without anybody's help."""
    until = time.monotonic() + PATIENCE
    while (reply := service.request("/api/rule", noted(words))).status == 503:
        assert time.monotonic() < until, reply
        time.sleep(0.2)
    assert service.wait(reply).status == 200


@pytest.mark.slow
def test_a_full_disk_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="no limits of files here")
    if not hasattr(resource, "prlimit"):
        pytest.skip("the limits of another process cannot be set here")
    with Service(tmp_path, *WORDS) as service:
        back(service, "before")
        answer = service.ask("rule", TEXT).text
        processes = [service.child(module) for module in ("web", "court")]
        before = [resource.prlimit(process, resource.RLIMIT_FSIZE) for process in processes]
        for process, (_, hard) in zip(processes, before, strict=True):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (0, hard))
        for number in range(3):
            refused(service, f"full {number}")
        for process, limits in zip(processes, before, strict=True):
            resource.prlimit(process, resource.RLIMIT_FSIZE, limits)
        back(service, "after")
        assert service.ask("rule", TEXT).text == answer
        assert [service.child(module) for module in ("web", "court")] == processes
    with sqlite3.connect(tmp_path / "jobs.sqlite") as table:
        assert table.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert not table.execute("SELECT id FROM jobs WHERE scenario LIKE '%note: full%'").fetchall()


@pytest.mark.slow
def test_a_database_that_another_holds_is_waited_for_and_told(tmp_path: Path) -> None:
    with Service(tmp_path, *WORDS) as service:
        back(service, "before")
        holder = sqlite3.connect(tmp_path / "jobs.sqlite", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        refused(service, "held")
        holder.execute("ROLLBACK")
        holder.close()
        back(service, "after")


@pytest.fixture
def server() -> Iterator[postgres_server.Server]:
    """A PostgreSQL server that a test may end."""
    if reason := postgres_server.missing():
        pytest.skip(reason)
    with postgres_server.running() as own:
        yield own


@pytest.mark.slow
def test_a_server_that_restarts_loses_no_job(server: postgres_server.Server, tmp_path: Path) -> None:
    with Service(tmp_path, *WORDS, "--db", server.url) as service:
        back(service, "before")
        accepted = [service.request("/api/rule", noted(f"accepted {number}")) for number in range(3)]
        server.end(signal.SIGQUIT)
        refused(service, "gone")
        server.start()
        back(service, "after")
        for reply in accepted:
            assert reply.status in (200, 202), reply
            assert service.wait(reply).status == 200


@pytest.mark.slow
def test_a_database_that_is_read_only_is_told(server: postgres_server.Server, tmp_path: Path) -> None:
    from sqlalchemy import text

    from drakdom.service.database import open_database

    def read_only(state: str) -> None:
        with open_database(server.url).connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("SET default_transaction_read_only = off"))
            connection.execute(text(f"ALTER DATABASE postgres SET default_transaction_read_only = {state}"))

    with Service(tmp_path, *WORDS, "--db", server.url) as service:
        back(service, "before")
        answer = service.ask("rule", TEXT).text
        read_only("on")
        refused(service, "read only")
        read_only("off")
        back(service, "after")
        assert service.ask("rule", TEXT).text == answer
