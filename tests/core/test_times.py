"""Repeated events: distinguished by entry and phase and counted there; fractions computed by hand."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.core.tiny import Tiny, tiny_case, tiny_law
from tests.witness import ENGINES, Engine, solved

COIN = "due(coin, coin, T) :- is(phase, go, T).\nmeans(coin, X, X, T) :- possible(coin, X, T).\n"
#: Three moments of one phase in a row, a coin in each.
THREE = (
    COIN
    + "event(win, T) :- shows(coin, heads, T).\n"
    + "changes(thrown, 1, go, T) :- is(phase, go, T).\nentry_ends(T) :- is(thrown, 2, T).\n"
)
#: A coin in each of two entries.
TWO = COIN + "event(win, T) :- shows(coin, heads, T).\nentry_ends(T) :- is(phase, go, T).\n"
#: No coin is thrown after the first win.
ONCE = TWO.replace(
    "due(coin, coin, T) :- is(phase, go, T).", "due(coin, coin, T) :- is(phase, go, T), not is(won, yes, T)."
)
ONCE += "becomes(won, yes, T) :- shows(coin, heads, T).\n"
FACES = "face(coin, heads, 1); face(coin, tails, 1)"
BOTH = pytest.mark.parametrize("engine", ENGINES)


def wins(law: str, engine: Engine, folder: Path, *, entries: int = 1) -> dict[tuple[int, int], Fraction]:
    """Return the odds to win, by entry and by the number of the win there."""
    tiny = Tiny("coins", law, facts=FACES, given="count(coin) = 0; thrown = 0", entries=entries)
    (branch,) = solved(tiny_case(tiny, tiny_law(law, folder)), engine)
    odds = {}
    for occasion, value in branch.evaluation.occasions().items():
        if occasion.symbol.name == "win":
            assert value.low == value.high
            odds[occasion.place[0], occasion.time] = value.low
    return odds


@BOTH
def test_several_times_in_one_phase(engine: Engine, tmp_path: Path) -> None:
    # of the eight ways in which three coins fall seven have a head, four have two, one has three
    assert wins(THREE, engine, tmp_path) == {(1, 1): Fraction(7, 8), (1, 2): Fraction(4, 8), (1, 3): Fraction(1, 8)}


@BOTH
def test_each_entry_has_its_own_odds(engine: Engine, tmp_path: Path) -> None:
    assert wins(TWO, engine, tmp_path, entries=2) == {(1, 1): Fraction(1, 2), (2, 1): Fraction(1, 2)}


@BOTH
def test_a_later_entry_depends_on_an_earlier_one(engine: Engine, tmp_path: Path) -> None:
    assert wins(ONCE, engine, tmp_path, entries=2) == {(1, 1): Fraction(1, 2), (2, 1): Fraction(1, 4)}


#: As TWO; tails in the second entry is not ruled on.
HOLE = TWO + "unruled(tails, T) :- shows(coin, tails, T), is(entry, 2, T).\n"


@BOTH
def test_a_hole_in_a_later_entry_leaves_an_earlier_one_exact(engine: Engine, tmp_path: Path) -> None:
    tiny = Tiny("coins", HOLE, facts=FACES, given="count(coin) = 0", entries=2)
    (branch,) = solved(tiny_case(tiny, tiny_law(HOLE, tmp_path)), engine)
    odds = {
        (occasion.symbol.name, occasion.place[0]): (value.low, value.high, value.unruled)
        for occasion, value in branch.evaluation.occasions().items()
        if occasion.symbol.name in ("win", "unruled")
    }
    half, certain = Fraction(1, 2), Fraction(1)
    assert odds == {
        ("win", 1): (half, half, Fraction(0)),
        ("win", 2): (half, certain, half),
        ("unruled", 2): (half, half, Fraction(0)),
    }
