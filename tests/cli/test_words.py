"""`drakdom words`: everything that a scenario may say, with examples that the reader takes."""

import json
import shutil
from pathlib import Path

import pytest

from drakdom import load
from drakdom.errors import InputError
from drakdom.report.word_list import word_list
from drakdom.rulebook import Rulebook, load_rulebook
from tests.cli.drakdom import FOLDERS, RULEBOOKS, drakdom
from tests.project.tree import rulebooks

BOOKS = [*rulebooks(), *(RULEBOOKS / slug for slug in ("icepost", "lantern", "straits"))]


def examples(book: Rulebook, title: str) -> list[str]:
    return [e.example for section in word_list(book) if section.title == title for e in section.entries if not e.part]


def faults(book: Rulebook, tmp_path: Path, more: str) -> list[str]:
    """What the reader says of a scenario with an example, apart from the fields that the scenario leaves out."""
    text = f"rulebook: {book.slug}\nfigures: {{Ann: {{}}, Bo: {{}}}}\n"
    text += "" if book.topology.graph else "board: {places: {E4: {}}}\n"
    file = tmp_path / "case.yaml"
    file.write_text(text + more + "\n", encoding="utf-8")
    try:
        load(file, [book.folder])
    except InputError as error:
        return [problem.message for problem in error.problems if " has no " not in problem.message]
    return []


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_examples_of_draws_and_claims_are_read(folder: Path, tmp_path: Path) -> None:
    book = load_rulebook(folder)
    lines = [f"draws: {{{example}}}" for example in examples(book, "Draws and rolls")]
    lines += [f"ask: ['{example}']" for example in examples(book, "Events")]
    lines += [f"play: [{{Bo: {example}}}]" for example in examples(book, "Actions")]
    messages = {line: faults(book, tmp_path, line) for line in lines}
    assert not {line: faults_ for line, faults_ in messages.items() if faults_}


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_examples_of_fluents_are_read(folder: Path, tmp_path: Path) -> None:
    book = load_rulebook(folder)
    lines = [f"ask: ['{example}']" for example in examples(book, "Fluents")]
    messages = {line: faults(book, tmp_path, line) for line in lines}
    assert len(lines) == len(book.fluents)
    assert not {line: faults_ for line, faults_ in messages.items() if faults_}


@pytest.mark.parametrize("folder", BOOKS, ids=lambda folder: folder.name)
def test_examples_of_fields_are_read(folder: Path, tmp_path: Path) -> None:
    book = load_rulebook(folder)
    lines = [f"state: {{{example}}}" for example in examples(book, "State")]
    lines += [f"suppose: {{{example}}}" for example in examples(book, "Suppositions")]
    messages = {line: faults(book, tmp_path, line) for line in lines}
    assert not {line: faults_ for line, faults_ in messages.items() if faults_}


def test_words_are_searched() -> None:
    page = drakdom("words", "icepost", "weather", *FOLDERS).out
    assert "  weather <figure>  the weather that <figure> draws\n" in page
    assert "      example: weather Bo: frost\n" in page
    assert "skate" not in page
    assert "skate clockwise 1" in drakdom("words", "icepost", "actions", *FOLDERS).out
    ended = drakdom("words", "icepost", "wether", *FOLDERS)
    assert (ended.code, ended.out) == (0, "no word of The Ice Post fits `wether`, did you mean `weather`?\n")


def test_words_that_no_entry_has_together_are_counted_alone() -> None:
    ended = drakdom("words", "icepost", "skate", "chills", "fed", *FOLDERS)
    assert ended.out.startswith("no entry of The Ice Post has all words of `skate chills fed`; ")
    assert ended.out.endswith("there are 1 with `skate`, 1 with `chills`, none with `fed`\n")


def test_a_required_field_names_what_may_stand_instead(tmp_path: Path) -> None:
    copy = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", copy)
    file = copy / "rulebook.yaml"
    gone = '  gone: {type: bool, fact: "given(fallen($figure), yes)", instead_of: at, says: "the hero is gone"}\n'
    file.write_text(file.read_text(encoding="utf-8").replace("\nactors:", f"{gone}\nactors:", 1), encoding="utf-8")
    assert "the room where the hero is; required, unless `gone`\n" in drakdom("words", copy, "figures").out
    assert "at: <place>, required, unless `gone`   (the room" in drakdom("new", copy, "-").out
    assert "at: <place>, required   (the room" in drakdom("new", "lantern", "-", *FOLDERS).out


def test_a_beginning_and_the_word_of_another_language() -> None:
    page = drakdom("words", "drakborgen-atervackt", "came_b*").out
    assert "example: came_by: n" in page
    assert "Actions" not in page


def test_the_json_has_all_sections() -> None:
    printed = json.loads(drakdom("words", "lantern", *FOLDERS, "--json").out)
    assert printed["schema"] == "drakdom/words/1"
    words = {section["title"]: section["words"] for section in printed["sections"]}
    assert {"Phases", "Squares", "Figures", "Actions", "Draws and rolls", "Events", "Fluents", "Gaps"} <= {*words}
    [move] = [word for word in words["Actions"] if word["form"] == "move <direction>"]
    assert move["example"] == "move n"
