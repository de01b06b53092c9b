"""Permissions of actions that no play takes: they are judged as if the action were stated."""

from pathlib import Path

import pytest

from drakdom import adjudicate, loads
from drakdom.answer import Answer
from drakdom.errors import LimitError
from drakdom.rulings.explanation import explain
from drakdom.scenario.asked import asking
from drakdom.tools.odds import odds_of
from drakdom.why.explain import clauses_in

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"

#: Ela may search the chest beside her (DY-TURN-004); no clause says if she may stand where it is, nor
#: if a neutral being can be attacked.
STOPS = """\
title: Actions that the file does not state
rulebook: dystopia
board: {rooms: {A1: {}, B1: {trap: visible}, A2: {thing: chest, inside: [nothing]}, B2: {}, A3: {}}}
figures:
  Ela: {kind: elf, at: A1, speed: 6, energy: 3, attack: 2, defence: 2, intelligence: 4, least_range: 1, most_range: 2}
  Sha: {kind: shamyr, at: B2, energy: 2, defence: 2, intelligence: 3}
play: [{Ela: [stop]}]
"""

#: A player may let the hero die at any time (DA-FAQ-011); two heroes against an orc may spare it, once the combat is on
#: (DA-COMB-010). The law asks about either only where it is announced.
FIGHT = """\
title: Two heroes fight an orc
rulebook: drakborgen-atervackt
board: {rooms: {D4: {tile: room, exits: [e]}, E4: {tile: room, exits: [w, n]}}}
figures:
  Sigeir:   {kind: hero, at: D4, hp: 4, special_attack: stone}
  Farouche: {kind: hero, at: D4, hp: 4, special_attack: none}
  Grim:     {kind: orc, at: E4}
begin: {phase: decide}
suppose: {monster_kp: {Grim: 3}}
play:
  - Sigeir: [move e, attack, stone, scissors]
    Farouche: [move e, attack, stone, scissors]
    monster_player: [scissors, bag]
draws: {room E4: harmless, monster Grim: fights}
"""


def answer_to(claim: str, text: str = STOPS) -> Answer:
    """Return the answer to one question about a scenario."""
    [answer] = adjudicate(asking(loads(text), [claim]), why="asked").answers
    return answer


@pytest.mark.parametrize("action", ["go n", "attack Sha"])
def test_an_action_that_leads_to_a_gap_is_open_whether_it_is_stated_or_not(action: str) -> None:
    """To go there is permitted, to attack is not among what is permitted: neither is certain."""
    unstated = answer_to(f"may(Ela, {action})")
    stated = answer_to(f"may(Ela, {action})", STOPS.replace("[stop]", f"[{action}]"))
    assert (unstated.status, unstated.stops) == ("gap", "there")
    assert unstated.undecided == stated.undecided != ()


def test_an_action_without_a_gap_is_permitted_or_refused() -> None:
    assert answer_to("may(Ela, search A2)").status == "always"
    assert answer_to("may(Ela, attack Ela)").status == "never"


ANNOUNCED = [
    ("spare Grim", "DA-COMB-010"),
    ("end_life", "DA-FAQ-011"),
    pytest.param("spare _", "DA-COMB-010", marks=pytest.mark.medium),
    pytest.param("assail _", None, marks=pytest.mark.medium),
]


@pytest.mark.parametrize(("action", "clause"), ANNOUNCED)
def test_what_is_asked_only_where_it_is_announced(action: str, clause: str | None) -> None:
    """Heroes attack each other with an optional rule only (DA-PVP-002): announced or not, it is refused without it."""
    answer = answer_to(f"may(Sigeir, {action})", FIGHT)
    assert answer.status == ("always" if clause else "never")
    assert clause is None or clause in [ground.clause for ground in answer.grounds]


def test_an_expectation_says_the_same_as_a_question() -> None:
    expecting = loads(FIGHT + "expect: [always: 'may(Sigeir, spare Grim)', never: 'may(Grim, end_life)']\n")
    assert all(claim.passed for claim in adjudicate(expecting, why="claims").claims)


def test_odds_and_explanations_say_the_same() -> None:
    scenario, claim = loads(FIGHT), "may(Sigeir, end_life)"
    [odds] = odds_of(scenario, [claim])
    assert {reading.odds.low for reading in odds.by_reading} == {1}
    [explanation] = explain(scenario, claim)
    assert explanation.certain
    assert "DA-FAQ-011" in clauses_in(explanation.reasons)


@pytest.mark.parametrize("road", ["castle_a bridge_1", "bridge_1 castle_a"])
def test_a_permission_does_not_depend_on_the_order_of_words(road: str) -> None:
    """A trap marker goes in the middle of a road (KA-TRAPM-003), whichever of its ends is named first."""
    text = (SCENARIOS / "kalahen/trap-markers/a-marker-does-not-go-back.yaml").read_text("utf-8")
    assert answer_to(f"may(Ann, trap_road {road})", text.partition("expect:")[0]).status == "always"


def test_what_is_permitted_earlier_is_asked_of_the_moment_of_the_claim_too() -> None:
    """A companion may be given up before a combat as well as before the move (TA-ALLY-004)."""
    text = (SCENARIOS / "talisman/objects/a-companion-put-down-before-the-attack.yaml").read_text("utf-8")
    unstated = text.partition("expect:")[0].replace("drop maid, ", "")
    assert answer_to("meet: may(Ann, drop maid)", unstated).status == "always"


#: With the optional rule a hero may attack another (DA-PVP-001); Sigeir announces it in the first round, too far away.
ATTACKS = """\
title: Two heroes two rooms apart
rulebook: drakborgen-atervackt
variants: [strid-mellan-spelare]
readings: {DA-PVP-001: card_phase}
board: {rooms: {D4: {tile: room, exits: [e]}, E4: {tile: room, exits: [e, w]}, F4: {tile: room, exits: [w]}}}
figures:
  Sigeir:   {kind: hero, at: D4, hp: 2, special_attack: none, agility: 6, strength: 6, psyche: 4, armour: 8}
  Farouche: {kind: hero, at: F4, hp: 2, special_attack: none, agility: 6, strength: 6, psyche: 4, armour: 8}
play: [{Sigeir: [move e, assail Farouche], Farouche: stay}, {Sigeir: move e, Farouche: stay}]
draws: {room E4: empty, room F4: [empty, empty], idle room F4 Farouche: [empty, empty]}
rolls: {idle Farouche: [4, 4]}
until: round 2
"""


def test_an_action_stated_in_another_entry_is_tried_in_that_of_the_question() -> None:
    assert answer_to("round 1: may(Sigeir, assail Farouche)", ATTACKS).status == "never"
    assert answer_to("round 2: may(Sigeir, assail Farouche)", ATTACKS).status == "always"


#: Law asks about an exchange only where it is stated (DY-EQUIP-009).
GOLD = """\
title: Gold for a spell
rulebook: dystopia
board: {rooms: {A1: {}, B1: {}}}
figures: {Kri: {kind: warrior, at: A1, speed: 5, gold: 6}, Ela: {kind: elf, at: B1, speed: 4, spells: [frost]}}
state: {order: {Kri: 1, Ela: 2}}
play: [{Kri: stop}]
"""


def test_a_pattern_that_cannot_be_tried_is_refused() -> None:
    """A spell is no figure, so `_` in its place cannot be tried."""
    assert answer_to("may(Kri, exchange gold 4 _ frost)", GOLD).status == "always"
    with pytest.raises(LimitError, match="name the action"):
        answer_to("may(Kri, exchange gold 4 Ela _)", GOLD)


#: Two turns of Kri's: she states an exchange in the first one, or stops.
TURNS = GOLD.replace("spells: [frost]", "gold: 5").replace(
    "play: [{Kri: stop}]",
    "readings: {DY-EQUIP-010: now_and_next}\nplay: [{Kri: KRI}, {Ela: stop}, {wizar_player: stop}, {Kri: stop}]",
)
GIVES = "may(Kri, exchange(gold(_), Ela, nothing))"


@pytest.mark.parametrize(
    ("stated", "questions"),
    [
        ("exchange gold 6 Ela gold 1", [f"turn 4: {GIVES}"]),  # in another turn
        ("stop", ["turn 4: may(Kri, exchange(gold(1), Ela, nothing))", f"turn 1: {GIVES}"]),  # for another question
        ("stop", [f"turn 1: {GIVES}", "turn 4: may(Kri, exchange(gold(1), Ela, nothing))"]),
    ],
)
def test_a_pattern_is_not_answered_by_what_is_permitted_elsewhere(stated: str, questions: list[str]) -> None:
    scenario = asking(loads(TURNS.replace("KRI", stated)), questions)
    with pytest.raises(LimitError, match="name the action"):
        adjudicate(scenario, why="asked")


def test_the_clause_that_permits_an_action_decides_the_pattern_too() -> None:
    """Whoever may go east may go somewhere (DY-MOVE-001), and without that clause nowhere."""
    named, anywhere = (answer_to(f"may(Kri, go {direction})", GOLD) for direction in ("e", "_"))
    for answer in (named, anywhere):
        assert answer.status == "always"
        assert answer.without is not None
        assert (answer.without.clause, answer.without.status) == ("DY-MOVE-001", "never")
