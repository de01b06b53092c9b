"""On random boards: what the graph says of moves, and what the law makes of each of them on the whole board."""

from random import Random
from typing import Any

import pytest

from checker.engine.case import build_case
from checker.engine.survey import survey
from checker.paths.reach import MOVES, Graphs
from tests.paths.boards import HERO, rooms, scenario, seed
from tests.paths.law import by_graph, by_law, granted

FEW, MANY, PART = 12, 2000, 250
ADA = "Ada"


def hero(random: Random, board: dict[str, Any]) -> dict[str, Any]:
    """A hero somewhere on a board, come in by some exit, caught where one can be."""
    at = random.choice(sorted(board))
    found = {**HERO, "at": at, "strength": random.randint(3, 9), "agility": random.randint(3, 9)}
    exits = board[at]["exits"]
    if exits and random.random() < 0.8:
        found["came_by"] = random.choice(exits)
        if board[at]["tile"] in ("web", "rubble") and random.random() < 0.5:
            found["stuck"] = True
    return found


def the_graph_is_the_law(random: Random) -> None:
    """Every move is granted by both, and takes the same by both."""
    board = rooms(random, 3, 3, "drakborgen-atervackt")
    if not board:
        return
    one = scenario("drakborgen-atervackt", board, {ADA: hero(random, board)})
    graphs = Graphs(survey(build_case(one).decided(), MOVES))
    graph = by_graph(graphs, ADA)
    assert graph == by_law(graphs, ADA), board
    known = {(place, side, action) for (place, side, action, _), (_, high) in graph.items() if high}
    assert known >= granted(graphs, ADA, ["move", "grope"]), board


@pytest.mark.parametrize("number", range(FEW))
def test_the_graph_is_the_law(number: int) -> None:
    the_graph_is_the_law(seed(number))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, PART))
def test_the_graph_is_the_law_on_many_boards(first: int) -> None:
    for number in range(first, min(first + PART, MANY)):
        the_graph_is_the_law(seed(number))
