"""`drakdom paths`: what figures can reach. Numbers are worked out by hand from the ledger's clauses."""

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom import load
from drakdom.errors import InputError
from drakdom.paths.model import Reach
from drakdom.paths.reach import reaches
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from tests.cli.drakdom import ROOT, drakdom
from tests.cli.own_game import own_game
from tests.cli.test_json import fits

HERO = "{kind: hero, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16"
TRAP_ROOM = ROOT / "scenarios/drakborgen-atervackt/entry/two-heroes-one-trap-room.yaml"


def reach(rooms: str, hero: str, more: str = "") -> Reach:
    """What one hero can reach on a board of Drakborgen."""
    text = f"title: a way\nrulebook: drakborgen-atervackt\nboard: {{rooms: {rooms}}}\n"
    scenario = read_scenario_text(f"{text}figures: {{Sigeir: {HERO}, {hero}}}}}\n{more}", "way.yaml")
    return reaches(scenario).figures[0]


def told(reach: Reach) -> dict[str, tuple[object, ...]]:
    """The rounds and the odds of every place but the first."""
    return {show(r.place): (r.rounds, r.low, r.high) for r in reach.reached if r.place != reach.place}


ROW = "A1: {tile: room, exits: [e]}, B1: {tile: %s, exits: [w, e]}, C1: {tile: room, exits: [w]}"


@pytest.mark.parametrize(
    ("tile", "odds"),
    [
        ("room", Fraction(1)),
        ("rubble", Fraction(6, 12)),  # Agility 6 (DA-RUBB-001)
        ("well", Fraction(6, 12)),  # Agility 6 (DA-WELL-002)
        ("bridge", Fraction(6, 12) * Fraction(4, 12)),  # Agility 6 and Psyche 4 (DA-BRDG-002)
        ("web", Fraction(7, 12) ** 2),  # Strength 7, twice in succession (DA-SPID-009, -012)
        ("dark", Fraction(1, 2)),  # one of two exits (DA-DARK-002, DA-EXIT-004)
    ],
)
def test_what_fills_a_room_is_in_the_way_on(tile: str, odds: Fraction) -> None:
    """The room is entered freely, and left by the other exit against the odds."""
    none = "suppose: {tile_events: {well: none}}"  # what an old well does to who comes in the rules do not say
    assert told(reach("{%s}" % (ROW % tile), "at: A1", none)) == {"B1": (1, 1, 1), "C1": (2, odds, odds)}


@pytest.mark.parametrize("tile", ["rubble", "well", "bridge"])
def test_nothing_is_in_the_way_back(tile: str) -> None:
    """DA-RUBB-002, DA-WELL-001, DA-BRDG-001."""
    result = told(reach("{%s}" % (ROW % tile), "at: B1, came_by: e"))
    assert result["C1"] == (1, 1, 1)
    assert result["A1"][1] != 1


def test_who_is_stuck_in_a_web_tears_loose_once_to_go_back() -> None:
    """Back takes one Strength check, on two (DA-SPID-008, -009)."""
    result = told(reach("{%s}" % (ROW % "web"), "at: B1, came_by: e, stuck: yes"))
    assert result == {"C1": (1, Fraction(7, 12), Fraction(7, 12)), "A1": (1, Fraction(49, 144), Fraction(49, 144))}


def test_a_portcullis_takes_two_checks() -> None:
    """DA-GATE-001."""
    rooms = "{A1: {tile: room, exits: [e], obstacles: {e: portcullis}}, B1: {tile: room, exits: [w]}}"
    assert told(reach(rooms, "at: A1")) == {"B1": (1, Fraction(49, 144), Fraction(49, 144))}


def test_a_door_hangs_on_its_deck() -> None:
    """Of four Door cards three open the door (DA-DOOR-002); of a deck that nobody described nobody knows."""
    rooms = "{A1: {tile: room, exits: [e], obstacles: {e: door}}, B1: {tile: room, exits: [w]}}"
    assert told(reach(rooms, "at: A1")) == {"B1": (1, 0, 1)}
    cards = "suppose: {decks: {door: {open: 3, trap: 1}}, damage: {door_trap: 3}}"
    assert told(reach(rooms, "at: A1", cards)) == {"B1": (1, Fraction(3, 4), Fraction(3, 4))}


def test_walls_and_undiscovered_squares_end_a_way() -> None:
    """B1 has no exit back to A1 (DA-MOVE-001); on A2 a tile is to be drawn first (DA-PHASE-012)."""
    entry = reach("{A1: {tile: room, exits: [e, n]}, B1: {tile: room, exits: [e]}}", "at: A1")
    assert told(entry) == {"A2": (1, 1, 1)}
    assert [show(r.place) for r in entry.reached if r.undiscovered] == ["A2"]
    assert list(map(show, entry.beyond)) == ["B1"]


def test_who_sits_out_or_is_halfway_sets_out_later() -> None:
    """DA-SKIP-001; DA-PHASE-018: a movement in advance is completed first."""
    row = "{%s}" % (ROW % "room")
    assert told(reach(row, "at: A1, sits_out: 2")) == {"B1": (3, 1, 1), "C1": (4, 1, 1)}
    halfway = reach(row, "at: A1, halfway: e")
    assert (show(halfway.place), halfway.waits) == ("B1", 1)  # type: ignore[arg-type]
    assert told(halfway) == {"A1": (2, 1, 1), "C1": (2, 1, 1)}


def test_a_corridor_that_lies_there_is_an_extra_step_if_it_is_read_so() -> None:
    """DA-PHASE-013."""
    row = "{%s}" % (ROW % "corridor")
    assert told(reach(row, "at: A1", "readings: {DA-PHASE-013: drawn}"))["C1"] == (2, 1, 1)
    assert told(reach(row, "at: A1", "readings: {DA-PHASE-013: any}"))["C1"] == (1, 1, 1)


def test_of_equally_short_ways_the_likelier() -> None:
    """From A1 to B2 by the rubble of B1 or by the room A2."""
    rooms = (
        "{A1: {tile: room, exits: [n, e]}, B1: {tile: rubble, exits: [w, n]}, "
        "A2: {tile: room, exits: [s, e]}, B2: {tile: room, exits: [s, w]}}"
    )
    entry = reach(rooms, "at: A1")
    assert told(entry)["B2"] == (2, 1, 1)
    (way,) = (r for r in entry.reached if show(r.place) == "B2")
    assert [show(leg.end) for leg in way.legs] == ["A2", "B2"]


def test_readings_that_nobody_fixed_are_told() -> None:
    rooms = "{A1: {tile: room, exits: [e], obstacles: {e: portcullis}}, B1: {tile: room, exits: [w]}}"
    text = f"title: a way\nrulebook: drakborgen-atervackt\nboard: {{rooms: {rooms}}}\n"
    text += f"figures: {{Sigeir: {HERO}, at: A1}}}}"
    assert reaches(read_scenario_text(text, "way.yaml")).assumed == (("DA-GATE-001", "afresh"),)
    fixed = text + "\nreadings: {DA-GATE-001: carried}"
    assert reaches(read_scenario_text(fixed, "way.yaml")).assumed == ()


# -- the command ------------------------------------------------------------------------------------------------


def test_the_page_tells_rounds_odds_and_what_is_in_the_way() -> None:
    ended = drakdom("paths", ROOT / "scenarios/drakborgen-atervackt/obstacle/across-the-bridge.yaml")
    page = " ".join(ended.out.split())
    assert ended.code == 0
    assert "Sigeir from D4" in page
    assert "E4: 1/6 (17 %), past D4 - E4" in page
    assert "the Agility check of Sigeir on the bridge and the Psyche check of Sigeir on the bridge" in page


def test_one_way_move_by_move() -> None:
    ended = drakdom("paths", TRAP_ROOM, "--figure", "Sigeir", "--to", "E4")
    assert "Sigeir to E4: round 1 at the earliest, 1 on the first try" in ended.out
    assert "D4 - E4: Sigeir goes east" in ended.out
    assert "Farouche" not in ended.out


def test_its_json_is_the_schemas() -> None:
    result = fits(drakdom("paths", TRAP_ROOM, "--json").out)
    assert [figure["figure"] for figure in result["figures"]] == ["Farouche", "Sigeir"]
    assert result["figures"][0]["reached"][1]["low"] == "1"


@pytest.mark.parametrize(
    ("words", "wrong", "help_"),
    [
        (["--figure", "Sigier"], "there is no figure `Sigier` in this scenario", "Sigeir"),
        (["--to", "E44"], "there is no place `E44` on this board", ""),
    ],
)
def test_who_or_what_is_not_there_is_named(words: list[str], wrong: str, help_: str) -> None:
    ended = drakdom("paths", TRAP_ROOM, *words)
    assert ended.code == 2
    assert wrong in ended.err
    assert help_ in ended.err


def test_a_rulebook_without_a_way_home() -> None:
    ended = drakdom("paths", ROOT / "scenarios/dungeonquest-neuauflage/bridge/across-and-back.yaml", "--home")
    assert ended.code == 2
    message = (
        "`dungeonquest-neuauflage` does not answer questions about the way home (`--home`), it answers those about"
    )
    assert f"{message} the moves of figures (`paths`)" in " ".join(ended.err.split())


def test_a_rulebook_that_says_nothing_of_ways(tmp_path: Path) -> None:
    game = own_game(tmp_path)
    ended = drakdom("paths", game / "scenarios/a-wet-morning.yaml", "--rulebook", game)
    assert ended.code == 2
    assert "the rulebook `toll-bridge` has no law about paths: no `paths.lp`" in " ".join(ended.err.split())
    with pytest.raises(InputError):
        reaches(load(game / "scenarios/a-wet-morning.yaml", [game]))
