"""`pictures.yaml` is read strictly, and its sections may be missing."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from drakdom import load
from drakdom.draw.still import board_scene
from drakdom.draw.svg import draw
from drakdom.errors import InputError
from drakdom.lint import lint_rulebook
from drakdom.rulebook import load_rulebook
from drakdom.rulebook.pictures import FILE, load_pictures
from drakdom.terms import placeholders, show
from tests.cli.own_game import own_game
from tests.draw.test_pictures import SVG, panels, scene, titles
from tests.project.tree import ROOT, rulebooks

SHIPPED = ROOT / "scenarios" / "drakborgen-atervackt"


def refused(folder: Path, text: str) -> list[str]:
    """Return the error for a `pictures.yaml` of the third game."""
    own_game(folder)
    (folder / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_pictures(load_rulebook(folder))
    return [f"{problem.line}:{problem.column}: {problem.message} ({problem.help})" for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("floor: {}", "1:1: unknown key `floor` in the pictures (did you mean `floors`?)"),
        (
            "floors:\n  given(bank($place), $what): {naer: stones}",
            "2:32: unknown word `naer` in this rulebook (did you mean `near`?)",
        ),
        (
            "floors:\n  given(bank($place), $what): {near: stone}",
            "2:38: unknown look `stone` in `floors` (did you mean `stones`?)",
        ),
        (
            "exits: [given(way($place), near)]",
            "1:9: `given(way($place), near)` under `exits` lacks `$place` and `$side` ()",
        ),
        (
            "parts: [given(way($place), $where)]",
            "1:9: `given(way($place), $where)` under `parts` lacks `$place` and `$side` ()",
        ),
        ("hits:\n  fals($figure): hit", "2:3: unknown event `fals` (did you mean `falls`?)"),
        (
            "hits:\n  falls($figure, $what): hit",
            "2:3: the event `falls` has 1 arguments, not 2 (write `falls(figure)`)",
        ),
        (
            "at: [given(at($figur), $place)]",
            "1:6: unknown placeholder `$figur` of `at` in `given(at($figur), $place)` (did you mean `$figure`?)",
        ),
        (
            "markers:\n  given(bank($place), near): {near: star}",
            "2:3: `given(bank($place), near)` has looks by word but no `$what` ()",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, words: str, tmp_path: Path) -> None:
    assert words in refused(tmp_path, text)


@pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)
def test_the_shipped_rulebooks_say_what_their_boards_look_like(folder: Path) -> None:
    book = load_rulebook(folder)
    pictures = load_pictures(book)
    tiles = () if not book.topology.grid else ("floors", "exits", "barriers")
    for section in (*tiles, "markers", "at", "kinds", "arrows", "hits"):
        assert pictures[section], section
    if not tiles or "tile" not in book.types:
        return
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
    assert not [finding for finding in lint_rulebook(tmp_path) if finding.rule == "pictures"]
    (tmp_path / FILE).write_text("floors:\n  given(banc($place), $what): plain\nhits: {fals($figure): hit}\n", "utf-8")
    (unread,) = [finding for finding in lint_rulebook(tmp_path) if finding.rule == "pictures"]
    assert (unread.line, unread.message) == (3, "unknown event `fals`")
    (tmp_path / FILE).write_text("floors:\n  given(banc($place), $what): plain\n", "utf-8")
    (unknown,) = [finding for finding in lint_rulebook(tmp_path) if finding.rule == "pictures"]
    assert unknown.message == "`banc` under `floors` is no fluent"
    assert unknown.help == "did you mean `bank`?"


def test_a_game_that_says_nothing_is_drawn_by_its_vocabulary(tmp_path: Path) -> None:
    from drakdom.draw.scenes import ruled_and_drawn
    from drakdom.scenario import read_scenario

    folder = own_game(tmp_path / "toll-bridge")
    scenario = read_scenario(folder / "scenarios" / "the-bridge-is-slippery.yaml", [folder])
    _, drawn = ruled_and_drawn(scenario)
    picture = fromstring(draw(drawn))
    first = panels(picture)[0]
    assert {element.get("data-figure") for element in first.iter()} - {None} == {"Ann", "Bo"}
    assert {element.get("data-place") for element in first.iter()} - {None} == {"here"}
    assert "rope" in titles(first)  # a field that is yes or no: a badge with its first letters
    assert any(element.text == "Ro" for element in first.iter(f"{SVG}text"))
    assert drawn.frames[0].cells[0].says == "the near bank"


# -- signs -----------------------------------------------------------------------------------------------------


def own(folder: Path, text: str) -> Element:
    """The board of a scenario of our own."""
    file = folder / "case.yaml"
    file.write_text(f"title: a case\nrulebook: drakborgen-atervackt\n{text}\nplay: []\n", encoding="utf-8")
    return fromstring(draw(board_scene(load(file))))


def signs(element: Element) -> dict[str, Element]:
    """Every sign in an element, by what it says."""
    all_items = (entry for entry in element.iter(f"{SVG}g") if entry.get("class") == "sign")
    return {title: entry for entry in all_items if (title := entry.findtext(f"{SVG}title"))}


def letters(sign: Element) -> str:
    """Return the letters on a sign."""
    return "".join(element.text or "" for element in sign.iter(f"{SVG}text"))


def test_each_danger_has_letters_of_its_own() -> None:
    """Two Room Search cards: arrows and snakes."""
    _, drawn = scene(SHIPPED / "danger" / "damage_adds_up.yaml")
    result = signs(fromstring(draw(drawn)))
    pair = [result["arrows from the wall"], result["venomous snakes"]]
    assert [letters(entry) for entry in pair] == ["Ar", "Sn"]
    assert all(polygon.get("class") == "hazard" for entry in pair for polygon in entry.iter(f"{SVG}polygon"))
    assert not any(str(use.get("href")) == "#sign-flame" for entry in pair for use in entry.iter(f"{SVG}use"))


def test_a_torch_that_is_out_does_not_burn(tmp_path: Path) -> None:
    picture = own(
        tmp_path,
        "board: {rooms: {E4: {tile: room, exits: [e]}}}\nfigures: {Ada: {kind: hero, at: E4, torch_out: true}}",
    )
    looks = {use.get("href") for use in signs(picture)["torch out"].iter(f"{SVG}use")}
    assert looks == {"#sign-smoke"}


def test_numbers_and_sides_stand_in_the_letters(tmp_path: Path) -> None:
    rooms = "board: {rooms: {E4: {tile: room, exits: [n, e, s, w]}}}"
    heroes = ", ".join(f"H{n}: {{kind: hero, at: E4, sits_out: {n}}}" for n in (1, 2, 3))
    walkers = ", ".join(f"{side.upper()}a: {{kind: orc, at: E4, halfway: {side}}}" for side in "nesw")
    result = signs(own(tmp_path, f"{rooms}\nfigures: {{{heroes}, {walkers}}}"))
    assert {says: letters(entry) for says, entry in result.items()} == {
        **{f"sits out {n}": f"S{n}" for n in (1, 2, 3)},
        **{f"halfway {word}": f"H{word[0].upper()}" for word in ("north", "east", "south", "west")},
    }


def test_whoever_is_stuck_in_rubble_is_in_no_web(tmp_path: Path) -> None:
    picture = own(
        tmp_path, "board: {rooms: {E4: {tile: rubble, exits: [e]}}}\nfigures: {Ada: {kind: hero, at: E4, stuck: true}}"
    )
    (use,) = [element for element in panels(picture)[0].iter(f"{SVG}g") if element.get("data-figure") == "Ada"]
    assert letters(signs(use)["stuck"]) == "St"
    assert not any("web" in str(element.get("href")) for element in picture.iter(f"{SVG}use"))


def test_a_number_at_the_end_of_a_name_stays(tmp_path: Path) -> None:
    names = ("Grim4", "Gorm4", "Grim5", "Grim", "Gr", "Grimbold", "Grimwald")
    figures = ", ".join(f"{name}: {{kind: orc, at: E4}}" for name in names)
    picture = own(tmp_path, f"board: {{rooms: {{E4: {{tile: room, exits: [e]}}}}}}\nfigures: {{{figures}}}")
    result = {}
    for element in panels(picture)[0].iter(f"{SVG}g"):
        if element.get("data-figure"):
            (initials,) = [text.text for text in element.iter(f"{SVG}text") if text.get("class") == "initials"]
            result[element.get("data-figure")] = initials or ""
    assert result["Grim4"] == "G4"
    assert result["Gorm4"] == "Go4"
    assert result["Grim5"] == "G5"
    assert not any(re.search(r"\d", result[name]) for name in names if name.isalpha())
    assert len(set(result.values())) == len(names)


@pytest.mark.parametrize("side", ["n", "e", "s", "w"])
def test_signs_at_a_side_cover_neither_each_other_nor_the_caption(side: str, tmp_path: Path) -> None:
    doors = f"locked: [{side}], secret_doors: {{{side}: Ada}}"
    room = f"{{tile: skull_room, exits: [{side}], {doors}, cards: [chest, bottle]}}"
    picture = own(tmp_path, f"board: {{rooms: {{E4: {room}}}}}\nfigures: {{Ada: {{kind: hero, at: E4}}}}")
    (place,) = [element for element in picture.iter(f"{SVG}g") if element.get("id") == "place-0"]
    result = signs(place)
    assert {"locked", "secret doors Ada", "a chest", "a bottle"} == set(result)
    boxes = {says: box(entry) for says, entry in result.items()}
    (strip,) = [element for element in place.iter(f"{SVG}rect") if element.get("class") == "strip"]
    boxes["caption"] = rect(strip, 0, 0, 1)
    for item, second in combinations(boxes, 2):
        (a, b, c, d), (e, f, g, h) = boxes[item], boxes[second]
        assert a >= g or e >= c or b >= h or f >= d, (item, second, boxes)


def box(sign: Element) -> tuple[float, float, float, float]:
    """The room that a sign takes: of its badge, or of the padlock with its hasp."""
    x, y = map(float, re.findall(r"-?[\d.]+", sign.get("transform", "")))
    (shape,) = sign.iter(f"{SVG}rect")
    if shape.get("class") != "padlock":
        return rect(shape, x, y, 1)
    scale = next(
        float(n)
        for element in sign.iter(f"{SVG}g")
        for n in re.findall(r"scale\(([\d.]+)", str(element.get("transform")))
    )
    left, _, right, bottom = rect(shape, x, y, scale)
    return left, y - 7.5 * scale, right, bottom


def rect(shape: Element, x: float, y: float, scale: float) -> tuple[float, float, float, float]:
    left, top, wide, high = (float(shape.get(name, "0")) * scale for name in ("x", "y", "width", "height"))
    return x + left, y + top, x + left + wide, y + top + high


# -- words -----------------------------------------------------------------------------------------------------


def test_a_caption_is_the_word_of_its_own_type() -> None:
    """A well is a tile, and a depth that one falls into is called so as well."""
    _, drawn = scene(SHIPPED / "wandering-meets" / "a-monster-through-a-wall-onto-a-well.yaml")
    titled = titles(fromstring(draw(drawn)))
    assert "E4 a room with a bottomless well" in titled
    assert "E4 the bottomless well" not in titled


def test_monsters_of_cards_are_called_by_words() -> None:
    """A mountain troll and a dark elf come up beside an orc."""
    _, drawn = scene(SHIPPED / "meet" / "a-third-monster-from-a-card.yaml")
    picture = fromstring(draw(drawn))
    called = {
        element.findtext(f"{SVG}title") or ""
        for element in panels(picture)[-1].iter(f"{SVG}g")
        if element.get("data-figure")
    }
    assert {entry for entry in called if " monster of E4" in entry} == {
        "the monster of E4, an orc",
        "the second monster of E4, a mountain troll",
        "a further monster of E4, a dark elf",
    }
    assert len(called) == 6


@pytest.mark.parametrize(
    ("file", "figure", "sentence"),
    [
        ("treasure/two-heroes-fight-in-the-chamber.yaml", "Sigeir", "Sigeir loses 4 KP"),
        ("tile/teleported-onto-a-bridge.yaml", "Sigeir", "Sigeir loses 4 KP"),
        ("meet/stabbed-at-a-trapped-door.yaml", "Sigeir", "Sigeir loses 3 KP"),
    ],
)
def test_whoever_loses_points_is_struck(file: str, figure: str, sentence: str) -> None:
    _, drawn = scene(SHIPPED / file)
    (board,) = [
        panel
        for panel in panels(fromstring(draw(drawn)))
        if any(sentence in (text.text or "") for text in panel.iter(f"{SVG}text"))
    ]
    assert figure in {element.get("data-hit") for element in board.iter(f"{SVG}g")}


@pytest.mark.parametrize(
    "file", ["wall/teleported-outside", "wall/teleported-into-the-wall", "way-up/a-way-up-outside"]
)
def test_whoever_leaves_the_board_goes_over_its_edge(file: str) -> None:
    """D1 is at the southern edge."""
    scenario, drawn = scene(SHIPPED / f"{file}.yaml")
    assert "edge(D1, s)" in map(show, scenario.facts)
    arrows = [element for element in fromstring(draw(drawn)).iter(f"{SVG}g") if element.get("class") == "arrow out"]
    (arrow,) = arrows
    assert arrow.get("data-arrow") == "Sigeir"
    (shaft,) = [element.get("d", "") for element in arrow.iter(f"{SVG}path") if element.get("class") == "shaft"]
    x, y, *_, end_x, end_y = map(float, re.findall(r"-?[\d.]+", shaft))
    assert end_y > y + abs(end_x - x)
