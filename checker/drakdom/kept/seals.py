"""Seals: what was in the files that a result rests on, and whether they have been touched since.

A seal is made before a job and looked at after it. Files that were edited, replaced or moved meanwhile break it, and
what rests on them is not kept: nobody knows which of the two states the job has seen.
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
from drakdom.rulebook.house import LAW, SPEC

#: A file that is larger is no scenario and no law: what rests on it is not kept.
MOST_BYTES = 10_000_000
_PACKAGE = Path(__file__).resolve().parent.parent
_FAULTS = (OSError, ValueError, RuntimeError, DrakdomError)
"""Errors of reading a file; a link that leads back to itself is a RuntimeError."""

Stamp = tuple[int, ...]


class Seal(NamedTuple):
    """Some files, with their stamps, and the digest of their names and contents."""

    files: tuple[Path, ...]
    stamps: tuple[Stamp, ...]
    digest: str

    @classmethod
    def on(cls, files: Iterable[Path]) -> Seal:
        """A seal on some files. Raises OSError for what is no file, as a pipe that never ends, or too large."""
        paths = tuple(files)
        stamps = tuple(map(stamp, paths))  # first, so that an edit while they are read breaks the seal
        parts = [(str(file), hashlib.sha256(_content(file)).hexdigest()) for file in paths]
        return cls(paths, stamps, hashlib.sha256(json.dumps(parts).encode()).hexdigest())

    def holds(self, started: int) -> bool:
        """Tell that all files are those that were sealed, none of them changed since a time in nanoseconds."""
        newest = max((max(times[:2]) for times in self.stamps if times), default=0)
        return newest <= started and all(map(same, self.files, self.stamps))


def stamp(file: Path) -> Stamp:
    """Read what changes when a file is edited, replaced or taken away; times of change come first."""
    try:
        stat = os.stat(file)  # noqa: PTH116  (by the thousand, and `Path.stat` takes twice as long)
    except (OSError, ValueError):
        return ()
    return stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_ino, stat.st_dev


def same(file: Path, before: Stamp) -> bool:
    """Compare the stamp of a file with an earlier one."""
    return stamp(file) == before


class Seals:
    """Seals on the folders of laws and on the core, each made once; one that is broken is never made again."""

    def __init__(self, started: int) -> None:
        self._started = started
        self._made: dict[str, Seal | None] = {}

    def digest(self, rulebook: str, house: Iterable[str]) -> str | None:
        """The digest of a law; None where it cannot be read or a file of it was touched since the start."""
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
    """The files of the program with their stamps: they change whenever it does."""
    return tuple((str(file), stamp(file)) for file in _code())


def program_digest() -> str:
    """Digest the contents of the program's files."""
    digest = hashlib.sha256()
    for file in _code():
        digest.update(json.dumps(str(file.relative_to(_PACKAGE))).encode())
        if file.is_file():  # an editor may leave links that lead nowhere
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _code() -> list[Path]:
    return sorted(file for end in ("*.py", "*.po") for file in _PACKAGE.rglob(end))


def _core(_: Path) -> Iterable[Path]:
    return sorted(core_file("core.lp").parent.glob("*.lp"))


def _rulebook(folder: Path) -> Iterable[Path]:
    yield folder / "rulebook.yaml"
    yield folder / "clauses.yaml"
    yield from sorted((folder / LOCALE).glob("*.po"))
    yield from law_files(folder / "rulebook.lp")


def _house_rule(folder: Path) -> Iterable[Path]:
    yield folder / SPEC
    yield from law_files(folder / LAW)


def _content(file: Path) -> bytes:
    if not file.is_file() or file.stat().st_size > MOST_BYTES:
        raise OSError
    return file.read_bytes()
