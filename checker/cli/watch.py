"""`drakdom check --watch`: what a saved file touches is checked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

STEP, QUIET = 50, 150
"""Milliseconds: how often files are looked at, and how long it is to be quiet before what changed is told."""


def watch(paths: Iterable[str], law: Iterable[Path], check: Callable[[set[Path]], None]) -> None:
    """Call `check` with the files that change under the paths and in the folders of law, until an interrupt.

    Raises InputError where the library that watches is not installed.
    """
    try:
        from watchfiles import watch as changes
    except ImportError:
        from checker.errors import InputError

        help_ = "`pip install 'drakdom[watch]'` brings it"
        raise InputError.one("`--watch` needs the package `watchfiles`", help=help_) from None

    for some in changes(*_places(paths, law), step=STEP, debounce=QUIET, raise_interrupt=False):
        check({Path(name).resolve() for _, name in some})


def _places(paths: Iterable[str], law: Iterable[Path]) -> Iterator[Path]:
    """Folders: a file that is replaced by another one is no longer the file that was watched."""
    from checker.engine.facts import core_file

    found = {Path(path).resolve() if Path(path).is_dir() else Path(path).resolve().parent for path in paths}
    found |= {folder.resolve() for folder in law} | {core_file("").resolve()}
    yield from (one for one in sorted(found) if not any(one != other and one.is_relative_to(other) for other in found))
