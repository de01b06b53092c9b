"""On random boards: what the graph says of moves, and what the law makes of each of them on the whole board."""

from random import Random
from typing import Any

from drakdom.paths.ask.query import query
from drakdom.paths.reach import MOVES, Graphs
from drakdom.step.case import build_case
from tests.paths.boards import HERO, SIDES, beside, rooms, scenario
from tests.paths.law import by_graph, by_law, granted
from tests.randomly import on_random_boards

ADA = "Ada"


def hero(random: Random, board: dict[str, Any]) -> dict[str, Any]:
    """A hero somewhere on a board, come in by some exit, caught where one can be."""
    at = random.choice(sorted(board))
    result = {**HERO, "at": at, "strength": random.randint(3, 9), "agility": random.randint(3, 9)}
    exits = board[at]["exits"]
    if exits and random.random() < 0.8:
        result["came_by"] = random.choice(exits)
        if board[at]["tile"] in ("web", "rubble") and random.random() < 0.5:
            result["stuck"] = True
    return result


def delver(random: Random, board: dict[str, Any]) -> dict[str, Any]:
    """The same for DungeonQuest: some have loot, some markers, of some rooms the far side is stated."""
    at = random.choice(sorted(board))
    result = {"kind": "hero", "at": at, **{entry: random.randint(4, 9) for entry in ("strength", "agility", "luck")}}
    result |= {"determination": random.choice((0, 0, 1))} | ({"loot": {100: 1}} if random.random() < 0.3 else {})
    for room in board.values():
        if room["tile"] in ("rubble", "chasm") and random.random() < 0.7:
            room["far_side"] = random.sample(SIDES, 2)
    rooms_beside = [side for side in board[at]["exits"] if beside(at, side) in board]  # somebody comes out of a room
    if rooms_beside and random.random() < 0.8:
        result["came_by"] = random.choice(rooms_beside)
    return result


GAMES = {
    "drakborgen-atervackt": (hero, ["move", "grope"]),
    "dungeonquest-neuauflage": (delver, ["move", "leave", "hop"]),
}


def the_graph_is_the_law(random: Random, game: str) -> bool:
    """Compare the graph and the law: every move is granted by both, and takes the same by both."""
    board = rooms(random, 3, 3, game)
    if not board:
        return False
    somebody, words = GAMES[game]
    dispute = scenario(game, board, {ADA: somebody(random, board)})
    graphs = Graphs(query(build_case(dispute).with_first_readings(), MOVES))
    graph = by_graph(graphs, ADA)
    assert graph == by_law(graphs, ADA), board
    names = {(place, side, action) for (place, side, action, _), (_, high) in graph.items() if high}
    assert names >= granted(graphs, ADA, words), board
    return True


@on_random_boards(quick=4, thorough=600)
def test_the_graph_is_the_law_of_drakborgen(random: Random) -> bool:
    return the_graph_is_the_law(random, "drakborgen-atervackt")


@on_random_boards(quick=3, thorough=200)
def test_the_graph_is_the_law_of_dungeonquest(random: Random) -> bool:
    return the_graph_is_the_law(random, "dungeonquest-neuauflage")
