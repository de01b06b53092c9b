"""What a page says of what does not happen: the clauses behind what is missing, and play that ends too early."""

import pytest

from drakdom import adjudicate, loads
from drakdom.answer import Answer
from drakdom.report.page import Look
from drakdom.report.ruling import ruling_text

SPEARMAN = """\
title: An enemy right beside a spearman
rulebook: dystopia
board: {places: {A1: {}, B1: {}}}
figures:
  Kri:
    {kind: warrior, at: A1, speed: 6, energy: 5, intelligence: 4, attack: 3, defence: 5, least_range: 2, most_range: 3}
  Nor:
    {kind: norcon, at: B1, speed: 4, energy: 2, intelligence: 2, attack: 3, defence: 3, least_range: 1, most_range: 1}
play: [{Kri: attack Nor}]
ask: [may(Kri, attack Nor)]
"""

SIEGE = """\
title: An army is dislodged
rulebook: diplomacy
figures:
  Gus: {power: germany, kind: army, at: hol}
  Eddy: {power: england, kind: army, at: bel}
  Hal: {power: england, kind: fleet, at: hel}
state: {season: spring}
play: [{Eddy: move hol, Hal: support move bel hol, Gus: [hold, retreat kie]}]
ask: ['QUESTION']
"""


#: Nobody who hovers pays an LP for a red road (KA-HOVER-002), and a marker compensates for that LP (KA-TRAPM-002).
HOVER = """\
title: A trap marker after a hover over a red road
rulebook: kalahen
variants: [hovering, trap-markers]
board: {places: {castle_a: {roads: {village_1: mountain}}, village_1: {roads: {place_2: plain}}}}
figures:
  Ann: {kind: fighter, castle: castle_a, at: castle_a, red: 1, blue: 1}
  Bo: {kind: fighter, castle: castle_b, at: castle_b}
state: {turn: Ann, danger: {mountain: red, plain: green, forest: green, swamp: green}}
play:
  - {Ann: [hover village_1, pay two red blue, lay trap, trap road village_1 place_2]}
ask: ["road_trapped(_, _)"]
"""


def ruled(text: str) -> tuple[Answer, str]:
    scenario = loads(text)
    verdict = adjudicate(scenario)
    [answer] = verdict.answers
    return answer, ruling_text(verdict, scenario.rulebook, Look(width=100))


def test_a_refusal_names_what_is_lacking() -> None:
    """DY-COMB-004 wants it within the attack distance (-006): the range (DY-HERO-004) is 2 to 3, the way (-007) 1."""
    answer, _ = ruled(SPEARMAN)
    first, *behind = [ground.clause for ground in answer.grounds]
    assert answer.status == "never"
    assert first == "DY-COMB-004"
    assert {"DY-COMB-007", "DY-HERO-004"} == {*behind[:2]}


@pytest.mark.parametrize("question", ["retreats(Gus, kie)", "may(Gus, retreat ruh)"])
def test_play_that_ends_before_the_phase_in_question(question: str) -> None:
    """A dislodged unit retreats in the order set after (DI-RET-001): this file has none."""
    answer, page = ruled(SIEGE.replace("QUESTION", question))
    [hint] = answer.hints
    assert hint == "play ends before this can come about (dislodged units retreat): state more of `play`"
    lines = [line.strip() for line in page.splitlines()]
    assert lines.index(next(line for line in lines if line.startswith("no"))) < lines.index(
        next(line for line in lines if line.startswith("play ends before"))
    )


@pytest.mark.parametrize("question", ["moves(Gus, kie)", "retreats(Gus, kie)"])
def test_play_that_comes_to_the_phase(question: str) -> None:
    """The unit holds, and retreats elsewhere."""
    answer, _ = ruled(SIEGE.replace("retreat kie]}]", "]}, {Gus: retreat ruh}]").replace("QUESTION", question))
    assert answer.status == "never"
    assert not answer.hints


def test_an_order_that_is_not_stated_cannot_fail_to_come_up() -> None:
    """The hint on the phase would say the opposite of the answer."""
    answer, _ = ruled(SIEGE.replace("QUESTION", "unasked(Gus, retreat ruh)"))
    assert answer.status == "never"
    assert not answer.hints


def test_a_phase_that_play_does_not_come_to() -> None:
    """Behind the clause that keeps play from the phase stands the one by which it would have come there."""
    answer, _ = ruled(HOVER)
    assert [ground.clause for ground in answer.grounds[:2]] == ["KA-HOVER-002", "KA-TRAPM-002"]
