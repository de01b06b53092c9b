"""Interrupts of the order of play: conditions that take play elsewhere from whichever phase."""

from pathlib import Path

import pytest

from drakdom.law.lawtext import library
from tests.core.tiny import Tiny, played, tiny_law
from tests.witness import ENGINES, Engine

#: A hero walks on while it is day, and falls or not; the sun sets or not. The end of the game goes before a death.
GAME = """
then(go, walk).
branch(walk, rest, hero_is_tired).
repeat(walk, it_is_day).
interrupt(grave, hero_dies).
interrupt(over, game_ends).
goes_before(game_ends, hero_dies).
holds(hero_is_tired, T) :- is(phase, walk, T).
holds(it_is_day, T)     :- is(phase, walk, T), is(sun, up, T).
holds(hero_dies, T)     :- is(phase, walk, T), is(hero, falling, T).
holds(game_ends, T)     :- is(phase, walk, T), is(sun, down, T).
event(reaches(X), T)    :- is(phase, X, T), X != go.
entry_ends(T)           :- is(phase, (rest; grave; over), T).
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("given", "reached"),
    [
        ("sun = hidden; hero = afoot", {"walk", "rest"}),
        ("sun = hidden; hero = falling", {"walk", "grave"}),
        ("sun = down; hero = afoot", {"walk", "over"}),
        ("sun = down; hero = falling", {"walk", "over"}),
        ("sun = up; hero = falling", {"walk", "grave"}),
    ],
    ids=["none", "death", "end", "end before death", "before a repeat"],
)
def test_an_interrupt_takes_play_elsewhere(given: str, reached: set[str], engine: Engine, tmp_path: Path) -> None:
    law = (library() / "round.lp").read_text(encoding="utf-8") + GAME
    happens, _ = played(Tiny("walk", law, given=given), tiny_law(law, tmp_path), engine)
    assert happens == {f"reaches({phase})": "1" for phase in reached}
