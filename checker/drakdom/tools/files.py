"""The scenario files under some paths."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from drakdom.errors import InputError, NothingRan, Problem

#: The name of a scenario that is read from standard input.
STDIN = "<stdin>"
#: Endings of the names of scenario files, in lower case.
_ENDINGS = frozenset({".yaml", ".yml"})


def find_scenarios(paths: Iterable[str | Path]) -> list[Path]:
    """Return the given files and all YAML files under the given folders, sorted within each folder, without duplicates.

    Raises InputError for paths that cannot be read and NothingRan if there is no file.
    """
    scenario_files: dict[Path, None] = {}
    missing: list[Problem] = []
    words = [str(path) for path in paths]
    wanted = [Path(word) for word in words]
    homes = [Path(os.path.realpath(path)) for path in (os.curdir, *words) if path and "\0" not in path]
    for path, word in zip(wanted, words, strict=True):
        if not word:  # as a path it would be the current folder
            missing.append(Problem("", 0, 0, "a path is empty"))
        elif word == "-":
            message = "standard input cannot be read beside files and folders"
            missing.append(Problem("", 0, 0, message, "`drakdom check -` checks a scenario from standard input alone"))
        elif os.path.isdir(path):  # noqa: PTH112  (a `Path` raises where a folder above it cannot be read)
            files = (file for file in _files_under(path, missing, homes) if not is_of_law(file))
            scenario_files |= dict.fromkeys(sorted(files))
        else:
            try:
                path.lstat()
            except (OSError, ValueError) as error:
                gone = isinstance(error, FileNotFoundError | NotADirectoryError)
                why = "no such file or folder" if gone else _unreadable(error)
                missing.append(Problem(str(path), 0, 0, why))
            else:
                scenario_files[path] = None  # a broken link gives an error later
    if missing:
        raise InputError(missing)
    if not scenario_files:
        places = ", ".join(f"`{path}`" for path in wanted)
        raise NothingRan(f"nothing ran: there is no scenario (*.yaml) under {places}")
    return list(scenario_files)


def _files_under(folder: Path, missing: list[Problem], homes: list[Path]) -> Iterator[Path]:
    """Yield all YAML files under a folder, also through links, each folder once. Adds unreadable folders to `missing`.

    A link that leads out of all `homes` is not followed, but a problem: it could lead anywhere.
    """

    def note(error: OSError) -> None:
        missing.append(Problem(str(error.filename), 0, 0, _unreadable(error)))

    def leads_out(path: str) -> bool:
        target = Path(os.path.realpath(path))
        if any(target.is_relative_to(home) for home in homes):
            return False
        help_ = f"name its target `{target}` as a path of its own, or remove it"
        missing.append(Problem(path, 0, 0, "this link leads out of the folder", help_))
        return True

    seen: set[str] = set()
    todo = [str(folder)]
    while todo:  # links come last, so that a folder is listed under its own name if it has one
        for current, folders, files in os.walk(todo.pop(0), onerror=note):
            real = os.path.realpath(current)
            if real in seen:
                folders.clear()
                continue
            seen.add(real)
            below = (os.path.join(current, name) for name in sorted(folders))  # noqa: PTH118
            todo += [link for link in below if os.path.islink(link) and not leads_out(link)]  # noqa: PTH114
            names = (name for name in files if os.path.splitext(name)[1].lower() in _ENDINGS)  # noqa: PTH122
            paths = (Path(current, name) for name in names)
            yield from (path for path in paths if not (path.is_symlink() and leads_out(str(path))))


def _unreadable(error: OSError | ValueError) -> str:
    return f"it cannot be read: {(getattr(error, 'strerror', None) or str(error)).lower()}"


#: YAML files of a rulebook or a house rule, which are not scenarios: the main file, and its companions.
_OF_LAW = {"rulebook.yaml": ("clauses.yaml", "pictures.yaml", "board.yaml"), "house.yaml": ()}


def is_of_law(file: Path) -> bool:
    """Return True if a file is part of the rulebook or house rule in its folder."""
    return any(
        file.name == first or (file.name in parts and (file.parent / first).is_file())
        for first, parts in _OF_LAW.items()
    )
