"""`drakdom check --watch`: what a saved file touches is checked again."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from drakdom.tools.check import CheckReport

STEP, QUIET, READY = 50, 150, 200
"""Milliseconds: how often files are looked at, how long it is to be quiet before what changed is told, and after what
time without a change it is certain that the files are watched."""


def watch(
    paths: Iterable[str], added: Iterable[Path], law: Mapping[str, Path], check: Callable[[set[Path]], CheckReport]
) -> None:
    """Call `check` with the files that change under the paths and in the folders of law, until an interrupt.

    `added` are the folders of house rules, `law` those of rulebooks by name. Raises InputError where the library that
    watches is not installed.
    """
    try:
        from watchfiles import watch as changes
    except ImportError:
        from drakdom.errors import InputError

        help_ = "`pip install 'drakdom[watch]'` brings it"
        raise InputError.one("`--watch` needs the package `watchfiles`", help=help_) from None

    places, told = [*_places(paths, added, law)], False
    with contextlib.suppress(KeyboardInterrupt):  # it may come while something is checked
        for some in changes(
            *places, step=STEP, debounce=QUIET, rust_timeout=READY, yield_on_timeout=True, raise_interrupt=False
        ):
            if not told:
                typer.echo("watching; an interrupt ends it", err=True)
                told = True
            if some and not _once(check, {Path(os.path.realpath(name)) for _, name in some}):
                return


def _once(check: Callable[[set[Path]], CheckReport], changed: set[Path]) -> bool:
    """Check once more, and say whether to go on.

    What is wrong now, as a file that is gone while it is saved, is told, and may be right soon.
    """
    from drakdom.cli.door import tell
    from drakdom.errors import DrakdomError, NothingRan

    try:
        return not check(changed).interrupted
    except NothingRan:
        return True
    except DrakdomError as error:
        tell(error, as_json=False)
        return True


def _places(paths: Iterable[str], added: Iterable[Path], law: Mapping[str, Path]) -> Iterator[Path]:
    """Folders: a file that is replaced by another one is no longer the file that was watched."""
    from drakdom.errors import NothingRan
    from drakdom.law.facts import core_file
    from drakdom.rulebook.find import is_house_rule, is_rulebook
    from drakdom.tools.check import find_scenarios
    from drakdom.tools.selection import law_of

    found = {Path(path).resolve() if Path(path).is_dir() else Path(path).resolve().parent for path in paths}
    files: list[Path] = []
    with contextlib.suppress(NothingRan):
        files = find_scenarios(paths)
    words = {folder for file in files for folder in law_of(file, law) or ()}
    named = {folder for folder in words if is_rulebook(folder) or is_house_rule(folder)}
    found |= {Path(os.path.realpath(file)).parent for file in files}  # where links lead
    found |= {folder.resolve() for folder in (*law.values(), *added, *named, core_file("")) if folder.is_dir()}
    yield from (one for one in sorted(found) if not any(one != other and one.is_relative_to(other) for other in found))
