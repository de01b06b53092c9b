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
from drakdom.language import LOCALE
from drakdom.law.facts import core_file
from drakdom.law.lawtext import law_files
from drakdom.rulebook.graph import FILE as BOARD
from drakdom.rulebook.house_declared import LAW, SPEC

#: Greatest size of a scenario or law file; results that depend on a larger file are not kept.
MOST_BYTES = 10_000_000
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
        parts = [(str(file), hashlib.sha256(_content(file)).hexdigest()) for file in paths]
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
        sealed = [self._sealed("", _core), self._sealed(rulebook, _rulebook)]
        sealed += [self._sealed(folder, _house_rule) for folder in house]
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


def law_digest(rulebook: Path, house: Iterable[Path] = ()) -> str:
    """Digest the contents of a law: the core, a rulebook, house rules. Their places on the machine do not matter.

    Raises OSError, ValueError, RuntimeError or DrakdomError if a file cannot be read.
    """
    core = core_file("core.lp").parent
    more = set(rulebook.glob("*.lp"))  # also the law about paths, which `rulebook.lp` does not include
    parts: list[tuple[Path, Iterable[Path]]] = [(core, _core(core)), (rulebook, sorted({*_rulebook(rulebook), *more}))]
    parts += [(rule, _house_rule(rule)) for rule in house]
    digests = [
        (os.path.relpath(file, folder), hashlib.sha256(_content(file)).hexdigest())
        for folder, files in parts
        for file in files
    ]
    return hashlib.sha256(json.dumps(digests).encode()).hexdigest()


def _code() -> list[Path]:
    return sorted(file for end in ("*.py", "*.po") for file in _PACKAGE.rglob(end))


def _core(_: Path) -> Iterable[Path]:
    return sorted(core_file("core.lp").parent.glob("*.lp"))


def _rulebook(folder: Path) -> Iterable[Path]:
    yield folder / "rulebook.yaml"
    yield folder / "clauses.yaml"
    yield from folder.glob(BOARD)
    yield from sorted((folder / LOCALE).glob("*.po"))
    yield from law_files(folder / "rulebook.lp")


def _house_rule(folder: Path) -> Iterable[Path]:
    yield folder / SPEC
    yield from law_files(folder / LAW)


def _content(file: Path) -> bytes:
    if not file.is_file() or file.stat().st_size > MOST_BYTES:
        raise OSError
    return file.read_bytes()
