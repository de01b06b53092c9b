"""On random boards: what is said of a monster's exits, and what the law makes of its flight when it is played."""

from random import Random
from typing import Any

import networkx as nx

from drakdom.paths.flight import Fleeing, figures_that_flee
from drakdom.paths.passages import Passages
from drakdom.rulings.adjudication import played
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.terms import Term, Value, show
from tests.paths.boards import HERO, OPPOSITE, beside, rooms, scenario
from tests.randomly import on_random_boards

GAME = "drakborgen-atervackt"
#: Where nobody may attack a monster that wanders: DA-WMEET-011, -024, -030.
NO_ATTACK = ("rubble", "well", "bridge", "web")
Rooms = dict[str, dict[str, Any]]


def walled(board: Rooms, place: str, side: str) -> bool:
    """Whether an exit ends on the wall of the next room."""
    further = board.get(beside(place, side) or "", {})
    return bool(further) and OPPOSITE[side] not in further["exits"]


def entrance(random: Random, board: Rooms) -> tuple[str, str] | None:
    """A room in which somebody may meet a monster, and an exit to have come in by."""
    ways = [(place, side) for place, room in sorted(board.items()) for side in room["exits"]]
    ways = [(place, side) for place, side in ways if not walled(board, place, side)]
    return random.choice(ways) if ways else None


def dispute(board: Rooms, at: str, side: str, stands: str, *, wanders: bool) -> Scenario:
    """A hero who has just come in to an orc and attacks it, or may but wait; its card says that it flees."""
    figures = {
        "Ada": {**HERO, "at": at, "came_by": side, "entered_by": side},
        "Grum": {"kind": "orc", "at": at, "came_by": stands},
    }
    peaceful = wanders and board[at]["tile"] in NO_ATTACK
    more = {
        "variants": ["irrande-monster"] if wanders else [],
        "begin": {"phase": "meet"},
        "play": [{"Ada": "wait" if peaceful else "attack"}],
        "draws": {"monster Grum": "flees"},
    }
    return scenario(GAME, board, figures, **more)


def told_by_the_play(case: Scenario) -> dict[str, set[str]]:
    """What happens to the orc, by the names of events, under the readings that the flight is told under."""
    result: dict[str, set[str]] = {}
    readings = dict(build_case(case).with_first_readings().readings)
    (branch,) = (b for b in played(case) if all(readings[clause] == how for clause, how in b.readings))
    for value in branch.evaluation.seen.values():
        if isinstance(value, Term) and value.args and value.args[0] == "Grum":
            result.setdefault(value.name, set()).add(show(value.args[-1]))
    return result


def by_hand(board: Rooms, place: str, came: str) -> set[str]:
    """The exits by which it may flee where monsters do not wander: DA-MEET-012, -013, DA-MOVE-001."""
    result = set()
    for side in set(board[place]["exits"]) - {came}:
        further = board.get(beside(place, side) or "", {})
        shut = board[place].get("obstacles", {}).get(side), further.get("obstacles", {}).get(OPPOSITE[side])
        if not walled(board, place, side) and "portcullis" not in shut:
            result.add(side)
    return result


def within(halls: Passages, place: Value, side: Value) -> set[Value]:
    """The halls on the ways from an exit to where it leads."""
    first = halls.joined.get((place, side)), side
    if first not in halls.graph:
        return set()
    return {square for square, _ in (first, *nx.descendants(halls.graph, first)) if square in halls.corridors}


@on_random_boards(quick=4, thorough=300)
def test_flights_are_the_law(random: Random) -> bool:
    """Exits are open and barred as in the play, lead where the law says, and come to what it plays; if one can flee."""
    board = rooms(random, 3, 3, GAME)
    where = entrance(random, board)
    if where is None:
        return False
    place, came = where
    wanders = random.random() < 0.7
    ways = [side for side in board[place]["exits"] if not walled(board, place, side)]
    entry = dispute(board, place, came, random.choice(ways), wanders=wanders)
    case = build_case(entry).with_first_readings()
    ((figure, at),) = figures_that_flee(case)
    fleeing = Fleeing(entry, case, figure, at)
    flight, law = fleeing.flight(), told_by_the_play(entry)
    if not wanders and board[place]["tile"] == "rubble":  # DA-RUBB-005
        assert (flight.exits, flight.unmet, "reacts" in law) == ((), ("DA-RUBB-005",), False), (board, place)
        return True
    open_ = {show(e.direction) for e in flight.exits if e.open}
    assert bool(open_) == bool({"runs_off", "flees"} & law.keys()), (board, place)
    if not wanders:
        assert open_ == by_hand(board, place, came), (board, place)
        assert flight.vanishes == ("vanishes" in law)
        return True
    strayed = {
        show(e.direction) for e in flight.exits if "DA-WMEET-032" in e.clauses
    }  # by the entrance, though not legal
    barred = {show(e.direction) for e in flight.exits if e.open is False}
    assert open_ - strayed == law.get("may_flee", set()), (board, place)
    assert barred | strayed == law.get("may_not_flee", set()), (board, place)
    taken = {show(e.direction) for e in flight.exits if e.chosen[1]}
    assert taken >= law.get("flees", set()) if flight.gaps else taken == law.get("flees", set()), (board, place)
    leading: dict[Value, set[Value]] = {}
    for side, square in fleeing.said("leading"):
        leading.setdefault(side, set()).add(square)
    halls = Passages(fleeing.said)
    for e in flight.exits:
        wall = "DA-MOVE-001" in e.clauses and not e.open  # what lies behind a wall is led to by nothing
        assert set(e.leads) == (set() if wall else leading.get(e.direction, set())), (board, place, e.direction)
        assert {arrival.place for arrival in e.arrivals} <= {*e.leads, *within(halls, at, e.direction)}
    return True
