"""`drakdom check --watch`: recheck what a saved file affects."""

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
"""Milliseconds: polling interval, quiet time before changes are reported, and time after which watching is certain."""


def watch(
    paths: Iterable[str], added: Iterable[Path], law: Mapping[str, Path], check: Callable[[set[Path]], CheckReport]
) -> None:
    """Call `check` with the files that change under the paths and in the folders of law, until an interrupt.

    `added` are the folders of house rules, `law` those of rulebooks by name. Raises InputError if the package
    `watchfiles` is missing.
    """
    try:
        from watchfiles import watch as changes
    except ImportError:
        from drakdom.errors import InputError

        help_ = "install it with `pip install 'drakdom[watch]'`"
        raise InputError.single("`--watch` needs the package `watchfiles`", help=help_) from None

    places, is_announced = [*_places(paths, added, law)], False
    with contextlib.suppress(KeyboardInterrupt):  # it may come during a check
        for batch in changes(
            *places, step=STEP, debounce=QUIET, rust_timeout=READY, yield_on_timeout=True, raise_interrupt=False
        ):
            if not is_announced:
                typer.echo("watching; press Ctrl+C to stop", err=True)
                is_announced = True
            if batch and not _once(check, {Path(os.path.realpath(name)) for _, name in batch}):
                return


def _once(check: Callable[[set[Path]], CheckReport], changed: set[Path]) -> bool:
    """Check once more; return False after an interrupt.

    An error is printed and watching goes on: a file may be incomplete only while it is saved.
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
    """Folders to watch. Watching a file itself would miss its replacement by another file."""
    from drakdom.errors import NothingRan
    from drakdom.law.facts import core_file
    from drakdom.law.lawtext import library
    from drakdom.rulebook.find import is_house_rule, is_rulebook
    from drakdom.tools.files import find_scenarios
    from drakdom.tools.selection import law_of

    places = {Path(path).resolve() if Path(path).is_dir() else Path(path).resolve().parent for path in paths}
    files: list[Path] = []
    with contextlib.suppress(NothingRan):
        files = find_scenarios(paths)
    words = {folder for file in files for folder in law_of(file, law) or ()}
    named = {folder for folder in words if is_rulebook(folder) or is_house_rule(folder)}
    places |= {Path(os.path.realpath(file)).parent for file in files}  # targets of links
    places |= {
        folder.resolve() for folder in (*law.values(), *added, *named, core_file(""), library()) if folder.is_dir()
    }
    yield from (
        place for place in sorted(places) if not any(place != outer and place.is_relative_to(outer) for outer in places)
    )
