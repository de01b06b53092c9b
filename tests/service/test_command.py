"""`drakdom serve` refuses what it cannot serve."""

from __future__ import annotations

import importlib.util
import socket
from pathlib import Path

import pytest

from drakdom import sandbox
from tests.cli.drakdom import drakdom


@pytest.fixture(autouse=True)
def _forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "can_fork", lambda: True)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "sqlalchemy" else object())
    ended = drakdom("serve")
    assert ended.code == 2
    assert "packages that are not installed: SQLAlchemy, `pip install 'drakdom[web]'`" in ended.err


def test_a_platform_without_fork_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "can_fork", lambda: False)
    assert "a platform that can fork" in drakdom("serve").err


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = drakdom("serve", "--db", f"sqlite:///{tmp_path / 'jobs.sqlite'}", "--port", port)
    assert ended.code == 2
    assert f"`127.0.0.1:{port}` cannot be served: address already in use" in ended.err


def test_a_rate_that_is_none_is_refused(tmp_path: Path) -> None:
    ended = drakdom("serve", "--db", f"sqlite:///{tmp_path / 'jobs.sqlite'}", "--rate", "often")
    assert (ended.code, "`often` is not a rate" in ended.err) == (2, True)
