"""The clauses that an answer names first: those that led to the event or held it back, not those that are rare."""

from drakdom import adjudicate, loads
from drakdom.scenario.asked import asking

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


#: Lindel spends his two markers on a throw of 9.
RUBBLE = """\
title: Two markers for the rubble
rulebook: dungeonquest-neuauflage
board:
  rooms:
    C4: {tile: room, exits: [e]}
    D4: {tile: rubble, exits: [e, w], far_side: [e]}
    E4: {tile: room, exits: [w]}
figures:
  Lindel: {kind: hero, at: D4, came_by: w, agility: 7, life: 12, determination: 2}
play: [{Lindel: [move e, spend 2]}]
draws: {dungeon Lindel: harmless}
rolls: {agility Lindel: 9}
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


def test_a_ban_that_barred_something_far_from_the_event_does_not_tell_why_it_does_not_happen() -> None:
    clauses = first(RUBBLE, "marker(Lindel)")
    assert clauses.index("DQ-DET-004") < clauses.index("DQ-SEARCH-002")


def test_where_play_stops_the_clause_on_which_an_event_would_rest_comes_first() -> None:
    assert first(CHAMBER, "reshuffled")[0] == "DQ-TREAS-006"
