"""The small boards of Talisman: where play begins in them, and what comes of it."""

from functools import cache

import pytest

from drakdom.audit.search import Findings
from drakdom.step.case import law_of
from tests.audit.boards import Boards, begun

BOARDS = Boards("talisman")

#: The phases in which play begins, and some of what applies there because it does.
BEGINNINGS = {
    "start": {
        "TA-MOVE-002", "TA-SENT-002", "TA-SENT-005", "TA-SENT-009", "TA-PORTAL-006", "TA-RAFT-002", "TA-RAFT-006",
        "TA-STR-011", "TA-ALLY-005", "TA-SPELL-012", "TA-TOAD-002", "TA-CRYPT-004", "TA-MINE-001", "TA-WOLF-001",
        "TA-PIT-003", "TA-PIT-004", "TA-INNER-009", "TA-CROWN-004", "TA-CROWN-005", "TA-WIN-001",
    },
    "arrive": {
        "TA-CARD-003", "TA-CARD-011", "TA-CARD-018", "TA-ENC-016", "TA-ENC-017", "TA-EVADE-002", "TA-EVADE-005",
        "TA-FACE-008", "TA-FIGHT-015", "TA-FIGHT-020", "TA-PSY-004", "TA-OBJ-008", "TA-SPELL-009", "TA-STR-018",
        "TA-TRAIT-002", "TA-ALIGN-007",
    },
    "print": {
        "TA-ALIGN-006", "TA-ALIGN-008", "TA-ALLY-003", "TA-DEATH-003", "TA-DEATH-009", "TA-LIFE-007",
        "TA-FACE-009", "TA-FACE-010", "TA-OBJ-011", "TA-SHOP-003", "TA-SHOP-004", "TA-STR-007", "TA-TOAD-001",
    },
    "start_throw": {"TA-SETUP-004", "TA-SETUP-010", "TA-SETUP-014", "TA-SPELL-008"},
}  # fmt: skip

#: What the rulebook leaves open, by its notes, and where an audit meets it; anything else would be a mistake of ours.
HOLES = {
    "tied_first_throw",  # A27
    "equal_numbers(_)",  # two strangers in one space
    "third_alignment(_)",  # A6
    "toad_crosses(_)",  # A26
    "walk_crosses(_)",
}

#: Things beside enemies, who have been beaten or evaded by then; the Crown of Command, to which one way leads; several
#: others in one space; what carries a character away from its raft.
NOT_MET = {"TA-CARD-015", "TA-FACE-003", "TA-INNER-007", "TA-ENC-004", "TA-RAFT-008"}


@cache
def searched(phase: str) -> Findings:
    return BOARDS.searched(reached for reached in BOARDS.within() if begun(reached) == phase)


def test_play_begins_in_these_phases() -> None:
    assert {begun(reached) for reached in BOARDS.within()} == set(BEGINNINGS)


@pytest.mark.slow
@pytest.mark.parametrize("phase", BEGINNINGS)
def test_what_a_beginning_is_searched_for(phase: str) -> None:
    result = searched(phase)
    assert not result.too_large
    assert BEGINNINGS[phase] <= result.marks.applies.keys()
    assert {(key.kind, key.what) for key in result.old} <= {("gap", hole) for hole in HOLES}


@pytest.mark.slow
def test_nearly_every_clause_is_met() -> None:
    met = set[str]().union(*(searched(phase).marks.applies for phase in BEGINNINGS))
    encoded = {rule.clause for rule in law_of(BOARDS.book).rules if rule.clause}
    assert encoded - met == NOT_MET
