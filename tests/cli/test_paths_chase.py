"""`drakdom paths --chase`: who is eaten when, and who comes home. Numbers are worked out by hand from the clauses."""

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom.paths.pursuit import PursuitReport, pursuit_report
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from tests.cli.drakdom import ROOT, drakdom
from tests.cli.own_game import own_game
from tests.cli.test_json import fits

SCENARIOS = ROOT / "scenarios/drakborgen-atervackt"
SIGEIR = "Sigeir: {kind: hero, at: D4, came_by: e, stuck: yes, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16%s}"
#: A web, and a giant spider two rounds away: four rooms at two a round (DA-SPID-018).
ROW = """{D4: {tile: web, exits: [e, w]}, C4: {tile: room, exits: [e]}, E4: {tile: room, exits: [w, e]},
    F4: {tile: room, exits: [w, e]}, G4: {tile: room, exits: [w, e]},
    H4: {tile: room, exits: [w], markers: [spiders]}}"""


def of(rooms: str, figures: str, more: str = "") -> PursuitReport:
    """The chases on a board of Drakborgen."""
    text = f"title: a chase\nrulebook: drakborgen-atervackt\nboard:\n  rooms: {rooms}\nfigures: {{{figures}}}\n{more}"
    return pursuit_report(read_scenario_text(text, "chase.yaml"))


def shipped(name: str) -> PursuitReport:
    """The chases of a shipped scenario."""
    return pursuit_report(read_scenario_text((SCENARIOS / name).read_text("utf-8"), name))


def eaten(result: PursuitReport) -> dict[str, tuple[int, ...]]:
    return {str(target.figure): target.rounds for target in result.pursuit.targets}


def free(result: PursuitReport) -> dict[str, Fraction]:
    """The odds of getting loose before the last round in which one may be eaten, where they are known."""
    for escape in result.escapes:
        assert escape.odds[-1][0] == escape.odds[-1][1]
    return {str(entry.figure): entry.odds[-1][0] for entry in result.escapes}


def test_first_the_nearest_web_then_the_other() -> None:
    """DA-SPID-015; on from F4 it is four rooms to B4. Strength 4 is one try, Strength 7 three (DA-SPID-008)."""
    result = shipped("spiders/the-nearest-web.yaml")
    (spider,) = result.pursuit.pursuers
    assert [(step.round, list(map(show, step.squares))) for step in spider.steps] == [
        (1, ["F4"]), (2, ["E4", "D4"]), (3, ["C4", "B4"])
    ]  # fmt: skip
    assert eaten(result) == {"Farouche": (1,), "Sigeir": (3,)}
    assert free(result) == {"Farouche": Fraction(4, 12), "Sigeir": 1 - Fraction(5, 12) ** 3}


def test_two_rooms_a_round_and_two_tries() -> None:
    """Eating comes after the try of the same round (DA-SPID-028)."""
    result = of(ROW, SIGEIR % "")
    (spider,) = result.pursuit.pursuers
    assert [list(map(show, step.squares)) for step in spider.steps] == [["G4", "F4"], ["E4", "D4"]]
    assert eaten(result) == {"Sigeir": (2,)}
    assert free(result) == {"Sigeir": 1 - Fraction(5, 12) ** 2}


def test_who_sits_out_loses_a_try() -> None:
    """DA-SKIP-001."""
    assert free(of(ROW, SIGEIR % ", sits_out: 1")) == {"Sigeir": Fraction(7, 12)}


def test_who_cannot_go_back_needs_two_successes_in_a_round() -> None:
    """DA-SPID-009, as every round begins anew: no exit leads back to the north."""
    result = of(ROW, SIGEIR.replace("came_by: e", "came_by: n") % "", "readings: {DA-SPID-009: afresh}")
    assert free(result) == {"Sigeir": 1 - (1 - Fraction(49, 144)) ** 2}


def test_or_two_in_succession_over_two_rounds() -> None:
    """DA-SPID-009 if the last success of a round counts with the first of the next: 49/144, or fails, hits and hits."""
    result = of(ROW, SIGEIR.replace("came_by: e", "came_by: n") % "", "readings: {DA-SPID-009: carried}")
    once, again = Fraction(49, 144), Fraction(5, 12) * Fraction(7, 12)
    # After a miss and a hit the next hit is enough; after all else it takes two again.
    assert free(result) == {"Sigeir": once + again * Fraction(7, 12) + (1 - once - again) * once}


def test_doors_and_portcullises_take_a_round_each() -> None:
    """DA-SPID-023."""
    assert eaten(shipped("spiders/doors-slow-it-down.yaml")) == {"Sigeir": (3,)}


def test_corridors_cost_nothing() -> None:
    """DA-SPID-021: over a corridor as well it runs two rooms in the round."""
    result = of(ROW.replace("F4: {tile: room", "F4: {tile: corridor"), SIGEIR % "")
    (spider,) = result.pursuit.pursuers
    assert [list(map(show, step.squares)) for step in spider.steps] == [["G4", "F4", "E4"], ["D4"]]


def test_of_ways_that_are_as_fast_all_are_told() -> None:
    """DA-SPID-016."""
    result = shipped("spiders/the-monster-player-picks-the-route.yaml")
    (spider,) = result.pursuit.pursuers
    assert {show(spider.steps[0].squares[-1]), *map(show, spider.steps[0].others)} == {"D5", "E4"}
    assert eaten(result) == {"Sigeir": (2,)}


def test_of_webs_that_are_as_near_either_may_be_the_first() -> None:
    """DA-SPID-016 as picking the web is part of it; the other web is then one round away."""
    text = (SCENARIOS / "spiders/two-webs-equally-near.yaml").read_text("utf-8").replace("{routes: {E4: F4}}", "{}")
    result = pursuit_report(read_scenario_text(text, "webs.yaml"))
    assert eaten(result) == {"Farouche": (1, 2), "Sigeir": (1, 2)}
    assert ("DA-SPID-016", "webs_too") in result.assumed


def test_the_page_says_in_which_of_several_rounds(tmp_path: Path) -> None:
    text = (SCENARIOS / "spiders/two-webs-equally-near.yaml").read_text("utf-8").replace("{routes: {E4: F4}}", "{}")
    file = tmp_path / "webs.yaml"
    file.write_text(text, "utf-8")
    page = " ".join(drakdom("paths", file, "--chase").out.split())
    assert "E4 runs to D4 (Sigeir), there in round 1 or F4 (Farouche), there in round 1" in page
    assert (
        "Sigeir is eaten in round 1 or round 2 loose by round 1: 7/12 (58 %) loose by round 2: 119/144 (83 %)" in page
    )


def test_what_no_clause_rules_leaves_it_unknown() -> None:
    result = shipped("spiders/no-way-there.yaml")
    assert [show(gap) for gap in result.pursuit.gaps] == ["no_route(H4)"]
    assert eaten(result) == {"Sigeir": ()}


# -- companions that are stuck ----------------------------------------------------------------------------------

DZALA = "Dzala: {kind: hero, at: D4, came_by: e, stuck: yes, strength: 5, agility: 6, psyche: 4, armour: 8, hp: 16}"
ORACAZ = """oracaz: {kind: companion, at: D4, came_by: e, stuck: yes, strength: 6, agility: 3, hp: 9,
    master: Dzala, bond: faithful}"""


def odds(result: PursuitReport, figure: str) -> list[tuple[Fraction, Fraction]]:
    (entry,) = (escape for escape in result.escapes if escape.figure == figure)
    return list(entry.odds)


def test_each_tries_separately_and_the_companion_may_be_left_behind() -> None:
    """DA-MULTI-080, DA-COMP-002: who gets away first leaves it behind; of its tries from then on nothing is said."""
    result = of(ROW, f"{DZALA}, {ORACAZ}")
    assert eaten(result) == {"Dzala": (2,), "oracaz": (2,)}
    assert odds(result, "Dzala")[-1] == (1 - Fraction(7, 12) ** 2,) * 2
    once, both_stay = Fraction(1, 2), Fraction(1, 2) * Fraction(7, 12)
    left = Fraction(1, 2) * Fraction(5, 12)
    low = once + both_stay * once
    assert odds(result, "oracaz") == [(once, once), (low, low + left)]
    assert [escape.parted for escape in result.escapes] == [None, "Dzala"]


def test_a_master_who_is_not_stuck_leaves_it_behind_at_once() -> None:
    result = of(ROW, f"{DZALA.replace('stuck: yes, ', '')}, {ORACAZ}")
    assert odds(result, "oracaz") == [(Fraction(1, 2),) * 2, (Fraction(1, 2), Fraction(1))]


def test_a_lost_one_tears_itself_loose_towards_its_master() -> None:
    """DA-COMP-017, DA-WEB-001: its master stands where it came from, so one check is enough; else two."""
    home, on = (DZALA.replace("at: D4", f"at: {at}").replace("stuck: yes, ", "") for at in ("E4", "C4"))
    assert odds(of(ROW, f"{home}, {ORACAZ}"), "oracaz")[-1] == (Fraction(3, 4),) * 2
    through = of(ROW.replace("C4: {tile: room, exits: [e]}", "C4: {tile: room, exits: [e, w]}"), f"{on}, {ORACAZ}")
    assert odds(through, "oracaz")[-1] == (1 - Fraction(3, 4) ** 2,) * 2


def test_of_a_controlled_one_without_its_master_nothing_is_worked_out() -> None:
    """DA-COMP-017 is of faithful ones; a controlled one is no companion after the card phase (DA-COMP-021)."""
    away = DZALA.replace("at: D4", "at: E4").replace("stuck: yes, ", "")
    result = of(ROW, f"{away}, {ORACAZ.replace('faithful', 'controlled')}")
    assert odds(result, "oracaz") == [(Fraction(0), Fraction(1))] * 2
    assert result.escapes[0].unfollowed


def test_nor_while_its_master_sits_out() -> None:
    result = of(ROW, f"{DZALA.replace('stuck: yes', 'stuck: yes, sits_out: 1')}, {ORACAZ}")
    assert odds(result, "Dzala") == [(Fraction(0),) * 2, (Fraction(5, 12),) * 2]
    assert [escape.unfollowed for escape in result.escapes] == [False, True]


# -- who is lost ------------------------------------------------------------------------------------------------


def test_a_lost_companion_runs_two_rooms_a_round() -> None:
    """DA-COMP-017."""
    (home,) = shipped("companion/lost.yaml").ways_back
    assert list(map(show, home.shortest)) == ["C1", "B1", "A1"]
    assert (home.rounds, home.odds) == (2, (Fraction(1), Fraction(1)))


def test_it_rolls_for_what_is_in_its_way() -> None:
    """DA-COMP-018: a portcullis is two checks on Strength 6 and ends the run, rubble one on Agility 3."""
    (home,) = shipped("companion/rolling-on-the-way-home.yaml").ways_back
    odds = Fraction(6, 12) ** 2 * Fraction(3, 12)
    assert (home.rounds, home.odds) == (2, (odds, odds))


@pytest.mark.parametrize(("reading", "toward"), [("shortest", "B1"), ("discovered", "C2")])
def test_shortest_and_over_discovered_rooms(reading: str, toward: str) -> None:
    """DA-COMP-019: over the undiscovered B1 it is two squares, over discovered rooms four."""
    text = (SCENARIOS / "companion/over-undiscovered-squares.yaml").read_text("utf-8")
    text = text[: text.index("matrix:")] + f"readings: {{DA-COMP-019: {reading}, DA-SPID-019: alone}}\n"
    (home,) = pursuit_report(read_scenario_text(text, "home.yaml")).ways_back
    assert (list(map(show, home.shortest)), home.blanks) == (["B1", "A1"], 1)
    assert home.discovered is not None
    assert list(map(show, home.discovered)) == ["C2", "B2", "A2", "A1"]
    assert list(map(show, home.toward)) == [toward]


def test_between_ways_that_are_as_good_no_clause_decides() -> None:
    (home,) = shipped("companion/two-ways-home.yaml").ways_back
    assert list(map(show, home.toward)) == ["A2", "B1"]
    assert home.rounds is None
    assert "equal_ways(oracaz)" in map(show, home.gaps)


# -- the command ------------------------------------------------------------------------------------------------


def test_the_page() -> None:
    ended = drakdom("paths", SCENARIOS / "spiders/the-nearest-web.yaml", "--chase")
    page = " ".join(ended.out.split())
    assert ended.code == 0
    assert "E4 runs to F4 (Farouche), there in round 1" in page
    assert "Farouche is eaten in round 1 loose by round 1: 1/3" in page
    assert "nobody has lost anybody here" in page


def test_a_board_without_either() -> None:
    ended = drakdom("paths", SCENARIOS / "entry/two-heroes-one-trap-room.yaml", "--chase")
    assert ended.code == 0
    assert "nobody is chased here" in ended.out
    assert "nobody has lost anybody here" in ended.out


def test_its_json_is_the_schemas() -> None:
    result = fits(drakdom("paths", SCENARIOS / "spiders/the-nearest-web.yaml", "--chase", "--json").out)
    assert result["schema"] == "drakdom/paths_chase/1"
    assert result["escapes"][0] == {
        "figure": "Farouche",
        "odds": [["1/3", "1/3"]],
        "parted": None,
        "unfollowed": False,
        "gaps": [],
    }


def test_a_rulebook_that_says_nothing_of_ways(tmp_path: Path) -> None:
    game = own_game(tmp_path)
    ended = drakdom("paths", game / "scenarios/a-wet-morning.yaml", "--rulebook", game, "--chase")
    assert ended.code == 2
    assert "has no law about paths" in " ".join(ended.err.split())


@pytest.mark.parametrize("second", [("--home",), ("--to", "D4"), ("--figure", "Sigeir")])
def test_it_tells_of_everybody(second: tuple[str, ...]) -> None:
    ended = drakdom("paths", SCENARIOS / "spiders/the-nearest-web.yaml", "--chase", *second)
    assert ended.code == 2
    assert f"it does not go with `{second[0]}`" in " ".join(ended.err.split())


def test_a_round_that_has_begun_is_refused(tmp_path: Path) -> None:
    """In the card phase the spiders have run already: rounds cannot be counted from there."""
    text = (SCENARIOS / "spiders/two-rooms-a-round.yaml").read_text("utf-8")
    file = tmp_path / "begun.yaml"
    file.write_text(text[: text.index("play:")] + "begin: {phase: card}\n", "utf-8")
    ended = drakdom("paths", file, "--chase")
    assert ended.code == 2
    assert "starts after it, in `card`" in " ".join(ended.err.split())


def test_one_that_is_there_already() -> None:
    result = of("{D4: {tile: web, exits: [e], markers: [spiders]}, E4: {tile: room, exits: [w]}}", SIGEIR % "")
    assert eaten(result) == {"Sigeir": (1,)}
    assert free(result) == {"Sigeir": Fraction(7, 12)}


def test_the_page_says_what_is_not_worked_out(tmp_path: Path) -> None:
    file = tmp_path / "left.yaml"
    figures = f"figures: {{{DZALA}, {ORACAZ}}}"
    file.write_text(f"title: left\nrulebook: drakborgen-atervackt\nboard:\n  rooms: {ROW}\n{figures}\n", "utf-8")
    assert "not computed: how play goes on once Dzala is away" in drakdom("paths", file, "--chase").out
    assert "inte uträknat: hur det går sedan Dzala" in drakdom("paths", file, "--chase", "--lang", "sv").out
    result = fits(drakdom("paths", file, "--chase", "--json").out)
    assert result["escapes"][1]["odds"] == [["1/2", "1/2"], ["31/48", "41/48"]]


#: From F6 there are two ways around to D4, four rooms each.
RING = """{D4: {tile: web, exits: [n, e]}, D5: {tile: %s, exits: [n, s]}, D6: {tile: room, exits: [e, s]},
    E6: {tile: %s, exits: [w, e]}, F6: {tile: room, exits: [w, s], markers: [spiders]},
    F5: {tile: room, exits: [n, s]}, F4: {tile: room, exits: [n, w]}, E4: {tile: room, exits: [e, w]}}"""


@pytest.mark.parametrize("tiles", [("rotating", "room"), ("room", "rotating")])
def test_one_of_two_ways_leads_over_a_rotating_room(tiles: tuple[str, str]) -> None:
    """DA-SPID-016: whoever picks may pick it, at once or on from D6; what it does to a spider nobody says."""
    result = of(RING % tiles, SIGEIR % "")
    assert [show(gap) for gap in result.pursuit.gaps] == ["spider_tile(rotating)"]
    (prey,) = result.pursuit.targets
    assert (prey.rounds, prey.may_be_spared) == ((2,), True)


@pytest.mark.parametrize(("picks", "gaps"), [("F4", []), ("", ["pack_parts(F6)"])])
def test_spiders_that_have_come_together_cannot_part(picks: str, gaps: list[str]) -> None:
    """Those of G6 and F7 are in F6 after a round; from there both ways are as fast. A stated route settles it."""
    rooms = (RING % ("room", "room")).replace("[w, s], markers: [spiders]", "[w, s, n, e]")
    rooms = (
        rooms[:-1]
        + """, G6: {tile: room, exits: [w], obstacles: {w: door}, markers: [spiders]},
        F7: {tile: room, exits: [s], obstacles: {s: door}, markers: [spiders]}}"""
    )
    result = of(rooms, SIGEIR % "", f"suppose: {{routes: {{F6: {picks}}}}}" if picks else "")
    assert [show(gap) for gap in result.pursuit.gaps] == gaps
    assert eaten(result) == {"Sigeir": (3,) if picks else ()}


#: A giant spider between an orc stuck alone in a web and a hero stuck farther away.
BETWEEN = """{B4: {tile: web, exits: [e]}, C4: {tile: room, exits: [w, e]}, D4: {tile: room, exits: [w, e]},
    E4: {tile: room, exits: [w, e], markers: [spiders]}, F4: {tile: room, exits: [w, e]},
    G4: {tile: room, exits: [w, e]}, H4: {tile: room, exits: [w, e]}, I4: {tile: room, exits: [w, e]},
    J4: {tile: web, exits: [w]}}"""
GRUM = "Grum: {kind: orc, at: B4, stuck: yes, strength: 7, agility: 5, psyche: 3, armour: 4, hp: 6}"


@pytest.mark.parametrize(("phase", "round_"), [("decide", 5), ("sun", 3)])
def test_a_monster_alone_is_gone_when_the_next_round_begins(phase: str, round_: int) -> None:
    """DA-RESET-004, DA-SPID-031: after one round seven rooms to the hero; five, if the sun is still to move."""
    hero = SIGEIR.replace("at: D4, came_by: e", "at: J4, came_by: w") % ""
    result = of(BETWEEN, f"{hero}, {GRUM}", f"begin: {{phase: {phase}}}")
    assert eaten(result) == {"Grum": (), "Sigeir": (round_,)}


def test_with_wandering_monsters_it_stays() -> None:
    """DA-WAND: three rooms to the orc in two rounds, then eight to the hero in four more."""
    hero = SIGEIR.replace("at: D4, came_by: e", "at: J4, came_by: w") % ""
    result = of(BETWEEN, f"{hero}, {GRUM}", "variants: [irrande-monster]")
    assert eaten(result) == {"Grum": (2,), "Sigeir": (6,)}


def test_a_portcullis_falls_shut_between_two_tries() -> None:
    """DA-GATE-002: 7/12 to get loose and twice 7/12 to lift it; who is loose and does not lift it is not ruled on."""
    rooms = ROW.replace("exits: [e, w]", "exits: [e], obstacles: {e: portcullis}")
    (entry,) = of(rooms, SIGEIR % "").escapes
    item = Fraction(7, 12) ** 3
    assert [low for low, _ in entry.odds[:2]] == [item, item + Fraction(5, 12) * item]


@pytest.mark.parametrize(
    ("master", "companion", "gap"),
    [
        ("at: A1", "at: below(B1), bond: faithful", "apart_below(oracaz)"),
        ("at: below(A1)", "at: B1, bond: faithful", "apart_below(oracaz)"),
        ("at: A1", "at: B1", "no_bond(oracaz)"),
    ],
)
def test_the_lost_of_whom_nothing_can_be_said(master: str, companion: str, gap: str) -> None:
    figures = f"""Dzala: {{kind: hero, {master}, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16}},
        oracaz: {{kind: companion, {companion}, strength: 6, agility: 5, psyche: 3, armour: 3, hp: 9, master: Dzala}}"""
    result = of("{A1: {tile: room, exits: [e]}, B1: {tile: room, exits: [w]}}", figures)
    assert (result.ways_back, [show(subject) for subject in result.astray]) == ((), [gap])
