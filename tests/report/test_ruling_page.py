"""The page of a ruling: what happens in the order of time, and readings under which play stops."""

import pytest

from drakdom import adjudicate, load, loads
from drakdom.report.page import Look
from drakdom.report.ruling import ruling_text
from drakdom.report.ruling_blocks import ruling_shown
from tests.project.tree import ROOT

#: Read as `another_action`, a hero who fails in the web must act in the same turn (DQ-WEB-005), and here cannot.
WEB = """\
title: Two turns in the web
rulebook: dungeonquest-neuauflage
board:
  rooms:
    D4: {tile: trap_room, exits: [e]}
    E4: {tile: web, exits: [w]}
figures:
  Ada: {kind: hero, at: E4, came_by: w, strength: 5, life: 9}
state: {start_player: Ada, sun: 2}
suppose: {sun_numbers: {20: 2}}
play: [{Ada: move w}, {Ada: [move w, spend 1]}]
draws: {trap Ada: harmless}
until: round 2
ask: ["entered(Ada, D4)"]
"""

#: The steps go to names that fall in the alphabet, and a door is opened between them.
STEPS = """\
title: Two steps, a door, and a step more
rulebook: dystopia
board: {places: {D1: {}, C1: {}, B1: {doors: {w: closed}}, A1: {room: hall}}}
figures:
  Dur: {kind: dwarf, at: D1, speed: 5}
state: {order: {Dur: 1}}
play: [{Dur: [go w, go w, open w, go w, stop]}]
"""


def page(text: str) -> str:
    scenario = loads(text)
    return ruling_text(adjudicate(scenario), scenario.rulebook, Look(width=200))


def test_the_odds_of_a_reading_under_which_play_stops_are_not_final() -> None:
    """A sum of at most 5 on two dice is 10 in 36; after a failure the second throw, with a marker, is at most 6."""
    rows = [line.strip() for line in page(WEB).splitlines() if ": DQ-WEB-005=" in line]
    words = ["125/216 (58 %)", "5/18 (28 %), as far as play goes"]
    assert [row.partition(": ")[0] for row in rows] == words
    scenario = loads(WEB)
    assert [row.words for row in ruling_shown(adjudicate(scenario), scenario.rulebook).answers[0].rows] == words


def test_a_reading_under_which_play_stops_says_where_and_for_want_of_what() -> None:
    lines = [line.strip() for line in page(WEB).splitlines()]
    row = next(number for number, line in enumerate(lines) if ", as far as play goes: DQ-WEB-005=" in line)
    stop = ["it stops in Round 1, action phase", "not decided: Ada must decide and nothing is granted"]
    assert lines[row + 1 : row + 3] == stop
    scenario = loads(WEB)
    rows = ruling_shown(adjudicate(scenario), scenario.rulebook).answers[0].rows
    assert [all(note in shown.says for note in stop) for shown in rows] == [False, True]


def test_a_table_names_the_reading_for_which_it_holds() -> None:
    scenario = loads(WEB)
    tables = page(WEB).partition("It turns on\n")[2].splitlines()
    assert tables[0] == "  the strength test of Ada (Round 1, action phase, what is in the way; DQ-WEB-005=ends)"
    [stake, *_] = ruling_shown(adjudicate(scenario), scenario.rulebook).answers[0].stakes
    assert stake.when.endswith("; DQ-WEB-005=ends")


def test_what_happens_in_a_phase_is_told_in_the_order_of_time() -> None:
    text = " ".join(page(STEPS).split())
    places = [text.index(f"Dur {words}") for words in ("comes to C1", "comes to B1", "opens the door", "comes to A1")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("file", "lines"),
    [
        # One option leaves nothing open.
        (
            "dungeonquest-neuauflage/test/how-far-markers-help.yaml",
            ["likeliest if Ann spends 2 of the determination markers: 5/6 (83 %)"],
        ),
        # What loot is thrown away before decides too: with none of it, 2d6 at most 6 + 2.
        (
            "dungeonquest-neuauflage/bridge/loot-and-determination.yaml",
            [
                "likeliest if Lindel spends 2 of the determination markers (Round 1, determination markers): "
                "up to 13/18 (72 %)"
            ],
        ),
        # Which dice are best thrown again depends on what they show: no option alone reaches 13/16.
        ("kalahen/dice/the-best-policy.yaml", []),
    ],
)
def test_an_option_is_the_likeliest_only_if_none_does_better(file: str, lines: list[str]) -> None:
    scenario = load(ROOT / "scenarios" / file)
    text = ruling_text(adjudicate(scenario), scenario.rulebook, Look(width=200))
    assert list(dict.fromkeys(line.strip() for line in text.splitlines() if "likeliest if" in line)) == lines


def test_a_gap_that_is_asked_about_is_not_told_again_below_its_answer() -> None:
    lines = page((ROOT / "scenarios/dystopia/curse/a-curse-on-a-shelf.yaml").read_text("utf-8")).splitlines()
    gap = "only chests are cursed, and no clause says what a curse on B1 does"
    assert lines[3] == f"{gap} [gap: cursed_thing(B1)]"
    assert lines[4].startswith("  yes, by DY-TREAS-002")
    assert not [line for line in lines if "not decided" in line]


def test_a_sentence_with_a_word_of_the_file_stands_for_its_claim() -> None:
    text = (ROOT / "scenarios/drakborgen-atervackt/companion/how-many-kp-at-most.yaml").read_text("utf-8")
    for name in ("Grim", "the_orc"):
        heading = f"the scenario does not state the highest KP (`most_hp`) of {name} [gap: no_value({name}, most_hp)]"
        assert heading in page(text.replace("Grim", name)).splitlines()
