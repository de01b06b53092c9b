"""The schemas that ship say what the rulebooks say, and every file that has one names it for editors."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from checker.editors import KINDS, schema_file, schema_text
from checker.rulebook import load_rulebook
from tests.project.tree import ROOT, files, rulebooks, short


def files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of a rulebook that have a schema, each with its kind."""
    yield "rulebook", folder / "rulebook.yaml"
    yield "ledger", folder / "clauses.yaml"
    if (folder / "pictures.yaml").is_file():
        yield "pictures", folder / "pictures.yaml"
    for path in files():
        if path.name == "house.yaml" and path.is_relative_to(folder):
            yield "house-rule", path
        elif path.suffix == ".yaml" and path.is_relative_to(ROOT / "scenarios" / folder.name):
            yield "scenario", path


def modeline(kind: str, path: Path, folder: Path) -> str:
    """What the first line must be."""
    target = Path(os.path.relpath(schema_file(folder, kind), path.parent)).as_posix()
    return f"# yaml-language-server: $schema={target}"


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_they_say_what_the_rulebook_says(folder: Path) -> None:
    book = load_rulebook(folder)
    stale = []
    for kind in KINDS:
        file = schema_file(folder, kind)
        if not file.is_file() or file.read_text(encoding="utf-8") != schema_text(book, kind):
            stale.append(short(file))
    assert not stale, f"not what the rulebook says: {', '.join(stale)}; renew them: drakdom schema {book.slug} --write"


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_first_lines_name_them(folder: Path) -> None:
    lacking = [
        f"{short(path)}: {line}"
        for kind, path in files_of(folder)
        if path.read_text(encoding="utf-8").split("\n", 1)[0] != (line := modeline(kind, path, folder))
    ]
    assert not lacking, "the first line must name the schema for editors:\n" + "\n".join(lacking)
