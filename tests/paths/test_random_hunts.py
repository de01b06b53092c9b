"""On random boards: what `--chase` says of whole runs, and what becomes of it when the law plays those rounds."""

from random import Random
from typing import Any

from drakdom.paths.pursuit import pursuit_report
from drakdom.rulings.adjudication import adjudicate
from tests.paths.boards import HERO, rooms, scenario
from tests.randomly import on_random_boards

GAME = "drakborgen-atervackt"
#: Longer runs are left out: to play them takes long.
MOST = 4


def board_of(random: Random) -> dict[str, Any]:
    """A board of few walls and no doors, for which cards would be drawn."""
    board = rooms(random, 4, 3, GAME, bare=0.15)
    for room in board.values():
        room["exits"] = sorted({*room["exits"], *random.sample("nesw", 2)})
        if "door" in room.get("obstacles", {}).values():
            del room["obstacles"]
        if room["tile"] in ("web", "dark"):
            room["tile"] = "room"
    return board


def played(board: dict[str, Any], figures: dict[str, Any], readings: dict[str, str], rounds: int) -> list[Any]:
    """The outcomes, under those readings, if heroes stay for so many rounds."""
    stay = [name for name, words in figures.items() if words["kind"] == "hero"]
    play = [dict.fromkeys(stay, "stay") for _ in range(rounds)]
    rolls = {f"idle {name}": [2 for _ in range(rounds)] for name in stay}
    told = scenario(GAME, board, figures, readings=readings, play=play, rolls=rolls)
    return [one for branch in adjudicate(told).branches for one in branch.outcomes]


@on_random_boards(few=1, many=60)
def test_the_eaten_are_eaten_in_play(random: Random) -> bool:
    """Who is eaten in which rounds, the monster player picking among the fastest ways."""
    board = board_of(random)
    if len(board) < 4:
        return False
    places = random.sample(sorted(board), 4)
    webs, lairs = places[: random.choice((1, 2))], places[2 : random.choice((3, 4))]
    board |= {place: {"tile": "web", "exits": board[place]["exits"]} for place in webs}
    board |= {place: {"tile": "room", "exits": board[place]["exits"], "markers": ["spiders"]} for place in lairs}
    stuck = {
        f"Hero{n}": {**HERO, "at": at, "came_by": board[at]["exits"][0], "stuck": True} for n, at in enumerate(webs)
    }
    readings = {
        "DA-SPID-015": random.choice(("rounds", "rooms")),
        "DA-SPID-016": "webs_too",
        "DA-SPID-019": random.choice(("alone", "one_of_two")),
    }
    found = pursuit_report(scenario(GAME, board, stuck, readings=readings)).pursuit
    told = {str(one.figure): set(one.rounds) for one in found.targets}
    last = max((now for some in told.values() for now in some), default=0)
    if found.gaps or not 0 < last <= MOST:
        return False
    seen: dict[str, set[int]] = {name: set() for name in stuck}
    for one in played(board, stuck, readings, last):
        if getattr(one.event, "name", "") == "eaten":
            seen[str(one.event.args[0])].add(one.entry)
    assert seen == told, board
    return True


@on_random_boards(few=1, many=60)
def test_the_lost_come_home_in_play(random: Random) -> bool:
    """In which round a lost companion can be with its master, and how likely that is."""
    board = board_of(random)
    if len(board) < 2:
        return False
    there, here = random.sample(sorted(board), 2)
    board |= {place: {"tile": "room", "exits": board[place]["exits"]} for place in (there, here)}
    companion = {"kind": "companion", "at": here, "came_by": board[here]["exits"][0], "master": "Dzala"}
    figures = {
        "Dzala": {**HERO, "at": there},
        "oracaz": {**companion, "bond": "faithful", "strength": 6, "agility": 5, "psyche": 3, "hp": 9},
    }
    readings = {
        "DA-COMP-019": random.choice(("shortest", "discovered")),
        "DA-SPID-019": random.choice(("alone", "one_of_two")),
    }
    found = pursuit_report(scenario(GAME, board, figures, readings=readings))
    home = next(iter(found.ways_back), None)
    if home is None or home.gaps or home.rounds is None or home.rounds > MOST:
        return False
    seen = [
        one
        for one in played(board, figures, readings | dict(found.assumed), home.rounds)
        if getattr(one.event, "name", "") == "entered" and list(map(str, one.event.args)) == ["oracaz", there]
    ]
    assert {one.entry for one in seen} == {home.rounds}, board
    assert sum(one.odds.low for one in seen) == home.odds[0], board  # it may come in by a run of more squares or fewer
    if all(one.odds.low == one.odds.high for one in seen):
        assert home.odds[0] == home.odds[1], board
    return True
