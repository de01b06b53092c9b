"""Permissions after an event: those of later moments, where somebody chose the event."""

import pytest

from drakdom import adjudicate, loads
from drakdom.scenario.asked import asking

#: A player may do one of the listed things, such as a meal, besides moving (DY-TURN-001).
MEAL = """\
title: A meal before anything else
rulebook: dystopia
board: {rooms: {A1: {}, B1: {}, A2: {thing: chest, inside: [nothing]}}}
figures:
  Ela: {kind: elf, at: A1, speed: 6, energy: 3, lost: 1, food: [bread], least_range: 1, most_range: 1}
suppose: {foods: {bread: restores 1}}
play: [{Ela: [eat bread]}]
"""


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("may(Ela, search A2)", "always"),
        ("after eats(Ela, bread): may(Ela, search A2)", "never"),
        ("after eats(Ela, bread): may(Ela, eat bread)", "never"),
        ("after eats(Ela, bread): may(Ela, go e)", "always"),
        ("after eats(Ela, bread): eats(Ela, bread)", "always"),
        ("after turn_of(Ela): may(Ela, search A2)", "always"),
    ],
)
def test_what_was_permitted_when_the_event_was_chosen_is_not_after_it(claim: str, status: str) -> None:
    [answer] = adjudicate(asking(loads(MEAL), [claim]), why="asked").answers
    assert answer.status == status
