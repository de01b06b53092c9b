"""On random boards: what `--chase` says of whole runs, and what becomes of it when the law plays those rounds."""

from random import Random
from typing import Any

import pytest

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
    text = scenario(GAME, board, figures, readings=readings, play=play, rolls=rolls)
    return [outcome for branch in adjudicate(text).branches for outcome in branch.outcomes]


@on_random_boards(quick=1, thorough=60)
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
    pursuit = pursuit_report(scenario(GAME, board, stuck, readings=readings)).pursuit
    text = {str(target.figure): set(target.rounds) for target in pursuit.targets}
    last = max((now for items in text.values() for now in items), default=0)
    if pursuit.gaps or not 0 < last <= MOST:
        return False
    seen: dict[str, set[int]] = {name: set() for name in stuck}
    for state in played(board, stuck, readings, last):
        if getattr(state.event, "name", "") == "eaten":
            seen[str(state.event.args[0])].add(state.entry)
    assert seen == text, board
    return True


@pytest.mark.slow
@on_random_boards(quick=1, thorough=60)
def test_the_lost_come_home_in_play(random: Random) -> bool:
    """In which round a lost companion can be with its master, and how likely that is."""
    board = board_of(random)
    if len(board) < 2:
        return False
    present, local = random.sample(sorted(board), 2)
    board |= {place: {"tile": "room", "exits": board[place]["exits"]} for place in (present, local)}
    companion = {"kind": "companion", "at": local, "came_by": board[local]["exits"][0], "master": "Dzala"}
    figures = {
        "Dzala": {**HERO, "at": present},
        "oracaz": {**companion, "bond": "faithful", "strength": 6, "agility": 5, "psyche": 3, "hp": 9},
    }
    readings = {
        "DA-COMP-019": random.choice(("shortest", "discovered")),
        "DA-SPID-019": random.choice(("alone", "one_of_two")),
    }
    result = pursuit_report(scenario(GAME, board, figures, readings=readings))
    home = next(iter(result.ways_back), None)
    if home is None or home.gaps or home.rounds is None or home.rounds > MOST:
        return False
    seen = [
        state
        for state in played(board, figures, readings | dict(result.assumed), home.rounds)
        if getattr(state.event, "name", "") == "entered" and list(map(str, state.event.args)) == ["oracaz", present]
    ]
    assert {entry.entry for entry in seen} == {home.rounds}, board
    assert sum(entry.odds.low for entry in seen) == home.odds[0], (
        board
    )  # it may come in by a run of more squares or fewer
    if all(entry.odds.low == entry.odds.high for entry in seen):
        assert home.odds[0] == home.odds[1], board
    return True
