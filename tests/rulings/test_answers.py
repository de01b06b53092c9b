"""Answers to questions on the ten-clause rulebook: what is so, when, by which clause, and what it turns on."""

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

import drakdom as court
from drakdom import adjudicate, load, loads
from drakdom.answer import Answer
from drakdom.errors import InputError
from drakdom.scenario import read_scenario_text
from drakdom.verdict import FORMER, Verdict
from tests.cli.drakdom import FOLDERS, GUST, drakdom, written

RULEBOOKS = Path(__file__).parents[1] / "rulebooks"
SCENARIOS = Path(__file__).parents[2] / "scenarios"

#: Ada walks over a bare floor, and then into a pit; she throws a T6 against nerve 4 (LD-05).
WALK = """\
title: Over the floor and into the pit
rulebook: lantern
board:
  places:
    B2: {room: floor, exits: [e]}
    C2: {room: floor, exits: [w, e]}
    D2: {room: pit, exits: [w]}
figures:
  Ada: {kind: hero, at: B2, nerve: 4, lantern: lit, rope: ROPE}
play: [{Ada: move e}, {Ada: move e}]
"""


def ruled(question: str, text: str = WALK, *, rope: str = "no") -> Verdict:
    """Rule on a question about a scenario."""
    scenario = read_scenario_text(f"{text.replace('ROPE', rope)}ask: ['{question}']\n", "case.yaml", [RULEBOOKS])
    return adjudicate(scenario)


def answer(question: str, text: str = WALK, *, rope: str = "no") -> Answer:
    """Return the only answer."""
    [result] = ruled(question, text, rope=rope).answers
    return result


def clauses(result: Answer, role: str) -> list[str]:
    """Return the clauses of one role, in their order."""
    return [ground.clause for ground in result.grounds if ground.role == role]


@pytest.mark.parametrize(
    ("question", "chance"),
    [
        ("entered(Ada, C2)", 1),
        ("round 1: entered(Ada, C2)", 1),
        ("round 2: entered(Ada, C2)", 0),
        ("round 2: entered(Ada, D2)", 1),
        ("walk: entered(Ada, D2)", 1),
        ("first walk: entered(Ada, D2)", 0),
        ("first walk: entered(Ada, C2)", 1),
        ("falls(Ada)", Fraction(1, 3)),
        ("round 1: falls(Ada)", 0),
        ("round 2: not falls(Ada)", Fraction(2, 3)),
        ("first danger: entered(Ada, C2)", 0),
        ("after entered(Ada, C2): entered(Ada, D2)", 1),
        ("after entered(Ada, D2): entered(Ada, C2)", 0),
        ("after entered(Ada, C2): falls(Ada)", Fraction(1, 3)),
        ("after falls(Ada): entered(Ada, D2)", 0),
        ("round 3: entered(Ada, D2)", 0),
    ],
)
def test_a_claim_about_a_moment(question: str, chance: Fraction) -> None:
    [only] = answer(question).by_reading
    assert (only.odds.low, only.odds.high, only.odds.unruled) == (Fraction(chance), Fraction(chance), Fraction(0))


def test_the_same_moments_in_expectations(tmp_path: Path) -> None:
    expected = (
        'expect: [{always: "round 2: entered(Ada, D2)"}, {never: ["round 1: falls(Ada)", "first walk: falls(_)"]}]\n'
    )
    file = written(tmp_path, WALK.replace("ROPE", "no") + expected)
    assert drakdom("check", file, *FOLDERS).code == 0
    assert drakdom("check", written(tmp_path, WALK + expected.replace("round 2", "round 1")), *FOLDERS).code != 0


def test_what_comes_later_is_not_played() -> None:
    early = ruled("round 1: entered(Ada, C2)")
    late = ruled("round 2: entered(Ada, D2)")
    assert early.positions < late.positions
    assert {outcome.entry for outcome in early.branches[0].outcomes} == {1}


def test_play_goes_on_until_every_question_is_decided() -> None:
    text = f"{WALK.replace('ROPE', 'no')}ask: ['entered(Ada, C2)', 'round 1: falls(Ada)', 'entered(Ada, D2)']\n"
    result = adjudicate(read_scenario_text(text, "case.yaml", [RULEBOOKS]))
    assert [answer.status for answer in result.answers] == ["always", "never", "always"]


@pytest.mark.parametrize(("until", "entered"), [("round 1", False), ("round 2", True), ("walk", False), ("omen", True)])
def test_until(until: str, entered: bool) -> None:
    """On a bare floor nothing waits, so the first visit to the moment of omens is in round 2 (round.lp)."""
    result = answer("entered(Ada, D2)", f"{WALK}until: {until}\n")
    assert result.status == ("always" if entered else "never")


def test_the_clause_that_decides_comes_first() -> None:
    """LD-05: who enters a pit throws; without it nobody falls."""
    result = answer("falls(Ada)")
    assert clauses(result, "decides")[0] == "LD-05"
    assert result.without is not None
    assert (result.without.clause, result.without.status) == ("LD-05", "never")


def test_an_exception_that_won_comes_before_what_it_beat() -> None:
    """LD-06: a hero with a rope need not throw, against LD-05."""
    result = answer("tested(Ada)", rope="yes")
    assert result.status == "never"
    first = result.grounds[0]
    assert (first.clause, first.role, first.over) == ("LD-06", "won over", ("LD-05",))
    assert result.without is not None
    assert (result.without.clause, result.without.status) == ("LD-06", "always")


def test_what_forbids_an_action_decides() -> None:
    """LD-04: nobody walks without a burning lantern, against LD-02."""
    result = answer("illegal(Ada, move e)", WALK.replace("lantern: lit", "lantern: out"))
    assert result.status == "always"
    assert result.grounds[0].clause == "LD-04"


def test_the_clause_that_refuses_comes_first() -> None:
    """DY-COMB-008 refuses the attack; the door that blocks its line stands closed by DY-MOVE-003, a rarer clause."""
    result = adjudicate(load(SCENARIOS / "dystopia" / "attack" / "a-closed-door-blocks-the-line.yaml"))
    [refused] = [answer for answer in result.answers if answer.kind == "illegal"]
    assert refused.status == "illegal"
    assert refused.grounds[0].clause == "DY-COMB-008"


@pytest.mark.medium
def test_a_clause_decides_on_a_longer_way_to_the_event() -> None:
    """DA-DOOR-011: where the first key does not fit, another one may be tried."""
    text = """\
title: Two keys
rulebook: drakborgen-atervackt
board: {rooms: {D4: {tile: room, exits: [e], obstacles: {e: door}}, E4: {tile: room, exits: [w]}}}
figures: {Ann: {kind: hero, at: D4, agility: 6, items: [key(1), key(2)]}}
play: [{Ann: [move e, use key(1), use key(2)]}]
draws: {door D4 e: locked, room E4: empty}
"""
    result = answer("entered(Ann, E4)", text)
    assert result.by_reading[0].odds.low == Fraction(3, 4)
    assert result.grounds[0].clause == "DA-DOOR-011"
    assert result.without is not None
    assert (result.without.clause, result.without.odds.low) == ("DA-DOOR-011", Fraction(1, 2))


def test_a_clause_refuses_what_nobody_states() -> None:
    """DY-MOVE-002: nobody moves diagonally."""
    text = """\
title: A way round the corner
rulebook: dystopia
board: {rooms: {A1: {}, B1: {}, A2: {}, B2: {}}}
figures: {Kri: {kind: warrior, at: A1, speed: 5}}
play: [{Kri: go e}]
"""
    result = answer("may(Kri, go ne)", text)
    assert result.status == "never"
    assert [ground.clause for ground in result.grounds if ground.role == "decides"] == ["DY-MOVE-002"]
    assert "DY-MOVE-002" not in [ground.clause for ground in answer("may(Kri, go e)", text).grounds]


@pytest.mark.parametrize(
    ("file", "question", "first"),
    [
        # the draw ends the turn; Ann never comes to the encounter of the space
        ("sentinel/a-draw.yaml", "meets_space(Ann, _)", "TA-SENT-008"),
        # nobody asks whether she evades, since nothing there can be evaded; she is beaten later
        pytest.param(
            "inner/no-spell-against-the-werewolf.yaml", "may(Ann, hide)", "TA-EVADE-007", marks=pytest.mark.medium
        ),
        # the clause that lists the penalties, not those by which the two meet
        pytest.param(
            "duels/no-companion-as-the-penalty.yaml", "may(Ann, take maid)", "TA-FIGHT-020", marks=pytest.mark.medium
        ),
    ],
)
def test_why_something_does_not_happen(file: str, question: str, first: str) -> None:
    text = (SCENARIOS / "talisman" / file).read_text("utf-8").partition("expect:")[0]
    result = answer(question, text)
    assert (result.status, result.grounds[0].clause) == ("never", first)


def test_what_made_the_difference_comes_before_what_won_elsewhere() -> None:
    """No teleport to the tower (KA-MOVE-006) wins over a way that nobody took; the last LP makes the difference."""
    scenario = load(SCENARIOS / "kalahen/movement/no-income-after-the-last-lp.yaml")
    grounds = [ground.clause for ground in adjudicate(scenario, why="asked").answers[0].grounds]
    assert grounds[0] == "KA-LP-003"
    assert "KA-MOVE-006" in grounds


def test_a_roll_on_which_it_turns() -> None:
    [stake] = answer("falls(Ada)").turns_on
    assert (stake.kind, stake.entry, stake.phase) == ("chance", 2, "danger")
    assert sorted((chance, odds.low) for _, chance, odds in stake.ways) == [
        (Fraction(1, 3), Fraction(1)),
        (Fraction(2, 3), Fraction(0)),
    ]


def test_a_choice_on_which_it_turns() -> None:
    """Only who walks on in round 2 can fall."""
    result = answer("falls(Ada)", WALK.replace("play: [{Ada: move e}, {Ada: move e}]", "play: [{Ada: move e}, {}]"))
    [choice] = [stake for stake in result.turns_on if stake.kind == "choice"]
    assert {(says, odds.high) for says, _, odds in choice.ways} >= {
        ("Ada walks east", Fraction(1, 3)),
        ("Ada rests", 0),
    }


def test_a_reading_decides() -> None:
    """LD-07 leaves open whether a gust puts out one lantern or all of the room."""
    text = GUST.read_text("utf-8").partition("expect:")[0]
    result = answer("goes_out(Bo)", text)
    assert (result.status, result.grounds[0].clause) == ("ambiguous", "LD-07")
    assert {(dict(a.readings)["LD-07"], a.status) for a in result.by_reading} == {
        ("room", "always"),
        ("drawer", "never"),
    }


def test_questions_of_the_command_line_come_instead(tmp_path: Path) -> None:
    file = written(tmp_path, WALK.replace("ROPE", "no") + "ask: falls(Ada)\n")
    page = drakdom("rule", file, "round 1: entered(Ada, C2)", *FOLDERS).out
    assert "round 1: Ada enters C2 [round 1: entered(Ada, C2)]\n  yes, by " in page
    assert "falls into the pit" not in page.partition("By these clauses")[0]


def test_moments_without_quotes() -> None:
    for written_as in ("ask: {round 2: falls(Ada)}", "ask:\n  - round 2: falls(Ada)", 'ask: "round 2: falls(Ada)"'):
        scenario = read_scenario_text(WALK.replace("ROPE", "no") + written_as + "\n", "case.yaml", [RULEBOOKS])
        assert [question.text for question in scenario.questions] == ["round 2: falls(Ada)"]


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("ask: rond 2: falls(Ada)", "mapping values are not allowed"),
        ("ask: 'rond 2: falls(Ada)'", "unknown moment `rond 2`, did you mean `round"),
        ("ask: 'turn 2: falls(Ada)'", "an entry of this rulebook is a round: write `round 2`"),
        ("ask: 'first wlak: falls(Ada)'", "unknown moment `first wlak`, did you mean `walk`"),
        ("ask: 'after fals(Ada): falls(Ada)'", "did you mean `falls`"),
        ("ask: 'round 2: falls(Adda)'", ":11:22: there is no figure `Adda`, did you mean `Ada`"),
        ("ask: []", "`ask` asks nothing"),
        ("ask: 'after: falls(Ada)'", "`after` names no event, write `after EVENT`"),
        ("ask: 'first: falls(Ada)'", "`first` names no phase, write `first PHASE`"),
        (
            "ask: 'round 1: finally(at(Ada), C2)'",
            "`finally` is about the end of play, so it does not go with `round 1:`",
        ),
        ("ask: {gap: _}", "`gap` is a kind of expectation, not a moment, write it under `expect`"),
        ("ask: {may not: Ada rest}", "`may_not` is a kind of expectation"),
        ("ask: {may: Ada rest}", "write it under `expect`, or ask `may(FIGURE, ACTION)`"),
        ("ask: ['falls(Ada']", "`)` is missing"),
        ("until: wlak", "unknown moment `wlak`, did you mean `walk`"),
        ("until: [walk]", "`until` must be a single value"),
        ("until: round 1x", "unknown moment `round 1x`"),
    ],
)
def test_what_is_misspelt_is_said_with_the_nearest_word(section: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        read_scenario_text(WALK.replace("ROPE", "no") + section + "\n", "case.yaml", [RULEBOOKS])
    assert words in str(error.value)


def test_the_former_json_has_no_answers(tmp_path: Path) -> None:
    file = written(tmp_path, WALK.replace("ROPE", "no") + "ask: falls(Ada)\n")
    new, old = (json.loads(drakdom("rule", file, *FOLDERS, "--json", *more).out) for more in ((), ("--form", "1")))
    assert new["answers"][0]["grounds"][0]["clause"] == "LD-05"
    assert old["schema"] == FORMER
    assert old.keys() == new.keys() - {"answers", "program", "law"}
    assert new["program"] == f"drakdom {court.__version__}"
    assert re.fullmatch(r"lantern@[0-9a-f]{12}", new["law"])


@pytest.mark.parametrize("text", ["[]", '{"LD-05": -1}', '{"LD-05": "often"}', "{", "[" * 100_000])
def test_frequencies_with_a_fault(tmp_path: Path, text: str) -> None:
    copy = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", copy)
    (copy / "frequency.json").write_text(text, encoding="utf-8")
    scenario = read_scenario_text(WALK.replace("ROPE", "no") + "ask: falls(Ada)\n", "case.yaml", [copy])
    with pytest.raises(InputError, match="maps clause ids to numbers"):
        adjudicate(scenario)


def test_what_is_frequent_explains_little(tmp_path: Path) -> None:
    """Both LD-02 and LD-05 are needed to fall: the rarer one comes first."""
    for often, first in (("LD-05", "LD-02"), ("LD-02", "LD-05")):
        copy = tmp_path / often / "lantern"
        shutil.copytree(RULEBOOKS / "lantern", copy)
        (copy / "frequency.json").write_text(json.dumps({often: 1000}), encoding="utf-8")
        scenario = read_scenario_text(WALK.replace("ROPE", "no") + "ask: falls(Ada)\n", "case.yaml", [copy])
        order = [ground.clause for ground in adjudicate(scenario).answers[0].grounds]
        assert order.index(first) < order.index(often)


def test_explain_takes_a_moment_and_why_not_refuses_it(tmp_path: Path) -> None:
    file = written(tmp_path, WALK.replace("ROPE", "no"))
    explained = json.loads(drakdom("explain", file, "entered(Ada, _)", *FOLDERS, "--json").out)["branches"][0]
    assert len(explained["reasons"]) == 2
    in_round = json.loads(drakdom("explain", file, "round 2: entered(Ada, _)", *FOLDERS, "--json").out)["branches"][0]
    assert [place["entry"] for place in in_round["places"]] == [2]
    ended = drakdom("why-not", file, "round 1: falls(Ada)", *FOLDERS)
    assert (ended.code, ended.out) == (2, "")
    assert "cannot search for changes at one moment" in ended.err


#: Dur's speed is nowhere stated, so that play stops when he wants to go (DY-MOVE-001).
STOPPED = """\
title: The speed is on a card that nobody copied
rulebook: dystopia
board: {rooms: {A1: {}, B1: {}}}
figures: {Dur: {kind: dwarf, at: A1}}
play: [{Dur: go e}]
"""


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("dies(_)", "not before play stops in"),
        ("dies(Dur)", "not decided: the speed of Dur"),
        ("not dies(Dur)", "not decided: the speed of Dur"),
        ("turn 1: not dies(Dur)", "not decided: the speed of Dur"),
        ("finally(at(Dur), B1)", "not decided: the speed of Dur"),
    ],
)
def test_what_did_not_happen_before_play_stops(question: str, says: str, tmp_path: Path) -> None:
    answered = drakdom("rule", written(tmp_path, f"{STOPPED}ask: ['{question}']\n"))
    assert says in answered.out


#: The sun sets at a 2 on a die (DA-SUN-002); what comes up in the room is not stated, and play stops there.
SUNSET = """\
title: The sun on the second last dot
rulebook: drakborgen-atervackt
board: {rooms: {D4: {tile: room, exits: [n, e]}}}
figures: {Sigeir: {kind: hero, at: D4, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16}}
state: {sun: 2}
until: round 1
play: [{Sigeir: search}]
ask: [sunset]
"""


def test_odds_as_far_as_play_goes(tmp_path: Path) -> None:
    page = " ".join(drakdom("rule", written(tmp_path, SUNSET)).out.split())
    assert "1/6 (17 %), as far as play goes; it stops in Round 1, card phase" in page
    assert "without DA" not in page  # without another clause play goes on, and the odds are the same


def test_where_play_never_ends_nothing_is_said_of_the_time_after(tmp_path: Path) -> None:
    shutil.copytree(RULEBOOKS / "lantern", tmp_path / "lantern")
    table = tmp_path / "lantern" / "round.lp"
    table.write_text(table.read_text(encoding="utf-8").replace("follows(omen, close).", "follows(omen, danger)."))
    file = written(tmp_path, WALK.replace("ROPE", "yes") + "ask: [falls(Ada)]\n")
    page = drakdom("rule", file, "--rulebook", tmp_path).out
    assert "the rules do not decide it" in page
    assert "play never ends from here on" in page


def test_what_no_moment_before_the_answer_asks_for(tmp_path: Path) -> None:
    text = WALK.replace("ROPE", "no") + "rolls: {pit Ada: 1}\nask: ['round 1: entered(Ada, C2)']\n"
    page = drakdom("rule", written(tmp_path, text), *FOLDERS).out
    assert "stated, and not needed for the answer: the T6 of Ada at the pit" in page


def test_a_refused_action_settles_whether_it_is_permitted() -> None:
    text = WALK.replace("[{Ada: move e}, {Ada: move e}]", "[{Ada: move w}, {}]")  # back from C2, she may go west
    assert answer("may(Ada, move w)", text).status == "never"
    assert answer("round 2: may(Ada, move w)", text).status == "depends"
    assert answer("may(Ada, move e)", text).status == "always"
    assert answer("may(Ada, move _)", text).status == "always"


def test_what_was_permitted_before_it_is_refused() -> None:
    text = WALK.replace("[{Ada: move e}, {Ada: move e}]", "[{Ada: move e}, {Ada: move n}, {Ada: move e}]")
    assert answer("may(Ada, move e)", text).status == "always"


def test_a_scenario_from_text(tmp_path: Path) -> None:
    text = written(tmp_path, WALK.replace("ROPE", "no")).read_text("utf-8")
    from_file = adjudicate(load(tmp_path / "case.yaml", [RULEBOOKS]))
    assert adjudicate(loads(text, [RULEBOOKS])).branches == from_file.branches
    with pytest.raises(InputError, match="mine:5:16: unknown room kind `flor`"):
        loads(text.replace("room: floor", "room: flor", 1), [RULEBOOKS], name="mine")


def test_a_verdict_names_the_law_that_it_rests_on(tmp_path: Path) -> None:
    """Another place of the same text is the same law; another text is another law."""
    folder = tmp_path / "elsewhere"
    shutil.copytree(RULEBOOKS / "lantern", folder)
    text = WALK.replace("ROPE", "no")
    laws = [adjudicate(loads(text, [place])).law for place in (RULEBOOKS, folder)]
    assert laws[0] == laws[1]
    with (folder / "pit.lp").open("a", encoding="utf-8") as file:
        file.write("% another line\n")
    assert adjudicate(loads(text, [folder])).law not in (laws[0], "")
