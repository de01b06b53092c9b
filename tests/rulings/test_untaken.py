"""Permissions of actions that no play takes: they stay open where the action, if stated, would lead to a gap."""

import pytest

from drakdom import adjudicate, loads
from drakdom.answer import Answer
from drakdom.scenario.asked import asking

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
