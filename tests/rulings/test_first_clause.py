"""The clauses that an answer names first: those that led to the event or held it back, not those that are rare."""

from pathlib import Path

from drakdom import adjudicate, load, loads
from drakdom.formula import And, Atom
from drakdom.rulings.claims import reasons_of
from drakdom.scenario.asked import asking
from drakdom.terms import Term
from drakdom.value.solve import solve
from drakdom.why.reasons import Reasons
from tests.core.tiny import Tiny, tiny_case, tiny_law

SCENARIOS = Path(__file__).parents[2] / "scenarios"
#: Two events, each with a clause behind its own.
EVENTS = (
    'rope(T) :- clause("X-1"), is(phase, go, T).\nlamp(T) :- clause("X-2"), is(phase, go, T).\n'
    'event(climbs, T) :- clause("X-3"), rope(T).\nevent(sees, T) :- clause("X-4"), lamp(T).\n'
    "entry_ends(T) :- is(phase, go, T).\n"
)

#: A corridor behind a portcullis, with Bo in the room at its other end.
CORRIDOR = """\
title: Back out of a corridor
rulebook: dungeonquest-neuauflage
board:
  places:
    D4: {tile: trap_room, exits: [e, n]}
    E4: {tile: corridor, exits: [e, w], obstacles: {w: portcullis}}
    F4: {tile: room, exits: [w]}
figures:
  Ann: {kind: hero, at: D4, strength: 6, life: 10}
  Bo: {kind: hero, at: F4, life: 10}
state: {start_player: Ann, left_neighbour: {Ann: Bo, Bo: Ann}}
play: [{Ann: [move e, move w]}]
rolls: {strength Ann: [4, 12]}
draws: {trap Ann: harmless}
until: round 1
"""


def first(text: str, claim: str) -> list[str]:
    """Return the clauses of an answer, the first ones first."""
    (answer,) = adjudicate(asking(loads(text), [claim]), why="asked").answers
    return [ground.clause for ground in answer.grounds]


def test_what_applied_long_before_an_event_comes_later() -> None:
    """The portcullis was passed on the way in; the dispute is about the way back."""
    clauses = first(CORRIDOR, "entered(Ann, D4)")
    assert {*clauses[:2]} == {"DQ-CORR-002", "DQ-CORR-003"}


#: Who has 4 LP or fewer loses without a throw (KA-DUEL-002), and may not attack (KA-LP-002).
ATTACKED = """\
title: A fighter with 4 LP is attacked
rulebook: kalahen
board: {places: {castle_b: {roads: {village_1: plain}}}}
figures:
  Ann: {kind: fighter, castle: castle_a, at: village_1, lp: 4}
  Bo: {kind: fighter, castle: castle_b, at: castle_b}
state: {turn: Bo, danger: {mountain: green, plain: green, forest: green, swamp: green}}
suppose: {booty: {ring: 1, nothing: 1}, loser_lp: 1}
play: [{Bo: [move village_1, buy_no_more, attack Ann, take_nothing]}]
"""

#: Lindel leaves the chamber, Bo stays. What Bo does then is open, and play stops at his card.
CHAMBER = """\
title: One of two leaves the treasure chamber
rulebook: dungeonquest-neuauflage
board:
  rooms:
    D4: {tile: treasure_chamber, exits: [w, e]}
    E4: {tile: room, exits: [w]}
figures:
  Lindel: {kind: hero, at: D4, life: 12}
  Bo: {kind: hero, at: D4, life: 12}
state: {start_player: Lindel, dragon_cards_aside: 2}
play: [{Lindel: move e}]
draws: {dungeon Lindel: harmless}
until: round 1
"""

#: The tile behind the corridor has a door (DQ-CORR-002); the card of that room is not stated.
DOOR_BEYOND = """\
title: A door of the room behind the corridor
rulebook: dungeonquest-neuauflage
board:
  places:
    D4: {tile: room, exits: [e]}
    E4: {tile: corridor, exits: [w, e]}
    F4: {tile: room, exits: [w], obstacles: {w: door}}
figures: {Ann: {kind: hero, at: D4}}
play: [{Ann: [move e, move e]}]
"""

#: Weapons add nothing when somebody gambles (KA-GAMB-008, against KA-SPEC-007). Without that play breaks off.
GAMBLE = """\
title: Gambling with sword and shield
rulebook: kalahen
variants: [high-risk-gambling]
board: {places: {place_5: {roads: {gate_5: plain}}}}
figures:
  Anna: {kind: fighter, castle: castle_a, at: place_5, lp: 12, red: 1, cards: {shield: 1, sword: 1}}
state: {turn: Anna, danger: {plain: green}}
play: [{Anna: [move gate_5, stake ring red, stand, pick blue, pick blue]}]
rolls: {target Anna: 3, special Anna 1: dots(2), special Anna 2: dots(3), special Anna 3: digit(1)}
"""

#: The Desert takes a life from whoever has no water bottle (TA-FACE-010). Ann finds one there.
BOTTLE = """\
title: A water bottle lies in the Desert
rulebook: talisman
board:
  places:
    o1: {region: outer, clockwise: o2}
    o2: {region: outer, clockwise: o3, sort: desert, cards: ["find(water_bottle)"]}
    o3: {region: outer, clockwise: o1}
figures:
  Ann: {kind: character, at: o1, strength: 5, craft: 3, has: [axe, shield, helmet, sword]}
state: {turn_of: Ann}
play: [{Ann: [go clockwise, drop axe, take water_bottle, go on]}]
rolls: {move Ann: 1}
"""

#: The curse card goes back and the deck is shuffled (DY-CURSE-003), so the second hero can draw the same.
CHESTS = """\
title: Two cursed chests
rulebook: dystopia
board:
  places: {A1: {}, A2: {thing: chest, inside: [curse]}, C1: {}, C2: {thing: chest, inside: [curse]}}
figures:
  Elf: {kind: elf, at: A1, energy: 5, speed: 6}
  Dwarf: {kind: dwarf, at: C1, energy: 5, speed: 3}
state: {order: {Elf: 1, Dwarf: 2}}
suppose: {decks: {curses: {misses_turn: 1, loses_energy(1): 3}}}
play: [{Elf: search A2}, {Dwarf: search C2}]
"""


def test_of_odds_a_clause_without_which_they_are_not_decided_tells_more_than_one_without_which_there_are_none() -> None:
    """That treasure is searched for in chests (DY-TREAS-002) says nothing of how likely the cards are."""
    clauses = first(CHESTS, "cursed(Elf, misses_turn) and cursed(Dwarf, misses_turn)")
    assert "DY-CURSE-003" in clauses[:3]


def test_where_play_stops_what_bars_an_event_comes_first_if_play_would_stop_for_want_of_the_event_itself() -> None:
    """With and without the corridor nothing is decided: first a Dungeon card lacks, then a Door card."""
    assert first(DOOR_BEYOND, "drawn(Ann, door, _)")[0] == "DQ-CORR-002"


def test_an_exception_that_won_is_among_the_first_though_play_breaks_off_without_it() -> None:
    assert "KA-GAMB-008" in first(GAMBLE, "wins_stake(Anna, ring, 2)")[:2]


def test_the_only_clause_that_could_lead_to_an_event_and_applies_comes_next_after_what_prevents_it() -> None:
    assert first(BOTTLE, "loses_lives(Ann, 1)")[:2] == ["TA-FACE-001", "TA-FACE-010"]


def test_a_ban_that_barred_something_far_from_the_event_does_not_tell_why_it_does_not_happen() -> None:
    clauses = first(ATTACKED, "scores(Ann, _)")
    assert clauses[0] == "KA-DUEL-002"
    assert "KA-LP-002" in clauses


def test_where_play_stops_the_clause_on_which_an_event_would_rest_comes_first() -> None:
    assert first(CHAMBER, "reshuffled")[0] == "DQ-TREAS-006"


def test_both_events_of_a_claim_have_their_nearest_clauses_first(tmp_path: Path) -> None:
    case = tiny_case(Tiny("events", EVENTS), tiny_law(EVENTS, tmp_path))
    (branch,) = solve(case)
    claim = And((Atom(Term("climbs")), Atom(Term("sees"))))
    assert reasons_of(claim, Reasons(branch)) == ("X-3", "X-4", "X-1", "X-2")


def test_what_permits_a_choice_that_odds_turn_on_decides_though_the_nearest_way_has_not_come_to_it() -> None:
    """The third throw (KA-SPEC-005) comes after two that have not beaten the monster."""
    scenario = load(SCENARIOS / "kalahen/dice/the-best-policy.yaml")
    (answer,) = adjudicate(asking(scenario, ["beats(Ann, monster)"]), why="asked").answers
    assert "KA-SPEC-005" in [ground.clause for ground in answer.grounds if ground.role == "decides"]


#: Two heroes want to pick the same lock (DA-MULTI-060 lets one).
PICKERS = """\
title: Two want to pick one lock
rulebook: drakborgen-atervackt
board:
  rooms:
    D4: {tile: room, exits: [e, w], obstacles: {e: door}, locked: [e]}
    E4: {tile: room, exits: [w]}
figures:
  Sigeir:   {kind: hero, at: D4, strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16}
  Farouche: {kind: hero, at: D4, strength: 4, agility: 9, psyche: 6, armour: 3, hp: 12}
play: [{Sigeir: [move e, pick], Farouche: [move e, pick]}]
"""


def test_a_gap_about_what_is_asked_leaves_it_undecided_and_its_clause_comes_first() -> None:
    (answer,) = adjudicate(asking(loads(PICKERS), ["opens_lock(Farouche, D4, e)"]), why="asked").answers
    assert (answer.status, answer.stops) == ("gap", "there")
    assert answer.grounds[0].clause == "DA-MULTI-060"


def test_what_is_tried_for_a_permission_is_refused_by_its_clause() -> None:
    file = SCENARIOS / "drakborgen-atervackt" / "between-heroes" / "nobody-spoke-of-a-fight.yaml"
    (answer,) = adjudicate(asking(load(file), ["may(Sigeir, assail Farouche)"]), why="asked").answers
    assert [answer.status, answer.grounds[0].clause] == ["never", "DA-PVP-002"]


def test_a_second_action_is_refused_by_the_clause_that_grants_one() -> None:
    file = SCENARIOS / "dungeonquest-neuauflage" / "turn" / "one-action-a-turn.yaml"
    (answer,) = adjudicate(asking(load(file), ["may(Ann, search)"]), why="asked").answers
    assert [answer.status, answer.grounds[0].clause] == ["never", "DQ-TURN-006"]
