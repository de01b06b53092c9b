"""Monster meetings of Drakborgen on random boards: choices, reactions, flight, combat with stated signs."""

from random import Random
from typing import Any

from tests.oracle.chance import Chance, NotDecided, plays
from tests.oracle.compare import Told, compared
from tests.oracle.drakborgen.boards import GAME
from tests.oracle.drakborgen.meeting import BEATS, PRIORITY, Fighter, Meeting
from tests.oracle.drakborgen.table import CLOCKWISE, Room
from tests.paths.boards import OPPOSITE, beside
from tests.randomly import on_random_boards

EVENTS = {
    "hit", "loses", "dies", "meets", "declares", "reacts", "gets_away", "flees", "runs_off", "combat", "stands_there",
    "stabbed", "follows", "stays_out", "fights", "shows_sign", "hurts",
}  # fmt: skip
PLACE = "E4"
SIGNS = tuple(BEATS)
MOST_ROUNDS = 40
#: What keeps a hero out of the fight, by the choice before.
ASIDE = {"wait": "stay_out", "flee": "flee"}
CARDS = {
    "attack": ("fights", "fights", "fights", "passive", "flees"),
    "wait": ("fights", "passive", "flees"),
    "flee": ("passive", "follows", "stab", "stab_follows", "fights"),
}


def random_meeting(random: Random) -> dict[str, Any]:
    """Return a room with its neighbours, those who come in or stand there, and one or two monsters."""
    exits = sorted(random.sample(CLOCKWISE, random.choice((1, 2, 3, 4))), key=CLOCKWISE.index)
    rooms = {PLACE: Room("room", exits)}
    for side in CLOCKWISE:
        back = [OPPOSITE[side]] if random.random() < 0.8 or side in exits[:1] else []
        rooms[str(beside(PLACE, side))] = Room("room", [*back, side])
    doors = [side for side in exits if OPPOSITE[side] in rooms[str(beside(PLACE, side))].exits]
    kinds = random.choice((["card"], ["card"], ["ambush"], ["figure"], ["card", "figure"], ["figure", "second"]))
    names = {"card": f"monster({PLACE})", "ambush": f"monster({PLACE})", "figure": "Grim", "second": "Ulk"}
    monsters: dict[str, dict[str, Any]] = {
        names[kind]: {
            "ambush": random.choice((1, 2)) if kind == "ambush" else 0,
            "card": [random.choice(CARDS[choice]) for choice in PRIORITY],
            "full": random.randint(1, 5),
            "bracketed": random.randint(1, 3),
            "stab": random.choice((1, 2, 3)),
            "signs": random.choices(SIGNS, k=MOST_ROUNDS),
        }
        for kind in kinds
    }
    stab = random.choice((1, 2, 3))
    for number, monster in enumerate(monsters.values()):
        monster["stab"] = stab
        if number and monster["card"][2].startswith("stab"):
            monster["card"][2] = "passive"
    heroes = {}
    for number, name in enumerate(("Aldo", "Bera", "Cilla")[: random.choice((1, 1, 2, 3))]):
        choices = [choice for choice in PRIORITY if choice != "wait" or "ambush" not in kinds]
        heroes[name] = {
            "entered": number == 0 or random.random() < 0.7,
            "came_by": random.choice(doors),
            "hp": random.randint(1, 8) + (2 if "ambush" in kinds else 0),
            "choice": random.choice(choices),
            "second": random.choice(("join", "aside")),
            "special": random.choice((*SIGNS, "none")),
            "signs": random.choices(SIGNS, k=MOST_ROUNDS),
        }
    readings = {
        "DA-MEET-012": random.choice(("entrants", "every")),
        "DA-COMB-007": random.choice(("double", "single")),
        "DA-MEET-020": "there",
    }
    return {"rooms": rooms, "heroes": heroes, "monsters": monsters, "readings": readings, "kinds": kinds, "stab": stab}


def scenario(board: dict[str, Any]) -> dict[str, Any]:
    """Return the scenario file of a meeting."""
    card = {"card": "monster orc", "ambush": "ambush orc"}.get(board["kinds"][0], "harmless")
    figures: dict[str, Any] = {}
    play: dict[str, Any] = {}
    standing: dict[str, Any] = {}
    draws: dict[str, Any] = {f"room {PLACE}": card}
    for name, hero in board["heroes"].items():
        at = beside(PLACE, hero["came_by"]) if hero["entered"] else PLACE
        figures[name] = {"kind": "hero", "at": at, "hp": hero["hp"], "special_attack": hero["special"]}
        if not hero["entered"]:
            figures[name]["came_by"] = hero["came_by"]
        first = f"move {OPPOSITE[hero['came_by']]}" if hero["entered"] else "search"
        play[name] = [first]
        play[name].append(hero["choice"])
        standing[name] = ["fight_on"]
        draws[f"search {PLACE} {name}"] = "empty"
    for number, (name, monster) in enumerate(board["monsters"].items()):
        figure = name in ("Grim", "Ulk")
        if figure:
            figures[name] = {"kind": ("orc", "troll")[number], "at": PLACE}
        draws[f"monster {name}" if figure else f"monster_in {PLACE}"] = f"says({', '.join(monster['card'])})"
    monsters = board["monsters"]
    return {
        "title": "a random meeting of the oracle",
        "rulebook": GAME,
        "begin": {"phase": "decide"},
        "board": {"rooms": {place: {"tile": room.tile, "exits": room.exits} for place, room in board["rooms"].items()}},
        "figures": figures,
        "play": [play],
        "standing": standing,
        "draws": draws,
        "readings": board["readings"],
        "suppose": {
            "damage": {"stab": board["stab"], "ambush": next(iter(monsters.values()))["ambush"]},
            "monster_kp": {name: monster["full"] for name, monster in monsters.items()},
            "bracketed_kp": {name: monster["bracketed"] for name, monster in monsters.items()},
        },
        "until": "close" if len(monsters) == 1 else "join_fight",
    }


def meeting(board: dict[str, Any], chance: Chance) -> Meeting:
    """Return the meeting of a board, in one play."""
    heroes = [
        Fighter(
            name, hero["hp"], hero["came_by"], hero["choice"], hero["second"], hero["signs"], hero["special"],
            hero["entered"],
        )
        for name, hero in sorted(board["heroes"].items())
    ]  # fmt: skip
    return Meeting(PLACE, board["rooms"], heroes, board["monsters"], chance, board["readings"])


@on_random_boards(quick=4, thorough=500)
def test_meetings(random: Random) -> bool:
    """Compare every event of a meeting, and what is left of the heroes, with exact odds."""
    board = random_meeting(random)
    text = scenario(board)

    def play(chance: Chance) -> Told:
        state = meeting(board, chance)
        state.run()
        claims = [
            f"dies({hero.name})" if hero.dead else f"finally(hp({hero.name}), {hero.hp})" for hero in state.heroes
        ]
        return state.record.told(claims)

    rounds, asked = _rounds(board)
    for name, hero in board["heroes"].items():
        if name in asked:
            text["play"][0][name].append("join" if hero["second"] == "join" else ASIDE[hero["choice"]])
        text["play"][0][name] += hero["signs"][: rounds.get(name, 0)]
    if len(board["monsters"]) == 1:
        (name, monster), *_ = board["monsters"].items()
        signs = monster["signs"][: rounds.get(name, 0)]
        text["play"][0] |= {"monster_player": signs} if signs else {}
    of_monsters = [f"{word}({name}" for name in board["monsters"] for word in ("loses", "dies")]
    return compared("drakborgen meetings", text, play, EVENTS, of_monsters)


def _rounds(board: dict[str, Any]) -> tuple[dict[str, int], set[str]]:
    """Return how many signs each shows in the play that lasts longest, and who is asked whether to join."""
    asked: set[str] = set()
    most: dict[str, int] = {}

    def count(chance: Chance) -> int:
        state = meeting(board, chance)
        state.run()
        asked.update(state.asked)
        signs: dict[str, int] = {}
        for (_, phase, event), number in state.record.events.items():
            if phase == "combat_round":
                name = event.split("(", 1)[1].rsplit(", ", 1)[0]
                signs[name] = signs.get(name, 0) + number
        for name, number in signs.items():
            most[name] = max(most.get(name, 0), number)
        return 0

    try:
        plays(count)
    except NotDecided:
        return {}, set()
    return most, asked
