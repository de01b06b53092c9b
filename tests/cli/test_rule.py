"""The verdict as people read it."""

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from tests.cli.drakdom import CASES, FOLDERS, GOOD, GUST, PIT, ROOT, drakdom, written


def test_the_whole_page() -> None:
    shown = drakdom("rule", PIT, *FOLDERS).lines
    assert shown[:7] == [
        "Two heroes walk into the room with the pit from two sides",
        "Lantern Deep, no optional rules",
        "",
        "Ada enters C2 [always: entered(Ada, C2)]",
        "  yes, by LD-02 and LD-01",
        "    LD-02  The round: A hero may walk through an exit of the room into the room beyond it.",
        "  without LD-02: no",
    ]
    page = "\n".join(shown)
    heads = [
        "Ada falls into the pit [odds: falls(Ada)]",
        "By these clauses",
        "What happens",
        "It turns on",
        "ruled in ",
    ]
    assert sorted(map(page.index, heads)) == [*map(page.index, heads)]
    assert "  1/3 (33 %), by LD-05" in page
    assert "    LD-06  Rooms: A hero with a rope does not have to throw at a pit." in shown
    assert "    yes  if slips (chance 1/3, 33 %)" in shown
    assert "FAILS" not in page
    assert shown[-1].startswith("ruled in ")


def test_without_a_question_all_that_happens_is_told(tmp_path: Path) -> None:
    file = written(tmp_path, PIT.read_text(encoding="utf-8").partition("expect:")[0])
    shown = drakdom("rule", file, *FOLDERS).lines
    assert shown[3:13] == [
        "What happens",
        "  Round 1, heroes walk",
        "    Ada enters C2 (LD-02)",
        "    Bo enters C2 (LD-02)",
        "  Round 1, pits are tried",
        "    Ada must keep the footing at the pit (LD-05)",
        "",
        "What stays open",
        "  Round 1, pits are tried",
        "    1/3 (33 %)  Ada falls into the pit (LD-05)",
    ]
    assert "  LD-05  to LD-06" in shown


def test_readings_stand_beside_each_other() -> None:
    page = drakdom("rule", GUST, *FOLDERS, "--full").out
    assert "LD-07: Does a gust put out one lantern, or all in the room?" in page
    only, whole = page.rindex("LD-07=drawer"), page.rindex("LD-07=room")
    assert "nothing more" in page[only:whole]
    assert "the lantern of Bo goes out" in page[whole:]
    assert page.partition("What happens")[2].count("the lantern of Ada goes out") == 1


def test_a_reading_that_is_fixed() -> None:
    page = drakdom("rule", GUST, *FOLDERS, "--reading", "LD-07=room").out
    assert "It depends on how" not in page
    assert "the lantern of Bo goes out" in page
    assert "LD-07 is read as `room`" in page


def test_a_reading_from_outside_takes_the_place_of_the_files_own(tmp_path: Path) -> None:
    text = GUST.read_text(encoding="utf-8").partition("expect:")[0] + "readings: {LD-07: room}\n"
    file = written(tmp_path, text)
    assert "the lantern of Bo goes out" in drakdom("rule", file, *FOLDERS).out
    page = drakdom("rule", file, *FOLDERS, "--reading", "LD-07=drawer").out
    assert "the lantern of Bo goes out" not in page
    assert page.count("LD-07 is read as") == 1


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("LD-07", "has no option"),
        ("LD-07=rom", "did you mean `room`?"),
        ("LD-70=room", "did you mean `LD-07`?"),
    ],
)
def test_a_reading_that_does_not_exist(reading: str, words: str) -> None:
    ended = drakdom("rule", GUST, *FOLDERS, "--reading", reading)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err


def test_what_is_not_permitted_stands_first() -> None:
    page = drakdom("rule", CASES / "a-dark-lantern-keeps-its-bearer.yaml", *FOLDERS).out
    assert page.index("Not permitted") < page.index("What happens")
    assert "Ada walks east" in page
    assert "yes, by LD-04" in page


def test_what_hangs_on_an_illegal_move_is_folded_away(tmp_path: Path) -> None:
    text = GOOD.replace("exits: [e]", "exits: [e, n]").replace("move e", "move s")
    file = written(tmp_path, text)
    page, full = (drakdom("rule", file, *FOLDERS, *more).out for more in ((), ("--full",)))
    assert "Round 1, heroes choose: Ada walks south" in page
    assert "It is open what Ada would do instead: " in page
    assert "found: it depends on what Ada would do instead" in page
    assert "falls into the pit" in full
    assert "would do" not in full
    verdict = json.loads(drakdom("rule", file, *FOLDERS, "--json").out)
    assert "falls(Ada)" in {outcome["event"] for outcome in verdict["branches"][0]["outcomes"]}


def test_what_nobody_asked_for_leaves_nothing_open() -> None:
    page = drakdom("rule", CASES / "actions-left-over.yaml", *FOLDERS).out
    assert "Did not come up\n" in page
    assert "Not permitted" not in page
    words = " ".join(page.split())
    assert "Ada rests (the last answer is: Ada walks east; after it: Ada enters C2) (LD-02)" in words
    assert "would do" not in page


def test_a_gap_is_named() -> None:
    page = drakdom("rule", CASES / "the-omens-are-not-described.yaml", *FOLDERS).out
    assert "What the scenario must state" in page
    assert "the scenario does not state the omen that Ada draws" in " ".join(page.split())


def test_what_is_stated_in_vain_is_said_where_play_breaks_off_too(tmp_path: Path) -> None:
    """A draw may be stated of squares that nobody knows yet: a misspelt one shows in that nobody asks for it."""
    text = (
        "title: x\nrulebook: drakborgen-atervackt\nboard: {rooms: {D4: {tile: room, exits: [e]}}}\n"
        "figures: {Ann: {kind: hero, at: D4, hp: 9}}\nplay: [{Ann: move e}]\n"
        "draws: {tile E4: room, room E44: harmless}\n"
    )
    page = " ".join(drakdom("rule", written(tmp_path, text)).out.split())
    assert "the Room card drawn in E44 is stated 1x and, before play breaks off, asked for 0x" in page
    assert "tile drawn for E4 is stated" not in page
    whole = " ".join(
        drakdom("rule", written(tmp_path, text.replace("E44: harmless", "E4: empty, room E44: empty"))).out.split()
    )
    assert "the Room card drawn in E44 is stated 1x and asked for 0x" in whole


def test_optional_rules_in_force_are_named() -> None:
    page = drakdom("rule", CASES / "nobody-squeezes-into-a-narrow-hall.yaml", *FOLDERS).out
    assert "with the optional rule Narrow halls" in page


def test_full_adds_events_as_claims_write_them() -> None:
    assert "[falls(Ada): LD-05" in drakdom("rule", PIT, *FOLDERS, "--full").out
    dark = drakdom("rule", CASES / "a-dark-lantern-keeps-its-bearer.yaml", *FOLDERS, "--full").out
    assert "[illegal(Ada, move(e))]" in dark


def test_standard_input() -> None:
    ended = drakdom("rule", "-", *FOLDERS, text=GOOD)
    assert ended.code == 0
    assert "Ada falls into the pit [odds: falls(Ada)]\n  1/3 (33 %), by LD-05" in ended.out
    ended = drakdom("rule", "-", *FOLDERS, text=GOOD.replace("room: pit", "room: pitt"))
    assert ended.err.startswith("<stdin>:6:")
    assert drakdom("rule", "-", *FOLDERS, text=b"x" * 1_000_001).code == 3


@pytest.mark.parametrize("width", [40, 80, 100])
def test_lines_keep_to_the_width(width: int) -> None:
    for words in (("rule", GUST), ("rule", PIT, "--full"), ("explain", PIT, "falls(Ada)"), ("clauses", "lantern")):
        ended = drakdom(*words, *FOLDERS, COLUMNS=str(width))
        long = [line for line in ended.lines if len(line) > width and len(line.split()) > 2]
        assert ended.code == 0
        assert not long


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in drakdom("rule", PIT, *FOLDERS, NO_COLOR="").out
    assert "\x1b[" in drakdom("rule", PIT, *FOLDERS, NO_COLOR="", FORCE_COLOR="1").out
    assert "\x1b[" not in drakdom("rule", PIT, *FOLDERS, NO_COLOR="1", FORCE_COLOR="1").out
    for words in (("--no-color", "rule", PIT), ("rule", PIT, "--no-color"), ("rule", "--no-color", PIT)):
        ended = drakdom(*words, *FOLDERS, NO_COLOR="", FORCE_COLOR="1")
        assert (ended.code, "\x1b[" in ended.out) == (0, False)


def test_names_cannot_steer_the_terminal(tmp_path: Path) -> None:
    title = 'title: "\\e[31mred \\u202E turned \\a"'
    file = written(tmp_path, GOOD.replace(GOOD.splitlines()[0], title))
    ended = drakdom("rule", file, *FOLDERS)
    assert ended.code in (0, 2)
    assert not [c for c in ended.out + ended.err if not c.isprintable() and c != "\n"]


def test_a_phase_to_which_play_comes_back_is_told_again() -> None:
    """A hero who has to move on goes, within one round, through the same phases twice: they are told in that order."""
    tower = ROOT / "scenarios/dungeonquest-neuauflage/tower/who-does-not-escape-moves-on.yaml"
    words = drakdom("rule", tower, "--full").out.split("What happens")[1]
    sentences = ["leaves D4", "enters E4", "E4 works as", "leaves E4", "enters E5", "E5 works as", "Lindel is over"]
    assert sorted(map(words.index, sentences)) == list(map(words.index, sentences))
    outcomes = json.loads(drakdom("rule", tower, "--json").out)["branches"][0]["outcomes"]
    assert {outcome["event"]: outcome["visit"] for outcome in outcomes if outcome["event"].startswith("entered")} == {
        "entered(Lindel, E4)": 1,
        "entered(Lindel, E5)": 2,
    }


def test_markdown_shows_the_picture_beside_it(tmp_path: Path) -> None:
    """It says what the page says, in the same order, and means nothing by users' words."""
    file = written(tmp_path, PIT.read_text(encoding="utf-8").replace("title: ", "title: <b>*_", 1))
    ended = drakdom("rule", file, *FOLDERS, "-o", tmp_path / "a ruling.md")
    assert ended.code == 0, ended.err
    lines = (tmp_path / "a ruling.md").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# \\<b\\>\\*\\_")
    assert "![the board before and after each phase](a%20ruling.svg)" in lines
    assert fromstring((tmp_path / "a ruling.svg").read_bytes()).tag.endswith("svg")
    heads = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    page = drakdom("rule", file, *FOLDERS).lines
    assert heads == [line for line in page if line in heads]
    assert any(line.startswith("- `1/3 (33 %)`, by LD-05") for line in lines)


def test_markdown_of_each_combination_has_a_picture_of_its_own(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD + "matrix:\n  readings: {LD-07: [drawer, room]}\n")
    assert drakdom("rule", file, *FOLDERS, "-o", tmp_path / "both.md").code == 0
    text = (tmp_path / "both.md").read_text(encoding="utf-8")
    assert [text.count(f"(both-{n}.svg)") for n in (1, 2, 3)] == [1, 1, 0]
    assert (tmp_path / "both-2.svg").is_file()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("-o", "ruling.txt"), "not the name of a Markdown file"),
        (("-o", "nowhere/ruling.md"), "there is no folder"),
        (("-o", "ruling.md", "--json"), "so it does not go with"),
        (("-o", "ruling.md", "--draw"), "so it does not go with"),
    ],
)
def test_what_is_in_the_way_of_markdown_is_said_first(words: tuple[str, ...], text: str) -> None:
    ended = drakdom("rule", PIT, *FOLDERS, *words)
    assert ended.code != 0
    assert text in ended.err + ended.out


@pytest.mark.parametrize("command", ["rule", "explain", "odds", "why-not"])
def test_what_is_put_in_force_from_outside_stands_first(command: str) -> None:
    """Only the one who drew the omen is meant: the lantern of Bo stays lit, and the page says under which reading."""
    words = (command, GUST, *(() if command == "rule" else ("goes_out(Bo)",)), *FOLDERS)
    ended = drakdom(*words, "--reading", "LD-07=drawer", "--variant", "narrow-halls")
    assert ended.lines[1:3] == [
        "Lantern Deep, with the optional rule Narrow halls",
        "assumed: LD-07 is read as `drawer`",
    ]
    assert json.loads(drakdom(*words, "--reading", "LD-07=room", "--json").out)["assumed"] == [
        "LD-07 is read as `room`"
    ]
