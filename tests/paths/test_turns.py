"""Ways where one hero after another has a turn: odds and rounds are worked out by hand from the ledger's clauses."""

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom.paths.model import Reached
from drakdom.paths.reach import reaches
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from tests.cli.drakdom import drakdom, written

BOARD = """\
title: A dungeon with all that leads on by itself
rulebook: dungeonquest-neuauflage
board:
  rooms:
    A1: {tile: tower, exits: [e], edge: [s, w]}
    B1: {tile: room, exits: [w, e, n]}
    B2: {tile: corridor, exits: [s, n, e], obstacles: {e: door}}
    B3: {tile: web, exits: [s, n, e]}
    B4: {tile: room, exits: [s]}
    C2: {tile: room, exits: [w, e]}
    C1: {tile: bridge, exits: [w, e]}
    D1: {tile: room, exits: [w, n], obstacles: {n: portcullis}}
    D2: {tile: rotating, exits: [s, n]}
    D3: {tile: tower, exits: [s]}
    C3: {tile: dark, exits: [w, n]}
    C4: {tile: room, exits: [s]}
figures:
  Lindel: {kind: hero, at: B1, came_by: w, strength: 5, agility: 7}
"""
#: Two dice show 5 or less, 7 or less.
STRENGTH, AGILITY = Fraction(10, 36), Fraction(21, 36)
SURE = Fraction(1)
ONCE = {"DQ-BRIDGE-005": "next_turn", "DQ-TOWER-004": "willing"}


def reached(readings: dict[str, str], text: str = BOARD) -> dict[str, Reached]:
    """What Lindel reaches under some readings, by the names of places."""
    (entry,) = reaches(read_scenario_text(f"{text}readings: {readings}\n", "ways.yaml")).figures
    return {show(place.place): place for place in entry.reached}


def test_a_corridor_leads_on_in_the_same_round_and_past_its_doors() -> None:
    """DQ-CORR-001, DQ-CORR-002."""
    result = reached(ONCE)
    assert [(leg.round, show(leg.end), leg.extra) for leg in result["C2"].legs] == [(1, "B2", False), (1, "C2", True)]
    assert (result["C2"].rounds, result["C2"].low) == (1, SURE)


def test_a_web_is_left_in_the_same_round_with_a_test() -> None:
    """DQ-WEB-001, DQ-WEB-003."""
    result = reached(ONCE)
    assert (result["B3"].rounds, result["B3"].low) == (1, SURE)
    assert (result["B4"].rounds, result["B4"].low, result["B4"].high) == (1, STRENGTH, STRENGTH)


@pytest.mark.parametrize(("reading", "rounds"), [("next_turn", 2), ("same_turn", 1)])
def test_over_the_bridge(reading: str, rounds: int) -> None:
    """DQ-BRIDGE-002, DQ-BRIDGE-005: whoever falls is in the catacombs, and does not come to the other side."""
    result = reached(ONCE | {"DQ-BRIDGE-005": reading})
    assert (result["D1"].rounds, result["D1"].low, result["D1"].high) == (rounds, AGILITY, AGILITY)
    assert (result["D2"].rounds, result["D2"].low) == (rounds + 1, AGILITY * STRENGTH)  # DQ-GATE-001


def test_where_die_or_room_decide_the_ways_on_are_not_followed() -> None:
    """DQ-DARK-001, DQ-ROT-001."""
    result = reached(ONCE)
    assert (result["C3"].ends, result["D2"].ends, result["B3"].ends) == ("DQ-DARK-001", "DQ-ROT-001", "")
    assert not {"C4", "D3"} & result.keys()


def test_whoever_begins_there_leaves_a_dark_room_like_any_other() -> None:
    result = reached(ONCE, BOARD.replace("at: B1, came_by: w", "at: C3, came_by: w"))
    assert (result["C4"].rounds, result["C4"].low) == (1, SURE)


def test_from_tower_to_tower() -> None:
    """DQ-TOWER-005: into the other tower room, or only through it."""
    onward = {"DQ-BRIDGE-005": "next_turn", "DQ-TOWER-004": "all"}
    full = reached(onward | {"DQ-TOWER-005": "full"})
    assert [(leg.round, show(leg.end)) for leg in full["D3"].legs] == [(1, "A1"), (1, "D3")]
    passing = reached(onward | {"DQ-TOWER-005": "passing"})
    assert "D3" not in passing
    assert [(leg.round, show(leg.end)) for leg in passing["D2"].legs] == [(1, "A1"), (1, "D2")]


def test_who_has_no_loot_need_not_move_on_where_it_is_read_so() -> None:
    """DQ-TOWER-004: then there is no going from tower to tower either."""
    assert "D3" not in reached(ONCE | {"DQ-TOWER-005": "full"})
    loot = BOARD.replace("strength: 5", "strength: 5, loot: {100: 1}")
    assert "D3" in reached(ONCE | {"DQ-TOWER-005": "full"}, loot)


def test_markers_are_spent_at_best() -> None:
    """DQ-DET-004: with two markers 7 or less does for a strength of 5."""
    result = reached(ONCE, BOARD.replace("strength: 5", "strength: 5, determination: 2"))
    assert result["B4"].low == AGILITY


def test_the_page_says_where_ways_are_not_followed(tmp_path: Path) -> None:
    file = written(tmp_path, BOARD)
    assert "(not followed further: DQ-DARK-001)" in " ".join(drakdom("paths", file).out.split())
    german = drakdom("paths", file, "--lang", "de").out
    assert "DQ-DARK-001" in german
    assert "ways" not in german.split("Lindel")[1]


def test_a_portal_rune_far_away_is_reached() -> None:
    """DA-RUNE-002: what lies in the other rune's room is known to whoever steps on one; 4 of 12 faces are 4 or less."""
    text = (
        "title: runes\nrulebook: drakborgen-atervackt\nboard:\n  rooms:\n"
        "    A1: {tile: room, exits: [e], markers: [rune]}\n"
        "    B1: {tile: room, exits: [w, e]}\n    F6: {tile: room, exits: [e], markers: [rune]}\n"
        "figures: {Sigeir: {kind: hero, at: B1, came_by: e, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16}}\n"
    )
    (entry,) = reaches(read_scenario_text(text, "runes.yaml")).figures
    result = {show(place.place): place for place in entry.reached}
    assert (result["F6"].rounds, result["F6"].low, result["F6"].high) == (2, Fraction(1, 3), Fraction(1, 3))
