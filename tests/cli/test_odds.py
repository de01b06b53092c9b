"""Odds, and what they hang on."""

import json
import os
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from drakdom import adjudicate, load
from drakdom.answer import Odds
from drakdom.report.plot import odds_plot
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from drakdom.tools.odds import ClaimOdds, Factor, ReadingOdds, odds_of
from drakdom.value import imperfect_information, sensitivity
from tests.cli.drakdom import CASES, FOLDERS, GOOD, GUST, PIT, ROOT, RULEBOOKS, drakdom, written

SVG = "{http://www.w3.org/2000/svg}"


def ways(hangs: Factor) -> dict[str, tuple[str | None, str]]:
    return {show(way.what): (way.chance, str(way.odds)) for way in hangs.ways}


@pytest.mark.parametrize(
    ("command", "section"),
    [("odds", "claims"), ("explain", "branches"), pytest.param("why-not", "", marks=pytest.mark.slow)],
)
def test_a_name_that_nobody_has_is_met_with_those_that_there_are(command: str, section: str) -> None:
    case = ROOT / "scenarios" / "drakborgen-atervackt" / "meet" / "chance-decides-whom-it-follows.yaml"
    hint = "no event here involves `monster(E5)`; known names: `monster(E4)`"
    for claim, hints in (("fights(Sigeir, monster(E5))", [hint]), ("fights(Sigeir, monster(_))", [])):
        words = (command, case, claim, "--timeout", "20")  # `why-not` looks for changes as long as it may
        data = json.loads(drakdom(*words, "--json").out)
        assert (data[section][0] if section else data)["hints"] == hints
        assert (hint in " ".join(drakdom(*words).out.split())) == bool(hints)


def test_a_roll_with_its_clause_and_what_it_decides() -> None:
    [result] = odds_of(load(PIT, [RULEBOOKS]), ["falls(Ada)"])
    [reading] = result.by_reading
    assert (reading.odds.low, reading.odds.high) == (Fraction(1, 3), Fraction(1, 3))
    [roll] = reading.hangs_on
    assert (roll.kind, show(roll.who), roll.entry, roll.phase) == ("chance", "pit(Ada)", 1, "danger")
    assert roll.clauses[0] == "LD-05"
    assert ways(roll) == {"slips": ("1/3", "1"), "keeps": ("2/3", "0")}


def test_rolls_that_decide_only_together_are_both_named(tmp_path: Path) -> None:
    """Nerve 3 each: that exactly one of the two falls has 1/2, whatever one of the rolls alone comes to."""
    text = PIT.read_text("utf-8").replace("nerve: 4", "nerve: 3").replace("nerve: 2, rope: yes", "nerve: 3")
    file = written(tmp_path, text.partition("expect:")[0])
    one_falls = "falls(Ada) and not falls(Bo) or falls(Bo) and not falls(Ada)"
    [result] = odds_of(load(file, [RULEBOOKS]), [one_falls])
    rolls = result.by_reading[0].hangs_on
    assert {show(roll.who) for roll in rolls} == {"pit(Ada)", "pit(Bo)"}
    assert all(str(way.odds) == "1/2" for roll in rolls for way in roll.ways)


FIRE = """\
title: Out of the treasure chamber with three loads of gold
rulebook: drakborgen-atervackt
board: {rooms: {D4: {tile: room, exits: [e]}, E4: {tile: treasure_chamber, exits: [w]}}}
begin: {phase: flee_dragon}
figures: {Sigeir: {kind: hero, at: E4, hp: 3, treasure_cards: {gold: 3}}}
play: [{Sigeir: [escape w, escape w, escape w]}]
"""


def test_a_roll_that_can_come_again_is_told_for_its_first_time() -> None:
    """The odds of each way are those of the play in which the first roll is stated and the later ones are not."""
    [result] = odds_of(read_scenario_text(FIRE), ["dies(Sigeir)"])
    burden = next(entry for entry in result.by_reading[0].hangs_on if show(entry.who) == "burden(Sigeir)")
    assert burden.again
    for first, way in zip((1, 0), sorted(burden.ways, key=lambda entry: show(entry.what) != "stumble"), strict=True):
        stated = f"{FIRE}rolls: {{burden Sigeir: {1 if first else 12}}}\n"
        [then] = odds_of(read_scenario_text(stated), ["dies(Sigeir)"])
        assert then.by_reading[0].odds == way.odds
    assert "if the first result is stumble" in drakdom("odds", "-", "dies(Sigeir)", text=FIRE).out


def test_a_choice_gives_an_interval_and_what_each_way_of_it_gives(tmp_path: Path) -> None:
    text = GOOD.partition("play:")[0] + "play: []\n"
    [result] = odds_of(load(written(tmp_path, text), [RULEBOOKS]), ["falls(Ada)"])
    [reading] = result.by_reading
    assert (reading.odds.low, reading.odds.high) == (Fraction(0), Fraction(1, 3))
    choice, roll = reading.hangs_on
    assert (choice.kind, show(choice.who)) == ("choice", "Ada")
    assert ways(choice) == {"move(e)": (None, "1/3"), "rest": (None, "0")}
    assert ways(roll) == {"slips": ("1/3", "0..1"), "keeps": ("2/3", "0")}


def test_best_and_worst_choices_can_be_pinned(tmp_path: Path) -> None:
    text = (
        GOOD.partition("play:")[0]
        + "play: []\nexpect:\n  - at_best: {falls(Ada): 1/3}\n  - at_worst: {falls(Ada): 0}\n"
    )
    assert drakdom("check", written(tmp_path, text), *FOLDERS).code == 0
    wrong = text.replace("at_best: {falls(Ada): 1/3}", "at_best: {falls(Ada): 1/2}")
    ended = drakdom("check", written(tmp_path, wrong), *FOLDERS)
    assert ended.code == 1
    assert "FAILS  at best: falls(Ada) = 1/2" in ended.out


def test_the_page() -> None:
    page = " ".join(drakdom("odds", PIT, "falls(Ada)", *FOLDERS).out.split())
    assert "falls(Ada) (Ada falls into the pit) 1/3 (33 %) LD-05 (because of LD-" in page
    assert " the T6 of Ada at the pit (round 1, " in page
    assert "(chance 1/3)" in page


def test_what_decides_is_told_by_the_clause_that_asks_for_it(tmp_path: Path) -> None:
    """LD-05 asks for both T6, LD-01 asks both what they do."""
    text = PIT.read_text("utf-8").partition("play:")[0].replace(", rope: yes", "") + "play: []\n"
    file = written(tmp_path, text)
    claim = "falls(Ada) and falls(Bo)"
    [result] = json.loads(drakdom("odds", file, claim, *FOLDERS, "--json").out)["claims"]
    asked = {
        entry["clauses"][0]: sorted(hangs["who"] for hangs in entry["hangs"])
        for entry in result["by_reading"][0]["asked"]
    }
    assert asked == {"LD-01": ["Ada", "Bo"], "LD-05": ["pit(Ada)", "pit(Bo)"]}
    heads = [line.split()[0] for line in drakdom("odds", file, claim, *FOLDERS).lines if line.endswith(" asks for:")]
    assert sorted(heads) == [*asked]


def test_readings_side_by_side_and_fixed() -> None:
    page = drakdom("odds", GUST, "goes_out(Bo)", *FOLDERS).out
    assert "  0  if LD-07=drawer" in page
    assert "  1  if LD-07=room" in page
    assert "if LD-07" not in drakdom("odds", GUST, "goes_out(Bo)", *FOLDERS, "--reading", "LD-07=room").out


def test_without_claims_it_takes_what_the_file_expects_or_all_that_is_open(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    assert [claim["claim"] for claim in json.loads(drakdom("odds", file, *FOLDERS, "--json").out)["claims"]] == [
        "falls(Ada)"
    ]
    silent = written(tmp_path, GOOD.partition("expect:")[0], "silent.yaml")
    claims = json.loads(drakdom("odds", silent, *FOLDERS, "--json").out)["claims"]
    assert "falls(Ada)" in [entry["claim"] for entry in claims]
    assert all(entry["by_reading"][0]["odds"]["low"] != "1" for entry in claims)


def test_without_claims_it_answers_what_the_file_asks(tmp_path: Path) -> None:
    asking = written(tmp_path, GOOD.partition("expect:")[0] + "ask: [not falls(Ada)]\n")
    claims = json.loads(drakdom("odds", asking, *FOLDERS, "--json").out)["claims"]
    assert [(entry["claim"], entry["by_reading"][0]["odds"]["low"]) for entry in claims] == [("not falls(Ada)", "2/3")]


def test_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    ended = drakdom("odds", PIT, "falls(Ada)", "falls(Bo)", *FOLDERS, "--plot", picture)
    assert ended.code == 0
    svg = fromstring(picture.read_text("utf-8"))
    bars = {rect.get("class"): float(rect.get("width") or 0) for rect in svg.iter(f"{SVG}rect")}
    assert bars == {"sure": 140}
    assert "Ada falls into the pit" in [text.text for text in svg.iter(f"{SVG}text")]


def test_what_is_mistyped(tmp_path: Path) -> None:
    ended = drakdom("odds", PIT, "fals(Ada)", *FOLDERS)
    assert (ended.code, ended.out) == (2, "")
    assert "did you mean `falls`?" in ended.err
    assert drakdom("odds", PIT, *FOLDERS, "--plot", PIT).code == 2
    ended = drakdom("odds", PIT, *FOLDERS, "--plot", tmp_path / "no" / "such.svg")
    assert (ended.code, f"there is no folder `{tmp_path / 'no'}` to write into" in ended.err) == (2, True)
    os.mkfifo(tmp_path / "pipe.svg")  # nobody reads it
    ended = drakdom("odds", PIT, *FOLDERS, "--plot", tmp_path / "pipe.svg")
    assert (ended.code, "this is a pipe" in ended.err) == (2, True)
    ended = drakdom("odds", GUST, *FOLDERS, "--reading", "LD-07=room", "--reading", "LD-07=drawer")
    assert (ended.code, ended.err) == (2, "`LD-07` cannot be read as `room` and as `drawer`, name one\n")


def test_past_the_bound_it_says_which_and_what_to_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a choice of two and a roll of two faces the odds are told, and what to state so that they are few enough."""
    monkeypatch.setattr(sensitivity, "MOST_WORK", 10)
    ended = drakdom("odds", written(tmp_path, GOOD.partition("play:")[0] + "play: []\n"), "falls(Ada)", *FOLDERS)
    assert (ended.code, ended.out) == (3, "")
    lines = ended.err.splitlines()
    assert lines[0].startswith("falls(Ada): the odds are 0 to 1/3, but listing the choices and rolls ")
    assert lines[0].endswith(" positions; the limit is 10")
    assert lines[2:4] == ["  the T6 of Ada at the pit: 2 ways", "  the action of Ada: 2 ways"]
    assert {"  pit Ada: 1  # 1 to 6", "  - {Ada: rest}"} <= set(lines)
    stated = written(tmp_path, GOOD.partition("expect:")[0] + "rolls: {pit Ada: 1}\n", "stated.yaml")
    assert drakdom("odds", stated, "falls(Ada)", *FOLDERS).code == 0


def test_what_is_not_ruled_leaves_it_undecided(tmp_path: Path) -> None:
    """Nobody says which omens there are: whether the lantern goes out is not ruled."""
    text = (CASES / "the-omens-are-not-described.yaml").read_text("utf-8").partition("expect:")[0]
    page = " ".join(drakdom("odds", written(tmp_path, text), "goes_out(Ada)", *FOLDERS).out.split())
    assert "goes_out(Ada) (the lantern of Ada goes out) undecided" in page
    assert page.endswith("play may reach a point on which no clause rules; `drakdom rule` shows it")
    assert "no named event is open" in drakdom("odds", written(tmp_path, text), *FOLDERS).out


TWO = """\
title: Two who may rest or walk
rulebook: lantern
board: {places: {B2: {room: floor, exits: [e]}, C2: {room: floor, exits: [w]}}}
figures: {Ada: {kind: hero, at: B2, nerve: 4}, Bo: {kind: hero, at: C2, nerve: 4}}
play: []
"""


@pytest.mark.parametrize(
    ("claim", "at_random", "least", "most", "says"),
    [
        ("rests(Ada) and rests(Bo)", "1/4", "0", "0", "can prevent it"),
        ("rests(Ada) or rests(Bo)", "3/4", "1", "1", "can force it"),
        # unseen by the other each can make it even, by choosing with a coin
        (
            "rests(Ada) and not rests(Bo) or rests(Bo) and not rests(Ada)",
            "1/2",
            "1/2",
            "1/2",
            "1/2 (50 %)  if all play their best for it or against it",
        ),
    ],
)
def test_who_can_force_what(tmp_path: Path, claim: str, at_random: str, least: str, most: str, says: str) -> None:
    file = written(tmp_path, TWO)
    (result,) = odds_of(load(file, [RULEBOOKS]), [claim])
    contest = result.by_reading[0].contest
    assert contest is not None
    assert str(contest.at_random) == at_random
    assert [(show(force.who), force.at_least, force.at_most, force.exact) for force in contest.forces] == [
        ("Ada", least, most, True),
        ("Bo", least, most, True),
    ]
    ended = drakdom("odds", str(file), claim, *FOLDERS)
    assert f"{at_random} ({float(Fraction(at_random)):.0%})  if all choose at random".replace("%", " %") in ended.out
    assert ended.out.count(says) == (1 if least == "1/2" else 2)
    data = json.loads(drakdom("odds", str(file), claim, *FOLDERS, "--json").out)
    assert data["claims"][0]["by_reading"][0]["contest"]["forces"][0]["at_least"] == least


FIGHT = """\
title: One KP against one
rulebook: drakborgen-atervackt
board: {rooms: {D4: {tile: room, exits: [e, n]}}}
figures: {Sigeir: {kind: hero, at: below(D4), arrow: e, hp: 1, special_attack: none}}
begin: {phase: decide}
suppose: {monster_kp: {lindworm: 1}, monster_special: {lindworm: none}}
play: [{Sigeir: walk e}]
draws: {catacomb E4: lindworm}
rolls: {stray Sigeir: 3}
"""


def test_the_verdict_says_who_can_force_what(tmp_path: Path) -> None:
    """In a tie both do damage: who has one KP dies in two of three, and neither side can do better than chance."""
    file = written(tmp_path, FIGHT)
    [branch] = adjudicate(load(file)).branches
    result = {show(contest.event): contest.contest for contest in branch.contests}
    for event in ("dies(Sigeir)", "dies(lindworm)"):
        contest = result[event]
        assert str(contest.at_random) == "2/3"
        assert [(force.at_least, force.at_most, force.exact) for force in contest.forces] == [("2/3", "2/3", True)] * 2
    page = drakdom("rule", file).out
    before, _, after = page.partition("Who can force what")
    assert "who can force what: `drakdom odds`" not in " ".join(before.split())
    lines = after.partition("Sigeir dies")[2].splitlines()
    assert lines[1].split() == ["2/3", "(67", "%)", "if", "all", "choose", "at", "random"]
    assert lines[2].split() == [
        "2/3",
        "(67",
        "%)",
        "if",
        "all",
        "play",
        "their",
        "best",
        "for",
        "it",
        "or",
        "against",
        "it",
    ]
    assert "shows stone" not in after.partition("By these clauses")[0]  # each decides that alone
    [told_branch] = json.loads(drakdom("rule", file, "--json").out)["branches"]
    assert {contest["event"] for contest in told_branch["contests"]} == set(result)


SPEAR = """\
title: Nobody says which number is hidden, nor which ones are guessed
rulebook: drakborgen-atervackt
board: {rooms: {D4: {tile: room, exits: [e]}}}
figures: {Sigeir: {kind: hero, at: D4, hp: 16}}
play: [{Sigeir: move e}]
draws: {tile E4: trap_room, trap E4: spear_trap}
"""


def test_a_hidden_number_is_not_known_at_the_second_guess(tmp_path: Path) -> None:
    """DA-TRAP-027: of three numbers two can be named, and all may be hidden alike: 2/3, whatever the other does."""
    [result] = odds_of(load(written(tmp_path, SPEAR)), ["disarms(Sigeir, spear_trap)"])
    assert (contest := result.by_reading[0].contest) is not None
    assert {show(force.who): (force.at_least, force.at_most) for force in contest.forces} == {
        "monster_player": ("1/3", "2/3"),
        "Sigeir": ("2/3", "1/3"),
    }


def test_a_secret_that_is_too_large_is_not_worked_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imperfect_information, "MOST_PAIRS", 20)
    file = written(tmp_path, SPEAR)
    page = " ".join(drakdom("odds", file, "dies(Sigeir)").out.split())
    assert "it is not computed who can force what, because the monster player chooses in secret" in page
    assert "make sure" not in page
    [claim] = json.loads(drakdom("odds", file, "dies(Sigeir)", "--json").out)["claims"]
    contest = claim["by_reading"][0]["contest"]
    assert (contest["forces"], contest["hidden"]) == ([], ["the monster player"])


def test_one_alone_contends_with_nobody(tmp_path: Path) -> None:
    text = GOOD.partition("play:")[0] + "play: []\n"
    [result] = odds_of(load(written(tmp_path, text), [RULEBOOKS]), ["falls(Ada)"])
    assert result.by_reading[0].contest is None


def test_a_told_roll_that_cannot_come_up_is_a_mistake_for_every_command(tmp_path: Path) -> None:
    """The deck holds calms alone, and a gust is told."""
    text = (CASES / "omens-from-a-known-deck.yaml").read_text("utf-8").partition("expect:")[0]
    file = written(tmp_path, text.replace("calm: 2, gust: 1", "calm: 2") + "draws: {omen Ada: gust}\n")
    for words in (["rule"], ["odds"], ["why-not", "goes_out(Ada)"], ["explain", "goes_out(Ada)"]):
        ended = drakdom(words[0], file, *words[1:], *FOLDERS)
        assert (ended.code, ended.out) == (2, "")
        assert "`a gust of wind` cannot come up for the omen that Ada draws" in ended.err


def test_readings_that_change_nothing_share_a_line() -> None:
    """LD-07 asks whose lantern a gust puts out: of Ada, who draws it, nothing hangs on that."""
    page = drakdom("odds", GUST, "goes_out(Ada)", *FOLDERS).out
    assert page.splitlines()[-4:] == [
        "goes_out(Ada) (the lantern of Ada goes out)",
        "  1",
        "",
        "however LD-07 is read, nothing changes here",
    ]
    assert "nothing changes here" not in drakdom("odds", GUST, "goes_out(Ada)", "goes_out(Bo)", *FOLDERS).out
    [claim] = json.loads(drakdom("odds", GUST, "goes_out(Ada)", *FOLDERS, "--json").out)["claims"]
    assert [entry["readings"] for entry in claim["by_reading"]] == [[["LD-07", "drawer"]], [["LD-07", "room"]]]


def test_long_labels_of_a_picture_are_whole() -> None:
    """Bars are told apart by the reading at the end of their label, and ids are not torn apart."""
    readings = [tuple((f"LD-0{n}", option) for n in range(1, 9)) for option in ("as_usual", "otherwise")]
    odds = [Odds(Fraction(1, n), Fraction(1, n)) for n in (2, 3)]
    claim = ClaimOdds(
        "c", "somebody does it", tuple(ReadingOdds(r, o, ()) for r, o in zip(readings, odds, strict=True))
    )
    svg = fromstring(odds_plot("all of them", [claim]))
    texts = [text for text in svg.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
    page = " ".join(text.text or "" for text in texts)
    spelled = [", ".join(f"{clause}={option}" for clause, option in reading) for reading in readings]
    assert page == " ".join(f"somebody does it [{items}]" for items in spelled)
    lines = [int(text.get("y") or 0) for text in texts]
    assert all(below - above >= 15 for above, below in pairwise(lines))
    assert lines[-1] < int(svg.get("height") or 0) - 30


def test_a_test_that_markers_may_save_has_words() -> None:
    """DQ-TEST-006, DQ-DET-002: a sum that is 1 too high fails unless a marker is spent."""
    scenario = ROOT / "scenarios/dungeonquest-neuauflage/test/how-far-markers-help.yaml"
    page = " ".join(drakdom("odds", scenario, "passes(Ann, pit)").out.split())
    assert "if the result is a sum that is 1 too high (chance 5/36)" in page
    assert "if Ann spends 1 of the determination markers" in page
    assert "short(" not in page
