"""Permissions after an event: those of later moments, where somebody chose the event."""

from pathlib import Path

import pytest

from drakdom import adjudicate, loads
from drakdom.scenario import read_scenario_text
from drakdom.scenario.asked import asking
from tests.rulings.icepost import icepost_with

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


#: By an addition to the law the sun treats Ann in the first round (IP-08), the gale in the second (IP-09).
TREATED_TWICE = """\
title: A treat by sun in round 1, by gale in round 2
rulebook: icepost
state: {bell: Bo}
figures:
  Ann: {kind: carrier, at: chapel, balance: 6, left: Bo}
  Bo: {kind: carrier, at: chapel, balance: 6, left: Ann}
play: [{Ann: skate clockwise 2, Bo: wait}, {Ann: skate counterclockwise 1, Bo: wait}]
draws: {weather Ann: [sun, gale]}
rolls: {ice Ann: 1}
expect:
"""


def test_reasons_are_those_of_the_moment_of_the_claim(tmp_path: Path) -> None:
    law = (
        'event(treat(F), T) :- clause("IP-08"), draws(F, sun, T).\n'
        'event(treat(F), T) :- clause("IP-09"), draws(F, gale, T).\n'
    )
    books = icepost_with(tmp_path, '  treat:  {args: [figure], says: "{1} has a treat"}\n', law)
    clauses = {"after bell(Ann)": "IP-09", "round 2": "IP-09", "round 1": "IP-08"}
    claims = "".join(
        f"  - {{always: '{moment}: treat(Ann)', {key}: {id_}}}\n"
        for moment in clauses
        for key in ("because", "not_because")
        for id_ in ("IP-08", "IP-09")
    )
    scenario = read_scenario_text(TREATED_TWICE + claims, "case.yaml", books)
    passed = [claim.passed for claim in adjudicate(scenario).claims]
    by_clause = {"IP-08": [True, False, False, True], "IP-09": [False, True, True, False]}
    assert passed == [is_held for clause in clauses.values() for is_held in by_clause[clause]]
