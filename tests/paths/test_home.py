"""`drakdom paths --home`: odds are worked out by hand from the ledger's clauses; dice are thrown where that is long."""

import math
from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random
from xml.etree.ElementTree import fromstring

import pytest

from drakdom import load
from drakdom.cli.paths import whose_turn
from drakdom.errors import InputError
from drakdom.paths.homeward import homes
from drakdom.paths.model import HomeWay
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.terms import show
from tests.cli.drakdom import ROOT, drakdom
from tests.cli.test_json import fits

SHIPPED = ROOT / "scenarios/drakborgen-atervackt/sun/home-before-sunset.yaml"
HERO = "{kind: hero, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16"
TOWER = "A1: {tile: tower, exits: [e], edge: [s, w]}"
ROW = "{" + TOWER + ", B1: {tile: %s, exits: [w, e]}, C1: {tile: room, exits: [w]}}"
GATE = "{" + TOWER + ", B1: {tile: room, exits: [w, e], obstacles: {w: portcullis}}, C1: {tile: room, exits: [w]}}"
SVG = "{http://www.w3.org/2000/svg}"
STAYS = Fraction(2, 3)  # on one of the last three dots the sun does not move (DA-SUN-003)


def board(rooms: str, hero: str, sun: str = "state: {sun: 4}", suppose: str = "tower_exit: yes") -> Scenario:
    """A scenario of Drakborgen with one hero."""
    text = f"title: a way home\nrulebook: drakborgen-atervackt\nboard: {{rooms: {rooms}}}\n{sun}\n"
    return read_scenario_text(f"{text}figures: {{Sigeir: {HERO}, {hero}}}}}\nsuppose: {{{suppose}}}\n", "home.yaml")


def home(rooms: str, hero: str, sun: int) -> HomeWay:
    """The way home of the hero of a board."""
    return homes(board(rooms, hero, f"state: {{sun: {sun}}}")).figures[0]


def fates(home_way: HomeWay) -> dict[str, Fraction]:
    """How it ends."""
    return {show(fate): odds for fate, odds in home_way.fates}


@pytest.mark.parametrize(("sun", "odds"), [(4, Fraction(1)), (3, Fraction(1)), (2, Fraction(5, 6)), (1, STAYS)])
def test_who_is_in_the_tower_room_needs_one_round(sun: int, odds: Fraction) -> None:
    """On the last three dots the sun moves one step on 1 and two on 2 (DA-SUN-002), and it sets at the end."""
    entry = home(ROW % "room", "at: A1", sun)
    assert (entry.rounds, entry.low, entry.high) == (1, odds, odds)


def test_two_rooms_from_the_tower() -> None:
    """From 4 the sun moves to 3, then to 2 or 1 with 1/6 each; in the third round it sets with 1/6 or 1/3 then."""
    entry = home(ROW % "room", "at: C1", 4)
    assert entry.rounds == 3
    night = Fraction(1, 6) * Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 3)
    assert fates(entry) == {"home": 1 - night, "night": night}
    assert [(leg.round, show(leg.start), show(leg.end)) for leg in entry.legs] == [
        (1, "C1", "B1"),
        (2, "B1", "A1"),
        (3, "A1", "home"),
    ]


def test_every_search_costs_a_round() -> None:
    entry = home(ROW % "room", "at: A1", 1)
    assert [spent.low for spent in entry.spent] == [STAYS ** (n + 1) for n in range(len(entry.spent))]
    assert entry.spent[-1].low >= Fraction(1, 100) > entry.spent[-1].low * STAYS


def test_who_fails_tries_again() -> None:
    """Out of the rubble with 1/2 (DA-RUBB-001), and out of the tower a round later: x = 2/3 (1/2 2/3 + 1/2 x)."""
    assert home(ROW % "rubble", "at: B1, came_by: e", 1).low == Fraction(1, 3)


def test_who_falls_from_a_bridge_does_not_try_again() -> None:
    """Across with 1/6, down with 1/3 (DA-BRDG-002, -003), else on the bridge: x = 2/3 (1/6 2/3 + 1/2 x)."""
    entry = home(ROW % "bridge", "at: B1, came_by: e", 1)
    assert fates(entry) == {"home": Fraction(1, 9), "below": Fraction(1, 3), "night": Fraction(5, 9)}
    assert (entry.low, entry.high) == (Fraction(1, 9), Fraction(1, 9) + Fraction(1, 3))


def test_who_falls_into_a_well_is_lost() -> None:
    """Across with 1/2 (DA-WELL-002); nobody gets out again (DA-WELL-003)."""
    none = "tower_exit: yes, tile_events: {well: none}"
    figures = homes(board(ROW % "well", "at: C1", suppose=none)).figures[0]
    assert fates(figures) == {"home": Fraction(11, 24), "sunk": Fraction(1, 2), "night": Fraction(1, 24)}


def test_by_a_portal_rune_far_away() -> None:
    """Through it with 4/12 (DA-RUNE-002) in any of the rounds; then the two rooms of above in as many less."""
    rooms = (
        "{"
        + TOWER
        + ", B1: {tile: room, exits: [w, e], markers: [rune]}, F1: {tile: room, exits: [w], markers: [rune]}}"
    )
    entry, sure = home(rooms, "at: F1", 4), home(ROW % "room", "at: C1", 4).spent
    likely = sum(Fraction(1, 3) * Fraction(2, 3) ** tries * spent.low for tries, spent in enumerate(sure))
    assert entry.rounds == 3
    assert 0 <= entry.low - likely < Fraction(2, 3) ** len(sure) * Fraction(1, 100)


def test_a_fall_may_kill() -> None:
    """T6 damage (DA-CATA-006) against 3 KP: who falls is dead with 2/3."""
    hero = HERO.replace("hp: 16", "hp: 3")
    text = f"title: a way home\nrulebook: drakborgen-atervackt\nboard: {{rooms: {ROW % 'bridge'}}}\nstate: {{sun: 1}}\n"
    text += f"figures: {{Sigeir: {hero}, at: B1, came_by: e}}}}\nsuppose: {{tower_exit: yes}}\n"
    result = fates(homes(read_scenario_text(text, "home.yaml")).figures[0])
    assert (result["killed"], result["below"]) == (Fraction(2, 9), Fraction(1, 9))


def test_the_best_way_hangs_on_the_sun() -> None:
    """By the rubble of B1 in three rounds, or by the three rooms of the second row in five without a risk."""
    rooms = (
        "{A1: {tile: tower, exits: [n, e], edge: [s, w]}, "
        "B1: {tile: rubble, exits: [w, e]}, C1: {tile: room, exits: [w, n]}, "
        "A2: {tile: room, exits: [s, e]}, B2: {tile: room, exits: [w, e]}, C2: {tile: room, exits: [w, s]}}"
    )
    early, late = home(rooms, "at: C1", 20), home(rooms, "at: C1", 1)
    assert early.low == 1
    assert early.rounds == 3
    assert [show(leg.end) for leg in early.legs] == ["C2", "B2", "A2", "A1", "home"]
    assert late.low == STAYS * Fraction(1, 3) > STAYS**5
    assert [show(leg.end) for leg in late.legs] == ["B1", "A1", "home"]


def test_what_is_not_ruled_may_go_either_way() -> None:
    """Of Door cards that nobody described nobody knows whether they open."""
    entry = home(GATE.replace("portcullis", "door"), "at: C1", 4)
    assert entry.rounds == 3
    assert (entry.low, entry.high) == (Fraction(0), Fraction(11, 12))


@pytest.mark.parametrize(("hero", "sun", "soonest"), [("at: C1, sits_out: 2", 6, 5), ("at: C1, halfway: w", 4, 3)])
def test_who_cannot_move_yet(hero: str, sun: int, soonest: int) -> None:
    """DA-SKIP-001; DA-PHASE-018. Either way the sun is where it is for who goes from C1 with four steps left."""
    entry = home(ROW % "room", hero, sun)
    assert (entry.rounds, entry.low) == (soonest, Fraction(11, 12))


def thrown(random: Random, sun: int) -> bool:
    """One way that it may go on the board with the portcullis, with dice: DA-SUN-001 to -005, DA-GATE-001."""
    place = "C1"
    while True:
        sun -= {1: 1, 2: 2}.get(random.randint(1, 6), 0) if sun <= 3 else 1
        if sun <= 0:
            return False
        if place == "A1":
            return True
        if place == "C1":
            place = "B1"
        elif random.randint(1, 12) <= 7 and random.randint(1, 12) <= 7:
            place = "A1"


@pytest.mark.parametrize("sun", [1, 3, 6])
def test_dice_agree(sun: int) -> None:
    """What dice come to is within the interval in which 99.9 % of such series are."""
    exact, count, random = home(GATE, "at: C1", sun).low, 20_000, Random(f"home {sun}")
    share = sum(thrown(random, sun) for _ in range(count)) / count
    assert abs(share - exact) < 3.29 * math.sqrt(exact * (1 - exact) / count)


def test_the_law_agrees_on_the_whole_play() -> None:
    """The scenario plays the same way, and pins what comes of it."""
    assert homes(load(SHIPPED)).figures[0].low == Fraction(11, 12)
    assert drakdom("check", SHIPPED).code == 0


@pytest.mark.parametrize(
    ("suppose", "sun", "missing"),
    [("damage: {door_trap: 3}", "state: {sun: 4}", "`tower_exit`"), ("tower_exit: yes", "", "`sun_dots`")],
)
def test_what_must_be_supposed_is_named(suppose: str, sun: str, missing: str) -> None:
    with pytest.raises(InputError, match=missing):
        homes(board(ROW % "room", "at: C1", sun, suppose))


def test_what_is_supposed_is_told() -> None:
    result = homes(board(ROW % "room", "at: C1", "", "tower_exit: yes, sun_dots: 4"))
    assert [*map(show, result.supposed)] == ["sun_dots", "tower_exit"]
    assert result.figures[0].low == Fraction(11, 12)


@pytest.mark.parametrize(
    ("phase", "odds"), [("sun", Fraction(11, 12)), ("decide", Fraction(1)), ("card", Fraction(11, 12))]
)
def test_where_in_a_round_it_begins(phase: str, odds: Fraction) -> None:
    """Before the sun has moved and after the hero has, another move of the sun comes first; see the two rooms above."""
    state = f"state: {{sun: 4}}\nbegin: {{phase: {phase}}}"
    figures = homes(board(ROW % "room", "at: C1", state)).figures[0]
    assert (figures.rounds, figures.low) == (3, odds)


def test_no_way() -> None:
    entry = home(ROW.replace("exits: [w]}}", "exits: [e]}}") % "room", "at: C1", 4)
    assert entry.rounds is None
    assert entry.low == 0
    assert not entry.legs


# -- the command ------------------------------------------------------------------------------------------------


def test_the_page() -> None:
    page = " ".join(drakdom("paths", SHIPPED, "--home").out.split())
    assert "Sigeir from C1: gets home with probability 11/12 (92 %), in round 3 at the earliest" in page
    assert "1/12 (8 %) in the castle when the sun sets" in page
    assert "that a hero in a tower room gets out of the castle" in page


def test_its_json_is_the_schemas() -> None:
    result = fits(drakdom("paths", SHIPPED, "--home", "--json").out)
    assert result["figures"][0]["spent"][0] == {"rounds": 0, "low": "11/12", "high": "11/12"}


def test_its_chart(tmp_path: Path) -> None:
    chart = tmp_path / "home.svg"
    assert drakdom("paths", SHIPPED, "--home", "--plot", chart).code == 0
    svg = fromstring(chart.read_text("utf-8"))
    words = [text.text for text in svg.iter(f"{SVG}text")]
    assert {"rounds spent", "0", "11/12"} <= set(words)
    heading = "Sigeir from C1: gets home with probability 11/12 (92 %), in round 3 at the earliest"
    assert heading in " ".join(word for word in words if word)
    whole, wide = 420, [float(element.get("width") or 0) for element in svg.iter(f"{SVG}rect")]
    assert wide[:2] == [pytest.approx(whole * 11 / 12), pytest.approx(whole * 43 / 54, abs=0.01)]
    assert float(svg.get("width") or 0) >= max(
        float(t.get("x") or 0) + 6 * len(t.text or "") for t in svg.iter(f"{SVG}text") if not t.get("text-anchor")
    )


class Terminal(StringIO):
    """What stands on a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_whose_turn_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with whose_turn() as tell:
        homes(load(SHIPPED), progress=tell)
        getvalue = terminal.getvalue()
    assert getvalue.endswith("Sigeir (1/1)")
    assert terminal.getvalue() == f"{getvalue}\r\x1b[K"


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--home", "--to", "A1"], "does not go with `--to`"),
        (["--plot", "x.txt"], "ends in `.svg`"),
    ],
)
def test_what_does_not_go_together(words: list[str], wrong: str) -> None:
    ended = drakdom("paths", SHIPPED, *words)
    assert ended.code == 2
    assert wrong in ended.err
