"""What a rulebook says of its pictures: read strictly, and done without where nothing is said."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from checker.draw.svg import draw
from checker.errors import InputError
from checker.lint import lint_rulebook
from checker.rulebook import load_rulebook
from checker.rulebook.pictures import FILE, load_pictures
from checker.terms import placeholders
from tests.cli.own_game import own_game
from tests.draw.test_pictures import SVG, panels, scene, titles
from tests.project.tree import rulebooks


def refused(folder: Path, text: str) -> list[str]:
    """What is said of a `pictures.yaml` of the third game."""
    own_game(folder)
    (folder / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_pictures(load_rulebook(folder))
    return [f"{one.line}:{one.column}: {one.message} ({one.help})" for one in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("floor: {}", "1:1: `floor` is no key of the pictures (did you mean `floors`?)"),
        (
            "floors:\n  given(bank($place), $what): {naer: stones}",
            "2:32: `naer` is no word of this rulebook (did you mean `near`?)",
        ),
        (
            "floors:\n  given(bank($place), $what): {near: stone}",
            "2:38: `stone` is no look of `floors` (did you mean `stones`?)",
        ),
        (
            "exits: [given(way($place), near)]",
            "1:9: `given(way($place), near)` stands under `exits` without `$place` and `$side` ()",
        ),
        ("hits:\n  fals($figure): hit", "2:3: `fals` is no event (did you mean `falls`?)"),
        (
            "hits:\n  falls($figure, $what): hit",
            "2:3: the event `falls` has 1 arguments, not 2 (write `falls(figure)`)",
        ),
        (
            "at: [given(at($figur), $place)]",
            "1:6: `given(at($figur), $place)` has a `$figur`, which `at` has no use for (did you mean `$figure`?)",
        ),
        (
            "markers:\n  given(bank($place), near): {near: star}",
            "2:3: `given(bank($place), near)` has looks by word, and no `$what` that the word would be ()",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, said: str, tmp_path: Path) -> None:
    assert said in refused(tmp_path, text)


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_the_shipped_rulebooks_say_what_their_boards_look_like(folder: Path) -> None:
    pictures = load_pictures(load_rulebook(folder))
    for section in ("floors", "exits", "barriers", "markers", "at", "kinds", "arrows", "hits"):
        assert pictures[section], section
    book = load_rulebook(folder)
    floors = {word for sight in pictures["floors"] for word in sight.looks}
    assert floors <= set(book.types["tile"].choices)
    for sight in pictures["barriers"]:
        if "what" in placeholders(sight.pattern) and sight.by_word:
            assert set(book.types["obstacle"].choices) <= set(sight.looks)


def test_empty_columns_side_by_side_are_one_gap(root: Path) -> None:
    file = root / "scenarios" / "drakborgen-atervackt" / "teleport" / "by-a-card-in-the-card-phase.yaml"
    _, drawn = scene(file)
    assert {cell.name: cell.spot for cell in drawn.frames[0].cells} == {"D4": (0, 2), "E4": (1, 2), "G6": (3, 0)}
    assert drawn.size == (4, 3)


def test_lint_finds_what_would_never_be_seen(tmp_path: Path) -> None:
    own_game(tmp_path)
    assert not [one for one in lint_rulebook(tmp_path) if one.rule == "pictures"]
    (tmp_path / FILE).write_text("floors:\n  given(banc($place), $what): plain\nhits: {fals($figure): hit}\n", "utf-8")
    (unread,) = [one for one in lint_rulebook(tmp_path) if one.rule == "pictures"]
    assert (unread.line, unread.message) == (3, "`fals` is no event")
    (tmp_path / FILE).write_text("floors:\n  given(banc($place), $what): plain\n", "utf-8")
    (unknown,) = [one for one in lint_rulebook(tmp_path) if one.rule == "pictures"]
    assert unknown.message == "`banc` under `floors` is no fluent"
    assert unknown.help == "did you mean `bank`?"


def test_a_game_that_says_nothing_is_drawn_by_its_vocabulary(tmp_path: Path) -> None:
    from checker.draw.scenes import ruled_and_drawn
    from checker.scenario import read_scenario

    folder = own_game(tmp_path / "toll-bridge")
    scenario = read_scenario(folder / "scenarios" / "the-bridge-is-slippery.yaml", [folder])
    _, drawn = ruled_and_drawn(scenario)
    picture = fromstring(draw(drawn))
    first = panels(picture)[0]
    assert {one.get("data-figure") for one in first.iter()} - {None} == {"Ann", "Bo"}
    assert {one.get("data-place") for one in first.iter()} - {None} == {"here"}
    assert "rope" in titles(first)  # a field that is yes or no: a badge with its first letters
    assert any(one.text == "Ro" for one in first.iter(f"{SVG}text"))
    assert drawn.frames[0].cells[0].says == "the near bank"
