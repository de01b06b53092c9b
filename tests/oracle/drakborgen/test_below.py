"""Heroes in the Catacombs of Drakborgen: walking, meeting, climbing back, coming up at the edge and by ways down."""

from random import Random
from typing import Any

from tests.oracle.chance import Chance
from tests.oracle.compare import Told, compared
from tests.oracle.drakborgen.below import Below
from tests.oracle.drakborgen.boards import GAME
from tests.oracle.drakborgen.table import CLOCKWISE
from tests.paths.boards import OPPOSITE, square
from tests.randomly import on_random_boards

EVENTS = {
    "walks", "meet_below", "climbs_up", "entered", "fails", "gets_out", "new_way_down", "draws_cards", "tile", "dot",
}  # fmt: skip
SIZE = 4
ASPECTS = ("strength", "agility", "psyche")


def random_board(random: Random) -> dict[str, Any]:
    """Return a walled board of four by four squares, some with tiles and ways down, and one or two heroes below."""
    rooms: dict[str, dict[str, Any]] = {}
    for column in range(SIZE):
        for row in range(SIZE):
            if random.random() < 0.6:
                exits = random.sample(CLOCKWISE, random.randint(1, 4))
                exits += ["down"] if random.random() < 0.15 else []
                rooms[square(column, row)] = {"tile": random.choice(("room", "dark", "room")), "exits": exits}
    heroes: dict[str, Any] = {}
    for name in ("Aldo", "Bera")[: random.choice((1, 2, 2))]:
        hero: dict[str, Any] = {aspect: random.randint(2, 10) for aspect in ASPECTS}
        hero["at"] = (random.randrange(-1, SIZE + 1), random.randrange(SIZE))
        hero["arrow"], hero["way_up"] = random.choice(CLOCKWISE), None
        laid = square(*hero["at"]) in rooms if 0 <= hero["at"][0] < SIZE else False
        kind = random.choice(("walk", "walk", "ascend", "fell"))
        if kind == "fell" and laid:
            hero["fell"] = True
            hero["order"] = random.choice(("climb", f"walk {random.choice(CLOCKWISE)}"))
        elif kind == "ascend":
            hero["order"], hero["way_up"] = "ascend", random.choice((None, *ASPECTS))
        else:
            sides = [side for side in CLOCKWISE if side != OPPOSITE[hero["arrow"]]]
            hero["order"] = f"walk {random.choice(sides)}"
        heroes[name] = hero
    readings = {
        "DA-CATA-028": random.choice(("rolled_inside", "shifted_too")),
        "DA-CATA-029": random.choice(("neighbour", "rolled")),
        "DA-CATA-032": "ways_up",
        "DA-CATA-036": "each",
        "DA-TRAP-022": "again",
    }
    tiles = {square(c, r): random.choice(("room", "dark")) for c in range(SIZE) for r in range(SIZE)}
    return {"size": SIZE, "rooms": rooms, "heroes": heroes, "readings": readings, "tiles": tiles}


def scenario(board: dict[str, Any]) -> dict[str, Any]:
    """Return the scenario file of a board."""
    rooms: dict[str, dict[str, Any]] = {}
    for column in range(SIZE):
        for row in range(SIZE):
            room = dict(board["rooms"].get(square(column, row), {}))
            edge = [side for side, out in (("w", column == 0), ("e", column == SIZE - 1), ("s", row == 0),
                                           ("n", row == SIZE - 1)) if out]  # fmt: skip
            rooms[square(column, row)] = {**room, **({"edge": edge} if edge else {})}
    model = Below(board, Chance([]))
    figures = {}
    for name, hero in board["heroes"].items():
        at = model.named(hero["at"])
        figures[name] = {
            "kind": "hero", "at": f"below({at})" if model.inside(hero["at"]) else at, "hp": 20,
            **{aspect: hero[aspect] for aspect in ASPECTS},
            **({"fell": "yes", "items": ["rope"]} if hero.get("fell") else {"arrow": hero["arrow"]}),
        }  # fmt: skip
        if hero["order"] == "ascend":
            check = hero["way_up"]
            figures[name]["way_up"] = f"way_up_check({check})" if check else "way_up"
    draws: dict[str, Any] = {}
    for column in range(-3, SIZE + 3):
        for row in range(-3, SIZE + 3):
            name = model.named((column, row))
            draws[f"catacomb {name}"] = "harmless"
            if model.inside((column, row)):
                draws[f"room {name}"] = "harmless"
                draws[f"tile {name}"] = {"is": board["tiles"][name], "exits": ["straight"]}
    return {
        "title": "a random board of the oracle, below",
        "rulebook": GAME,
        "begin": {"phase": "decide"},
        "board": {"rooms": rooms},
        "figures": figures,
        "play": [{name: hero["order"] for name, hero in board["heroes"].items()}],
        "standing": {name: ["turn n"] for name in board["heroes"]},
        "draws": draws,
        "suppose": {"worth": {name: number for number, name in enumerate(board["heroes"])}},
        "readings": board["readings"],
    }


@on_random_boards(quick=3, thorough=300)
def test_below(random: Random) -> bool:
    """Compare every event of a round below, and where everybody is at its end."""
    board = random_board(random)

    def play(chance: Chance) -> Told:
        state = Below(board, chance)
        state.run()
        return state.record.told([f"finally(at({name}), {place})" for name, place in sorted(state.at.items())])

    return compared("drakborgen below", scenario(board), play, EVENTS)
