"""The generated page of a rulebook holds everything that a scenario may say."""

import re
from pathlib import Path

import pytest

from drakdom.rulebook import load_rulebook
from tests.project.rulebook_pages import page
from tests.project.tree import ROOT, law_files, rulebooks

FOLDERS = [*rulebooks(), *(ROOT / "tests" / "rulebooks" / slug for slug in ("lantern", "straits"))]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_nothing_that_a_scenario_may_say_is_missing(folder: Path) -> None:
    book = load_rulebook(folder)
    text = page(book)
    named = {
        match[1].split("(")[0].split(" <")[0] for match in re.finditer(r"^- (?:detail )?`([^`]+)`: \S", text, re.M)
    }
    fields = {*book.places, *book.figures, *book.state, *book.suppose}
    details = {name for chance in book.chances.values() for name in chance.details}
    values = {name for kind in book.types.values() for name in kind.choices}
    spoken = {name.replace("_", " ") for name in (*book.actions, *book.chances)}
    rules = {*book.phases, *book.actors, *book.variants, *book.readings, *book.more_words, *book.pools}
    terms = {", ".join(forms) for forms in book.glossary}
    assert not (fields | details | values | spoken | rules | terms | {*book.events} | {*book.gaps}) - named


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_entry_is_a_sentence(folder: Path) -> None:
    lines = [line for line in page(load_rulebook(folder)).splitlines() if line.startswith(("- `", "- detail"))]
    assert not [line for line in lines if not line.endswith((".", "?", "!"))]
    assert not [line for line in lines if re.search(r"\{\w+\}", line.partition(": ")[2])]
    assert not [line for line in lines if re.search(r"(?<!\bno)[.?!] [a-z]", line)]


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda path: path.name)
def test_every_file_of_the_law_has_its_line(folder: Path) -> None:
    lines = page(load_rulebook(folder)).partition("## Law\n")[2].splitlines()
    files = {match[1] for line in lines if (match := re.match(r"- `([^`]+\.lp)`: \S", line))}
    assert files == {path.relative_to(folder).as_posix() for path in law_files() if path.is_relative_to(folder)}
    assert re.search(r"`[a-z_]+/\d`", "\n".join(lines))
