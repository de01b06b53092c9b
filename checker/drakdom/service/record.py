"""The folder of precedents as the web process sees it: an index in the database, rebuilt from the files."""

from __future__ import annotations

import io
import json
import threading
import time
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Engine, delete, select

from drakdom.errors import DrakdomError, InputError
from drakdom.kept import engine as program
from drakdom.law.digest import law_digest
from drakdom.precedents.entries import Entry, entry_of
from drakdom.precedents.folder import save
from drakdom.precedents.index import Index
from drakdom.scenario import Scenario, read_scenario, read_scenario_text
from drakdom.service.question import NAME
from drakdom.service.tables import PRECEDENTS

LOOK, AT_A_TIME = 2.0, 1.0
"""Seconds between two looks at the folder, and the longest time for which new files are read at a time."""


class Record:
    """Precedents in a folder. Their files are the record; the table spares the time to read them again."""

    def __init__(
        self, engine: Engine, folder: Path, folders: tuple[str, ...], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.folder, self._engine, self._folders, self._clock = folder, engine, folders, clock
        self._reading, self._looked = threading.Lock(), -LOOK
        self._program = sha256(json.dumps(program()).encode()).hexdigest()[:16]
        self._rows_by_name: dict[str, tuple[str, Entry | None]] | None = None
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
        rows_by_name = self._recalled() if self._rows_by_name is None else self._rows_by_name
        stamps = dict(self._stamps())
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
            self._keep(rows_by_name, read, gone)
            self._index = Index(entry for _, entry in rows_by_name.values() if entry)
        self._rows_by_name = rows_by_name

    def _stamps(self) -> list[tuple[str, str]]:
        """Return the files of the folder, with what changes when they do."""
        stamps = []
        for path in sorted(self.folder.rglob("*.yaml")):
            try:
                if path.is_file() and path.resolve().is_relative_to(self.folder.resolve()):
                    stat = path.stat()
                    stamp = f"{stat.st_mtime_ns} {stat.st_size} {self._program}"
                    stamps.append((path.relative_to(self.folder).as_posix(), stamp))
            except (OSError, RuntimeError):
                continue
        return stamps

    def _entry(self, name: str) -> Entry | None:
        try:
            return entry_of(read_scenario(self.folder / name, self._folders), name)
        except (DrakdomError, OSError, ValueError):  # it is no precedent
            return None

    def _recalled(self) -> dict[str, tuple[str, Entry | None]]:
        """Return the entries of the table whose law is the same as it was."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(PRECEDENTS)).all()
        laws: dict[str, str] = {}
        rows_by_name: dict[str, tuple[str, Entry | None]] = {}
        for row in rows:
            data = json.loads(row.entry)
            if data is None:
                rows_by_name[row.file] = (row.stamp, None)
                continue
            if data["rulebook"] not in laws:
                laws[data["rulebook"]] = self._law(data["rulebook"])
            if laws[data["rulebook"]] == row.law:
                rows_by_name[row.file] = (row.stamp, Entry.from_json(data))
        return rows_by_name

    def _law(self, slug: str) -> str:
        from drakdom.rulebook import load_rulebook, resolve_rulebook

        try:
            return law_digest(load_rulebook(resolve_rulebook(slug, self._folders, paths=False)).folder)
        except (DrakdomError, OSError, ValueError, RuntimeError):
            return ""

    def _keep(self, rows_by_name: dict[str, tuple[str, Entry | None]], read: list[str], gone: list[str]) -> None:
        slugs = {entry.rulebook for _, entry in map(rows_by_name.__getitem__, read) if entry}
        laws = {slug: self._law(slug) for slug in slugs}
        rows = [
            {
                "file": name,
                "stamp": rows_by_name[name][0],
                "law": laws[entry.rulebook] if (entry := rows_by_name[name][1]) else "",
                "entry": json.dumps(entry.to_json() if entry else None),
            }
            for name in read
        ]
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
            raise InputError.single("there is no such precedent")
        return (self.folder / name).read_text(encoding="utf-8")

    def packed(self) -> bytes:
        """Return all precedents as a ZIP file: a folder that `drakdom check` runs."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry in self.index().entries:
                info = zipfile.ZipInfo(entry.file)  # without the time, so that the same record is the same file
                archive.writestr(info, (self.folder / entry.file).read_bytes(), zipfile.ZIP_DEFLATED)
        return data.getvalue()
