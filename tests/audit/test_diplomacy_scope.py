"""The small situations of Diplomacy: what an audit meets in them, and that what must always hold does."""

import pytest

from drakdom.audit.laws import law_with
from drakdom.audit.plays import read_situation
from drakdom.step.case import law_of
from drakdom.step.scope import Situation
from drakdom.terms import Term
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
