"""Schemas say what the rulebooks say, every file names its own for editors, and git keeps none: they are generated."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from drakdom.editors import KINDS, schema_file, schema_text
from drakdom.rulebook import load_rulebook
from tests.cli.drakdom import drakdom
from tests.project.tree import ROOT, files, rulebooks, short

LINE = "# yaml-language-server: $schema="


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
    """Return the first line that a file must have."""
    target = Path(os.path.relpath(schema_file(folder, kind), path.parent)).as_posix()
    return f"{LINE}{target}"


def named(path: Path) -> Path:
    """Return the path of the schema that the first line of a file names for editors."""
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    assert first.startswith(LINE), f"{short(path)}: the first line must begin with `{LINE}`"
    return Path(os.path.normpath(path.parent / first.removeprefix(LINE)))


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_editors_find_them_in_this_checkout(folder: Path) -> None:
    book = load_rulebook(folder)
    texts = {kind: schema_text(book, kind) for kind in KINDS}
    targets = {(kind, named(path)) for kind, path in files_of(folder)}
    assert {kind for kind, _ in targets} >= {"rulebook", "ledger", "scenario"}
    stale = sorted(
        short(file) for kind, file in targets if not file.is_file() or file.read_text(encoding="utf-8") != texts[kind]
    )
    assert not stale, f"missing or stale: {', '.join(stale)}; write them: `make install`, or `drakdom schema --write`"


@pytest.mark.slow
def test_one_command_writes_all_that_first_lines_name(tmp_path: Path) -> None:
    law = tmp_path / "asp"
    shutil.copytree(ROOT / "asp", law, ignore=shutil.ignore_patterns("schema"))
    assert not [*law.glob("*/schema")]
    ended = drakdom("schema", "--write", "--rulebook", law)
    assert ended.code == 0
    assert all(note.endswith("not the shipped one") for note in ended.err.splitlines()), ended.err
    made = {file: file.read_text(encoding="utf-8") for file in law.glob("*/schema/*.json")}
    assert set(ended.out.splitlines()) == {f"wrote {file}" for file in made}
    assert len(made) == len(rulebooks()) * len(KINDS)
    for folder in rulebooks():
        book = load_rulebook(folder)
        texts = {kind: schema_text(book, kind) for kind in KINDS}
        wrong = [
            short(path)
            for kind, path in files_of(folder)
            if made.get(tmp_path / named(path).relative_to(ROOT)) != texts[kind]
        ]
        assert not wrong, f"their first lines name no schema that is written: {', '.join(wrong)}"


def test_git_keeps_none() -> None:
    assert not [short(path) for path in files() if path.parent.name == "schema" and path.is_relative_to(ROOT / "asp")]


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_first_lines_name_them(folder: Path) -> None:
    lacking = [
        f"{short(path)}: {line}"
        for kind, path in files_of(folder)
        if path.read_text(encoding="utf-8").split("\n", 1)[0] != (line := modeline(kind, path, folder))
    ]
    assert not lacking, "the first line must name the schema for editors:\n" + "\n".join(lacking)
