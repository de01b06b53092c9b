"""Why something does not happen, and the smallest change with which it would."""

import json
import math
import shutil
import subprocess
from pathlib import Path

import pytest

from drakdom import adjudicate, explain, load
from drakdom.rulebook import load_rulebook
from drakdom.scenario import Added, read_claim, read_combinations_text, read_scenario, read_scenario_text
from drakdom.scenario.edits import Source
from drakdom.scenario.under import read_as, with_variants
from drakdom.step.case import build_case
from drakdom.terms import show
from drakdom.tools.changes import Option, changes_of
from drakdom.tools.remedies import Search, _Plan
from drakdom.tools.why_not import WhyNot, why_not
from drakdom.value.solve import solve
from tests.cli.drakdom import CASES, FOLDERS, GUST, PIT, ROOT, RULEBOOKS, WALK, drakdom, written
from tests.cli.house import SPEC, house_rule

CASE = WALK.replace("nerve: 2", "nerve: 2, rope: yes") + "rolls: {pit Ada: 3}\n"


def asked(text: str, claim: str, seconds: float = math.inf) -> WhyNot:
    scenario = read_scenario_text(text, "case.yaml", rulebook=load_rulebook(RULEBOOKS / "lantern"))
    return why_not(scenario, text, claim, seconds)


def happens(text: str, claim: str) -> bool:
    """Whether a claim can happen, by another way than the search's own: as a `sometimes` of the file."""
    book = load_rulebook(RULEBOOKS / "lantern")
    claimed = read_scenario_text(f"{text}expect:\n  - sometimes: {claim}\n", "case.yaml", rulebook=book)
    return adjudicate(claimed, why="none").passed


def test_what_can_happen_needs_no_change() -> None:
    result = asked(CASE.replace("rolls: {pit Ada: 3}\n", ""), "falls(Ada)")
    assert (result.happens, result.remedies, str(result.odds[0])) == (True, (), "1/3")


def test_another_roll_or_another_value() -> None:
    result = asked(CASE, "falls(Ada)")
    assert not result.happens
    assert [[change.says for change in remedy.changes] for remedy in result.remedies] == [
        ["the T6 of Ada at the pit: 5 (instead of: 3)"],
        ["nerve of Ada: 2 instead of 4"],
    ]


def test_when_the_time_is_up_what_was_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked(CASE, "falls(Ada)", seconds=0)
    assert (result.happens, result.remedies, result.all_tried) == (False, (), False)
    whole = asked(CASE, "falls(Ada)")
    assert whole.all_tried
    helps, late = Search._helps, Search.is_late

    def once(search: Search, option: Option) -> bool:
        helped = helps(search, option)
        search.until = -1.0 if helped else search.until  # as if the time were up now
        return helped

    monkeypatch.setattr(Search, "_planned", lambda _: _Plan(finished=False))
    monkeypatch.setattr(Search, "_helps", once)
    monkeypatch.setattr(Search, "is_late", lambda search: search.until < 0 or late(search))
    result = asked(CASE, "falls(Ada)")
    assert (result.remedies, result.all_tried) == (whole.remedies[:1], False)
    assert result.remedies


def test_a_roll_of_whom_the_claim_names_is_tried_first() -> None:
    text = CASE.replace("pit Ada: 3", "pit Bo: 1, pit Ada: 3").replace(", rope: yes", "")
    scenario = read_scenario_text(text, "case.yaml", rulebook=load_rulebook(RULEBOOKS / "lantern"))
    formula = read_claim(scenario, "falls(Ada)")
    rolls = changes_of(scenario, Source(text), formula, solve(build_case(scenario)), ())["roll"]
    assert [roll.says.split(":")[0] for roll in rolls if isinstance(roll, Option)][::5] == [
        "the T6 of Ada at the pit",
        "the T6 of Bo at the pit",
    ]


def test_what_opens_too_much_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drakdom.tools.remedies.MOST_ONE", 0)
    result = asked(CASE, "falls(Ada)")
    assert not result.all_tried
    assert result.remedies == ()


def test_the_clause_that_stands_in_the_way() -> None:
    result = asked(CASE, "falls(Bo)")
    assert [(blocked_rule.clause, blocked_rule.because[0].clause) for blocked_rule in result.blocked] == [
        ("LD-05", "LD-06")
    ]
    says = {change.kind: change.says for remedy in result.remedies for change in remedy.changes}
    assert says == {"clause": "without the clause LD-06", "given": "rope of Bo: no instead of yes"}
    assert [str(remedy.odds[0]) for remedy in result.remedies] == ["2/3", "2/3"]


@pytest.mark.parametrize(
    ("text", "claim", "lacks", "instead"),
    [
        (CASE, "falls(Ada)", "event(falls(Ada), 0)", "shows(pit(Ada), keeps, 0)"),
        (CASE, "rests(Ada)", "event(rests(Ada), 0)", "chosen(Ada, move(e), 0)"),
        (
            CASE.replace("room: pit", "room: shrine").replace("pit Ada: 3", "omen Ada: calm, omen Bo: calm"),
            "goes_out(Ada)",
            "event(goes_out(Ada), 0)",
            "shows(omen(Ada), calm, 0)",
        ),
        (
            CASE.replace("nerve: 4", "nerve: 4, lantern: lit").replace("Ada: move e", "Ada: rest"),
            "lights(Ada)",
            "event(lights(Ada), 0)",
            "given(lantern(Ada), lit)",
        ),
    ],
)
def test_what_it_lacks(text: str, claim: str, lacks: str, instead: str) -> None:
    [reason, *_] = asked(text, claim).blocked
    assert (reason.kind, show(reason.what), show(reason.because[0].what)) == ("lacking", lacks, instead)


def test_a_number_that_is_too_large_is_named_with_what_it_must_be() -> None:
    """DA-HERO-005: who loses as many body points as there are left dies: 4 of 40."""
    scenario = read_scenario_text(FALL.replace("ROLLED", "12"), "case.yaml")
    [explained] = explain(scenario, "dies(Sigeir)")
    result = {
        show(blocked_rule.because[0].what): blocked_rule.needs and show(blocked_rule.needs)
        for blocked_rule in explained.blocked
    }
    assert result == {"given(hp(Sigeir), 40)": "at_most(4)", "harmed(Sigeir, 4, fall, 0)": "at_least(40)"}
    assert {blocked_rule.clause for blocked_rule in explained.blocked} == {"DA-HERO-005"}


def test_the_page_says_what_a_number_must_be(tmp_path: Path) -> None:
    file = written(tmp_path, FALL.replace("ROLLED", "12"))
    page = " ".join(drakdom("explain", file, "dies(Sigeir)").out.split())
    assert "(DA-HERO-005) [would follow if the following were 4 or less] └─ hp(Sigeir) = 40 [line 4]" in page
    blocked = json.loads(drakdom("explain", file, "dies(Sigeir)", "--json").out)["branches"][0]["blocked"]
    assert sorted(entry["needs"] for entry in blocked) == ["at_least(40)", "at_most(4)"]


def test_what_held_somebody_else_back_is_no_reason() -> None:
    blocked = asked(CASE, "lights(Ada)").blocked  # LD-06 holds back only what Bo would have to throw
    assert not [entry for entry in blocked if entry.kind == "yielded"]


def test_a_roll_that_is_open_is_no_reason() -> None:
    open_ = CASE.replace("nerve: 4", "nerve: 6").replace("rolls: {pit Ada: 3}\n", "")
    assert [blocked_rule for blocked_rule in asked(open_, "falls(Ada)").blocked if blocked_rule.kind == "lacking"] == []


def test_another_choice() -> None:
    result = asked(CASE, "rests(Ada)")
    assert result.remedies[0].changes[0].says == "Ada rests (instead of: Ada walks east)"


@pytest.mark.parametrize(
    "claim", ["falls(Ada)", "falls(Bo)", "rests(Ada)", "falls(Ada) and falls(Bo)", "rests(Ada) and falls(Bo)"]
)
def test_every_remedy_bears_out_and_nothing_of_it_can_be_left_out(claim: str) -> None:
    result = asked(CASE, claim)
    assert result.remedies
    assert not happens(CASE, claim)
    for remedy in result.remedies:
        assert happens(remedy.text, claim)
        assert len(remedy.changes) == (2 if " and " in claim else 1)
    if " and " in claim:
        halves = [asked(CASE, half).remedies for half in claim.split(" and ")]
        assert all(halves)  # one change each, and neither does for both
        assert not any(happens(entry.text, claim) for halve in halves for entry in halve)


def test_what_the_grounder_says_of_what_never_comes_up_is_no_bug(tmp_path: Path) -> None:
    """That somebody falls is one way among others: before it is settled a maximum over that may be one of nothing."""
    folder = shutil.copytree(RULEBOOKS / "lantern", tmp_path / "lantern")
    with (folder / "pit.lp").open("a", encoding="utf-8") as law:
        law.write("event(falls(N+1), T) :- event(falls(_), T), N = #max { 1 : event(falls(_), T) }.\n")
    scenario = read_scenario_text(CASE, "case.yaml", rulebook=load_rulebook(folder))
    together = why_not(scenario, CASE, "falls(Ada) and falls(Bo)").remedies
    assert [len(remedy.changes) for remedy in together] == [2]


def test_a_gap_under_any_reading_is_named(tmp_path: Path) -> None:
    """Under the first reading of LD-07 nobody shares the gust, under the second play breaks off at it."""
    folder = shutil.copytree(RULEBOOKS / "lantern", tmp_path / "lantern")
    with (folder / "omen.lp").open("a", encoding="utf-8") as law:
        law.write('unruled(dark(H), T) :- clause("LD-07"), shares(H, T), read_as("LD-07", room).\n')
    with (folder / "rulebook.yaml").open("a", encoding="utf-8") as book:
        book.write('gaps:\n  dark: {args: [figure], says: "what {1} sees in the dark"}\n')
    text = GUST.read_text("utf-8").partition("expect:")[0]
    result = why_not(read_scenario_text(text, "case.yaml", rulebook=load_rulebook(folder)), text, "falls(Ada)", 0)
    assert [bool(odds.unruled) for odds in result.odds] == [False, True]
    assert result.breaks_off == ((1, "omen"), ("what Bo sees in the dark",))


FALL = """\
title: A hero falls, and it costs 4
rulebook: drakborgen-atervackt
board: {rooms: {D4: {tile: room, exits: [e]}}}
figures: {Sigeir: {kind: hero, at: D4, hp: 40, agility: 6}}
play: [{Sigeir: move e}]
draws: {tile E4: trap_room, trap E4: trapdoor}
rolls: {trapdoor Sigeir: ROLLED, fall Sigeir: 4}
"""


def only(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Let single changes of one kind be tried, and no others."""
    monkeypatch.setattr("drakdom.tools.remedies.changes_of", lambda *entry: {kind: changes_of(*entry)[kind]})
    monkeypatch.setattr(Search, "_planned", lambda _: _Plan(finished=False))


def changed(text: str, claim: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What single changes of one kind are found."""
    only(monkeypatch, kind)
    result = why_not(read_scenario_text(text, "case.yaml"), text, claim)
    return [change.says for remedy in result.remedies for change in remedy.changes]


@pytest.mark.parametrize(
    ("rolled", "claim", "says"),
    [
        # DA-HERO-005: whoever has lost all of them
        pytest.param(12, "dies(Sigeir)", "hp of Sigeir: 4 instead of 40", marks=pytest.mark.slow),
        (3, "falls(Sigeir)", "agility of Sigeir: 2 instead of 6"),  # DA-DICE-006: a throw above it fails
        (8, "not falls(Sigeir)", "agility of Sigeir: 8 instead of 6"),
    ],
)
def test_the_nearest_number_that_helps(rolled: int, claim: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert changed(FALL.replace("ROLLED", str(rolled)), claim, "given", monkeypatch) == [says]


def test_a_number_that_helps_only_beside_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def helps(_: Search, option: Option) -> bool:
        tried.append(option.says)
        return option.says == "hp of Sigeir: 41 instead of 40"

    monkeypatch.setattr(Search, "_helps", helps)
    monkeypatch.setattr(Search, "_remedy", lambda _, options: tried.append(options[0].says))
    asked_of = FALL.replace("ROLLED", "3")
    changed(asked_of, "dies(Sigeir)", "given", monkeypatch)
    assert [says for says in tried if says.startswith("hp")] == [
        f"hp of Sigeir: {value} instead of 40" for value in (1, 39, 99, 41, 41)
    ]


def test_a_choice_that_is_void_there_is_no_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walls close in: to search, which was granted before the step, is no third guess."""
    text = FALL.partition("play:")[0] + (
        "play: [{Sigeir: [move e, name 1, name 3], monster_player: hide 2}]\n"
        "draws: {tile E4: trap_room, trap E4: spear_trap}\n"
    )
    assert changed(text, "disarms(Sigeir, spear_trap)", "choice", monkeypatch) == [
        "Sigeir names the number 2 (instead of: Sigeir names the number 1)"
    ]


SHIPPED = ROOT / "scenarios" / "drakborgen-atervackt"


@pytest.mark.slow
def test_a_change_after_which_a_draw_has_to_be_stated_counts() -> None:
    """Who stands still in D4 may have to draw a Room card (DA-ROUND-007), of which the scenario says nothing."""
    file = SHIPPED / "entry" / "two-heroes-one-trap-room.yaml"
    result = why_not(load(file), file.read_text("utf-8"), "finally(at(Sigeir), D4)", 20)
    first = result.remedies[0]
    assert [(change.kind, "stay" in first.patch) for change in first.changes] == [("choice", True)]
    assert (str(first.odds[0]), str(first.odds[0].unruled)) == ("1/2..1", "1/2")


@pytest.mark.slow
def test_an_action_can_be_left_unstated() -> None:
    """The sunstone goes back only if the roll for it is failed: who throws it away does not roll for it."""
    file = SHIPPED / "card" / "thrown-away-treasure-goes-under-its-pile.yaml"
    result = why_not(load(file), file.read_text("utf-8"), "reshuffled(treasure)", 20)
    assert "-  - {Sigeir: [throw sunstone, escape w]}\n+  - {Sigeir: [escape w]}\n" in result.remedies[0].patch


def test_the_patch_can_be_applied(tmp_path: Path) -> None:
    if shutil.which("patch") is None:
        pytest.skip("no `patch` on this machine")
    file = written(tmp_path, CASE)
    ended = json.loads(drakdom("why-not", file, "falls(Ada)", *FOLDERS, "--json").out)
    subprocess.run(["patch", "-s", str(file)], input=ended["remedies"][0]["patch"], text=True, check=True)
    assert file.read_text("utf-8") == ended["remedies"][0]["text"] == CASE.replace("pit Ada: 3", "pit Ada: 5")


def test_what_no_change_brings_about() -> None:
    result = asked(CASE, "falls(Ada) and not falls(Ada)")
    assert (result.happens, result.remedies) == (False, ())


def test_the_page_and_the_written_file(tmp_path: Path) -> None:
    file, second = written(tmp_path, CASE), tmp_path / "other.yaml"
    ended = drakdom("why-not", file, "falls(Bo)", *FOLDERS, "--write", second)
    page = " ".join(ended.out.split())
    assert ended.code == 0
    assert "Bo falls into the pit [falls(Bo)] no, by LD-06" in page
    assert "How it comes about what prevents it: " in page
    assert "LD-05 gives way for Bo (LD-06)" in page
    assert "It can happen with this change without the clause LD-06 then its probability is 2/3" in page
    assert "+without: [LD-06]" in page
    assert read_scenario(second, [RULEBOOKS]).without == ("LD-06",)
    again = drakdom("why-not", file, "falls(Bo)", *FOLDERS, "--write", second)
    assert (again.code, "this file exists already" in again.err) == (2, True)
    assert "[falls(Ada)]\n  1/3 (33 %), by LD-05" in drakdom("why-not", PIT, "falls(Ada)", *FOLDERS).out
    assert drakdom("why-not", PIT, "fals(Ada)", *FOLDERS).code == 2
    ended = drakdom("why-not", PIT, "falls(Ada)", *FOLDERS, "--write", tmp_path / "third.yaml")
    assert (ended.code, (tmp_path / "third.yaml").exists()) == (0, False)
    assert ended.err == f"note: there is no change to write, so `{tmp_path / 'third.yaml'}` was not made\n"


def test_comments_and_layout_stay() -> None:
    text = CASE.replace("rolls:", "# what Ada threw\nrolls:")
    [first, *_] = asked(text, "falls(Ada)").remedies
    assert first.text == text.replace("pit Ada: 3", "pit Ada: 5")
    assert Source(first.text).find("rolls") is not None


def test_a_reading_of_the_caller_goes_before_that_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gust in the room puts out both lanterns, so it can only help who reads LD-07 in this way."""
    only(monkeypatch, "roll")
    text = GUST.read_text("utf-8").partition("expect:")[0].replace("gust", "calm") + "readings: {LD-07: drawer}\n"
    scenario = read_scenario_text(text, "case.yaml", rulebook=load_rulebook(RULEBOOKS / "lantern"))
    [remedy] = why_not(read_as(scenario, ["LD-07=room"]), text, "goes_out(Ada) and goes_out(Bo)").remedies
    assert remedy.changes[0].says == "the omen that Ada draws: a gust of wind (instead of: a calm)"


def test_a_change_helps_under_a_house_rule_that_needs_an_optional_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The halls are narrow by the caller's word, and the house rule is his as well."""
    only(monkeypatch, "choice")
    added = Added((str(house_rule(tmp_path, spec=SPEC + "needs: [narrow-halls]\n")),), variants=("narrow-halls",))
    [scenario] = read_combinations_text(CASE, "case.yaml", [RULEBOOKS], added=added)
    [remedy] = why_not(with_variants(scenario, added.variants), CASE, "rests(Ada)").remedies
    assert remedy.changes[0].says == "Ada rests (instead of: Ada walks east)"


def test_a_change_helps_under_what_is_put_in_force_from_outside(tmp_path: Path) -> None:
    """In narrow halls neither enters: Bo has to stay behind; that the halls are narrow no line of the file says."""
    text = (
        (CASES / "nobody-squeezes-into-a-narrow-hall.yaml").read_text("utf-8").replace("variants: [narrow-halls]\n", "")
    )
    file, changed = written(tmp_path, text.partition("expect:")[0]), tmp_path / "changed.yaml"
    law = (*FOLDERS, "--variant", "narrow-halls")
    page = drakdom("why-not", file, "entered(Ada, C2)", *FOLDERS).out
    assert page.count("it can happen; `drakdom explain` says how") == 1
    ended = drakdom("why-not", file, "entered(Ada, C2)", *law, "--write", changed)
    assert "It can happen with this change" in ended.out
    assert "Bo: rest" in changed.read_text("utf-8")
    [result] = json.loads(drakdom("odds", changed, "entered(Ada, C2)", *law, "--json").out)["claims"]
    assert result["by_reading"][0]["odds"]["low"] == "1"
