"""The small boards of DungeonQuest Neuauflage: where play begins in them, what is on them, and what comes of it."""

import re
from collections import Counter
from functools import cache

import pytest

from drakdom.audit.search import Findings
from drakdom.step.case import law_of
from drakdom.step.scope import Situation
from drakdom.terms import show
from tests.audit.boards import Boards, begun

BOARDS = Boards("dungeonquest-neuauflage")

#: The phases in which play begins within the default bounds, and what applies there because it does.
BEGINNINGS = {
    "action": {
        "DQ-TURN-006", "DQ-MOVE-010", "DQ-SEARCH-002", "DQ-SEARCH-007", "DQ-CATA-004", "DQ-DOOR-001", "DQ-GATE-003",
        "DQ-TILE-003", "DQ-RUBBLE-002", "DQ-CHASM-002", "DQ-BRIDGE-004", "DQ-WEB-005", "DQ-CORR-004", "DQ-DET-004",
        "DQ-TREAS-001", "DQ-TREAS-002", "DQ-TREAS-003", "DQ-TREAS-004", "DQ-TREAS-005", "DQ-TREAS-006",
    },
    "enter_room": {
        "DQ-PIT-003", "DQ-ROT-001", "DQ-DARK-003", "DQ-TRAP-001", "DQ-CORR-003", "DQ-WEB-004", "DQ-BRIDGE-007",
        "DQ-TOWER-001", "DQ-TOWER-005", "DQ-MON-003", "DQ-CATA-002", "DQ-CATA-003", "DQ-CATA-022", "DQ-CATA-023",
        "DQ-CATA-025", "DQ-CATA-026", "DQ-DEATH-002", "DQ-LOOT-001", "DQ-WOUND-003", "DQ-TEST-001",
    },
    "combat_round": {
        "DQ-COMB-001", "DQ-COMB-005", "DQ-COMB-007", "DQ-COMB-010", "DQ-FLEE-003", "DQ-FLEE-004", "DQ-FLEE-006",
        "DQ-FLEE-007",
    },
    "catacombs": {
        "DQ-CATA-011", "DQ-CATA-013", "DQ-CATA-016", "DQ-CATA-018", "DQ-CATA-019", "DQ-CATA-020", "DQ-CATA-024",
    },
    "begin": {
        "DQ-TURN-001", "DQ-TURN-004", "DQ-TURN-005", "DQ-TIME-004", "DQ-TIME-006", "DQ-WIN-004", "DQ-WIN-005",
        "DQ-WIN-009", "DQ-WIN-010",
    },
    "start_roll": {
        "DQ-SETUP-010", "DQ-SETUP-011", "DQ-SETUP-013", "DQ-SETUP-016", "DQ-SETUP-018",
    },
}  # fmt: skip

#: What the rulebook leaves open, by its notes, and where an audit meets it; anything else would be a mistake of ours.
HOLES = {
    "nobody_may(_)",  # a hero shut in has no action at all, beside A8
    "hemmed_in(_)",  # A8
    "which_side(_)",  # A9
    "start_order(_)",  # G1: healing and wounds at the start of one turn
}

#: Two cells of tables that situations state in full, a deck that is short of cards, what only another reading of A2
#: brings up.
NOT_MET = {"DQ-COMB-011", "DQ-COMB-012", "DQ-COMP-004", "DQ-WIN-001"}


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
    assert {key.what for phase in BEGINNINGS for key in searched(phase).old} == HOLES


def said(situation: Situation, owner: str, field: str) -> dict[str, list[str]]:
    """What the owners of a kind (`place`, `figure`) say in a field."""
    result: dict[str, list[str]] = {}
    for figure, name, *rest in (say.args for say in situation.says):
        kind, _, inside = show(figure).partition("(")
        if kind == owner and show(name) == field:
            result.setdefault(inside.rstrip(")"), []).append(show(rest[-1]))
    return result


def test_boards_are_as_the_booklet_has_them() -> None:
    for reached in BOARDS.within(size=4):
        tiles = {place: kind for place, (kind,) in said(reached, "place", "tile").items()}
        exits = said(reached, "place", "exits")
        chamber = sorted(place for place, kind in tiles.items() if kind == "treasure_chamber")
        assert chamber in ([], ["D4", "D5"], ["E4", "E5"]), reached  # DQ-TREAS-004
        assert all(place in exits for place in tiles), reached  # DQ-MOVE-005
        if begun(reached) != "start_roll" and {"D4", "E4"} <= tiles.keys():
            assert "e" in exits["D4"], reached
            assert "w" in exits["E4"], reached
        came, where = (
            said(reached, "figure", "came_by"),
            Counter(place for (place,) in said(reached, "figure", "at").values()),
        )
        if (
            begun(reached) != "start_roll" and max(where.values(), default=0) > 1
        ):  # DQ-MOVE-010, DQ-TREAS-003, DQ-CATA-024
            assert chamber or came.get("Ann") == ["up"], reached


#: The board seen in a mirror, and the heroes called by each other's names.
SWAPS = {"mirror": {"D": "E", "E": "D", "e": "w", "w": "e"}, "heroes": {"Ann": "Bo", "Bo": "Ann"}}


def drawn(situation: Situation, *swaps: str) -> frozenset[str]:
    """What is said of the board and who is on it, after these swaps."""
    words = {word: second for swap in swaps for word, second in SWAPS[swap].items()}
    lines = [show(say) for say in situation.says if show(say.args[0]) != "suppose"]
    parts = r"\b(?:[DE](?=\d)|[ew]\b|Ann\b|Bo\b)"
    return frozenset(re.sub(parts, lambda result: words.get(result[0], result[0]), text) for text in lines)


@pytest.mark.slow
def test_what_is_alike_is_there_once() -> None:
    within = BOARDS.within(size=4)
    assert len({entry.says for entry in within}) == len(within)
    plain = {drawn(entry) for entry in within}
    for swaps in (("mirror",), ("heroes",), ("mirror", "heroes")):
        for item in within:
            assert drawn(item, *swaps) == drawn(item) or drawn(item, *swaps) not in plain, item
