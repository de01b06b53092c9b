"""The SQLite file of results in the user's cache folder, with one table.

A result that cannot be read or has a wrong checksum is ignored. A file that is no database, or that holds anything but
this table, is deleted. If another process keeps the file locked, nothing more is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from drakdom.errors import InputError
from drakdom.law.store import cache_folder as cache_folder
from drakdom.law.store import make_private

FILE = "results.sqlite"
#: Greatest number of results and of their bytes; beyond these, the least recently used are deleted.
MOST_ROWS, MOST_BYTES = 20_000, 200_000_000
#: Seconds to wait for another process that writes.
PATIENCE = 2.0

_TABLE = (
    "CREATE TABLE results"
    " (key TEXT PRIMARY KEY, laws TEXT, law TEXT, value TEXT, checksum TEXT, used REAL) WITHOUT ROWID"
)


class Row(NamedTuple):
    """A result: the laws that it depends on as JSON, their digest, and its JSON text."""

    laws: str
    law: str
    value: str

    @property
    def checksum(self) -> str:
        """Digest of all fields."""
        return hashlib.sha256("\0".join(self).encode("utf-8", "surrogatepass")).hexdigest()


def read(keys: Iterable[str], folder: Path | None = None) -> dict[str, Row]:
    """Return the results under these keys that exist and are intact, in the user's cache folder or another."""
    rows: dict[str, Row] = {}

    def look(table: sqlite3.Connection) -> None:
        for key in keys:
            row = table.execute("SELECT laws, law, value, checksum FROM results WHERE key = ?", (key,)).fetchone()
            if row and all(isinstance(column, str) for column in row) and Row(*row[:3]).checksum == row[3]:
                rows[key] = Row(*row[:3])
        now = time.time()
        table.executemany("UPDATE results SET used = ? WHERE key = ?", ((now, key) for key in rows))

    _with_table(look, folder)
    return rows


def write(rows: Iterable[tuple[str, Row]], folder: Path | None = None) -> None:
    """Keep results under their keys. In the user's cache folder, old ones are deleted if there are too many.

    Does nothing if the file of the cache folder cannot be used. Raises InputError if that of another folder cannot.
    """

    def put(table: sqlite3.Connection) -> None:
        now = time.time()
        values = ((key, *row, row.checksum, now) for key, row in rows)
        table.executemany("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", values)
        if folder is None:
            _forget(table)

    _with_table(put, folder)


def _with_table(work: Callable[[sqlite3.Connection], None], named: Path | None) -> None:
    """Call `work` with the table in one transaction, if the file can be used."""
    folder = named or cache_folder()
    if folder is None or folder in _LOCKED:
        return
    file = folder / FILE
    try:
        make_private(folder)
        if file.exists() and not file.is_file():
            raise OSError(f"{file} is no file")  # a pipe: opening it would wait for ever
        if not _is_ours(file):
            if named:
                raise InputError.single("this file holds no results of drakdom", str(file))
            file.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(file, timeout=PATIENCE)) as table, table:
            table.execute(_TABLE.replace("TABLE", "TABLE IF NOT EXISTS", 1))
            work(table)
    except (sqlite3.OperationalError, OSError) as error:
        if named:
            raise InputError.single(f"results cannot be kept: {str(error).lower()}", str(file)) from None
        _LOCKED.add(folder)  # locked for too long, read only, no room
    except sqlite3.DatabaseError:
        if named:
            raise InputError.single("this file holds no results of drakdom", str(file)) from None
        with contextlib.suppress(OSError):
            file.unlink()


def _is_ours(file: Path) -> bool:
    """Return True if a file holds only the table, does not exist, or cannot be read now."""
    try:
        with contextlib.closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
        ) as connection:
            held = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    except sqlite3.OperationalError:
        return True  # missing, locked, or cut off while being written: opening it for writing shows which
    except sqlite3.DatabaseError:
        return False
    return held in ([], [(_TABLE,)])


_LOCKED: set[Path] = set()
"""Cache folders whose file cannot be used; they are not tried again."""


def _forget(table: sqlite3.Connection) -> None:
    """Delete the least recently used results, down to half of the limit, if there are too many."""
    rows, size = table.execute("SELECT count(*), coalesce(sum(length(value)), 0) FROM results").fetchone()
    if rows > MOST_ROWS or size > MOST_BYTES:
        oldest = "SELECT key FROM results ORDER BY used LIMIT ?"
        table.execute(f"DELETE FROM results WHERE key IN ({oldest})", (rows - min(rows, MOST_ROWS) // 2,))
