"""The service as people run it, and its parts in this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.drakdom import RULEBOOKS
from tests.service import postgres as postgres_server
from tests.service.running import Service

if TYPE_CHECKING:
    from sqlalchemy import Engine

EXTRA = ("alembic", "fastapi", "limits", "sqlalchemy", "uvicorn")


@pytest.fixture(scope="session", autouse=True)
def _extra() -> None:
    """Skip the tests if the extra is not installed."""
    for module in EXTRA:
        pytest.importorskip(module, reason="the extra `web` is not installed")


@pytest.fixture(scope="session")
def service(_extra: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service with the rulebooks of the tests, on a free port."""
    with Service(tmp_path_factory.mktemp("service"), "--rulebook", str(RULEBOOKS), "--rate", "10000/minute") as running:
        yield running


@pytest.fixture(scope="session")
def postgres(_extra: None) -> Iterator[str]:
    """The URL of a PostgreSQL server."""
    if reason := postgres_server.missing():
        pytest.skip(reason)
    with postgres_server.server() as url:
        yield url


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The URL of a SQLite database that is not made yet."""
    return f"sqlite:///{tmp_path / 'jobs.sqlite'}"


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, of each kind."""
    from sqlalchemy import text

    from drakdom.service.database import open_database

    url: str = request.getfixturevalue(request.param)
    if request.param == "postgres":
        with open_database(url).begin() as connection:
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
    return url


@pytest.fixture
def engine(empty: str) -> Engine:
    """A database of the newest version, of each kind."""
    from drakdom.service.database import migrate, open_database

    engine = open_database(empty)
    migrate(engine)
    return engine
