"""Folders of the rulebook and the house rules that a scenario names, by names or by paths."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from drakdom.rulebook import resolve_rulebook
from drakdom.rulebook.find import is_rulebook, resolve_house_rule
from drakdom.scenario.house import Added
from drakdom.scenario.model import Named


def named_law(named: Named, folder: Path, dirs: Iterable[str | Path], added: Added) -> tuple[Path, list[Path]]:
    """Return the folder of the rulebook that a scenario in `folder` names, and the folders of all its house rules.

    Raises InputError if one does not exist.
    """
    book = rulebook_folder(named.rulebook, tuple(dirs), folder)
    house = [resolve_house_rule(word, book, folder) for word in named.house_rules]
    return book, [*house, *(resolve_house_rule(word, book, Path()) for word in added.rules)]


def rulebook_folder(word: str, dirs: tuple[str | Path, ...], folder: Path | None) -> Path:
    """Return the folder of a rulebook: a path from the scenario's folder, or a name.

    Raises InputError if there is no such rulebook.
    """
    if folder is not None and "/" in word and "\0" not in word:
        beside = folder / word
        with contextlib.suppress(OSError):
            if is_rulebook(beside):
                return beside.resolve()
    return resolve_rulebook(word, dirs, paths=False)
