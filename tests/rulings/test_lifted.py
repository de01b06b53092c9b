"""Trials of a scenario without a clause: in all readings that are open, or in one."""

from drakdom import loads
from drakdom.rulings.adjudication import played
from drakdom.rulings.lifted import WithoutClauses
from tests.report.test_ruling_page import WEB


def test_a_trial_in_one_reading_keeps_the_readings_of_its_case() -> None:
    scenario = loads(WEB)
    branches = played(scenario, frozenset(), None, ())
    assert len(branches) > 1
    trials = WithoutClauses(scenario, branches)
    everywhere, alone = trials.tried("DQ-DET-004"), trials.tried("DQ-DET-004", alone=True)
    assert everywhere is not None
    assert alone is not None
    assert len(everywhere) == len(branches)
    assert [branch.case.readings for branch in alone] == [branches[0].case.readings]
    assert trials.tried("DQ-DET-004") is everywhere


def test_without_open_readings_both_are_one_trial() -> None:
    scenario = loads(WEB + "readings: {DQ-WEB-005: ends}\n")
    [branch] = played(scenario, frozenset(), None, ())
    trials = WithoutClauses(scenario, [branch])
    assert trials.tried("DQ-DET-004", alone=True) is trials.tried("DQ-DET-004")
