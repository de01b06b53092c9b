"""Pictures tell the same as rulings: the events in their order, and the answers to questions."""

from drakdom import adjudicate, loads
from drakdom.draw.scene import Arrow
from drakdom.draw.scenes import ruled_and_drawn
from drakdom.scenario.asked import asking
from tests.report.test_ruling_page import STEPS
from tests.rulings.test_settled import DOOR

#: France writes orders for two units of England.
STRANGERS = """\
title: France orders two English units
rulebook: diplomacy
figures:
  F London: {power: england, kind: fleet, at: lon}
  A Yorkshire: {power: england, kind: army, at: yor}
play:
  - france: {F London: move nth, A Yorkshire: move lvp}
"""


def test_the_sentences_of_a_phase_are_in_the_order_of_time() -> None:
    verdict, scene = ruled_and_drawn(loads(STEPS))
    (frame,) = [frame for frame in scene.frames if frame.arrows]
    sentences = [line.text for line in frame.lines]
    outcomes = [o for o in verdict.branches[0].outcomes if o.phase == "act" and o.sentence]
    assert sentences == [*dict.fromkeys(outcome.sentence for outcome in outcomes)]
    assert [arrow for arrow in frame.arrows if arrow.figure == "Dur"] == [
        Arrow("Dur", "walk", "D1", "A1", line=sentences.index("Dur comes to A1") + 1)  # the last of three steps
    ]


def test_orders_for_units_of_another_player_are_drawn() -> None:
    verdict, scene = ruled_and_drawn(loads(STRANGERS))
    sentences = {line.text for frame in scene.frames for line in frame.lines}
    assert {finding.sentence for finding in verdict.branches[0].findings} <= sentences


def test_a_drawn_ruling_answers_as_a_ruling_alone() -> None:
    scenario = asking(loads(DOOR), ["may(Eli, open n)"])
    verdict, scene = ruled_and_drawn(scenario)
    assert [answer.status for answer in verdict.answers] == ["never"]
    assert verdict.answers[0].by_reading == adjudicate(scenario).answers[0].by_reading
    assert not [line for frame in scene.frames for line in frame.lines if "answering" in line.text]
