"""On random boards: what the law says of the spiders' run and of lost companions, and what graphs of the board say."""

from random import Random
from typing import Any

import networkx as nx
import pytest

from drakdom.paths.ask.query import query
from drakdom.paths.pursuit_states import CHASE
from drakdom.paths.ways_back import LOST, Ways
from drakdom.step.case import Case, build_case
from drakdom.terms import Value, show
from tests.paths.boards import HERO, rooms, scenario
from tests.paths.spiders import rounds_graph
from tests.randomly import on_random_boards

GAME = "drakborgen-atervackt"
VIEWS = ("alone", "one_of_two")
#: The law follows no way farther than this, and says so: rounds of a spider, squares of a companion.
ROUNDS, SQUARES = 12, 10


def board_of(random: Random) -> dict[str, Any]:
    """A board of few walls, on which a way is mostly to be found."""
    board = rooms(random, 4, 3, GAME, bare=0.1)
    for room in board.values():
        room["exits"] = sorted({*room["exits"], *random.sample("nesw", 2)})
    return board


@on_random_boards(quick=6, thorough=2000)
def test_the_spiders_run_is_the_graphs(random: Random) -> bool:
    """Compare the nearest webs, the rounds and the first run of each spider."""
    board = board_of(random)
    if len(board) < 4:
        return False
    places = random.sample(sorted(board), 4)
    target_places, lairs = places[: random.choice((1, 2))], places[2:]
    for place in target_places:
        board[place]["tile"] = "web"
    for place in lairs[: random.choice((1, 2))]:
        board[place]["tile"] = random.choice(("room", "room", "corridor"))
        board[place]["markers"] = ["spiders"]
    stuck = {f"Hero{n}": {**HERO, "at": place, "stuck": True} for n, place in enumerate(target_places)}
    view = random.choice(VIEWS)
    case = case_of(board, stuck, {"DA-SPID-015": "rounds", "DA-SPID-019": view})
    text = query(case, CHASE)
    chasers = {place for (place,) in text("pursuer")}
    assert chasers == {term for term in chasers if board[str(term)].get("markers")}, board
    assert len(chasers) == sum("markers" in room for room in board.values()), board
    graph, laws = rounds_graph(text, view), text("target")
    for spider in chasers:
        far = {web: _rounds(graph, spider, web) for web in said_webs(text)}
        names = {web: n for web, n in far.items() if n is not None and n <= ROUNDS}
        nearest = {(web, n) for web, n in names.items() if n == min(names.values())}
        assert {(web, n) for place, web, n in laws if place == spider} == nearest, (board, view)
        ends = {end for place, end in text("runs") if place == spider}
        fastest = {
            end
            for web, n in nearest
            for end in (graph.successors(spider) if spider in graph else ())
            if _rounds(graph, end, web) == n - 1
        }
        assert ends <= fastest, (board, view)
        assert bool(ends) == bool(fastest), (board, view)
    return bool(chasers)


def said_webs(text: Any) -> set[Any]:
    """The webs with somebody in them."""
    return {web for _, web in text("pursued")}


@pytest.mark.slow
@on_random_boards(quick=6, thorough=2000)
def test_the_way_home_is_the_graphs(random: Random) -> bool:
    """Compare the distance to the master, and the squares that lead on."""
    board = board_of(random)
    if len(board) < 2:
        return False
    present, local = random.sample(sorted(board), 2)
    figures = {
        "Dzala": {**HERO, "at": present},
        "oracaz": {"kind": "companion", "at": local, "hp": 9, "master": "Dzala", "bond": "faithful"},
    }
    principle = random.choice(("shortest", "discovered"))
    text = query(case_of(board, figures, {"DA-COMP-019": principle}), LOST)
    ((figure, place, goal),) = text("lost")
    ways = Ways(text, goal)
    far: dict[Any, Any] = dict(text("far"))  # type: ignore[arg-type]
    distance = distance_of(ways, place)
    if distance is not None and distance > SQUARES:
        assert f"no_way_home({show(figure)})" in [show(gap) for (gap,) in text("gap")], board
        return False
    assert far.get(figure) == distance, board
    toward = {square for name, square in text("toward") if name == figure}
    lit = ways.discovered(place)
    if principle == "discovered" and ways.blanks(place) and lit is not None and len(lit) <= SQUARES:
        assert toward == next_discovered(ways, place), board
    else:
        assert toward == next_squares(ways, place), board
    return figure in far


def distance_of(ways: Ways, place: Value) -> int | None:
    """Return the number of squares to the goal, None where no way leads there."""
    if place not in ways.graph or not nx.has_path(ways.graph, place, ways.goal):
        return None
    return int(nx.shortest_path_length(ways.graph, place, ways.goal))


def next_discovered(ways: Ways, place: Value) -> set[Value]:
    """Return the next squares of all shortest ways over discovered squares alone."""
    lit = ways.graph.subgraph(ways.graph.nodes - (ways.blank - {place, ways.goal}))
    if place not in lit or not nx.has_path(lit, place, ways.goal):
        return set()
    return {way[1] for way in nx.all_shortest_paths(lit, place, ways.goal) if len(way) > 1}


def next_squares(ways: Ways, place: Value) -> set[Value]:
    """Return the next squares of all shortest ways over the fewest undiscovered squares."""
    if distance_of(ways, place) is None:
        return set()
    shortest = nx.all_shortest_paths(ways.graph, place, ways.goal, weight="length")
    return {way[1] for way in shortest if len(way) > 1}


def case_of(board: dict[str, Any], figures: dict[str, Any], readings: dict[str, str]) -> Case:
    """The case of a board, everything read somehow."""
    return build_case(scenario(GAME, board, figures, readings=readings)).with_first_readings()


def _rounds(graph: Any, start: Any, end: Any) -> int | None:
    if start == end:
        return False
    if start not in graph or end not in graph or not nx.has_path(graph, start, end):
        return None
    return int(nx.shortest_path_length(graph, start, end))
