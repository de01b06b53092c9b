"""On random boards: what the law says of the spiders' run and of lost companions, and what graphs of the board say."""

from random import Random
from typing import Any

import networkx as nx
import pytest

from checker.engine.case import Case, build_case
from checker.engine.survey import survey
from checker.paths.hunt import CHASE
from checker.paths.lost import LOST, Ways
from checker.terms import show
from tests.paths.boards import HERO, rooms, scenario
from tests.paths.spiders import rounds_graph

FEW, MANY, PART = 25, 2000, 250
GAME = "drakborgen-atervackt"
VIEWS = ("alone", "one_of_two")
#: The law follows no way farther than this, and says so: rounds of a spider, squares of a companion.
ROUNDS, SQUARES = 12, 10


def seed(number: int) -> Random:
    """A source of boards, the same in every run."""
    return Random(f"chase {number}")


def board_of(random: Random) -> dict[str, Any]:
    """A board of few walls, on which a way is mostly to be found."""
    board = rooms(random, 4, 3, GAME, bare=0.1)
    for room in board.values():
        room["exits"] = sorted({*room["exits"], *random.sample("nesw", 2)})
    return board


def the_spiders_run_is_the_graphs(random: Random) -> int:
    """Both know the same webs as nearest, the same rounds, and the same first run. How many spiders there were."""
    board = board_of(random)
    if len(board) < 4:
        return 0
    places = random.sample(sorted(board), 4)
    webs, lairs = places[: random.choice((1, 2))], places[2:]
    for place in webs:
        board[place]["tile"] = "web"
    for place in lairs[: random.choice((1, 2))]:
        board[place]["tile"] = random.choice(("room", "room", "corridor"))
        board[place]["markers"] = ["spiders"]
    stuck = {f"Hero{n}": {**HERO, "at": place, "stuck": True} for n, place in enumerate(webs)}
    view = random.choice(VIEWS)
    case = case_of(board, stuck, {"DA-SPID-015": "rounds", "DA-SPID-019": view})
    said = survey(case, CHASE)
    chasers = {place for (place,) in said("chaser")}
    assert chasers == {term for term in chasers if board[str(term)].get("markers")}, board
    assert len(chasers) == sum("markers" in room for room in board.values()), board
    graph, laws = rounds_graph(said, view), said("target")
    for spider in chasers:
        far = {web: _rounds(graph, spider, web) for web in said_webs(said)}
        known = {web: n for web, n in far.items() if n is not None and n <= ROUNDS}
        nearest = {(web, n) for web, n in known.items() if n == min(known.values())}
        assert {(web, n) for place, web, n in laws if place == spider} == nearest, (board, view)
        ends = {end for place, end in said("runs") if place == spider}
        fastest = {
            end
            for web, n in nearest
            for end in (graph.successors(spider) if spider in graph else ())
            if _rounds(graph, end, web) == n - 1
        }
        assert ends <= fastest, (board, view)
        assert bool(ends) == bool(fastest), (board, view)
    return len(chasers)


def said_webs(said: Any) -> set[Any]:
    """The webs with somebody in them."""
    return {web for _, web in said("prey")}


def the_way_home_is_the_graphs(random: Random) -> int:
    """Both know how far it is, and which squares lead on. How many companions had a way."""
    board = board_of(random)
    if len(board) < 2:
        return 0
    there, here = random.sample(sorted(board), 2)
    figures = {
        "Dzala": {**HERO, "at": there},
        "oracaz": {"kind": "companion", "at": here, "hp": 9, "master": "Dzala", "bond": "faithful"},
    }
    principle = random.choice(("shortest", "discovered"))
    said = survey(case_of(board, figures, {"DA-COMP-019": principle}), LOST)
    ((figure, place, goal),) = said("lost")
    ways = Ways(said, goal)
    far: dict[Any, Any] = dict(said("far"))  # type: ignore[arg-type]
    distance = ways.distance(place)
    if distance is not None and distance > SQUARES:
        assert f"no_way_home({show(figure)})" in [show(gap) for (gap,) in said("gap")], board
        return 0
    assert far.get(figure) == distance, board
    toward = {square for who, square in said("toward") if who == figure}
    lit = ways.discovered(place)
    if principle == "discovered" and ways.blanks(place) and lit is not None and len(lit) <= SQUARES:
        assert toward == ways.next_discovered(place), board
    else:
        assert toward == ways.next_squares(place), board
    return int(figure in far)


def case_of(board: dict[str, Any], figures: dict[str, Any], readings: dict[str, str]) -> Case:
    """The case of a board, everything read somehow."""
    return build_case(scenario(GAME, board, figures, readings=readings)).decided()


def _rounds(graph: Any, start: Any, end: Any) -> int | None:
    if start == end:
        return 0
    if start not in graph or end not in graph or not nx.has_path(graph, start, end):
        return None
    return int(nx.shortest_path_length(graph, start, end))


@pytest.mark.parametrize("number", range(FEW))
def test_the_spiders_run_is_the_graphs(number: int) -> None:
    the_spiders_run_is_the_graphs(seed(number))


@pytest.mark.parametrize("number", range(FEW))
def test_the_way_home_is_the_graphs(number: int) -> None:
    the_way_home_is_the_graphs(seed(number))


def test_the_boards_say_something() -> None:
    """A property that holds of nothing holds."""
    assert sum(the_spiders_run_is_the_graphs(seed(number)) for number in range(5)) >= 5
    assert sum(the_way_home_is_the_graphs(seed(number)) for number in range(5)) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, PART))
def test_chases_are_the_graphs_on_many_boards(first: int) -> None:
    for number in range(first, min(first + PART, MANY)):
        the_spiders_run_is_the_graphs(seed(number))
        the_way_home_is_the_graphs(seed(number))
