"""The small situations of Diplomacy: what an audit meets in them, and that what must always hold does."""

from pathlib import Path

import pytest

from drakdom.audit import Effort, audit
from drakdom.audit.laws import law_with
from drakdom.audit.plays import read_situation
from drakdom.sandbox import Limits
from drakdom.step.case import law_of
from drakdom.step.scope import Situation
from drakdom.terms import Term
from tests.audit.bank import Seeded, bank, written
from tests.audit.boards import Boards

BOARDS = Boards("diplomacy")


def stated(situation: Situation) -> set[Term]:
    """The orders that a situation states."""
    return {say for say in situation.says if say.args[0] == Term("play") and len(say.args) == 4}


def test_every_situation_is_a_scenario() -> None:
    law = law_with(BOARDS.book, ())
    for situation in BOARDS.within(size=1):
        scenario = read_situation(law, situation)
        assert sum(fact.name == "stated" for fact in scenario.facts) == len(stated(situation))


def test_the_smallest_situations_show_no_fault() -> None:
    """Neither is there a gap by the first readings, nor two units in one province."""
    result = BOARDS.searched(BOARDS.within(size=0))
    assert not result.too_large
    assert not result.old


@pytest.mark.slow
def test_every_clause_is_met() -> None:
    result = BOARDS.searched(BOARDS.within())
    assert not result.too_large
    assert not result.old
    in_force = {*BOARDS.book.clauses_in_force(())} & law_of(BOARDS.book).clauses
    assert in_force == in_force & result.marks.applies.keys()


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule for rule in bank() if rule.base == "diplomacy"], ids=lambda rule: rule.name)
def test_what_small_situations_say_of_a_house_rule(rule: Seeded, tmp_path: Path) -> None:
    """A seeded fault is found, and an honest rule is not blamed, without larger situations."""
    rules = [str(written(tmp_path, rule))]
    effort = Effort(0, 1, Limits(seconds=600))
    report = audit(law_with(BOARDS.book, rules), law_with(BOARDS.book), {"size": 1}, tmp_path / "found", effort)
    kinds = {finding.kind for finding in report.findings}
    if rule.fault == "dead":
        assert kinds & {*rule.finds} or not any(fate.applies or fate.beaten for fate in report.fates)
    elif rule.fault:
        assert kinds & {*rule.finds}
    else:
        assert not kinds
        assert all(fate.applies for fate in report.fates)
