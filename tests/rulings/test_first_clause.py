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
