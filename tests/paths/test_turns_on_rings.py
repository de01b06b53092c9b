"""Ways round rings: a throw comes before the choice of the way (`path_chooses`)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom.paths.model import Reached
from drakdom.paths.reach import reaches
from drakdom.scenario.read import read_scenario_text
from tests.cli.drakdom import drakdom
from tests.project.tree import ROOT

FRAME = (ROOT / "asp/talisman/frame.yaml").read_text("utf-8").replace("sort: sentinel", "sort: sentinel, strength: 9")
FRAME = FRAME.replace("sort: portal", "sort: portal, opens_on: [5, 6]")


def text(ann: str) -> str:
    board = FRAME.partition("\nstate:")[0]
    return f"{board}\ntitle: rings\nrulebook: talisman\nfigures: {{Ann: {{kind: character, {ann}}}}}\nplay: [{{}}]\n"


def reached(ann: str, portal: str = "m11") -> dict[str, Reached]:
    lines = [line.replace(", sort: portal, opens_on: [5, 6]", "") for line in text(ann).splitlines()]
    lines = [line[:-1] + ", sort: portal, opens_on: [5, 6]}" if f" {portal}: " in line else line for line in lines]
    (reach,) = reaches(read_scenario_text("\n".join(lines), "rings.yaml", [ROOT / "asp"])).figures
    return {str(place.place): place for place in reach.reached}


def test_one_throw_of_six_leads_to_a_space() -> None:
    """TA-MOVE-001: exactly as far as the throw shows; two moves of 1/6 each, or of one throw with equal odds."""
    places = reached("at: o1, strength: 6")
    assert (places["o4"].rounds, places["o4"].low, places["o4"].high) == (1, Fraction(1, 6), Fraction(1, 6))
    assert (places["o10"].rounds, places["o10"].low) == (2, Fraction(1, 36))


def test_the_stairs_take_a_throw_and_a_fight() -> None:
    """A throw of 5 (TA-SENT-001); strength 6 beats 9 by (5, 1), (6, 1) and (6, 2) of 36 (TA-SENT-002, TA-FIGHT-009)."""
    place = reached("at: o1, strength: 6")["m4"]
    assert (place.rounds, place.low, place.high) == (1, Fraction(1, 72), Fraction(1, 72))
    assert {str(roll.name.name) for roll in place.legs[0].rolls} == {"move", "combat", "enemy"}  # type: ignore[union-attr]


def test_the_portal_opens_on_what_is_printed() -> None:
    """From the portal's own space any throw will do (TA-PORTAL-004); it opens on 5 and 6 (TA-PORTAL-005)."""
    place = reached("at: m11, strength: 6")["plain"]
    assert (place.rounds, place.low) == (1, Fraction(1, 3))


def test_the_portal_is_tried_in_a_move_up_the_stairs() -> None:
    """By a throw of 5 or 6, two or three spaces past the stairs (TA-SENT-005), and by 3 of 36 against the Sentinel."""
    place = reached("at: o3, strength: 6", portal="m5")["plain"]
    assert (place.rounds, place.low) == (1, Fraction(2, 6) * Fraction(3, 36) * Fraction(1, 3))


def test_what_an_inner_space_demands_is_not_followed() -> None:
    places = reached("at: plain, strength: 6")
    assert (places["crypt"].rounds, places["crypt"].ends) == (1, "TA-INNER-003")
    assert "crown" not in places


def test_who_misses_turns_moves_later() -> None:
    place = reached("at: o1, strength: 6, misses: 2")["o4"]
    assert (place.rounds, place.low) == (3, Fraction(1, 6))


@pytest.mark.parametrize(("place", "words"), [("crypt", "turn 1 at the earliest"), ("kript", "did you mean `crypt`")])
def test_a_place_is_named(tmp_path: Path, place: str, words: str) -> None:
    file = tmp_path / "rings.yaml"
    file.write_text(text("at: plain, strength: 6"), "utf-8")
    ended = drakdom("paths", file, "--to", place)
    assert words in ended.out + ended.err
