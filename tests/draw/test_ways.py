"""Pictures of ways: what stands in them is taken from the rules by hand, not from what the page says."""

from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from tests.cli.drakdom import ROOT, drakdom
from tests.draw.test_pictures import SVG, panels

Draw = Callable[..., Element]
SHIPPED = ROOT / "scenarios/drakborgen-atervackt"
BRIDGE = SHIPPED / "obstacle/across-the-bridge.yaml"
"""From D4 the bridge leads to E4: two checks, Agility 6 and Psyche 4, are 6/12 and 4/12. To the west lies nothing."""


@pytest.fixture
def drawn(tmp_path: Path) -> Draw:
    """Draws what `drakdom paths` finds with some words."""

    def draw(file: Path, *words: str) -> Element:
        picture = tmp_path / "ways.svg"
        ended = drakdom("paths", file, *words, "--plot", picture)
        assert (ended.code, ended.err) == (0, "")
        return fromstring(picture.read_bytes())

    return draw


def marks(picture: Element, panel: int = 0) -> dict[str, list[str]]:
    """Return the marks of the places of a board."""
    named = {element.get("id"): element for element in picture.iter(f"{SVG}g") if element.get("id")}
    uses = [element for element in panels(picture)[panel].iter(f"{SVG}use") if element.get("data-place")]
    return {
        str(use.get("data-place")): [
            text.text or ""
            for text in named[str(use.get("href"))[1:]].iter(f"{SVG}text")
            if str(text.get("class")).startswith("mark") and text.text
        ]
        for use in uses
    }


def arrows(picture: Element) -> list[str]:
    """The looks of all arrows, in order."""
    classes = (str(element.get("class")) for element in picture.iter(f"{SVG}g"))
    return [entry.removeprefix("arrow ") for entry in classes if entry.startswith("arrow ")]


def lines(picture: Element) -> str:
    """The sentences below the boards, as one text."""
    return " ".join(element.text or "" for element in picture.iter(f"{SVG}text") if element.get("class") == "line")


def test_each_place_bears_its_round_and_its_odds(drawn: Draw) -> None:
    """DA-BRDG-001; C4 is sure to be reached, and the hero is in D4 already."""
    picture = drawn(BRIDGE)
    assert marks(picture) == {"C4": ["1"], "D4": [], "E4": ["1", "1/6"]}
    assert sorted(arrows(picture)) == ["trial", "way"]
    assert "D4 - E4: 1/6 (17 %), the Agility check" in lines(picture)
    text = panels(picture)[0].findtext(f"{SVG}desc") or ""
    assert "E4: an ordinary room; exits: west; round 1, 1/6" in text
    assert "What Sigeir can reach" in text


def test_one_way_alone(drawn: Draw) -> None:
    picture = drawn(BRIDGE, "--to", "E4")
    assert marks(picture)["E4"] == ["1", "1/6"]
    assert not any(words for place, words in marks(picture).items() if place != "E4")
    assert arrows(picture) == ["trial"]
    assert "round 1: Sigeir goes east" in lines(picture)
    assert "Ways of Sigeir to E4" in (picture.findtext(f"{SVG}desc") or "")


def test_long_odds_are_short_in_the_picture_and_whole_in_its_words(drawn: Draw, tmp_path: Path) -> None:
    """Three bridges one after the other, each 1/6: 1/216; a fourth would be 1/1296, a sixth 1/46656."""
    rooms = ", ".join(f"{column}1: {{tile: bridge, exits: [w, e]}}" for column in "BCDEFGH")
    hero = "Sigeir: {kind: hero, at: A1, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16}"
    file = tmp_path / "bridges.yaml"
    file.write_text(
        "title: bridges\nrulebook: drakborgen-atervackt\nreadings: {DA-BRDG-002: stays}\nboard:\n  rooms: "
        f"{{A1: {{tile: room, exits: [e]}}, {rooms}}}\nfigures: {{{hero}}}\nplay: []\n",
        encoding="utf-8",
    )
    picture = drawn(file, "--figure", "Sigeir")
    assert [marks(picture)[f"{column}1"] for column in "BCDEFGH"] == [
        ["1"], ["2", "1/6"], ["3", "1/36"], ["4", "1/216"], ["5", "1/1296"], ["6", "1/7776"], ["7", "1/46656"]
    ]  # fmt: skip
    picture = drawn(file, "--to", "I1")
    assert marks(picture)["I1"] == ["8", "<0.001"]
    assert "round 8, 1/279936" in (picture.findtext(f"{SVG}desc") or "")


def test_what_cannot_move_has_no_board(drawn: Draw, tmp_path: Path) -> None:
    file = tmp_path / "orc.yaml"
    text = "title: an orc\nrulebook: drakborgen-atervackt\nboard:\n  rooms: {A1: {tile: room, exits: [e]}}\n"
    file.write_text(f"{text}figures: {{Grum: {{kind: orc, at: A1}}}}\nplay: []\n", encoding="utf-8")
    picture = drawn(file)
    assert len(panels(picture)) == 1
    assert not arrows(picture)
    assert marks(picture) == {"A1": []}


def test_a_chase_has_an_arrow_for_every_square(drawn: Draw) -> None:
    """DA-SPID-015 and 018: to F4 in the first round, then two rooms a round over four to B4."""
    picture = drawn(SHIPPED / "spiders/the-nearest-web.yaml", "--chase")
    assert arrows(picture) == ["run"] * 5
    struck = {element.get("data-hit") for element in picture.iter() if element.get("data-hit")}
    assert struck == {"Sigeir", "Farouche"}
    text = lines(picture)
    for sentence in (
        "round 1: E4 - F4",
        "round 2: F4 - E4 - D4",
        "round 3: D4 - C4 - B4",
        "Sigeir is eaten in round 3",
    ):
        assert sentence in text


def test_the_way_of_the_lost(drawn: Draw) -> None:
    picture = drawn(SHIPPED / "companion/lost.yaml", "--chase")
    assert arrows(picture) == ["way"] * 3
    assert "oracaz from D1 to A1" in lines(picture)
