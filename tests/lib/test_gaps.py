"""Clauses that are not in force: gaps, and conditions of the order of play that hold without them."""

from pathlib import Path

import pytest

from drakdom.law.lawtext import library
from tests.core.tiny import Tiny, played, tiny_law
from tests.witness import ENGINES, Engine

#: A coin decides who begins. Of a tie XX-002 says that it is thrown again, and XX-003 that the winner has a turn.
GAME = """
due(coin, coin, T)                 :- clause("XX-001"), is(phase, go, T).
means(coin, X, X, T)               :- possible(coin, X, T).
branch(go, again, coin_is_tied).
branch(go, turn, somebody_has_won).
branch(go, rest, nobody_plays).
holds(somebody_has_won, T)         :- shows(coin, heads, T).
gap_without("XX-002", tie, T)      :- shows(coin, tails, T).
holds_without("XX-001", nobody_plays, T) :- is(phase, go, T).
event(reaches(X), T)               :- is(phase, X, T), X != go.
entry_ends(T)                      :- is(phase, (again; turn; rest), T).
"""
ENCODED = 'holds(coin_is_tied, T) :- clause("XX-002"), shows(coin, tails, T).\n'
WITHOUT_COIN = GAME.replace('clause("XX-001"), is(phase, go, T)', 'clause("XX-001"), is(phase, never, T)')
LIFTED = GAME.replace('clause("XX-001"), ', "").replace("is(phase, go, T).\nmeans", "is(phase, never, T).\nmeans")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("game", "happens"),
    [
        (GAME + ENCODED, {"reaches(turn)": "1/2", "reaches(again)": "1/2"}),
        (GAME, {"reaches(turn)": "1/2..1 broken", "unruled(tie)": "1/2"}),
        (LIFTED, {"reaches(rest)": "1"}),
        (WITHOUT_COIN, {"unruled(standstill)": "1"}),
    ],
    ids=["all in force", "a gap", "play goes on", "in force without effect"],
)
def test_a_clause_that_is_not_in_force(game: str, happens: dict[str, str], engine: Engine, tmp_path: Path) -> None:
    law = "".join((library() / piece).read_text(encoding="utf-8") for piece in ("round.lp", "gaps.lp")) + game
    tiny = Tiny("coin", law, facts="face(coin, heads, 1); face(coin, tails, 1)")
    assert played(tiny, tiny_law(law, tmp_path), engine)[0] == happens
