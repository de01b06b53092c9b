"""Ways home in which much comes together: the chain of what may happen is written down by hand and reckoned out.

Nobody decides anything in these chains but to go on; how likely the sun still stands after so many rounds is taken from
who sits in the tower room already.
"""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from drakdom.errors import InputError
from drakdom.paths.homeward import homes
from drakdom.paths.model import HomeWay
from drakdom.paths.reach import reaches
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.terms import show
from tests.paths.test_home import HERO, ROW, TOWER, home

#: By what happens in a round from one place to the next; `out` is the end.
Chain = Mapping[str, Mapping[str, Fraction]]
SURE, HALF = Fraction(1), Fraction(1, 2)


#: No lock is picked with this (DA-DOOR-006).
CLUMSY = HERO.replace("psyche: 4", "psyche: 0")


def scenario(rooms: str, at: str, state: int | str, more: str = "", suppose: str = "", hero: str = HERO) -> Scenario:
    """A scenario of Drakborgen with one hero; of the state mostly the sun alone."""
    words = f"sun: {state}" if isinstance(state, int) else state
    text = f"title: a way home\nrulebook: drakborgen-atervackt\nboard: {{rooms: {{{rooms}}}}}\nstate: {{{words}}}\n"
    text += f"figures: {{Sigeir: {hero}, at: {at}}}}}\nsuppose: {{tower_exit: yes{suppose}}}\n{more}"
    return read_scenario_text(text, "home.yaml")


def way(case: Scenario) -> HomeWay:
    """The way home of its hero."""
    return homes(case).figures[0]


def stands(sun: int) -> list[Fraction]:
    """How likely the sun still stands in the first, second, .. round."""
    return [spent.low for spent in home(ROW % "room", "at: A1", sun).spent]


def reckoned(chain: Chain, start: str, sun: int) -> Fraction:
    """How likely a chain gets out in time, but for the rounds in which the sun hardly stands any more."""
    odds, out = {start: SURE}, Fraction(0)
    for standing in stands(sun):
        further: dict[str, Fraction] = {}
        for place, share in odds.items():
            for to, odd in chain[place].items():
                further[to] = further.get(to, Fraction(0)) + share * odd
        out += further.pop("out", Fraction(0)) * standing
        odds = further
    return out


def agree(home_way: HomeWay, chain: Chain, start: str, sun: int) -> None:
    """The odds are those of the chain; what comes after the last round that is told is less than a hundredth."""
    likely = reckoned(chain, start, sun)
    assert home_way.low == home_way.high
    assert 0 <= home_way.low - likely < Fraction(1, 100)
    assert likely > Fraction(1, 10)


def test_two_dark_rooms_are_not_one() -> None:
    """Each has two exits, one as likely as the other (DA-DARK-002), but they lead to different sides."""
    rooms = """A1: {tile: room, exits: [e]}, B1: {tile: dark, exits: [w, e]}, C1: {tile: dark, exits: [w, n]},
        C2: {tile: tower, exits: [s]}"""
    chain = {"A": {"B": SURE}, "B": {"A": HALF, "C": HALF}, "C": {"B": HALF, "T": HALF}, "T": {"out": SURE}}
    entry = way(scenario(rooms, "A1", 9))
    assert entry.rounds == 4
    agree(entry, chain, "A", 9)


def test_second_thoughts_at_two_doors() -> None:
    """Psyche 0 picks no lock. Out of B1 there is only the way back, out of C1 one on to another tower (DA-OBST-007)."""
    rooms = """A1: {tile: room, exits: [e]}, B1: {tile: room, exits: [w, e], obstacles: {e: door}},
        C1: {tile: room, exits: [w, e, n], obstacles: {e: door}}, D1: {tile: tower, exits: [w]},
        C2: {tile: room, exits: [s, n]}, C3: {tile: tower, exits: [s]}"""
    chain = {
        "A": {"B": SURE}, "B": {"A": HALF, "C": HALF}, "C": {"D": HALF, "C2": HALF},
        "D": {"out": SURE}, "C2": {"D": SURE},
    }  # fmt: skip
    entry = way(scenario(rooms, "A1", 6, suppose=", decks: {door: {open: 1, locked: 1}}", hero=CLUMSY))
    assert entry.rounds == 4
    agree(entry, chain, "A", 6)


@pytest.mark.parametrize(
    ("room", "odds"),
    [
        ("tile: room, exits: [w], obstacles: {w: portcullis}", Fraction(7, 12) ** 2),
        ("tile: rubble, exits: [w]", HALF),
        ("tile: web, exits: [w]", Fraction(7, 12) ** 2),
    ],
)
def test_on_from_a_portal_rune(room: str, odds: Fraction) -> None:
    """Through it with 4/12 (DA-RUNE-002); what is in the way beyond is in the way of who came by it as of any other."""
    rooms = f"{TOWER}, B1: {{{room}, markers: [rune]}}, F1: {{tile: room, exits: [w], markers: [rune]}}"
    third = Fraction(1, 3)
    chain = {"F": {"B": third, "F": 1 - third}, "B": {"A": odds, "B": 1 - odds}, "A": {"out": SURE}}
    entry = way(scenario(rooms, "F1", 9, more="readings: {DA-RUNE-003: walking}\n"))
    assert entry.rounds == 3
    agree(entry, chain, "F", 9)


def test_a_portcullis_falls_shut_again() -> None:
    """DA-GATE-002: who lifts it and does not get out of the rubble lifts it anew."""
    rooms = (
        f"{TOWER}, B1: {{tile: rubble, exits: [w, e], obstacles: {{w: portcullis}}}}, C1: {{tile: room, exits: [w]}}"
    )
    odds = HALF * Fraction(7, 12) ** 2
    chain = {"C": {"B": SURE}, "B": {"A": odds, "B": 1 - odds}, "A": {"out": SURE}}
    agree(way(scenario(rooms, "C1", 12)), chain, "C", 12)


def test_by_a_secret_door_that_was_found() -> None:
    """DA-MOVE-002, DA-SEARCH-009."""
    rooms = f"{TOWER.replace('[e]', '[n]')}, B1: {{tile: room, exits: [e], secret_doors: {{w: Sigeir}}}}"
    entry = way(scenario(rooms, "B1", 9))
    assert (entry.rounds, entry.low) == (2, stands(9)[1])


def test_a_lit_torch_stays_lit() -> None:
    """It takes 1 to 3 on a T6 to light it (DA-TORCH-002), once."""
    scene = scenario(ROW[1:-1] % "room", "C1, torch_out: yes", 4)
    result = {show(entry.place): (entry.rounds, entry.low) for entry in reaches(scene).figures[0].reached}
    assert result == {"C1": (0, 1), "B1": (1, HALF), "A1": (2, HALF)}


def test_what_is_left_is_reset() -> None:
    """DA-RESET-004: the lock that Psyche 0 never picks is gone once one has been outside; then the door is open."""
    locked = "tile: room, exits: [w, e], obstacles: {w: door}, locked: [w]"
    rooms = f"{TOWER}, B1: {{{locked}}}, C1: {{tile: room, exits: [w]}}"
    entry = way(scenario(rooms, "B1", 9, suppose=", decks: {door: {open: 1}}", hero=CLUMSY))
    assert (entry.rounds, entry.low) == (4, stands(9)[3])


@pytest.mark.parametrize(
    ("room", "more", "gap"),
    [
        ("tile: rotating", "", "tile_event(rotating)"),
        ("tile: room", "", ""),
        ("tile: room, mist: true", "", "untold_mist"),
        (
            "tile: treasure_chamber",
            ", dragon: awake, dragon_cards_aside: 5, dragon_cards_that_woke: 1",
            "untold_dragon",
        ),
    ],
)
def test_what_is_not_told_of_leaves_it_open(room: str, more: str, gap: str) -> None:
    """Between nothing and what it would be if nothing came of it."""
    rooms = f"{TOWER}, B1: {{{room}, exits: [w, e]}}, C1: {{tile: room, exits: [w]}}"
    scene = scenario(rooms, "C1", f"sun: 4{more}")
    (entry,) = [item for item in reaches(scene).figures[0].reached if show(item.place) == "B1"]
    result = way(scene)
    assert [entry.low, entry.high] == [Fraction(not gap), SURE]
    assert [show(gap) for leg in entry.legs for gap in leg.gaps] == ([gap] if gap else [])
    assert (result.low == 0, result.high > 0) == (bool(gap), True)
    assert [show(gap) for gap in result.gaps] == ([gap] if gap else [])


def test_who_does_not_get_through_a_web_with_spiders_about_is_in_peril() -> None:
    """DA-SPID-012: coming in catches nobody, so that the first try counts; what follows on a failed one is not told."""
    rooms = f"{TOWER}, B1: {{tile: web, exits: [w, e]}}, C1: {{tile: room, exits: [w], markers: [spiders]}}"
    entry = way(scenario(rooms, "C1", 4))
    odds = Fraction(7, 12) ** 2
    assert entry.low == odds * stands(4)[2]
    assert entry.high > entry.low
    (place,) = [item for item in reaches(scenario(rooms, "C1", 4)).figures[0].reached if show(item.place) == "A1"]
    assert (place.low, place.high) == (odds, odds)


def test_a_tile_event_that_is_supposed_to_be_none() -> None:
    rooms = ROW[1:-1] % "rotating"
    assert way(scenario(rooms, "C1", 4, suppose=", tile_events: {rotating: none}")).low == stands(4)[2]


@pytest.mark.parametrize(
    ("sun", "more", "text"),
    [(0, "", "the sun has set"), (9, "begin: {phase: open_lock_or_move}\n", "within a move, in `open_lock_or_move`")],
)
def test_what_cannot_be_told(sun: int, more: str, text: str) -> None:
    with pytest.raises(InputError) as raised:
        homes(scenario(ROW[1:-1] % "room", "C1", sun, more=more))
    assert text in raised.value.problems[0].message
