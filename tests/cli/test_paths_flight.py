"""`drakdom paths --flight`: exits, clauses and odds are worked out by hand from the ledger."""

from fractions import Fraction
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from drakdom import load
from drakdom.paths.flight import Exit, Flight, flight
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from tests.cli.drakdom import ROOT, drakdom, written
from tests.cli.test_json import fits

WANDERING = ROOT / "scenarios/drakborgen-atervackt/wandering"
HERO = "{kind: hero, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16"
SURE, NEVER = (Fraction(1), Fraction(1)), (Fraction(0), Fraction(0))
ORC = "Grum: {kind: orc, at: E4}"


def board(rooms: str, figures: str, variants: str = "[irrande-monster]") -> str:
    """A scenario with a monster in E4."""
    return (
        f"title: a flight\nrulebook: drakborgen-atervackt\nvariants: {variants}\n"
        f"board: {{rooms: {{{rooms}}}}}\nfigures: {{{figures}}}\nplay: []\n"
    )


def exits(result: Flight) -> dict[str, Exit]:
    """Exits by their names."""
    return {show(entry.direction): entry for entry in result.exits}


def of(text: str, name: str = "Grum") -> dict[str, Exit]:
    """The exits of a monster of a scenario."""
    return exits(flight(read_scenario_text(text, "flight.yaml"), name))


SIGEIR = f"Sigeir: {HERO}, at: E4, came_by: w, entered_by: w}}"
THREE = "D4: {tile: room, exits: [e]}, E4: {tile: room, exits: [w, e, n]}, E5: {tile: room, exits: [s]}"


def test_the_die_decides_among_the_exits_that_are_open() -> None:
    """DA-WAND-012, -013, DA-MEET-012: three are open, one of them a door; the way the hero came is not."""
    result = exits(flight(load(WANDERING / "the-die-decides-where-it-flees.yaml"), "Grum"))
    assert {side: entry.open for side, entry in result.items()} == {"w": False, "n": True, "e": True, "s": True}
    assert result["w"].clauses == ("DA-MEET-012",)
    assert (result["n"].clauses, result["s"].clauses) == (("DA-WAND-012",), ("DA-WAND-013",))
    third = Fraction(1, 3)
    assert all(result[side].chosen == (third, third) for side in "nes")
    assert [(show(a.place), a.odds) for a in result["n"].arrivals] == [("E5", SURE)]


def test_it_meets_who_is_where_it_comes_to_in_the_next_round() -> None:
    """DA-WAND-014, -015."""
    result = exits(flight(load(WANDERING / "flight-is-completed-in-the-next-round.yaml"), "Grum"))
    assert result["e"].meetings == (("Farouche", SURE),)
    assert result["e"].leads == ("F4",)


def test_no_flight_into_the_treasure_chamber() -> None:
    """DA-WAND-026."""
    result = exits(flight(load(WANDERING / "cornered-by-the-treasure-chamber.yaml"), "Grum"))
    assert (result["e"].open, result["e"].clauses) == (False, ("DA-WAND-026",))
    assert not any(entry.open for entry in result.values())


def test_down_it_is_removed() -> None:
    """DA-WAND-013, -027."""
    result = exits(flight(load(WANDERING / "down-into-the-catacombs.yaml"), "Grum"))
    assert (result["down"].open, result["down"].gone, result["down"].arrivals) == (True, SURE, ())


def test_corridors_lead_on() -> None:
    """DA-WAND-016: in the corridor with two further exits the die decides again; one of them leads to a hero."""
    rooms = (
        "D4: {tile: room, exits: [e]}, E4: {tile: room, exits: [w, e]}, F4: {tile: corridor, exits: [w, n, s]}, "
        "F5: {tile: room, exits: [s]}, F3: {tile: room, exits: [n]}"
    )
    second = f"Dzala: {HERO}, at: F5, came_by: s}}"
    e = of(board(rooms, f"{SIGEIR}, {second}, {ORC}"))["e"]
    half = (Fraction(1, 2), Fraction(1, 2))
    assert (e.leads, e.chosen) == (("F3", "F5"), SURE)
    assert [(show(a.place), a.odds) for a in e.arrivals] == [("F3", half), ("F5", half)]
    assert e.meetings == (("Dzala", half),)


def test_under_the_base_rules_it_is_gone() -> None:
    """DA-MEET-012, -015."""
    text = board(THREE, f"{SIGEIR}, {ORC}", "[]")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert result.vanishes
    assert {side: entry.open for side, entry in exits(result).items()} == {"w": False, "n": True, "e": True}
    assert "gone from the board" in drakdom("paths", "-", "--flight", "Grum", text=text).out


def strange(tile: str, variants: str, monster: str = "came_by: n") -> str:
    """A monster and a hero in a room of a kind."""
    rooms = THREE.replace("E4: {tile: room,", f"E4: {{tile: {tile},")
    return board(rooms, f"{SIGEIR}, Grum: {{kind: orc, at: E4, {monster}}}", variants)


def test_where_no_card_is_drawn_it_does_not_flee() -> None:
    """DA-RUBB-005."""
    text = strange("rubble", "[]")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert (result.foes, result.exits, result.unmet) == ((), (), ("DA-RUBB-005",))
    assert "is met by nobody in E4 (DA-RUBB-005)" in drakdom("paths", "-", "--flight", "Grum", text=text).out


def test_from_rubble_it_may_not_get_away() -> None:
    """DA-WMEET-013, -014: at its own exit it gets away; to another it climbs: DA-MON-012, DA-DICE-004."""
    away = flight(read_scenario_text(strange("rubble", "[irrande-monster]"), "flight.yaml"), "Grum")
    assert (exits(away)["n"].chosen, exits(away)["e"].chosen, away.stays) == (SURE, NEVER, NEVER)
    text = strange("rubble", "[irrande-monster]", "came_by: w")
    climbs = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    part = Fraction(5, 12)
    assert exits(climbs)["n"].chosen == exits(climbs)["e"].chosen == (part / 2, part / 2)
    assert climbs.stays == (1 - part, 1 - part)


def test_out_of_a_web_it_flees_by_its_entrance() -> None:
    """DA-WMEET-032; that it may by one that is no legal way is a reading."""
    text = strange("web", "[irrande-monster]", "came_by: w")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert (exits(result)["w"].open, exits(result)["w"].clauses, exits(result)["w"].chosen) == (
        True,
        ("DA-WMEET-032",),
        SURE,
    )
    assert ("DA-WMEET-032", "always") in result.assumed
    text = text.replace("play: []", "readings: {DA-WMEET-032: permitted}\nplay: []")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert not exits(result)["w"].open
    assert [show(gap) for gap in result.gaps] == ["no_way_from_web(Grum)"]


def test_where_the_meeting_is_not_ruled_nor_is_the_flight() -> None:
    """DA-WMEET-001: whether a roaming monster is met in a dark room is a reading."""
    text = strange("dark", "[irrande-monster]").replace("play: []", "readings: {DA-WMEET-001: open}\nplay: []")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert (result.exits, [show(gap) for gap in result.gaps]) == ((), ["strange_meeting(dark)"])
    assert "no clause describes a meeting" in drakdom("paths", "-", "--flight", "Grum", text=text).out


ALONE = f"Sigeir: {HERO}, at: E4, came_by: w}}"


@pytest.mark.parametrize("reading", ["every", "entrants", "common"])
def test_those_in_its_room_have_just_come_in(reading: str) -> None:
    """DA-MEET-012: however it is read, a single hero's entrance is barred, and it is no matter of reading then."""
    text = board("D4: {tile: room, exits: [e]}, E4: {tile: room, exits: [w]}", f"{ALONE}, {ORC}", "[]")
    read = text.replace("play: []", f"readings: {{DA-MEET-012: {reading}}}\nplay: []")
    assert exits(flight(read_scenario_text(read, "flight.yaml"), "Grum"))["w"].open is False
    assert flight(read_scenario_text(text, "flight.yaml"), "Grum").assumed == ()


@pytest.mark.parametrize("variants", ["[]", "[irrande-monster]"])
def test_by_which_exit_they_came_has_to_be_stated(variants: str) -> None:
    """DA-MEET-012: in a dead end it could only be the one exit, and nobody says whether they came by it."""
    text = board("D4: {tile: room, exits: [e]}, E4: {tile: room, exits: [w]}", f"{ALONE}, {ORC}", variants)
    result = flight(read_scenario_text(text.replace(", came_by: w", ""), "flight.yaml"), "Grum")
    assert exits(result)["w"].open is None
    assert [show(gap) for gap in exits(result)["w"].gaps] == ["no_stand(Sigeir)"]


def test_who_falls_does_not_merely_stay() -> None:
    """DA-WELL-002: half the time it is to leap the well, and fails with 7/12; the other exit is its own."""
    rooms = THREE.replace("E4: {tile: room,", "E4: {tile: well,")
    text = board(rooms, f"{SIGEIR}, {ORC.replace('at: E4', 'at: E4, came_by: n')}")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert result.stays == result.lost == (Fraction(7, 24), Fraction(7, 24))


def under_base_rules(room: str) -> Flight:
    """The flight of an orc in E4 to which a hero came from the west, where monsters do not wander."""
    text = board(f"D4: {{tile: room, exits: [e]}}, E4: {{tile: room, {room}}}", f"{SIGEIR}, {ORC}", "[]")
    return flight(read_scenario_text(text, "flight.yaml"), "Grum")


@pytest.mark.parametrize(
    "room",
    [
        "exits: [w, e], obstacles: {e: portcullis}",
        "exits: [w], secret_doors: {e: Sigeir}",
        "exits: [w, down]",
    ],
)
def test_where_no_clause_says_whether_its_one_exit_is_open_nor_is_it_known_whether_it_flees(room: str) -> None:
    """DA-MEET-012, -013 name neither a portcullis nor a secret door nor a way down."""
    result = under_base_rules(room)
    assert sorted(str(entry.open) for entry in result.exits) == ["False", "None"]
    text = board(f"D4: {{tile: room, exits: [e]}}, E4: {{tile: room, {room}}}", f"{SIGEIR}, {ORC}", "[]")
    page = drakdom("paths", "-", "--flight", "Grum", text=text).out
    assert "whether it flees is not known" in page
    assert "it does not flee" not in page


@pytest.mark.parametrize("variants", ["[]", "[irrande-monster]"])
def test_an_exit_onto_a_tile_of_unknown_exits_is_not_known_to_be_open(variants: str) -> None:
    """DA-MOVE-001: it may end on a wall."""
    rooms = THREE + ", F4: {tile: room}"
    result = of(board(rooms, f"{SIGEIR}, {ORC}", variants))
    assert (result["e"].open, [show(gap) for gap in result["e"].gaps]) == (None, ["exits(F4)"])
    assert result["n"].open
    page = drakdom("paths", "-", "--flight", "Grum", text=board(rooms, f"{SIGEIR}, {ORC}", variants)).out
    assert "does not state which exits the tile of F4 has" in " ".join(page.split())


def test_out_of_another_section_it_is_not_known_to_get() -> None:
    """No clause says whether one gets from section to section in flight."""
    rooms = "D4: {tile: room, exits: [e]}, E4: {tile: divided, exits: [w, e, n], section: [w, n]}"
    result = of(board(rooms, f"{SIGEIR}, Grum: {{kind: orc, at: E4, came_by: n}}"))
    assert {side: entry.open for side, entry in result.items()} == {"w": False, "n": True, "e": None}


def test_a_room_of_unknown_exits_is_not_one_without() -> None:
    text = board("D4: {tile: room, exits: [e]}, E4: {tile: room}", f"{SIGEIR}, {ORC}")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert (result.exits, [show(gap) for gap in result.gaps]) == ((), ["exits(E4)"])
    assert "it does not flee" not in drakdom("paths", "-", "--flight", "Grum", text=text).out


@pytest.mark.parametrize("hero", ["teleported: true", "came_by: s"])
def test_what_is_no_exit_of_the_room_is_not_told(hero: str) -> None:
    """A hero who was teleported in, or came through a wall, did not come in by an exit: DA-MEET-012 bars none."""
    result = of(board(THREE, f"Sigeir: {HERO}, at: E4, {hero}}}, {ORC}"))
    assert {side: entry.open for side, entry in result.items()} == {"w": True, "n": True, "e": True}


def test_of_the_fight_of_one_that_cannot_flee_nothing_is_told() -> None:
    """DA-MEET-014: what the scenario does not say of the fight has no part in the flight."""
    text = board("D4: {tile: room, exits: [e]}, E4: {tile: room, exits: [w]}", f"{SIGEIR}, {ORC}")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert (exits(result)["w"].open, result.gaps) == (False, ())


def test_who_is_halfway_into_a_room_comes_there_all_the_same() -> None:
    """DA-WAND-023: the hero and the monster would come into each other's rooms, so it backs, and meets both."""
    rooms = "D4: {tile: room, exits: [e]}, E4: {tile: room, exits: [w, e]}, F4: {tile: room, exits: [w]}"
    second = f"Dzala: {HERO}, at: F4, came_by: w, halfway: w}}"
    e = of(board(rooms, f"{SIGEIR}, {second}, {ORC}"))["e"]
    assert [(show(a.place), a.odds) for a in e.arrivals] == [("E4", SURE)]
    assert e.meetings == (("Dzala", SURE), ("Sigeir", SURE))
    assert e.gaps == ()


HOUSE = ROOT / "asp/drakborgen-atervackt/house"


@pytest.mark.parametrize("variants", ["[]", "[irrande-monster]"])
def test_what_a_house_rule_opens_is_open_by_no_clause_of_the_book(variants: str) -> None:
    """DA-MEET-012 bars the west, and DA-WAND-020 is of a monster that came in."""
    text = board(THREE, f"{SIGEIR}, {ORC}", variants)
    page = drakdom("paths", "-", "--flight", "Grum", "--house-rule", HOUSE / "monsters-flee-anywhere", text=text).out
    assert "west   open, to D4" in page
    assert "DA-WAND-020" not in page


@pytest.mark.slow
def test_by_a_house_rule_one_that_fled_need_not_be_gone() -> None:
    text = board(THREE, f"{SIGEIR}, {ORC}", "[]")
    page = drakdom("paths", "-", "--flight", "Grum", "--house-rule", HOUSE / "fled-monsters-stay-near", text=text).out
    assert "north  open (DA-MEET-012), to E5" in page
    assert "gone from the board" not in page
    assert "does not get away" not in page


@pytest.mark.parametrize("where", ["E4", "E5"])
def test_a_monster_that_lies_there_on_a_card_does_not_keep_it_from_being_met(where: str) -> None:
    """DA-MEET-001: it is met by who came in to it, whatever else lies on the board."""
    rooms = THREE.replace(f"{where}: {{tile: room,", f"{where}: {{tile: room, cards: [monster(troll)],")
    result = flight(read_scenario_text(board(rooms, f"{SIGEIR}, {ORC}"), "flight.yaml"), "Grum")
    assert [show(foe) for foe in result.foes] == ["Sigeir"]
    assert {side: entry.open for side, entry in exits(result).items()} == {"w": False, "n": True, "e": True}
    beside = {side: [show(second) for second in entry.beside] for side, entry in exits(result).items()}
    assert beside["n"] == (["monster(E5)"] if where == "E5" else [])


@pytest.mark.parametrize(
    ("second", "is_there"),
    [
        ("at: E5", True),
        ("at: E5, came_by: s, halfway: n", False),
        ("at: E6, came_by: n, halfway: s", True),
    ],
)
def test_who_else_is_there_is_there_in_the_end(second: str, is_there: bool) -> None:
    """DA-WAND-014: another monster that is halfway out of there, or into it, completes its move in the same round."""
    rooms = THREE.replace(
        "E5: {tile: room, exits: [s]}", "E5: {tile: room, exits: [s, n]}, E6: {tile: room, exits: [s]}"
    )
    n = of(board(rooms, f"{SIGEIR}, {ORC}, Nog: {{kind: troll, {second}}}"))["n"]
    assert [show(entry) for entry in n.beside] == (["Nog"] if is_there else [])


def test_it_kills_who_has_no_light_where_it_comes_to() -> None:
    """DA-WAND-022."""
    second = f"Dzala: {HERO}, at: E5, came_by: s, torch_out: true}}"
    n = of(board(THREE, f"{SIGEIR}, {second}, {ORC}"))["n"]
    assert (n.meetings, n.slays) == ((), (("Dzala", SURE),))
    page = drakdom("paths", "-", "--flight", "Grum", text=board(THREE, f"{SIGEIR}, {second}, {ORC}")).out
    assert "kills Dzala without a meeting" in page


def test_where_the_next_round_is_not_ruled_no_guesses_are_told() -> None:
    """No clause says what becomes of a portcullis that is met while walking on out of a corridor."""
    rooms = THREE + ", F4: {tile: corridor, exits: [w, e], obstacles: {e: portcullis}}, G4: {tile: room, exits: [w]}"
    page = drakdom("paths", "-", "--flight", "Grum", text=board(rooms, f"{SIGEIR}, {ORC}")).out
    assert "the result is not known" in page
    assert "meets" not in page
    assert "an obstacle east of F4" in page


@pytest.mark.parametrize("where", ["at: A1, came_by: n", "at: below(A1)"])
def test_who_is_where_no_monster_comes_has_no_part_in_it(where: str) -> None:
    """DA-WAND-025, -027: who is in the treasure chamber or in the Catacombs."""
    rooms = THREE + ", A1: {tile: treasure_chamber, exits: [n]}, A2: {tile: room, exits: [s]}"
    result = flight(
        read_scenario_text(board(rooms, f"{SIGEIR}, {ORC}, Dzala: {HERO}, {where}}}"), "flight.yaml"), "Grum"
    )
    assert [(show(a.place), a.odds) for a in exits(result)["n"].arrivals] == [("E5", SURE)]
    assert (result.gaps, exits(result)["n"].gaps) == ((), ())


@pytest.mark.parametrize(
    "more",
    [
        "items: [potion, ring, herbs, light_orb]",
        "amulets: [teleportation]",
    ],
)
def test_what_others_carry_they_do_not_use(more: str) -> None:
    """They stay where they are, whatever they could use before the movement (DA-PHASE-009): DA-WAND-015."""
    second = f"Dzala: {HERO}, at: E5, came_by: s, {more}}}"
    n = of(board(THREE, f"{SIGEIR}, {second}, {ORC}"))["n"]
    assert [(show(a.place), a.odds) for a in n.arrivals] == [("E5", SURE)]
    assert (n.meetings, n.gaps) == ((("Dzala", SURE),), ())


def test_what_lies_in_a_room_is_left_there() -> None:
    rooms = THREE.replace("E5: {tile: room,", "E5: {tile: room, cards: [chest],")
    rest = f"Dzala: {HERO}, at: E5, came_by: s}}, Bo: {HERO}, at: E5, came_by: s}}"
    result = flight(read_scenario_text(board(rooms, f"{SIGEIR}, {rest}, {ORC}"), "flight.yaml"), "Grum")
    assert (exits(result)["n"].meetings, result.gaps) == ((("Bo", SURE), ("Dzala", SURE)), ())


def test_a_meeting_elsewhere_that_is_not_ruled_has_no_part_in_it() -> None:
    """DA-WMEET-001: in the dark room of another hero, not in that of the flight."""
    rooms = THREE + ", A1: {tile: dark, exits: [n]}, A2: {tile: room, exits: [s]}"
    rest = f"Dzala: {HERO}, at: A1, came_by: n, entered_by: n}}, Nog: {{kind: troll, at: A1}}"
    text = board(rooms, f"{SIGEIR}, {ORC}, {rest}").replace("play: []", "readings: {DA-WMEET-001: open}\nplay: []")
    result = flight(read_scenario_text(text, "flight.yaml"), "Grum")
    assert {side: entry.open for side, entry in exits(result).items()} == {"w": False, "n": True, "e": True}


def test_a_monster_that_is_but_a_card_is_none_on_the_board() -> None:
    """A card stands for a monster once it is met; before, it is to be stated as a figure."""
    text = board(THREE, SIGEIR, "[]").replace("E4: {tile: room,", "E4: {tile: room, cards: [monster(orc)],", 1)
    ended = drakdom("paths", "-", "--flight", "monster(E4)", text=text)
    assert ended.code == 2
    assert "state a monster of a card under `figures`" in ended.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--flight", "Grumm"), "did you mean `Grum`?"),
        (("--flight", "Sigeir"), "unknown monster `Sigeir`"),
        (("--flight", "Grum", "--chase"), "does not go with `--chase`"),
        (("--flight", "Grum", "--to", "E4"), "does not go with `--to`"),
        (("--flight", "Grum", "--plot", "a.png"), "ends in `.svg`"),
    ],
)
def test_what_cannot_be_asked(words: tuple[str, ...], text: str) -> None:
    ended = drakdom("paths", "-", *words, text=board(THREE, f"{SIGEIR}, {ORC}"))
    assert ended.code == 2
    assert text in " ".join(ended.err.split())


def test_nobody_to_flee_from() -> None:
    ended = drakdom("paths", "-", "--flight", "Grum", text=board(THREE, ORC))
    assert ended.code == 2
    assert "nobody is in E4 from whom Grum could flee" in ended.err


def test_json_and_picture(tmp_path: Path) -> None:
    file = written(tmp_path, board(THREE, f"{SIGEIR}, {ORC}"))
    ended = drakdom("paths", file, "--flight", "Grum", "--json", "--plot", tmp_path / "way.svg")
    text = fits(ended.out)
    assert [entry["open"] for entry in text["exits"]] == [True, True, False]
    picture = (tmp_path / "way.svg").read_text(encoding="utf-8")
    assert fromstring(picture.encode()).tag.endswith("svg")
    assert "Where Grum may flee" in picture
    assert picture.count("DA-WAND-012") >= 2


def test_the_picture_tells_what_is_not_known(tmp_path: Path) -> None:
    """What the page says of all exits stands in the picture, and how clauses are read: DA-RUBB-005, DA-WMEET-032."""

    def drawn(text: str) -> str:
        drakdom("paths", written(tmp_path, text), "--flight", "Grum", "--plot", tmp_path / "way.svg")
        return " ".join((tmp_path / "way.svg").read_text(encoding="utf-8").split())

    assert "is met by nobody in E4 (DA-RUBB-005)" in drawn(strange("rubble", "[]"))
    web = strange("web", "[irrande-monster]", "came_by: w")
    assert "DA-WMEET-032=always" in drawn(web)
    assert "no clause says" in drawn(web.replace("play: []", "readings: {DA-WMEET-032: permitted}\nplay: []"))
    assert "it does not get away: 7/12" in drawn(strange("rubble", "[irrande-monster]", "came_by: w"))


@pytest.mark.parametrize(("lang", "text"), [("sv", "skulle fly"), ("en", "would flee")])
def test_in_other_languages(lang: str, text: str) -> None:
    ended = drakdom("paths", "-", "--flight", "Grum", "--lang", lang, text=board(THREE, f"{SIGEIR}, {ORC}"))
    assert text in ended.out
