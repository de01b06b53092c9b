"""A test of DungeonQuest whose markers are spent by choice, against every throw of two dice and every number spent."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st

from checker.odds import odds_of
from checker.scenario import read_scenario_text

THROWS = [a + b for a, b in itertools.product(range(1, 7), repeat=2)]

CARD = """
title: Ann is tested
rulebook: dungeonquest-neuauflage
board: {{rooms: {{D4: {{tile: room, exits: [e]}}, E4: {{tile: trap_room, exits: [w]}}}}}}
figures:
  Ann: {{kind: hero, at: D4, strength: {strength}, life: 10, determination: {markers}}}
play: [{{Ann: move e}}]
draws: {{trap Ann: "test(strength, 2)"}}
"""

#: Whether a claim holds after a throw of this sum if so many markers are spent on it.
Holds = Callable[[int, int], bool]


def range_of(markers: int, holds: Holds) -> tuple[Fraction, Fraction]:
    """The worst and the best that a player can make of a claim who sees the throw and then spends."""
    outcomes = [[holds(thrown, spent) for spent in range(markers + 1)] for thrown in THROWS]
    return Fraction(sum(map(all, outcomes)), 36), Fraction(sum(map(any, outcomes)), 36)


def claims(strength: int, markers: int) -> dict[str, Holds]:
    """That the test succeeds, and with how many markers left; one more comes with a failure."""
    found: dict[str, Holds] = {"passes(Ann, card(2))": lambda thrown, spent: thrown - spent <= strength}
    for left in range(markers + 2):
        kept = f"finally(det(Ann), {left})"
        found[f"passes(Ann, card(2)) and {kept}"] = lambda thrown, spent, left=left: (  # type: ignore[misc]
            thrown - spent <= strength and markers - spent == left
        )
        found[f"fails(Ann, card(2)) and {kept}"] = lambda thrown, spent, left=left: (  # type: ignore[misc]
            thrown - spent > strength and markers - spent + 1 == left
        )
    return found


@settings(max_examples=6, deadline=None)
@example(strength=7, markers=2)
@example(strength=7, markers=0)
@given(strength=st.integers(2, 12), markers=st.integers(0, 4))
def test_markers_spent_by_choice(strength: int, markers: int) -> None:
    scenario = read_scenario_text(CARD.format(strength=strength, markers=markers), "markers.yaml")
    wanted = {claim: range_of(markers, holds) for claim, holds in claims(strength, markers).items()}
    found = {one.claim: one.by_reading[0].odds for one in odds_of(scenario, wanted)}
    assert {claim: (odds.low, odds.high) for claim, odds in found.items()} == wanted


def test_worked_out_by_hand() -> None:
    """With 7 and two markers: 21 throws of 36 succeed without, 30 with them; all are kept where none is needed."""
    assert range_of(2, claims(7, 2)["passes(Ann, card(2))"]) == (Fraction(21, 36), Fraction(30, 36))
    assert range_of(2, claims(7, 2)["passes(Ann, card(2)) and finally(det(Ann), 2)"])[1] == Fraction(21, 36)
    assert range_of(2, claims(7, 2)["fails(Ann, card(2)) and finally(det(Ann), 3)"])[1] == Fraction(15, 36)
