"""The service as people run it, and its parts in this process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.drakdom import RULEBOOKS
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


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """An empty database of the newest version."""
    from drakdom.service.database import migrate, open_database

    engine = open_database(f"sqlite:///{tmp_path / 'jobs.sqlite'}")
    migrate(engine)
    return engine
