"""Turns of DungeonQuest on random boards."""

from random import Random
from typing import Any

from tests.oracle.chance import Chance
from tests.oracle.compare import Told, compared
from tests.oracle.drakborgen.table import CLOCKWISE
from tests.oracle.dungeonquest.turn import Room, Turn
from tests.paths.boards import square
from tests.randomly import on_random_boards

GAME = "dungeonquest-neuauflage"
EVENTS = {
    "leaves", "entered", "held", "tile", "arrow", "revolves", "crosses", "falls", "passes", "fails", "marker",
    "wounded", "dies", "drawn", "gets_loot", "searches", "marked", "turn_ends", "descends",
}  # fmt: skip
TILES = [*["room"] * 3, "trap_room", "corridor", "corridor", "web", "web", "pit", "rotating", "dark", "rubble",
         "chasm", "bridge"]  # fmt: skip
CARDS = ["harmless", "wounds(2)", "loot(30)", "heals(2)", "death", "test(agility, 3)", "test(luck, 1)", "catacombs"]


def random_turn(random: Random) -> dict[str, Any]:
    """Return a board around a hero in a plain room, some neighbouring rooms taken by others."""
    rooms = {}
    for column in range(2, 7):
        for row in range(2, 7):
            if random.random() < 0.6:
                exits = sorted(random.sample(CLOCKWISE, random.choice((2, 3, 3, 4))), key=CLOCKWISE.index)
                obstacles = {random.choice(exits): random.choice(("door", "portcullis"))}
                tile = random.choice(TILES)
                rooms[square(column, row)] = Room(tile, exits, obstacles if random.random() < 0.3 else {})
    start = square(4, 4)
    rooms[start] = Room("room", list(CLOCKWISE), {random.choice(CLOCKWISE): "portcullis"})
    plain = sorted(place for place, room in rooms.items() if room.tile == "room" and place != start)
    order = list(CLOCKWISE)
    random.shuffle(order)
    return {
        "rooms": rooms,
        "start": start,
        "taken": random.sample(plain, min(len(plain), random.randint(0, 2))),
        "hero": {name: random.randint(3, 11) for name in ("strength", "agility", "luck")}
        | {"life": random.randint(3, 15), "wounds": random.randint(0, 2), "loot": random.randint(0, 2)},
        "cards": {deck: random.choice(CARDS) for deck in ("dungeon", "trap", "search")}
        | {"door": random.choice(("opens", "stays_shut"))},
        "tiles": {
            square(c, r): {"is": random.choice(TILES), "exits": random.sample(("left", "straight", "right"), 2)}
            for c in range(10)
            for r in range(9)
        },
        "onward": order,
        "bridge": random.choice(("stop", "cross")),
        "dark_ways": {face: random.choice(CLOCKWISE) for face in range(1, 7)},
        "readings": {"DQ-DOOR-001": random.choice(("both", "nearer")), "DQ-BRIDGE-005": "next_turn"},
    }


def scenario(board: dict[str, Any]) -> dict[str, Any]:
    """Return the scenario file of a turn."""
    rooms: dict[str, dict[str, Any]] = {square(c, r): {} for c in range(10) for r in range(9)}
    for place, room in board["rooms"].items():
        rooms[place] = {"tile": room.tile, "exits": room.exits, "obstacles": room.obstacles, "torch": "yes"}
    hero = dict(board["hero"])
    loot = hero.pop("loot")
    figures: dict[str, Any] = {
        "Aldo": {"kind": "hero", "at": board["start"], **hero, **({"loot": {10: loot}} if loot else {})}
    }
    for name, place in zip(("Bera", "Cilla"), board["taken"], strict=False):
        figures[name] = {"kind": "hero", "at": place, "life": 9}
    standing = [*(f"move {side}" for side in board["onward"]), board["bridge"], "keep", "face n", "spend 0"]
    return {
        "title": "a random turn of the oracle",
        "rulebook": GAME,
        "begin": {"phase": "action"},
        "state": {"active": "Aldo", "sun": 1},
        "board": {"rooms": rooms},
        "figures": figures,
        "play": [{"Aldo": board["order"]}],
        "standing": {"Aldo": standing},
        "draws": {
            **{f"{deck} Aldo": card for deck, card in board["cards"].items()},
            **{f"tile {place}": tile for place, tile in board["tiles"].items()},
        },
        "readings": board["readings"],
        "suppose": {"dark_ways": board["dark_ways"]},
        "until": "close",
    }


@on_random_boards(quick=3, thorough=500)
def test_turns(random: Random) -> bool:
    """Compare every event of a turn and its end with the law, with exact odds."""
    board = random_turn(random)
    state = Turn(board, Chance([]), board["rooms"], board["start"], 0)
    board["order"] = random.choice([f"move {side}" for side in CLOCKWISE if state.open_way(side)] * 5 + ["search"])

    def play(chance: Chance) -> Told:
        turn = Turn(board, chance, dict(board["rooms"]), board["start"], board["hero"]["wounds"])
        turn.run()
        return turn.record.told(turn.ends())

    return compared("dungeonquest turns", scenario(board), play, EVENTS)
