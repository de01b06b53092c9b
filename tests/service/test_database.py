"""The schema of the database, and databases that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from drakdom.errors import InputError


def test_the_migrations_make_the_tables(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from drakdom.service.database import migrate, open_database
    from drakdom.service.tables import METADATA

    engine = open_database(f"sqlite:///{tmp_path / 'jobs.sqlite'}")
    migrate(engine, "0001")
    for _ in range(2):
        migrate(engine)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_database_of_a_later_version_is_refused(tmp_path: Path) -> None:
    from sqlalchemy import text

    from drakdom.service.database import migrate, open_database

    engine = open_database(f"sqlite:///{tmp_path / 'jobs.sqlite'}")
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InputError, match="another version"):
        migrate(engine)


@pytest.mark.parametrize("url", ["nonsense", "nosuchdb:///x", "sqlite:////no/such/folder/jobs.sqlite"])
def test_a_database_that_cannot_be_used_is_refused(url: str) -> None:
    from drakdom.service.database import migrate, open_database

    with pytest.raises(InputError):
        migrate(open_database(url))


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    from drakdom.service.database import migrate, open_database

    file = tmp_path / "jobs.sqlite"
    file.write_text("no database " * 100, encoding="utf-8")
    with pytest.raises(InputError, match="cannot be used"):
        migrate(open_database(f"sqlite:///{file}"))
