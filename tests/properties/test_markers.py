"""A test of DungeonQuest whose markers are spent by choice, against every throw of two dice and every number spent."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from drakdom.scenario import read_scenario_text
from drakdom.tools.odds import odds_of
from tests.randomly import examples, remember, telling

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
    holdses: dict[str, Holds] = {"passes(Ann, card(2))": lambda thrown, spent: thrown - spent <= strength}
    for left in range(markers + 2):
        kept = f"finally(det(Ann), {left})"
        holdses[f"passes(Ann, card(2)) and {kept}"] = lambda thrown, spent, left=left: (  # type: ignore[misc]
            thrown - spent <= strength and markers - spent == left
        )
        holdses[f"fails(Ann, card(2)) and {kept}"] = lambda thrown, spent, left=left: (  # type: ignore[misc]
            thrown - spent > strength and markers - spent + 1 == left
        )
    return holdses


@telling
@examples(quick=1, thorough=100)
@example(strength=7, markers=2)
@example(strength=7, markers=0)
@given(strength=st.integers(2, 12), markers=st.integers(0, 4))
def test_markers_spent_by_choice(strength: int, markers: int) -> None:
    scenario = read_scenario_text(remember(CARD.format(strength=strength, markers=markers)), "markers.yaml")
    wanted = {claim: range_of(markers, holds) for claim, holds in claims(strength, markers).items()}
    result = {entry.claim: entry.by_reading[0].odds for entry in odds_of(scenario, wanted)}
    assert {claim: (odds.low, odds.high) for claim, odds in result.items()} == wanted


def test_worked_out_by_hand() -> None:
    """With 7 and two markers: 21 throws of 36 succeed without, 30 with them; all are kept where none is needed."""
    assert range_of(2, claims(7, 2)["passes(Ann, card(2))"]) == (Fraction(21, 36), Fraction(30, 36))
    assert range_of(2, claims(7, 2)["passes(Ann, card(2)) and finally(det(Ann), 2)"])[1] == Fraction(21, 36)
    assert range_of(2, claims(7, 2)["fails(Ann, card(2)) and finally(det(Ann), 3)"])[1] == Fraction(15, 36)


COMBAT = """
title: Ann fights on or flees
rulebook: dungeonquest-neuauflage
board: {{rooms: {{D4: {{tile: room, exits: [e]}}, E4: {{tile: room, exits: [w], monster: yes}}}}}}
figures:
  Ann: {{kind: hero, at: D4, agility: {agility}, life: {life}}}
  Ben: {{kind: hero, dead: yes}}
suppose:
  hero_wounds: {hero}
  monster_wounds: {monster}
  monster_life: {{golem: {golem}}}
  flight_values: {{golem: 0}}
play: [{{Ann: move e}}]
draws: {{monster Ann: golem, dungeon Ann: harmless}}
"""

CARDS = ("melee", "ranged", "magic")
#: What the hero and the monster suffer from a pair of cards. None leaves both whole, so that every combat ends.
Pair = tuple[int, int]
PAIRS: tuple[Pair, ...] = ((1, 0), (0, 1), (1, 1))
#: What a play that ended is worth: whether the hero fled, with how many markers.
Worth = Callable[[bool, int], bool]


def flight_odds(
    agility: int, left: tuple[int, int], pairs: set[Pair], worth: Worth, best: Callable[..., Fraction], markers: int = 0
) -> Fraction:
    """The best (or worst) of all ways to play on, with so much life left to the hero and to the monster."""
    again = partial(flight_odds, agility, pairs=pairs, worth=worth, best=best)

    def after_throw(now: tuple[int, int], thrown: int) -> Fraction:
        ways = []
        for spent in range(markers + 1):
            if thrown - spent <= agility:
                ways.append(Fraction(worth(True, markers - spent)))
            else:
                ways.append(again(now, markers=markers - spent + 1))
        return best(ways)

    rounds = []
    for hurt, worn in pairs:
        now = left[0] - hurt, left[1] - worn
        if now[0] <= 0:
            rounds.append(Fraction(worth(False, 0)))  # the dead keep nothing
        elif now[1] <= 0:
            rounds.append(Fraction(worth(False, markers)))
        else:
            fleeing = sum((after_throw(now, thrown) for thrown in THROWS), Fraction(0)) / len(THROWS)
            rounds.append(best([again(now, markers=markers), fleeing]))
    return best(rounds)


@pytest.mark.slow
@telling
@examples(quick=2, thorough=40)
@example(agility=8, life=2, golem=2, table=[(1, 0), (0, 1), (0, 1), (0, 1), (1, 0), (0, 1), (0, 1), (0, 1), (1, 0)])
@given(
    agility=st.integers(2, 11),
    life=st.integers(1, 3),
    golem=st.integers(1, 2),
    table=st.lists(st.sampled_from(PAIRS), min_size=9, max_size=9),
)
def test_flight_after_flight(agility: int, life: int, golem: int, table: list[Pair]) -> None:
    """Who fails to flee has one marker more in the next round."""
    cells = dict(zip(itertools.product(CARDS, CARDS), table, strict=True))
    text = COMBAT.format(
        agility=agility,
        life=life,
        golem=golem,
        hero={own: {second: cells[own, second][0] for second in CARDS} for own in CARDS},
        monster={second: {own: cells[own, second][1] for own in CARDS} for second in CARDS},
    )
    worths: dict[str, Worth] = {"flees(Ann)": lambda fled, _: fled}
    for kept in range(3):
        worths[f"flees(Ann) and finally(det(Ann), {kept})"] = lambda fled, has, kept=kept: fled and has == kept  # type: ignore[misc]
        worths[f"killed(Ann, golem) and finally(det(Ann), {kept + 1})"] = lambda fled, has, kept=kept: (  # type: ignore[misc]
            not fled and has == kept + 1
        )
    result = {
        entry.claim: entry.by_reading[0].odds
        for entry in odds_of(read_scenario_text(remember(text), "combat.yaml"), worths)
    }
    wanted = {
        claim: tuple(flight_odds(agility, (life, golem), set(table), worth, best) for best in (min, max))
        for claim, worth in worths.items()
    }
    assert {claim: (odds.low, odds.high) for claim, odds in result.items()} == wanted


def test_flight_after_flight_by_hand() -> None:
    """Agility 8, two wounds to the death of each: 26/36 at once, or after a failure 30/36 with the marker of it."""
    pairs = {(1, 0), (0, 1)}
    assert flight_odds(8, (2, 2), pairs, lambda fled, _: fled, max) == Fraction(103, 108)
    assert flight_odds(8, (2, 2), pairs, lambda fled, has: not fled and has == 2, max) == Fraction(25, 324)
    assert flight_odds(8, (2, 2), pairs, lambda fled, _: fled, min) == 0
