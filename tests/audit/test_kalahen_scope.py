"""The small situations of Kalahen: what an audit meets in them, of the base law and with every optional rule."""

import pytest

from drakdom.audit.search import Findings
from drakdom.step.case import law_of
from drakdom.step.scope import Situation
from drakdom.terms import show
from tests.audit.boards import Boards

BOARDS = Boards("kalahen")

#: What the rulebook leaves open and an audit meets, by notes of the ledger; anything else would be a mistake of ours.
HOLES = {
    "start_tie",  # G9
    "two_attackers(_)",
    "second_key(_)",  # the doubt about KA-CHEST-009
    "too_weak(_)",  # A6
    "fourth_formula(_)",  # A12
    "not_to_village(_)",
}

#: Clauses of the base law that only trap markers bring up, and what the reading of A13 that audits take puts aside.
NOT_MET = {"KA-CARD-003", "KA-COMP-002", "KA-END-006"}


def gaps(result: Findings) -> set[tuple[str, str]]:
    return {(key.kind, key.what) for key in result.old}


def fighters(situation: Situation) -> set[str]:
    owners = {show(say.args[0]) for say in situation.says}
    return {owner.partition("(")[2].rstrip(")") for owner in owners if owner.startswith("figure(")}


@pytest.mark.slow
def test_the_smallest_situations_show_the_tie_alone() -> None:
    """A tie for the first turn is a gap and no conflict: nobody's turn begins."""
    result = BOARDS.searched(BOARDS.within(size=0))
    assert not result.too_large
    assert gaps(result) == {("gap", "start_tie")}


@pytest.mark.slow
def test_two_who_attack_a_third_are_a_gap_alone() -> None:
    (three,) = (reached for reached in BOARDS.within(size=1) if len(fighters(reached)) == 3)
    assert gaps(BOARDS.searched([three])) == {("gap", "two_attackers(_)")}


@pytest.mark.slow
def test_nearly_every_clause_is_met() -> None:
    result = BOARDS.searched(BOARDS.within(size=2))
    assert not result.too_large
    assert gaps(result) == {("gap", hole) for hole in HOLES}
    in_force = {*BOARDS.book.clauses_in_force(())} & law_of(BOARDS.book).clauses
    assert in_force - result.marks.applies.keys() == NOT_MET


@pytest.mark.slow
def test_whose_formula_is_brought_home_in_the_turn_of_another() -> None:
    helped = [reached for reached in BOARDS.within() if "says(figure(Bo), home" in " ".join(map(show, reached.says))]
    assert gaps(BOARDS.searched(helped)) == set()
    assert gaps(BOARDS.searched(helped, "cooperation")) == set()
