"""The database: connections, and its schema brought to the newest version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from drakdom.errors import InputError

BUSY = 5.0
"""Seconds to wait for another process that writes, or for a server that does not answer."""


def open_database(url: str) -> Engine:
    """Return an engine that opens a connection for each transaction, so that none is open when a process forks.

    Raises InputError for a URL that SQLAlchemy cannot use.
    """
    try:
        is_sqlite = make_url(url).get_backend_name() == "sqlite"
        arguments: dict[str, Any] = {"timeout": BUSY} if is_sqlite else {"connect_timeout": int(BUSY)}
        engine = create_engine(url, poolclass=NullPool, connect_args=arguments)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        help_ = "write `sqlite:///FILE`, or `postgresql+psycopg://USER@HOST/NAME` with the extra `postgres` installed"
        raise InputError.single(f"`--db`: {error}", help=help_) from None
    if is_sqlite:
        event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()


def migrate(engine: Engine, to: str = "head") -> None:
    """Bring the schema to a version. Raises InputError if the database cannot be used, or is of a later version."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, to)
    except CommandError as error:
        message = f"the database is of another version than this program: {error}"
        raise InputError.single(message, help="serve it with the version that made it, or a later one") from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error)
        raise InputError.single(f"the database cannot be used: {reason}") from None
