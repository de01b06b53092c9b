"""The folder of precedents as the web process sees it: an index in the database, rebuilt from the files."""

from __future__ import annotations

import contextlib
import io
import json
import threading
import time
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Engine, delete, select

from drakdom.errors import DrakdomError, InputError
from drakdom.kept import engine as program
from drakdom.law.digest import data_of
from drakdom.precedents.entries import Entry, entry_of
from drakdom.precedents.folder import save
from drakdom.precedents.index import Index
from drakdom.rulebook.find import find_house_rules, find_rulebooks
from drakdom.rulebook.house_declared import SPEC
from drakdom.scenario import Scenario, read_scenario, read_scenario_text
from drakdom.service.question import NAME
from drakdom.service.tables import PRECEDENTS

NONE = "there is no such precedent"
LOOK, AT_A_TIME = 2.0, 1.0
"""Seconds between two looks at the folder, and the longest time for which new files are read at a time."""

Stamp = tuple[str, str]
"""Two texts: one changes when the file or the program does, the other when the law does."""


class Record:
    """Precedents in a folder. Their files are the record; the table spares the time to read them again."""

    def __init__(
        self, engine: Engine, folder: Path, folders: tuple[str, ...], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.folder, self._engine, self._folders, self._clock = folder, engine, folders, clock
        self._reading, self._looked = threading.Lock(), -LOOK
        self._program = sha256(json.dumps(program()).encode()).hexdigest()[:16]
        self._rows_by_name: dict[str, tuple[Stamp, Entry | None]] | None = None
        self._index = Index(())
        self.unread = 0

    def index(self) -> Index:
        """Return the index, brought up to date with the folder; `unread` files are left for the next time."""
        with self._reading:
            if self.unread or self._clock() - self._looked >= LOOK:
                self._refresh()
                self._looked = self._clock()
            return self._index

    def _refresh(self) -> None:
        stamps = self._stamps()
        rows_by_name = self._recalled(stamps) if self._rows_by_name is None else self._rows_by_name
        gone = [name for name in rows_by_name if name not in stamps]
        changed = [name for name, stamp in stamps.items() if name not in rows_by_name or rows_by_name[name][0] != stamp]
        until, read = self._clock() + AT_A_TIME, list[str]()
        for name in changed:
            if self._clock() >= until:
                break
            rows_by_name[name] = (stamps[name], self._entry(name))
            read.append(name)
        self.unread = len(changed) - len(read)
        for name in gone:
            del rows_by_name[name]
        if gone or read or self._rows_by_name is None:
            self._rows_by_name = rows_by_name
            self._index = Index(entry for _, entry in rows_by_name.values() if entry)
            self._keep(rows_by_name, read, gone)

    def _stamps(self) -> dict[str, Stamp]:
        """Return the files of the folder, with a mark that changes when they, the program or the law do."""
        folder, laws, stamps = self.folder.resolve(), self._laws(), dict[str, Stamp]()
        for path in sorted(self.folder.rglob("*.yaml")):
            try:
                if path.is_file() and path.resolve().is_relative_to(folder):
                    stamps[path.relative_to(self.folder).as_posix()] = (f"{_stamp(path)} {self._program}", laws)
            except (OSError, RuntimeError):
                continue
        return stamps

    def _laws(self) -> str:
        """Return what changes when a file does by which scenarios are read: of a rulebook, or of its house rules."""
        folders = find_rulebooks(self._folders).values()
        houses = (house for folder in folders for house in find_house_rules(folder).values())
        files = [*(file for folder in folders for file in data_of(folder)), *(house / SPEC for house in houses)]
        return sha256(json.dumps([(str(file), _stamp(file)) for file in files]).encode()).hexdigest()[:16]

    def _entry(self, name: str) -> Entry | None:
        try:
            return entry_of(read_scenario(self.folder / name, self._folders), name)
        except (DrakdomError, OSError, ValueError):  # it is no precedent
            return None

    def _recalled(self, stamps: Mapping[str, Stamp]) -> dict[str, tuple[Stamp, Entry | None]]:
        """Return the rows of the table; those with other stamps have no entries."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(PRECEDENTS)).all()
        rows_by_name: dict[str, tuple[Stamp, Entry | None]] = {}
        for row in rows:
            stamp = (row.stamp, row.law)
            data = json.loads(row.entry) if stamps.get(row.file) == stamp else None
            rows_by_name[row.file] = (stamp, Entry.from_json(data) if data else None)
        return rows_by_name

    def _keep(self, rows_by_name: Mapping[str, tuple[Stamp, Entry | None]], read: list[str], gone: list[str]) -> None:
        rows = []
        for name in read:
            (stamp, law), entry = rows_by_name[name]
            rows.append({"file": name, "stamp": stamp, "law": law, "entry": json.dumps(entry and entry.to_json())})
        with self._engine.begin() as connection:
            for part in range(0, len(read + gone), 500):
                names = (read + gone)[part : part + 500]
                connection.execute(delete(PRECEDENTS).where(PRECEDENTS.c.file.in_(names)))
            if rows:
                connection.execute(PRECEDENTS.insert(), rows)

    def add(self, text: str) -> str:
        """Write a precedent into the folder; return its name there."""
        scenario: Scenario = read_scenario_text(text, NAME, self._folders)
        name = save(self.folder, scenario, text)
        with self._reading:
            self._looked = -LOOK
        return name

    def text(self, name: str) -> str:
        """Return the text of a precedent. Raises InputError for a name that is not in the index."""
        if not any(entry.file == name for entry in self.index().entries):
            raise InputError.single(NONE)
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except OSError:
            raise InputError.single(NONE) from None

    def packed(self) -> bytes:
        """Return all precedents as a ZIP file: a folder that `drakdom check` runs."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry in self.index().entries:
                info = zipfile.ZipInfo(entry.file)  # without the time, so that the same record is the same file
                with contextlib.suppress(FileNotFoundError):  # removed since the last look
                    archive.writestr(info, (self.folder / entry.file).read_bytes(), zipfile.ZIP_DEFLATED)
        return data.getvalue()


def _stamp(path: Path) -> str:
    """Return a mark that changes when a file does; empty if it cannot be read."""
    try:
        stat = path.stat()
    except OSError:
        return ""
    return f"{stat.st_mtime_ns} {stat.st_size}"
