"""Seals record the contents of the files behind a result, and detect later changes.

A seal is made before a job and checked after it. If a file was edited, replaced or moved meanwhile, the result is not
kept, because the job may have read either version.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from drakdom.errors import DrakdomError
from drakdom.law.digest import content, of_core, of_house_rule, of_rulebook

_PACKAGE = Path(__file__).resolve().parent.parent
_FAULTS = (OSError, ValueError, RuntimeError, DrakdomError)
"""Errors of reading a file; a circular link raises RuntimeError."""

Stamp = tuple[int, ...]


class Seal(NamedTuple):
    """Files, their stamps, and the digest of their names and contents."""

    files: tuple[Path, ...]
    stamps: tuple[Stamp, ...]
    digest: str

    @classmethod
    def on(cls, files: Iterable[Path]) -> Seal:
        """Return a seal on files. Raises OSError for anything but a regular file of at most MOST_BYTES."""
        paths = tuple(files)
        stamps = tuple(map(stamp, paths))  # first, so that an edit during reading breaks the seal
        parts = [(str(file), hashlib.sha256(content(file)).hexdigest()) for file in paths]
        return cls(paths, stamps, hashlib.sha256(json.dumps(parts).encode()).hexdigest())

    def holds(self, started: int) -> bool:
        """Return True if all files are unchanged since the seal and since `started`, a time in nanoseconds."""
        newest = max((max(times[:2]) for times in self.stamps if times), default=0)
        return newest <= started and all(map(same, self.files, self.stamps))


def stamp(file: Path) -> Stamp:
    """Return values that change when a file is edited, replaced or removed: times of change, size, identity."""
    try:
        stat = os.stat(file)  # noqa: PTH116  (called thousands of times; `Path.stat` takes twice as long)
    except (OSError, ValueError):
        return ()
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino, stat.st_dev


def same(file: Path, before: Stamp) -> bool:
    """Return True if the stamp of a file equals an earlier one."""
    return stamp(file) == before


class Seals:
    """Seals on the folders of laws and on the core. Each is made once; a broken seal is not renewed."""

    def __init__(self, started: int) -> None:
        self._started = started
        self._made: dict[str, Seal | None] = {}

    def digest(self, rulebook: str, house: Iterable[str]) -> str | None:
        """Return the digest of a law, or None if it cannot be read or a file was touched since the start."""
        sealed = [self._sealed("", of_core), self._sealed(rulebook, of_rulebook)]
        sealed += [self._sealed(folder, of_house_rule) for folder in house]
        digests = [seal.digest for seal in sealed if seal and seal.holds(self._started)]
        if len(digests) < len(sealed):
            return None
        return hashlib.sha256(json.dumps(digests).encode()).hexdigest()

    def _sealed(self, folder: str, files: Callable[[Path], Iterable[Path]]) -> Seal | None:
        if folder not in self._made:
            try:
                self._made[folder] = Seal.on(files(Path(folder)))
            except _FAULTS:
                self._made[folder] = None
        return self._made[folder]


def program() -> tuple[tuple[str, Stamp], ...]:
    """Return the files of the program with their stamps."""
    return tuple((str(file), stamp(file)) for file in _code())


def program_digest() -> str:
    """Digest the contents of the program's files."""
    digest = hashlib.sha256()
    for file in _code():
        digest.update(json.dumps(str(file.relative_to(_PACKAGE))).encode())
        if file.is_file():  # an editor may leave dangling links
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _code() -> list[Path]:
    return sorted(file for end in ("*.py", "*.po") for file in _PACKAGE.rglob(end))
