"""What must always hold in DungeonQuest Neuauflage: a house rule that breaks it is found."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.audit.boards import Boards
from tests.cli.house import house_rule

BOARDS = Boards("dungeonquest-neuauflage")


class Breaking(NamedTuple):
    """A house rule, and what it breaks."""

    breaks: str
    law: str
    heroes: int = 1
    replaced: str = ""


UP = "is(phase, status, T), is(active, H, T)"

BREAKING = (
    Breaking("two_places", f'gains(at(H), "Z9", T) :- CLAUSE, {UP}.'),
    Breaking("nowhere", f"drops(at(H), P, T) :- CLAUSE, {UP}, is(at(H), P, T)."),
    Breaking("gone_is_back", "becomes(at(H), P, T) :- CLAUSE, is(dead(H), yes, T), is(at(_), P, T)."),
    Breaking(
        "gone_acts", "asks(H, T) :- CLAUSE, is(out(H), yes, T). option(H, stay, T) :- CLAUSE, is(out(H), yes, T)."
    ),
    Breaking(
        "out_of_turn",
        "asks(H', T) :- CLAUSE, is(phase, action, T), is(active, H, T), hero(H'), H != H'. "
        "option(H', stay, T) :- CLAUSE, is(phase, action, T), is(active, H, T), hero(H'), H != H'.",
        heroes=2,
    ),
    Breaking("wounds_unasked", f"changes(wounds(H), 1, card, T) :- CLAUSE, {UP}."),
    Breaking(
        "wounds_unasked",
        f"wounded(H, 1, card, T) :- CLAUSE, {UP}. becomes(wounds(H), 0, T) :- CLAUSE, is(wounds(H), 1, T).",
    ),
    Breaking("outlives", f"wounded(H, 99, card, T) :- CLAUSE, {UP}.", replaced="DQ-WOUND-002"),
    Breaking("crowds_in", f"event(turn_ends(H), T) :- CLAUSE, {UP}.", heroes=2, replaced="DQ-MOVE-010"),
    Breaking("less_than_none", f"changes(det(H), -1, card, T) :- CLAUSE, {UP}."),
    Breaking("left_over", "becomes(stride, web, T) :- CLAUSE, is(phase, begin, T)."),
)


@pytest.mark.slow
@pytest.mark.parametrize("breaking", BREAKING, ids=[f"{entry.breaks}-{n}" for n, entry in enumerate(BREAKING)])
def test_what_breaks_it_is_found(breaking: Breaking, tmp_path: Path) -> None:
    spec = f"title: Breaking\nintent: It breaks what must hold.\nbase: {BOARDS.book.slug}\n"
    spec += f"replaced: [{breaking.replaced}]\n"
    spec += "clauses:\n- {id: HOUSE-BREAKING-001, kind: outcome, text: It is so.}\n"
    law = breaking.law.replace("CLAUSE", 'clause("HOUSE-BREAKING-001")')
    folder = house_rule(tmp_path, "breaking", spec, f"%# Breaking\n\n{law}\n")
    searched = BOARDS.searched(BOARDS.within(heroes=breaking.heroes, size=2), rules=[str(folder)])
    assert breaking.breaks in {key.what.partition("(")[0] for key in searched.old if key.kind == "conflict"}
