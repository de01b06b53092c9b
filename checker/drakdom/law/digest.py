"""Digests of laws: which text a verdict rests on, wherever it lies on the machine."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from drakdom.language import LOCALE
from drakdom.law.facts import core_file
from drakdom.law.law import Law, Stamp, stamp_of
from drakdom.law.lawtext import law_files
from drakdom.rulebook import Rulebook
from drakdom.rulebook.frequency import FILE as FREQUENCY
from drakdom.rulebook.graph import FILE as BOARD
from drakdom.rulebook.house_declared import LAW, SPEC

#: Greatest size of a scenario or law file; results that depend on a larger file are not kept.
MOST_BYTES = 10_000_000
SHOWN = 12
"""Number of hexadecimal digits of a digest that a verdict shows."""


def law_digest(rulebook: Path, house: Iterable[Path] = ()) -> str:
    """Digest the contents of a law: the core, a rulebook with its law about paths, house rules.

    Raises OSError, ValueError, RuntimeError or DrakdomError if a file cannot be read.
    """
    # also the law about paths, which `rulebook.lp` does not include
    more = {file for entry in rulebook.glob("*.lp") for file in law_files(entry)}
    core = core_file("core.lp").parent
    parts: list[tuple[Path, Iterable[Path]]] = [
        (core, of_core(core)),
        (rulebook, sorted({*of_rulebook(rulebook), *more})),
    ]
    parts += [(rule, of_house_rule(rule)) for rule in house]
    return _digest((os.path.relpath(file, folder), file) for folder, files in parts for file in files)


def law_name(law: Law, book: Rulebook, further: Iterable[Path] = ()) -> str:
    """Return the law that verdicts rest on, with house rules in force and further law files, as `slug@digest`."""
    files = (*law.files, *further, *data_of(book.folder), *(rule.folder / SPEC for rule in book.house_rules))
    folders = (*(rule.folder for rule in book.house_rules), book.folder, core_file("core.lp").parent.parent)
    return f"{book.slug}@{_remembered(tuple(map(stamp_of, files)), folders)[:SHOWN]}"


@lru_cache(maxsize=16)
def _remembered(stamps: tuple[Stamp, ...], folders: tuple[Path, ...]) -> str:
    """Return the digest of files by their names in the first folder that they are in."""
    homes = [folder.resolve() for folder in folders]
    files = [stamp[0].resolve() for stamp in stamps]
    return _digest(
        (os.path.relpath(file, next((home for home in homes if file.is_relative_to(home)), file.parent)), file)
        for file in files
    )


def _digest(files: Iterable[tuple[str, Path]]) -> str:
    digests = [(name, hashlib.sha256(content(file)).hexdigest()) for name, file in files]
    return hashlib.sha256(json.dumps(digests).encode()).hexdigest()


def of_core(_: Path) -> Iterable[Path]:
    """Return the files of the core."""
    return sorted(core_file("core.lp").parent.glob("*.lp"))


def of_rulebook(folder: Path) -> Iterable[Path]:
    """Yield the files of a rulebook on which verdicts rest."""
    yield from data_of(folder)
    yield from folder.glob(FREQUENCY)  # the clauses that an answer names depend on it
    yield from law_files(folder / "rulebook.lp")


def data_of(folder: Path) -> Iterable[Path]:
    """Yield the files of a rulebook that are no law: vocabulary, ledger, map, sentences."""
    yield folder / "rulebook.yaml"
    yield folder / "clauses.yaml"
    yield from folder.glob(BOARD)
    yield from sorted((folder / LOCALE).glob("*.po"))


def of_house_rule(folder: Path) -> Iterable[Path]:
    """Yield the files of a house rule."""
    yield folder / SPEC
    yield from law_files(folder / LAW)


def content(file: Path) -> bytes:
    """Return the content of a file. Raises OSError for anything but a regular file of at most MOST_BYTES."""
    if not file.is_file() or file.stat().st_size > MOST_BYTES:
        raise OSError
    return file.read_bytes()
