"""One round of Drakborgen on random boards: movement, entry, tiles, cards, traps."""

from random import Random

import pytest

from tests.oracle.chance import Chance
from tests.oracle.compare import COUNTS, Told, compared
from tests.oracle.drakborgen.boards import random_board, scenario
from tests.oracle.drakborgen.doubled import MOST_STATES, doubled, far, near, told
from tests.oracle.drakborgen.entering import tile_phase
from tests.oracle.drakborgen.moving import movement_phase
from tests.oracle.drakborgen.striking import card_phase
from tests.oracle.drakborgen.table import table
from tests.randomly import on_random_boards

EVENTS = {
    "entered", "leaves", "fails", "falls_to", "loses", "dies", "feels", "opens_lock", "gets_loose", "lights", "tile",
    "dot", "through_wall", "enter_together", "caught", "draws_cards", "drawn", "searches", "hit", "escapes",
    "must_sit_out", "flung", "crushed", "darkened",
}  # fmt: skip


@on_random_boards(quick=2, thorough=600)
def test_one_round(random: Random) -> bool:
    """Compare every event of a round and its end with the law, with exact odds."""
    board = random_board(random)

    def play(chance: Chance) -> Told:
        state = table(board, chance)
        movement_phase(state)
        tile_phase(state)
        card_phase(state)
        return state.record.told(state.ends())

    return compared("drakborgen round", scenario(board), play, EVENTS)


@pytest.mark.slow
@on_random_boards(quick=2, thorough=200)
def test_the_same_again_far_away(random: Random) -> bool:
    """Put the whole board there once more, far away, with other names: each half comes out as if it were alone."""
    board = random_board(random)
    text = scenario(board)
    copies = {name: f"{name}-too" for name in board["figures"]}
    alone = told(text)
    if alone is None:
        return False
    pair = told(doubled(text, copies), MOST_STATES**2)
    if pair is None:
        return False
    west = {event: odds for event, odds in pair.items() if not far(event, copies)}
    east = {near(event, copies): odds for event, odds in pair.items() if far(event, copies)}
    assert west == alone, set(west.items()) ^ set(alone.items())
    assert east == alone, set(east.items()) ^ set(alone.items())
    COUNTS["drakborgen doubled boards"] += 1
    COUNTS["drakborgen doubled comparisons"] += 2 * len(alone)
    return True
