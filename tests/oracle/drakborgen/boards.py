"""Random boards of Drakborgen: rooms with their obstacles, heroes, orders and the cards that come up."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.chance import Chance
from tests.oracle.drakborgen.moving import may_move, may_search
from tests.oracle.drakborgen.table import CLOCKWISE, Room, obstacles, table, way
from tests.paths.boards import square

GAME = "drakborgen-atervackt"
NAMES = ("Aldo", "Bera", "Cilla")
TILES = [*["room"] * 6, "trap_room", "trap_room", "corridor", "rubble", "well", "bridge", "web", "dark"]
#: What the room tile list would say of tiles of which the rules do not.
TILE_LIST = {
    "tile_events": {"well": "none", "web": "none", "tower": "none"},
    "takes_cards": {"well": "no", "web": "no", "tower": "no", "corridor": "no"},
}
ROOM_CARDS = ["harmless", "harmless", "trapdoor", "arrows", "falling_roof", "torch_out", "giant_web", "empty"]
TRAP_CARDS = ["trapdoor", "arrows", "snakes", "explosion", "toxic_mist", "falling_roof"]
SEARCH_CARDS = ["empty", "treasure", "trapdoor", "arrows", "snakes", "explosion", "toxic_mist", "falling_roof"]
#: Clauses with several readings that one round can meet, each with its readings.
READINGS = {
    "DA-BRDG-002": ["crosses", "stays"],
    "DA-OBST-001": ["each", "tile_first"],
    "DA-OBST-005": ["again", "across"],
    "DA-DOOR-003": ["all_spent"],
    "DA-DOOR-015": ["afresh"],
    "DA-GATE-001": ["afresh"],
    "DA-MULTI-062": ["together", "each_side"],
    "DA-MULTI-901": ["everybody"],
    "DA-PHASE-013": ["any", "drawn"],
    "DA-SEARCH-002": ["barred"],
    "DA-SPID-008": ["earlier"],
    "DA-SPID-009": ["afresh"],
    "DA-SPID-010": ["caught", "uncaught"],
    "DA-SPID-012": ["free", "tear"],
    "DA-TRAP-011": ["sits_first"],
    "DA-TRAP-017": ["damage_only"],
    "DA-TRAP-024": ["each"],
    "DA-MULTI-046": ["finder"],
    "DA-MULTI-081": ["instead"],
    "DA-MULTI-012": ["wall"],
}


def random_board(random: Random) -> dict[str, Any]:
    """Return a board of one round; every choice is stated, most dice are open."""
    rooms: dict[str, dict[str, Any]] = {square(c, r): {} for c in range(7) for r in range(7)}
    for column in range(2, 5):
        for row in range(2, 5):
            if random.random() < 0.6:
                rooms[square(column, row)] = _tile(random)
    laid = [place for place, room in rooms.items() if room]
    if not laid:
        rooms[square(3, 3)] = {"tile": "room", "exits": list(CLOCKWISE)}
        laid = [square(3, 3)]
    figures = {name: _hero(random, rooms, random.choice(laid)) for name in NAMES[: random.choice((1, 2, 2, 3, 3))]}
    if random.random() < 0.3:
        _companion(random, rooms, figures)
    board: dict[str, Any] = {
        "rooms": rooms,
        "figures": figures,
        "orders": {},
        "corridor": {},
        "readings": {clause: random.choice(words) for clause, words in READINGS.items()},
        "damage": {name: random.choice((1, 2, "t6")) for name in ("arrows", "snakes", "toxic_mist", "falling_roof")}
        | {"door_trap": random.choice((1, 2, 3))},
        "rounds": {"toxic_mist": random.choice((1, 2))},
        "die": {"falling_roof": random.choice(("t6", "t12"))},
        "draws": {},
    }
    _cards(random, board)
    _orders(random, board)
    return board


def _tile(random: Random) -> dict[str, Any]:
    exits = sorted(random.sample(CLOCKWISE, random.choice((1, 2, 3, 3, 4, 4))), key=CLOCKWISE.index)
    room: dict[str, Any] = {"tile": random.choice(TILES), "exits": exits}
    if random.random() < 0.25 and room["tile"] in ("room", "trap_room"):
        room["obstacles"] = {random.choice(exits): random.choice(("door", "portcullis"))}
    return room


def _hero(random: Random, rooms: dict[str, Any], place: str) -> dict[str, Any]:
    came_by = random.choice(rooms[place]["exits"])
    hero = {
        "kind": "hero", "at": place, "came_by": came_by, "strength": random.randint(3, 9),
        "agility": random.randint(3, 9), "psyche": random.randint(3, 9), "armour": 5, "hp": random.randint(2, 14),
    }  # fmt: skip
    if rooms[place]["tile"] == "bridge" and random.random() < 0.4:
        hero["treasure_cards"] = {"gold": random.randint(1, 5)}
    if rooms[place]["tile"] in ("rubble", "web") and random.random() < 0.3:
        hero["stuck"] = "yes"
    if random.random() < 0.1:
        hero["torch_out"] = "yes"
    return hero


def _companion(random: Random, rooms: dict[str, Any], figures: dict[str, Any]) -> None:
    """Give the first hero a companion, where no clause leaves open how it gets along with its master."""
    master = figures[NAMES[0]]
    if rooms[master["at"]]["tile"] in ("room", "trap_room", "corridor"):
        figures["Zed"] = {
            "kind": "companion", "at": master["at"], "came_by": master["came_by"], "strength": random.randint(2, 9),
            "agility": random.randint(2, 9), "psyche": 3, "armour": 3, "hp": random.randint(2, 9),
            "master": NAMES[0], "bond": "faithful",
        }  # fmt: skip


def _cards(random: Random, board: dict[str, Any]) -> None:
    draws = board["draws"]
    for place, room in board["rooms"].items():
        if not room:
            sides = sorted(random.sample(("left", "right", "straight"), random.randint(0, 3)))
            tile = random.choice([*TILES, "trap_room", "trap_room"])
            sides = sides if tile != "corridor" or sides else ["straight"]
            draws[f"tile {place}"] = {"is": tile, "exits": sides}
            if random.random() < 0.1:
                draws[f"tile {place}"]["portcullis"] = "yes"
        draws[f"room {place}"] = random.choice(ROOM_CARDS)
        draws[f"trap {place}"] = random.choice(TRAP_CARDS)
        for side in CLOCKWISE if room else ():
            draws[f"door {place} {side}"] = random.choice(("open", "open", "trap", "locked", "locked"))
    for name, hero in board["figures"].items():
        draws[f"search {hero['at']} {name}"] = random.choice(SEARCH_CARDS)
        draws[f"idle room {hero['at']} {name}"] = random.choice(ROOM_CARDS)


def _orders(random: Random, board: dict[str, Any]) -> None:
    """State what everybody does; those at one odd tile go different ways, so that nobody may wait for others."""
    play = table({**board, "orders": {}}, Chance([]))
    taken: set[tuple[str, str]] = set()
    for name, figure in play.figures.items():
        if figure.kind == "companion":
            continue
        room = play.rooms[figure.place]
        sides = [side for side in CLOCKWISE if may_move(play.rooms, figure, side)]
        sides = [s for s in sides if (figure.place, s) not in taken or room.tile in ("room", "trap_room", "corridor")]
        orders = [f"move {side}" for side in sides] * 4 + ["stay"]
        orders += ["search", "search"] if may_search(room) and not figure.stuck else []
        if room.tile == "dark":
            orders += ["grope"] * 3
        order = random.choice(orders)
        if order.startswith("move"):
            taken.add((figure.place, order[5:]))
        board["orders"][name] = [order, *_second(random, board, play.rooms, name, order)]
        board["corridor"][name] = random.choice(CLOCKWISE)


def _second(random: Random, board: dict[str, Any], rooms: dict[str, Room], name: str, order: str) -> list[str]:
    """State what follows at a locked door: picking, looking on beside another, or another way."""
    place = board["figures"][name]["at"]
    if not order.startswith("move") or "door" not in obstacles(rooms, place, order[5:]):
        return ["pick"]
    group = [
        beside_it
        for beside_it, orders in board["orders"].items()
        if orders[0] == order and board["figures"][beside_it]["at"] == place
    ]
    if any(board["orders"][beside_it][1] == "pick" for beside_it in group):
        return ["stand_by"]
    ways = [
        f"move {side}"
        for side in CLOCKWISE
        if way(rooms, place, side) and f"move {side}" != order and not obstacles(rooms, place, side)
    ]
    return [random.choice([*ways, "pick", "pick", *(["search"] if may_search(rooms[place]) else [])])]


def scenario(board: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the scenario file of a board."""
    draws = dict(board["draws"])
    feelers: dict[str, str] = {}
    for name, orders in board["orders"].items():
        if orders[0].startswith("move"):
            feelers.setdefault(f"feeler {board['figures'][name]['at']} {orders[0][5:]}", name)
    doors = {key: name for key, name in feelers.items() if f"door{key[6:]}" in draws}
    standing = {
        name: [f"go_on {board['corridor'][name]}", "halt", *orders[1:], "stand_by", "name 1", "leave"]
        for name, orders in board["orders"].items()
    }
    return {
        "title": "a random board of the oracle",
        "rulebook": GAME,
        "begin": {"phase": "decide"},
        "board": {"rooms": board["rooms"]},
        "figures": board["figures"],
        "play": [{name: orders[0] for name, orders in board["orders"].items()}],
        "standing": standing,
        "draws": {**draws, **doors},
        "readings": board["readings"],
        "suppose": {**TILE_LIST, "damage": board["damage"], "rounds": board["rounds"], "die": board["die"]},
        **more,
    }
