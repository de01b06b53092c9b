"""The schema of the database, and databases that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from drakdom.errors import InputError


def test_the_migrations_make_the_tables(empty: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from drakdom.service.database import migrate, open_database
    from drakdom.service.tables import METADATA

    engine = open_database(empty)
    migrate(engine, "0001")
    for _ in range(2):
        migrate(engine)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_what_the_first_version_wrote_is_there_after_the_migrations(empty: str) -> None:
    from sqlalchemy import text

    from drakdom.service.database import migrate, open_database
    from drakdom.service.docket import Docket
    from drakdom.service.store import Store

    engine = open_database(empty)
    migrate(engine, "0001")
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO jobs (id, key, kind, scenario, options, law, client, state, created, tries) "
                "VALUES ('a', 'k', 'rule', 'title: x', '{}', 'lantern@0', 'c', 'waiting', 1.5, 0)"
            )
        )
        connection.execute(
            text("INSERT INTO answers (key, law, body, created, used) VALUES ('old', 'lantern@0', '{}', 1.5, 1.5)")
        )
    migrate(engine)
    store = Store(engine, 10, 10)
    kept, claimed = store.recall("old"), Docket(engine, "court").claim()
    assert kept
    assert claimed
    assert (kept.body, claimed.id, claimed.question.text) == ("{}", "a", "title: x")


def test_a_database_of_a_later_version_is_refused(empty: str) -> None:
    from sqlalchemy import text

    from drakdom.service.database import migrate, open_database

    engine = open_database(empty)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InputError, match="another version"):
        migrate(engine)


def test_a_server_that_is_not_there_is_refused() -> None:
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    from drakdom.service.database import migrate, open_database

    with pytest.raises(InputError, match="the database cannot be used"):
        migrate(open_database("postgresql+psycopg://nobody@/nothing?host=/nonexistent"))


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
