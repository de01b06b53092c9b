"""Random boards of the shipped games, for what the law and the graph both decide."""

from __future__ import annotations

from random import Random
from typing import Any

import yaml

from drakdom.scenario import Scenario, read_scenario_text
from tests.randomly import remember

SIDES = "nesw"
OPPOSITE = dict(zip("nesw", "swne", strict=True))
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
TILES = {
    "drakborgen-atervackt": [*["room"] * 4, "trap_room", "corridor", "rubble", "well", "bridge", "web", "dark"],
    "dungeonquest-neuauflage": [
        *["room"] * 4,
        "corridor",
        "corridor",
        "rubble",
        "chasm",
        "web",
        "bridge",
        "tower",
        "dark",
    ],
}
HERO = {"kind": "hero", "strength": 7, "agility": 6, "psyche": 4, "armour": 8, "hp": 16}


def square(column: int, row: int) -> str:
    """A square by its name."""
    return f"{'ABCDEFGHIJ'[column]}{row + 1}"


def beside(place: str, side: str) -> str | None:
    """The next square towards a side, None beyond the first column or row."""
    column, row = "ABCDEFGHIJ".index(place[0]), int(place[1:]) - 1
    east, north = STEPS[side]
    if column + east < 0 or row + north < 0:
        return None
    return square(column + east, row + north)


def rooms(random: Random, columns: int, rows: int, game: str, bare: float = 0.15) -> dict[str, dict[str, Any]]:
    """Rooms in a rectangle, some squares left undiscovered; most exits lead on, some onto walls, some have doors."""
    result: dict[str, dict[str, Any]] = {}
    for column in range(columns):
        for row in range(rows):
            if random.random() >= bare:
                exits = sorted(random.sample(SIDES, random.choice((1, 2, 3, 3, 4))))
                result[square(column, row)] = {"tile": random.choice(TILES[game]), "exits": exits}
    for room in result.values():
        if room["exits"] and random.random() < 0.2:
            room["obstacles"] = {random.choice(room["exits"]): random.choice(("door", "portcullis"))}
    return result


def scenario(game: str, board: dict[str, Any], figures: dict[str, Any], **more: Any) -> Scenario:
    """The scenario of a board, read."""
    text = {"title": "a random board", "rulebook": game, "board": {"rooms": board}, "figures": figures, **more}
    return read_scenario_text(remember(yaml.safe_dump(text, sort_keys=False)), "random.yaml")
