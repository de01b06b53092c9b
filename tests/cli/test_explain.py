"""The tree of reasons, down to the lines of the file."""

import json
from pathlib import Path

import pytest

from tests.cli.drakdom import CASES, FOLDERS, GOOD, GUST, PIT, drakdom, written
from tests.rulings.test_settled import DOOR, MARKED, TWICE

#: An event ends the turn before the bear that was drawn with it comes up.
BROKEN_OFF = """\
title: An event costs a turn
rulebook: talisman
board:
  places:
    o1: {region: outer, clockwise: o2}
    o2: {region: outer, clockwise: o1, draw: 2}
figures:
  Ann: {kind: character, at: o1, strength: 4, craft: 3}
state: {turn_of: Ann}
play: [{Ann: go clockwise}]
rolls: {move Ann: 1}
draws: {adventure Ann: ["event(storm, misses_turns(1))", "animal(bear, 3)"]}
"""
NEXT_DOOR = """\
title: By magic next door
rulebook: kalahen
board: {places: {castle_a: {roads: {village_1: mountain}}}}
figures:
  Ann: {kind: fighter, castle: castle_a, at: castle_a, lp: 8, gold: 2, red: 3}
  Bo: {kind: fighter, castle: castle_b, at: castle_b, lp: 12}
state: {turn: Ann, danger: {mountain: red}}
play: [{Ann: teleport village_1}]
"""


def test_why_it_happens() -> None:
    ended = drakdom("explain", PIT, "falls(Ada)", *FOLDERS)
    assert ended.code == 0
    assert ended.lines[3:5] == ["Ada falls into the pit [falls(Ada)]", "  1/3 (33 %), by LD-05, LD-02 and LD-01"]
    assert "Ada walks east [chosen, line 12]" in ended.out
    assert "LD-05 applies" in ended.out
    assert "  12  - {Ada: move e, Bo: move w}" in ended.lines
    assert any(line.startswith("    LD-05  Rooms: Whoever enters a room with a pit") for line in ended.lines)


@pytest.mark.parametrize(
    ("file", "claim"), [(PIT, "falls(Ada)"), (PIT, "entered(Ada, C2)"), (PIT, "falls(Bo)"), (GUST, "goes_out(Ada)")]
)
def test_a_short_tree_quotes_every_line_that_the_whole_one_rests_on(file: Path, claim: str) -> None:
    short, full = (drakdom("explain", file, claim, *FOLDERS, *more).lines for more in ((), ("--full",)))
    quoted = [[line for line in page[page.index(str(file)) :] if line.startswith("  ")] for page in (short, full)]
    assert quoted[0] == quoted[1] != []
    assert ("deeper reasons are left out; --full shows all" in short) == (len(short) < len(full))


def test_a_roll_is_told_or_assumed_and_never_both() -> None:
    page = drakdom("explain", GUST, "goes_out(Ada)", *FOLDERS, "--full").out
    assert "the omen that Ada draws: a gust of wind [stated, line 13]" in page
    assert "assumed" not in page
    lines = drakdom("explain", PIT, "falls(Ada)", *FOLDERS, "--full", COLUMNS="1000").lines
    assumed = [line.strip("│├└─ ") for line in lines if "assumed" in line]
    assert assumed == ["the T6 of Ada at the pit: slips [assumed: the file leaves it open]"]


def test_what_is_stated_twice_is_cited_where_it_counts(tmp_path: Path) -> None:
    text = (CASES / "the-second-throw-of-the-same-hero.yaml").read_text("utf-8").replace("[2, 5]", "[2,\n    5]")
    page = drakdom("explain", written(tmp_path, text), "falls(Ada)", *FOLDERS, "--full").out
    assert text.splitlines()[10:15] == ["  - {Ada: move e}"] * 2 + ["rolls:", "  pit Ada: [2,", "    5]"]
    assert "the T6 of Ada at the pit: slips [stated, line 15]" in page
    assert page.count("Ada walks east [chosen, line 11]") == page.count("Ada walks east [chosen, line 12]") == 1


def test_what_held_it_back() -> None:
    ended = drakdom("explain", PIT, "falls(Bo)", *FOLDERS)
    assert ended.lines[3:5] == ["Bo falls into the pit [falls(Bo)]", "  no, by LD-06 (which goes before LD-05)"]
    assert "LD-05 gives way for Bo (LD-06)" in ended.out


def test_what_a_claim_denies_does_not_lead_to_it() -> None:
    lines = drakdom("explain", PIT, "entered(Ada, C2) and not falls(Ada)", *FOLDERS).lines
    assert "  2/3 (67 %), by LD-05, LD-02 and LD-01" in lines
    begin, start = lines.index("How it comes about"), lines.index("what can prevent it:")
    leads, back = lines[begin:start], lines[start:]
    slips = "the T6 of Ada at the pit: slips [assumed: the file leaves it open]"
    assert any("Ada enters C2" in line for line in leads)
    assert not any(slips in line for line in leads)
    assert any(slips in line for line in back)


def test_what_held_back_what_a_claim_denies_is_why_it_holds() -> None:
    """LD-06: Bo has a rope and does not throw, so that he does not fall."""
    lines = drakdom("explain", PIT, "not falls(Bo)", *FOLDERS).lines
    assert lines[4] == "  yes, by LD-06 (which goes before LD-05)"
    start = lines.index("what prevents the events that it denies:")
    assert "LD-05 gives way for Bo (LD-06)" in lines[start + 2]
    assert not {"what prevents it:", "what can prevent it:"} & set(lines)
    [entry] = json.loads(drakdom("explain", PIT, "not falls(Bo)", *FOLDERS, "--json").out)["branches"]
    assert (entry["blocked"], entry["denied"][0]["because"][0]["clause"]) == ([], "LD-06")


def test_what_happens_but_never_together(tmp_path: Path) -> None:
    """Ada may rest or walk, and does one of them."""
    file = written(tmp_path, GOOD.partition("play:")[0] + "play: []\n")
    lines = drakdom("explain", file, "rests(Ada) and entered(Ada, C2)", *FOLDERS).lines
    assert lines[3:5] == ["Ada rests; and Ada enters C2 [rests(Ada) and entered(Ada, C2)]", "  no, by LD-03 and LD-02"]
    assert "  each part of it can happen, but never so that the whole holds:" in lines
    tree = [line for line in lines if line.startswith(("├─ ", "└─ "))]
    assert [line[3:].partition(" (")[0] for line in tree] == ["Ada rests", "Ada enters C2"]
    assert not any("no clause that applies here" in line for line in lines)


def test_a_doubt_that_makes_no_difference_is_told_once() -> None:
    """LD-07 asks whose lantern a gust puts out: that of Ada, who draws it, it does in either way."""
    lines = drakdom("explain", GUST, "goes_out(Ada)", *FOLDERS).lines
    assert lines[4] == "  yes, by LD-07, LD-02 and LD-01"
    assert "however LD-07 is read, nothing changes here" in lines
    assert not any(line.startswith("read as") for line in lines)
    read = [line for line in drakdom("explain", GUST, "goes_out(Bo)", *FOLDERS).lines if line.startswith("read as")]
    assert read == ["read as LD-07=drawer:", "read as LD-07=room:"]


def test_why_it_is_not_permitted() -> None:
    ended = drakdom("explain", CASES / "a-dark-lantern-keeps-its-bearer.yaml", "illegal(Ada, move(e))", *FOLDERS)
    assert "not permitted: Ada walks east" in ended.out
    assert "(LD-04)" in ended.out


def test_under_each_reading() -> None:
    page = drakdom("explain", GUST, "goes_out(Bo)", *FOLDERS).out
    text = [
        "    no: LD-07=drawer",
        "    yes: LD-07=room",
        "read as LD-07=drawer:",
        "no clause that applies here leads to it",
    ]
    places = [page.index(part) for part in (*text, "read as LD-07=room:", "the omen that Ada draws: a gust of wind")]
    assert places == sorted(places)


def test_the_same_in_every_run() -> None:
    assert drakdom("explain", GUST, "goes_out(Bo)", *FOLDERS, "--full") == drakdom(
        "explain", GUST, "goes_out(Bo)", *FOLDERS, "--full"
    )


def test_a_claim_that_cannot_be_read() -> None:
    ended = drakdom("explain", PIT, "falls(Bob)", *FOLDERS)
    assert (ended.code, ended.out) == (2, "")
    assert "there is no figure `Bob`, did you mean `Bo`?" in ended.err
    assert drakdom("explain", PIT, "falls(Ada", *FOLDERS).code == 2


def test_what_holds_it_back_only_where_somebody_chooses_so(tmp_path: Path) -> None:
    """Bo has a rope: whether the pit matters hangs on where Bo walks, and the rope holds the fall back there."""
    text = GOOD.partition("play:")[0].replace("Ada: {kind: hero", "Bo: {kind: hero, rope: yes") + "play: []\n"
    ended = drakdom("explain", written(tmp_path, text), "falls(Bo)", *FOLDERS)
    assert any(line.startswith("  no, by LD-06") for line in ended.lines)
    assert "LD-05 gives way for Bo (LD-06)" in ended.out
    assert ended.out.count("gives way for Bo") == 1


def test_where_play_breaks_off_nothing_is_denied() -> None:
    """Nobody says which omens the pile holds: that her lantern goes out is undecided, as `odds` says, not false."""
    omens = CASES / "the-omens-are-not-described.yaml"
    for command in ("explain", "why-not"):
        page = " ".join(drakdom(command, omens, "goes_out(Ada)", *FOLDERS).out.split())
        assert "undecided: play breaks off in Round 1, omens are drawn, since it is not decided:" in page
        assert "no clause that applies here leads to it" not in page
        printed = json.loads(drakdom(command, omens, "goes_out(Ada)", *FOLDERS, "--format", "json").out)
        [place] = [entry["breaks_off"] for entry in printed.get("branches", [printed])]
        assert (place["entry"], place["phase"], len(place["gaps"])) == (1, "omen", 1)
    assert "undecided" not in drakdom("explain", PIT, "falls(Bo)", *FOLDERS).out


def test_a_refused_action_is_explained_as_it_is_answered(tmp_path: Path) -> None:
    """Whether Eli may open the door is asked of the moment after the attack: until then the answer would be yes."""
    lines = drakdom("explain", written(tmp_path, DOOR), "may(Eli, open n)").lines
    assert any(line.startswith("  no, by DY-TURN-008") for line in lines)
    assert lines[lines.index("How it comes about") + 1] == "what prevents it:"


@pytest.mark.parametrize(
    ("text", "claim", "says"),
    [
        (TWICE, "round 2: may(Ann, search)", "DQ-SEARCH-002 forbids: Ann searches the room (DQ-SEARCH-002)"),
        (MARKED, "searches(Ann, D4)", "not permitted: Ann searches the room"),
    ],
)
def test_where_no_clause_gives_way_the_refusal_is_what_prevents_it(
    tmp_path: Path, text: str, claim: str, says: str
) -> None:
    lines = drakdom("explain", written(tmp_path, text), claim).lines
    start = lines.index("How it comes about")
    assert lines[start + 1 : start + 3] == ["what prevents it:", f"└─ {says}"]


def test_what_is_so_at_the_end_is_explained_by_what_made_it_so() -> None:
    pits = CASES / "the-second-throw-of-the-same-hero.yaml"
    lines = drakdom("explain", pits, "finally(at(Ada), D2)", *FOLDERS).lines
    start = lines.index("How it comes about")
    assert lines[start + 1 : start + 3] == ["└─ LD-02 applies", "   └─ Ada walks east [chosen, line 12]"]
    page = drakdom("explain", pits, "entered(Ada, D2) and finally(at(Ada), D2)", *FOLDERS).out
    assert "Round 2, end of the round" in page


def test_what_decides_is_explained_where_nothing_gave_way(tmp_path: Path) -> None:
    """The attack lacks a phase that play never comes to; why it does not come to it, the event says."""
    lines = drakdom("explain", written(tmp_path, BROKEN_OFF), "attacks(animal(bear, 3), Ann)").lines
    start = lines.index("How it comes about")
    assert lines[start + 1 : start + 3] == ["what prevents it:", "└─ the turn of Ann ends on the spot (TA-CARD-007)"]


def test_a_refusal_is_explained_before_what_refuses_others(tmp_path: Path) -> None:
    lines = drakdom("explain", written(tmp_path, NEXT_DOOR), "may(Ann, teleport village_1)").lines
    start = lines.index("How it comes about")
    assert lines[start + 1 : start + 3] == [
        "what prevents it:",
        "└─ KA-MOVE-004 forbids: Ann teleports to the first village (KA-MOVE-004)",
    ]
