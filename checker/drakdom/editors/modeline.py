"""The first line of a file, which names its schema for editors."""

from __future__ import annotations

import os
from pathlib import Path

from drakdom.rulebook import law_folder
from drakdom.rulebook.find import INSTALLED

FOLDER = "schema"
"""The folder of a rulebook that holds its schemas."""


def schema_file(rulebook: Path, kind: str) -> Path:
    """Return the path of the schema of one kind of files in a rulebook's folder."""
    return rulebook / FOLDER / f"{kind}.json"


def modeline(file: Path, rulebook: Path, kind: str) -> str:
    """Return the line for a file, with the relative path of its schema, or nothing if no schema is in reach."""
    target = schema_file(rulebook.resolve(), kind)
    installed = target.is_relative_to(law_folder().resolve()) and law_folder().name == INSTALLED
    if not target.is_file() or installed:  # the path of installed packages depends on the machine
        return ""
    try:
        path = Path(os.path.relpath(target, file.resolve().parent)).as_posix()
    except ValueError:  # another drive
        return ""
    return f"# yaml-language-server: $schema={path}\n"
