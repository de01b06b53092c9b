"""The greatest probability of good ends, against looking further and further ahead."""

from fractions import Fraction

import pytest
from hypothesis import given

from drakdom.value.best_odds import best_intervals, best_odds
from tests.randomly import examples
from tests.value.test_end_components import OUT, State, Ways, graphs

HALF = Fraction(1, 2)


def looking_ahead(ways: Ways, steps: int = 4000) -> dict[State, float]:
    """The greatest value within so many steps; play that is still going on then is worth nothing."""
    values: dict[State, float] = {**dict.fromkeys(ways, 0.0), **{end: float(x) for end, x in OUT.items()}}
    for _ in range(steps):
        values |= {
            state: max(sum(float(share) * values[to] for to, share in way.items()) for way in options)
            for state, options in ways.items()
        }
    return values


@examples(quick=20, thorough=2000)
@given(graphs())
def test_the_best_is_what_looking_ahead_comes_to(graph: Ways) -> None:
    ahead = looking_ahead(graph)
    for state, value in best_odds(graph, OUT).items():
        assert float(value) == pytest.approx(ahead[state], abs=1e-3)


def test_who_tries_until_it_succeeds_succeeds() -> None:
    ways = {"try": [{"try": HALF, "done": HALF}], "begin": [{"try": Fraction(1)}, {"lost": Fraction(1)}]}
    ends = {"done": Fraction(1), "lost": Fraction(0)}
    assert best_odds(ways, ends) == {"try": 1, "begin": 1}


def test_play_that_never_ends_reaches_nothing() -> None:
    ways = {1: [{2: Fraction(1)}], 2: [{1: Fraction(1)}], 3: [{1: HALF, 4: HALF}], 5: list[dict[int, Fraction]]()}
    assert best_odds(ways, {4: Fraction(1)}) == {1: 0, 2: 0, 3: HALF, 5: 0}


def test_unruled_play_fails_and_succeeds() -> None:
    ways = {"roll": [{"open": HALF, "done": HALF}], "choose": [{"roll": Fraction(1)}, {"open": Fraction(1)}]}
    ends = {"open": (Fraction(0), Fraction(1)), "done": (Fraction(1), Fraction(1))}
    assert best_intervals(ways, ends) == dict.fromkeys(("roll", "choose"), (HALF, Fraction(1)))
