"""On random boards: moves that are taken to be alike lead where the law leads them when it plays each of them."""

from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from drakdom.paths.ask.query import query
from drakdom.paths.homeward import homes
from drakdom.paths.path_state import Option, PathState
from drakdom.paths.reach import MOVES
from drakdom.paths.state_space import Kind, StateSpace
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.terms import Value
from tests.paths.boards import HERO, rooms, scenario
from tests.paths.test_random_boards import ADA, hero
from tests.randomly import on_random_boards

GAME = "drakborgen-atervackt"
MORE = ["tower", "rotating", "treasure_chamber", "skull_room", "divided", "dark"]


class Played(StateSpace):
    """Stands of which every move is played."""

    def _kind(self, stand: PathState, action: Value) -> Kind | None:  # noqa: ARG002
        return None


def home_board(random: Random) -> Scenario | None:
    """A board with a hero, some of whose rooms are tower rooms."""
    board = rooms(random, 3, 3, GAME)
    if not board:
        return None
    for room in board.values():
        if random.random() < 0.3:
            room["tile"] = random.choice(MORE)
        if room["tile"] == "divided" or (room["tile"] == "tower" and random.random() < 0.5):
            room["tile"] = "room" if len(room["exits"]) < 2 else room["tile"]
        if room["tile"] == "room" and random.random() < 0.2:
            room["markers"] = [random.choice(("spiders", "rune"))]
    suppose: dict[str, Any] = {"tower_exit": "yes"}
    if random.random() < 0.5:
        suppose["decks"] = {"door": {"open": 1, "locked": 1}}
    return scenario(GAME, board, {ADA: hero(random, board)}, state={"sun": 5}, suppose=suppose)


def explored(case: Scenario) -> list[dict[PathState, list[Option]]]:
    """What can be done wherever a hero may come on a board, with alike moves played once, and with all played."""
    text = query(build_case(case).with_first_readings(), MOVES)
    result = []
    for kind in (StateSpace, Played):
        stands = kind(text, ADA)
        first = stands.first()
        if first is not None:
            result.append(stands.explore(first))
    return result


@on_random_boards(quick=3, thorough=200)
def test_alike_moves_lead_alike(random: Random) -> bool:
    """Compare the ends of all moves with those that are found when like moves are played once."""
    board = home_board(random)
    result = explored(board) if board else []
    if not result:
        return False
    assert result[0] == result[1]
    return True


def test_a_door_beside_a_door_matters() -> None:
    """Behind a locked door one may take the other way (DA-OBST-007): at C2 another door is there, at C3 none."""
    board = {
        "C2": {"tile": "tower", "exits": [*"ensw"], "obstacles": {"e": "door"}},
        "C3": {"tile": "tower", "exits": [*"ensw"], "obstacles": {"s": "door"}},
    }
    suppose = {"tower_exit": "yes", "decks": {"door": {"open": 1, "locked": 1}}}
    figures = {ADA: {**HERO, "at": "C2", "came_by": "e"}}
    merged, complete = explored(scenario(GAME, board, figures, state={"sun": 5}, suppose=suppose))
    assert merged == complete


@pytest.mark.slow
@on_random_boards(quick=5, thorough=100)
def test_merged_states_keep_the_odds_of_getting_home(random: Random) -> bool:
    """Compare the odds of getting home on the merged states with those on all states."""
    board = home_board(random)
    if board is None:
        return False
    merged = homes(board).figures[0]
    with patch("drakdom.paths.homeward.representatives", lambda all_items, _: {stand: stand for stand in all_items}):
        (apart,) = homes(board).figures
    assert (merged.rounds, merged.low, merged.high, merged.spent) == (apart.rounds, apart.low, apart.high, apart.spent)
    return True
