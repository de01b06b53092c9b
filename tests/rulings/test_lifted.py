"""Trials of a scenario without a clause: in all readings that are open, or in one."""

from drakdom import adjudicate, loads
from drakdom.formula import Atom
from drakdom.rulings.adjudication import played
from drakdom.rulings.lifted import WithoutClauses
from drakdom.terms import Any, Term
from tests.report.test_ruling_page import WEB

DIES = Atom(Term("dies", (Any(),)))


def test_a_trial_in_one_reading_keeps_the_readings_of_its_case() -> None:
    scenario = loads(WEB)
    branches = played(scenario, frozenset(), None, ())
    assert len(branches) > 1
    trials = WithoutClauses(scenario, branches)
    everywhere, alone = trials.tried("DQ-DET-004", DIES), trials.tried("DQ-DET-004", DIES, alone=True)
    assert everywhere is not None
    assert alone is not None
    assert len(everywhere) == len(branches)
    assert [branch.case.readings for branch in alone] == [branches[0].case.readings]
    assert trials.tried("DQ-DET-004", DIES) is everywhere


def test_without_open_readings_both_are_one_trial() -> None:
    scenario = loads(WEB + "readings: {DQ-WEB-005: ends}\n")
    [branch] = played(scenario, frozenset(), None, ())
    trials = WithoutClauses(scenario, [branch])
    assert trials.tried("DQ-DET-004", DIES, alone=True) is trials.tried("DQ-DET-004", DIES)


LAST_LP = """
rulebook: kalahen
board: {places: {castle_a: {roads: {village_1: swamp}}}}
figures:
  Anna: {kind: fighter, castle: castle_a, at: castle_a, lp: 1, gold: 5, left: Bo}
  Bo: {kind: fighter, castle: castle_b, at: castle_b, lp: 12, left: Anna}
state: {turn: Anna, danger: {swamp: red}}
suppose: {prices: {ring: 3, lp: 2}}
play: [{Anna: [move village_1, buy lp]}]
ask:
  - buys(Anna, lp)
"""


def test_a_second_question_takes_no_reason_from_the_first() -> None:
    first = adjudicate(loads(LAST_LP)).answers[0]
    beside = adjudicate(loads(LAST_LP + "  - dies(Anna)\n")).answers[0]
    assert first.without
    assert (first.grounds, first.without) == (beside.grounds, beside.without)
