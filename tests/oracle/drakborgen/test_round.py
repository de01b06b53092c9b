"""One round of Drakborgen on random boards: movement, entry, tiles, cards, traps."""

from random import Random

from tests.oracle.chance import Chance
from tests.oracle.compare import Told, compared
from tests.oracle.drakborgen.boards import random_board, scenario
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


@on_random_boards(quick=6, thorough=4000)
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
