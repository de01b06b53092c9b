"""Answers where play stops after, at or before what is asked, and clauses that nearly prevented what happens."""

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom import adjudicate, load, loads
from drakdom.answer import Odds
from drakdom.interview.session import Session, standing
from drakdom.report.page import Look
from drakdom.report.ruling import ruling_text
from drakdom.scenario.asked import asking
from drakdom.tools.compare import Law, compare
from drakdom.tools.odds import odds_of
from drakdom.tools.why_not import why_not
from drakdom.verdict import Verdict

#: The elf may open the door before its attack, and not after it (DY-TURN-008).
DOOR = """\
title: Moved, attacked, and now the door
rulebook: dystopia
board: {places: {A1: {}, B1: {}, C1: {doors: {n: closed}}, D1: {}, C2: {room: crypt}}}
figures:
  Eli: {kind: elf, at: A1, attack: 3, energy: 6, speed: 6, least_range: 1, most_range: 1}
  Nor: {kind: norcon, at: D1, defence: 2, energy: 2}
state: {order: {Eli: 1}}
play: [{Eli: [go e, go e, attack Nor, open n]}]
rolls: {red Eli: 5, white Nor: 9}
"""

#: The raft of the first turn is gone when the second begins (TA-RAFT-009).
RAFT = """\
title: One crossing on one raft
rulebook: talisman
board:
  places:
    o1: {region: outer, clockwise: o2, across: m1}
    o2: {region: outer, clockwise: o1, draw: 1}
    m1: {region: middle, clockwise: m2}
    m2: {region: middle, clockwise: m1}
figures:
  Ann: {kind: character, at: o1, raft_from: o1, strength: 3, craft: 3}
state: {turn_of: Ann}
play: [{Ann: go clockwise}, {Ann: cross}]
rolls: {move Ann: 2}
"""

#: The room that is searched in round 1 is marked (DQ-SEARCH-002).
TWICE = """\
title: Searched twice
rulebook: dungeonquest-neuauflage
board:
  places:
    D4: {tile: room, exits: [e], torch: yes}
    E4: {tile: room, exits: [w]}
figures:
  Ann: {kind: hero, at: D4, agility: 6, life: 10}
state: {start_player: Ann}
play: [{Ann: search}, {Ann: search}]
draws: {search Ann: harmless}
"""

#: If the wizard attacks, play breaks off at dice whose faces nobody states.
OPEN = """\
title: Nothing is stated
rulebook: dystopia
board: {places: {A1: {}, B1: {}}}
figures:
  Wiz: {kind: wizard, at: A1, energy: 6, speed: 5, least_range: 1, most_range: 1, player: [Eli]}
  Eli: {kind: elf, at: B1, energy: 6, speed: 6}
state: {order: {Wiz: 1, Eli: 2}}
play: [{Eli: allow}]
until: turn 1
"""

#: Whether a failed test for a web ends the turn is not said (DQ-WEB-005): Ann does not come back to D4 either way.
WEB = """\
title: The turn begins in a web
rulebook: dungeonquest-neuauflage
board:
  rooms:
    D4: {tile: room, exits: [e]}
    E4: {tile: web, exits: [e, w]}
    F4: {tile: room, exits: [w]}
figures:
  Ann: {kind: hero, at: E4, came_by: w, strength: 6, life: 10}
state: {start_player: Ann}
play: [{Ann: move w}]
rolls: {strength Ann: 9}
until: round 1
"""

SCENARIOS = Path(__file__).parents[2] / "scenarios"

#: A room with a torch is searched only without a monster marker (DQ-SEARCH-002). If Ann moves instead, the card of E4
#: is not stated.
MARKED = """\
title: A torch room with a monster marker
rulebook: dungeonquest-neuauflage
board:
  rooms:
    D4: {tile: room, exits: [e], torch: yes, monster: yes}
    E4: {tile: room, exits: [w]}
figures:
  Ann: {kind: hero, at: D4, life: 10}
state: {start_player: Ann, left_neighbour: {Ann: Ann}}
play: [{Ann: search}]
ask: ['searches(Ann, D4)']
"""

#: Ann comes into E4 twice in one turn, which ends it (DQ-CORR-004). Then Bo draws a card that is not stated.
AGAIN = """\
title: The same corridor twice
rulebook: dungeonquest-neuauflage
board:
  rooms:
    D4: {tile: room, exits: [e]}
    E4: {tile: corridor, exits: [w, e]}
    F4: {tile: corridor, exits: [w, e]}
    G4: {tile: room, exits: [w]}
figures:
  Ann: {kind: hero, at: D4, life: 9}
  Bo: {kind: hero, at: G4, life: 10}
state: {start_player: Ann, left_neighbour: {Ann: Bo, Bo: Ann}}
play: [{Ann: [move e, move e, move w, move w]}]
draws: {dungeon Ann: harmless}
ask: ['entered(Ann, D4)']
"""

#: Bo stands in the only other way out of the corridor (DQ-CORR-003).
BLOCKED = """\
title: Back out of a corridor
rulebook: dungeonquest-neuauflage
board:
  rooms:
    D4: {tile: room, exits: [e]}
    E4: {tile: corridor, exits: [w, e]}
    F4: {tile: room, exits: [w]}
figures:
  Ann: {kind: hero, at: D4, life: 9}
  Bo: {kind: hero, at: F4, life: 10}
state: {start_player: Ann, left_neighbour: {Ann: Bo, Bo: Ann}}
play: [{Ann: [move e, move w]}]
draws: {dungeon Ann: harmless}
ask: ['entered(Ann, D4)']
"""

#: It takes 5 LP to search (KA-LP-001).
CHEST = """\
title: A chest, after a won combat
rulebook: kalahen
board:
  places:
    village_1: {roads: {place_1: mountain}}
figures:
  Ann: {kind: fighter, castle: castle_a, at: village_1, lp: LIFE, cards: {shield: 1}}
state: {turn: Ann, danger: {mountain: green}}
suppose: {chart: {place_1: {2: combat(one)}}}
play: [{Ann: [move place_1, keep one digit(3), keep two digit(3) digit(2), stand, search]}]
rolls:
  event Ann: 2
  strength Ann: 5
  special Ann 1: digit(3)
  special Ann 2: [dots(1), dots(3)]
  special Ann 3: [digit(1), digit(2), dots(1)]
ask: ['searches(Ann, place_1)']
"""


def page_of(text: str, *claims: str) -> tuple[Verdict, str]:
    """Return the verdict on a scenario, with other questions if there are any, and its page."""
    scenario = asking(loads(text), claims)
    verdict = adjudicate(scenario, why="asked")
    return verdict, ruling_text(verdict, scenario.rulebook, Look(width=100))


def test_a_refused_act_settles_the_question() -> None:
    [answer] = adjudicate(loads(MARKED)).answers
    assert (answer.status, answer.stops, answer.undecided) == ("never", "nowhere", ())
    assert answer.grounds[0].clause == "DQ-SEARCH-002"


def test_an_event_that_others_can_cause_too_is_not_settled_where_one_figure_is_refused() -> None:
    """In G7 Bo may search; nothing is stated for him. Alone Ann is the only one who could."""
    text = MARKED.replace("searches(Ann, D4)", "marked(D4)")
    [alone] = adjudicate(loads(text)).answers
    assert (alone.status, alone.stops) == ("never", "nowhere")
    text = text.replace("  Ann: {kind", "  Bo: {kind: hero, at: G7}\n  Ann: {kind").replace("marked(D4)", "marked(G7)")
    text = text.replace("left_neighbour: {Ann: Ann}", "left_neighbour: {Ann: Bo, Bo: Ann}").replace(
        "Ann: search", "Ann: [search, move e]"
    )
    text = (
        text.replace("    E4", "    G7: {tile: room, exits: [e], torch: yes}\n    E4")
        + "draws: {dungeon Ann: harmless, search Bo: harmless}\n"
    )
    [answer] = adjudicate(loads(text)).answers
    assert answer.by_reading[0].odds.high == 1


def test_an_act_that_is_refused_once_and_granted_later_is_done() -> None:
    """In E4, where no torch is, Ann may not search; in D4 she may."""
    text = MARKED.replace(", monster: yes", "").replace("at: D4", "at: E4").replace("{Ann: search}", "ENTRIES")
    text = text.replace("ENTRIES", "{Ann: [search, move w]}, {Ann: search}") + "draws: {dungeon Ann: harmless}\n"
    verdict, _ = page_of(text)
    assert "illegal" in [finding.kind for finding in verdict.branches[0].findings]
    assert (verdict.answers[0].status, verdict.answers[0].stops) == ("always", "beside")  # its card is not stated


def test_what_others_do_later_leaves_an_answer_alone() -> None:
    verdict, page = page_of(AGAIN)
    assert (verdict.answers[0].stops, verdict.answers[0].grounds[0].clause) == ("later", "DQ-CORR-004")
    assert "\n  no, by DQ-CORR-004" in page
    assert "  what others do later is not decided: the scenario does not state the Dungeon card that Bo draws" in page


def test_what_the_figure_itself_does_next_does_not() -> None:
    """The card that Ann would draw in E4 could be anything."""
    verdict, page = page_of(MARKED.replace("search}]", "move e}]"), "dies(Ann)")
    assert verdict.answers[0].stops == "there"
    assert "\n  not decided: the scenario does not state the Dungeon card that Ann draws" in page


@pytest.mark.parametrize("claim", ["may(Ela, attack Sha)", "attacks(Ela, Sha)"])
def test_an_act_that_leads_to_a_gap_is_neither_permitted_nor_forbidden(claim: str) -> None:
    """No clause of Dystopia says if a neutral being can be attacked."""
    scenario = load(SCENARIOS / "dystopia" / "attack" / "a-neutral-being-as-a-target.yaml")
    [answer] = adjudicate(asking(scenario, [claim]), why="asked").answers
    assert (answer.status, answer.stops) == ("gap", "there")
    assert "neutral being" in answer.undecided[0]


@pytest.mark.parametrize(
    ("text", "clause", "near", "far"),
    [
        (BLOCKED, "DQ-CORR-003", "at: F4", "at: D4"),
        (CHEST.replace("LIFE", "5"), "KA-LP-001", "lp: 5", "lp: 8"),
    ],
)
def test_a_clause_that_nearly_forbids_is_cited(text: str, clause: str, near: str, far: str) -> None:
    """Where the case is not close, it is not cited."""
    verdict, page = page_of(text)
    [answer] = verdict.answers
    assert answer.status == "always"
    assert answer.grounds[0].role == "decides"
    assert (answer.grounds[1].clause, answer.grounds[1].role) == (clause, "spares")
    assert f"{clause} (which does not prevent it)" in page
    farther, _ = page_of(text.replace(near, far))
    assert clause not in [ground.clause for ground in farther.answers[0].grounds if ground.role == "spares"]


def test_a_permission_is_asked_of_the_moment_in_which_the_act_comes_up() -> None:
    verdict, page = page_of(DOOR, "may(Eli, open n)")
    (asked,) = verdict.answers
    assert (asked.status, asked.grounds[0].clause) == ("never", "DY-TURN-008")
    assert "[may(Eli, open n)]" in page
    unstated, _ = page_of(DOOR.replace(", open n]", "]"), "may(Eli, open n)")
    assert unstated.answers[0].status == "always"  # not stated: permitted at some moment


def test_odds_as_far_as_play_goes_keep_what_a_choice_leaves_open() -> None:
    verdict, page = page_of(OPEN, "moves(Wiz, B1)")
    odds = verdict.answers[0].by_reading[0].odds
    assert odds.low == 0
    assert odds.sure == 1
    assert "0 to 1, as far as play goes" in page


def test_readings_that_come_to_the_same_are_told_as_one() -> None:
    _, page = page_of(WEB, "entered(Ann, D4)")
    assert "no, as far as play goes, however DQ-WEB-005 is read" in " ".join(page.split())
    assert "it turns on" not in page
    rows = [line.strip().partition(" (")[0] for line in page.splitlines() if ": DQ-WEB-005=" in line]
    assert rows == ["no: DQ-WEB-005=ends", "not before play stops: DQ-WEB-005=another_action"]


#: How many LP a defeat on a road costs is not stated, if it costs any (KA-TRAPM-010).
WANDERER = """\
title: Beaten by a wandering monster
rulebook: kalahen
variants: [trap-markers]
readings: {KA-TRAPM-008: not_anew}
board: {places: {castle_a: {roads: {village_1: forest}, monsters: [village_1]}}}
figures:
  Anna: {kind: fighter, castle: castle_a, at: castle_a, lp: 12}
state: {turn: Anna, danger: {forest: green}}
play: [{Anna: [move village_1, stand]}]
rolls: {wandering Anna: plain(9), special Anna 1: dots(1), special Anna 2: dots(1), special Anna 3: digit(1)}
"""


def test_a_reading_that_leaves_it_open_is_not_told_as_one_that_does_not() -> None:
    _, page = page_of(WANDERER, "loses_lp(Anna, _, _)")
    rows = [line.strip().partition(" (")[0] for line in page.splitlines() if ": KA-TRAPM-010=" in line]
    assert rows == ["no: KA-TRAPM-010=retreat_only", "not decided: KA-TRAPM-010=lp_too"]
    assert " ".join(page.split()).count("not decided: the event chart has no column for roads") == 1


def test_a_permission_rests_on_no_clause_that_refuses_the_same_action_later() -> None:
    """Dur may go to B1, and not end on C1, where Eli stands (DY-MOVE-010)."""
    text = """\
title: The last step is on another figure's square
rulebook: dystopia
board: {places: {A1: {}, B1: {}, C1: {}, D1: {}}}
figures:
  Dur: {kind: dwarf, at: A1, energy: 5, speed: 2}
  Eli: {kind: elf, at: C1, energy: 5, speed: 5}
state: {order: {Dur: 1, Eli: 2}}
play: [{Dur: [go e, go e], Eli: allow}]
"""
    verdict, _ = page_of(text, "turn 1: may(Dur, go e)", "moves(Dur, C1)")
    may, moves = verdict.answers
    assert (may.status, moves.status) == ("always", "never")
    assert moves.grounds[0].clause == "DY-MOVE-010"
    assert "DY-MOVE-010" not in [ground.clause for ground in may.grounds]


@pytest.mark.parametrize(
    ("text", "claim", "clause"),
    [(RAFT, "turn 2: may(Ann, cross)", "TA-RAFT-001"), (TWICE, "round 2: may(Ann, search)", "DQ-SEARCH-002")],
)
def test_a_question_about_an_entry_is_settled_where_the_act_of_that_entry_is_refused(
    text: str, claim: str, clause: str
) -> None:
    """What Ann would do instead leads to a card that nobody states."""
    verdict, page = page_of(text, claim)
    (asked,) = verdict.answers
    assert (asked.status, asked.stops, asked.grounds[0].clause) == ("never", "nowhere", clause)
    moment = claim.partition(":")[0]
    assert any(line.startswith(f"{moment}: permitted:") and f"[{claim}]" in line for line in page.splitlines())
    first, _ = page_of(text, claim.replace("2", "1"))
    assert first.answers[0].status == "always"


#: Whether a well may be searched only the list of tiles says: where Ann does not search, nothing asks for it.
LIST = """\
title: Searching at a well
rulebook: drakborgen-atervackt
board: {rooms: {E4: {tile: well, exits: [w]}}}
figures:
  Ann: {kind: hero, at: E4, came_by: w, strength: 6, agility: 6, psyche: 6, armour: 6, hp: 12}
play: [{Ann: stay}, {Ann: search}]
rolls: {idle Ann: 2}
"""


def test_a_gap_about_an_act_leaves_its_permission_open_whatever_was_permitted_before() -> None:
    verdict, page = page_of(LIST, "may(Ann, search)", "round 2: may(Ann, search)")
    assert [answer.stops for answer in verdict.answers] == ["there", "there"]
    assert " ".join(page.split()).count("not decided: whether the bottomless well may be searched") == 2


def test_a_permission_that_holds_alone_is_not_left_open_by_a_gap_about_an_alternative() -> None:
    claims = ["may(Ann, search) or may(Ann, stay)", "may(Ann, search) and may(Ann, stay)"]
    verdict, _ = page_of(LIST, *claims)
    assert [(answer.status, answer.stops) for answer in verdict.answers] == [("always", "beside"), ("gap", "there")]


#: Ann may not search D4; E4, where she may, lies beside it.
TORCH_BESIDE = MARKED.replace("[w]}", "[w], torch: yes}") + "draws: {dungeon Ann: harmless, search Ann: harmless}\n"


def test_an_act_that_a_standing_order_repeats_is_not_settled_where_it_is_refused() -> None:
    """In E4 the order to search is carried out in the second round."""
    text = TORCH_BESIDE.replace("search}]", "search}, {}]").replace("Ann, D4", "Ann, E4")
    verdict, _ = page_of(text + "standing: {Ann: [search, move e]}\n")
    assert verdict.answers[0].status == "always"


def test_an_act_that_is_refused_before_the_last_entry_can_come_later() -> None:
    text = TORCH_BESIDE.replace("search}]", "[search, move e]}, {}]").replace("Ann, D4", "Ann, E4")
    verdict, _ = page_of(text, "searches(Ann, E4)", "round 1: searches(Ann, E4)")
    later, first = verdict.answers
    assert later.status == "gap"  # another choice of Ann's meets a gap
    assert later.by_reading[0].odds.high == 1
    assert first.status == "never"


@pytest.mark.parametrize(
    ("text", "claim"), [(DOOR, "may(Eli, open n)"), (TWICE, "round 2: may(Ann, search)")], ids=["door", "twice"]
)
def test_odds_answer_as_rule_does(text: str, claim: str) -> None:
    """The action is refused in the moment in which it is stated, and permitted before."""
    scenario = loads(text)
    (answer,) = adjudicate(asking(scenario, [claim]), why="asked").answers
    (odds,) = odds_of(scenario, [claim])
    assert (
        [reading.odds for reading in odds.by_reading] == [answer.by_reading[0].odds] == [Odds(Fraction(0), Fraction(0))]
    )


def test_why_not_answers_as_rule_does_and_finds_what_helps() -> None:
    """With a last step left for it, or nothing done before, the door may be opened."""
    result = why_not(loads(DOOR), DOOR, "may(Eli, open n)", 10)
    assert not result.happens
    assert result.remedies
    for remedy in result.remedies:
        (answer,) = adjudicate(asking(loads(remedy.text), ["may(Eli, open n)"]), why="asked").answers
        assert answer.by_reading[0].odds.high == 1


@pytest.mark.parametrize(("moment", "is_said"), [("round 0", True), ("round 2", False), ("round 3", True)])
def test_an_answer_about_a_round_that_is_not_played_says_so(moment: str, is_said: bool) -> None:
    _, page = page_of(TWICE, f"{moment}: entered(Ann, E4)")
    assert (f"play does not come to where this is asked ({moment})" in page) == is_said


def test_compare_answers_as_rule_does() -> None:
    laws = [
        Law(name, asking(loads(text), ["may(Eli, open n)"]))
        for name, text in (("refused", DOOR), ("granted", DOOR.replace("attack Nor, ", "")))
    ]
    (claim,) = [difference for difference in compare(laws).differences if difference.kind == "claim"]
    assert [ruled.happens for ruled in claim.ruled] == [False, True]


def test_an_interview_answers_as_rule_does() -> None:
    text = f'{DOOR}ask: ["may(Eli, open n)"]\n'
    assert standing(Session(text)).now == (Odds(Fraction(0), Fraction(0)),)


def test_a_choice_on_which_only_the_end_of_play_depends_is_not_the_likeliest() -> None:
    """Bo's first move, after it is settled who starts, leads to a road of unknown terrain."""
    text = """\
title: Anna threw 7, what did Bo throw
rulebook: kalahen
figures:
  Anna: {kind: fighter, castle: castle_a, unplaced: yes, left: Bo}
  Bo: {kind: fighter, castle: castle_b, unplaced: yes, left: Anna}
begin: {phase: setup}
rolls: {start Anna: 7}
"""
    _, page = page_of(text, "starts(Anna)")
    assert "what Bo chooses" not in page
    assert "likeliest if" not in page
