"""A scenario to start from really runs, and is not written over anything."""

import re
from pathlib import Path

import pytest

from drakdom.rulebook import find_rulebooks, load_rulebook
from tests.cli.drakdom import FOLDERS, RULEBOOKS, drakdom

BOOKS = sorted(find_rulebooks([RULEBOOKS]))


@pytest.mark.parametrize("book", BOOKS)
def test_it_runs(tmp_path: Path, book: str) -> None:
    file = tmp_path / "new.yaml"
    ended = drakdom("new", book, file, *FOLDERS)
    assert (ended.code, ended.err) == (0, "")
    assert str(file) in ended.out
    ruled = drakdom("rule", file, *FOLDERS)
    assert (ruled.code, ruled.err) == (0, "")
    assert "What the scenario must state" not in ruled.out
    assert drakdom("check", file, *FOLDERS).code in (0, 5)


def test_it_says_what_may_stand_there() -> None:
    text = drakdom("new", "lantern", "-", *FOLDERS).out
    for word in (
        "narrow-halls",
        "room: floor | pit | shrine",
        "move <direction>",
        "LD-07: drawer | room",
        "falls(figure)",
    ):
        assert word in text
    ruled = drakdom("rule", "-", *FOLDERS, text=text)
    assert "Not permitted" not in ruled.out
    assert "What happens" in ruled.out
    assert "\n  yes" in ruled.out


def test_on_a_map_two_figures_step_into_the_place_between_them() -> None:
    text = drakdom("new", "diplomacy", "-").out
    assert "{Ann: move alb, Bo: move alb}" in text
    ruled = drakdom("rule", "-", text=text)
    assert "Not permitted" not in ruled.out
    assert "Bo is turned back from Albania" in ruled.out


@pytest.mark.parametrize(
    ("book", "happens"),
    [
        ("dystopia", "Ann attacks Bo"),
        ("kalahen", "Ann crosses plain safely"),
        ("talisman", "Ann comes to o4"),
        ("dungeonquest-neuauflage", "Bo enters E4"),
        ("drakborgen-atervackt", "the card drawn in E4 has no effect"),
    ],
)
def test_play_gets_to_its_end(book: str, happens: str) -> None:
    ruled = drakdom("rule", "-", text=drakdom("new", book, "-").out)
    page = " ".join(ruled.out.split())
    assert happens in page
    assert "does not get that far" not in page
    assert "What the rules do not say" not in page


def test_it_lists_all_words_with_their_sentences() -> None:
    text = drakdom("new", "drakborgen-atervackt", "-").out
    book = load_rulebook(find_rulebooks()["drakborgen-atervackt"])
    listed = " ".join(line.removeprefix("#").strip() for line in text.partition("# Words of the types")[2].splitlines())
    for kind in ("tile", "room_card", "search_card", "catacomb_card", "monster_card"):
        for choice in book.types[kind].choices.values():
            assert re.search(rf"\b{choice.name}(?:\([^()]*\))? \(", listed), choice.name
    for field in book.figures.values():
        assert field.says
        assert field.says in text


def test_nothing_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("mine", encoding="utf-8")
    ended = drakdom("new", "lantern", file, *FOLDERS)
    assert (ended.code, file.read_text(encoding="utf-8")) == (2, "mine")
    assert "--force" in ended.err
    assert drakdom("new", "lantern", file, *FOLDERS, "--force").code == 0
    assert "rulebook: lantern" in file.read_text(encoding="utf-8")


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    ended = drakdom("new", "lantern", tmp_path / "no" / "new.yaml", *FOLDERS)
    assert ended.code == 2
    assert f"there is no folder `{tmp_path / 'no'}`" in ended.err
    assert drakdom("new", "lantern", tmp_path, *FOLDERS).code == 2
    assert "did you mean `lantern`?" in drakdom("new", "lantren", tmp_path / "x.yaml", *FOLDERS).err
