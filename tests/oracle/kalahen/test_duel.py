"""The value of a duel of Kalahen with rings taken in secret, against the same game in plain Python."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from tests.cli.drakdom import drakdom

FACES = (1, 3)
THROWS = 3

Throw = tuple[int, ...]
Worth = Callable[[int], Fraction]
Best = Callable[[Iterator[Fraction]], Fraction]

DUEL = """
title: Each takes rings in secret
rulebook: kalahen
figures:
  Ann: {kind: fighter, castle: castle_a, at: bridge_1, red: 1}
  Bo: {kind: fighter, castle: castle_b, at: bridge_1, green: 1}
state: {turn: Ann, danger: {mountain: red, plain: green, forest: green, swamp: green}}
begin: {phase: encounter}
suppose: {booty: {ring: 1, gold: 10, card: 1}, loser_lp: 2, special_die: {"dots(1)": 1, "dots(3)": 1}}
play:
  - {Ann: [attack Bo], Bo: [keep_peace]}
readings: {KA-DUEL-001: first, KA-DUEL-003: none_too}
until: contest
"""


def thrown(kept: Throw) -> Iterator[Throw]:
    """Yield the equally likely dice after a throw of all that were not kept (KA-SPEC-001)."""
    return (kept + new for new in product(FACES, repeat=THROWS - len(kept)))


def mean(values: Iterator[Fraction]) -> Fraction:
    """Return the mean of equally likely values."""
    numbers = list(values)
    return sum(numbers, Fraction(0)) / len(numbers)


def scored(worth: Worth, best: Best) -> Fraction:
    """Return the value of three throws, after each of which any dice are kept (KA-SPEC-004, KA-SPEC-005)."""

    @cache
    def value(dice: Throw, left: int) -> Fraction:
        if not left:
            return worth(sum(dice))
        kept = (bundle for size in range(len(dice) + 1) for bundle in combinations(dice, size))
        return best(mean(value(tuple(sorted(new)), left - 1) for new in thrown(bundle)) for bundle in kept)

    return mean(value(tuple(sorted(dice)), THROWS - 1) for dice in thrown(()))


def attack(mine: int, theirs: int) -> Fraction:
    """Return how likely the attacker wins, with his rings and the other's; he throws first (KA-FIGHT-005)."""
    after = cache(lambda score: scored(lambda reply: Fraction(score * (1 + mine) > reply * (1 + theirs)), min))
    return scored(after, max)


@pytest.mark.slow
def test_rings_that_only_help() -> None:
    """Both use their rings: each result is doubled."""
    assert attack(1, 1) == attack(0, 0) == Fraction(30611, 131072)
    assert forced("wins_duel(Ann, Bo)") == attack(1, 1)


@pytest.mark.slow
def test_rings_that_both_must_guess() -> None:
    """Ann must win, and use no ring more than Bo: [[even, behind], [0, even]] has no saddle point."""
    even, behind = attack(0, 0), attack(0, 1)
    assert 0 < behind < even
    claim = "wins_duel(Ann, Bo) and not uses_rings(Ann, 1) or wins_duel(Ann, Bo) and uses_rings(Bo, 1)"
    assert forced(claim) == even**2 / (2 * even - behind)


def forced(claim: str) -> Fraction:
    """Return the probability that Ann can guarantee; it is also the most to which Bo can keep it."""
    ended = drakdom("odds", "-", claim, "--format", "json", text=DUEL)
    assert ended.code == 0, ended.err
    (reading,) = json.loads(ended.out)["claims"][0]["by_reading"]
    powers = {force["who"]: force for force in reading["contest"]["forces"]}
    assert powers["Ann"]["at_least"] == powers["Bo"]["at_most"]
    return Fraction(powers["Ann"]["at_least"])
