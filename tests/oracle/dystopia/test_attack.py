"""Attacks of Dystopia on random squares with random dice, values and ranges."""

from fractions import Fraction
from random import Random
from typing import Any

from tests.oracle.chance import Chance
from tests.oracle.compare import Record, Told, compared
from tests.paths.boards import square
from tests.randomly import on_random_boards

EVENTS = {
    "attacks", "actual_attack", "actual_defence", "wounded", "unharmed", "even", "outwits", "outwitted",
    "loses_energy", "dies",
}  # fmt: skip
SIZE = 4


def within(board: dict[str, Any], attacker: str, target: str) -> bool:
    """Distance counts squares, a diagonal as one; it must lie in the range of the card (DY-COMB-004, -006, -007)."""
    first, second = board["at"][attacker], board["at"][target]
    distance = max(abs(first[0] - second[0]), abs(first[1] - second[1]))
    least, most = board["range"][attacker]
    return bool(least <= distance <= most)


def attack(board: dict[str, Any], chance: Chance) -> Told:
    """Two dice a side; a unicorn has the intelligences decide (DY-COMB-009 to -014, -017, -018; DY-EP-002)."""
    record = Record()
    record.phase = "act"
    record.say("attacks", "Kri", "Nor")
    energy = dict(board["energy"])

    def lose(name: str, how: str) -> None:
        record.say("loses_energy", name, 1, how)
        energy[name] -= 1
        if energy[name] == 0:
            record.say("dies", name)

    record.phase = "attack"
    red = sum(chance.weighted(board["red"]) for _ in range(2)) + board["attack"]
    record.say("actual_attack", "Kri", red)
    record.phase = "defend"
    white = [chance.weighted(board["white"]) for _ in range(2)]
    if "unicorn" in white:
        wits = board["wits"]
        if wits["Nor"] > wits["Kri"]:
            record.say("outwits", "Nor", "Kri")
            if within(board, "Nor", "Kri"):
                lose("Kri", "counter")
        elif wits["Nor"] < wits["Kri"]:
            record.say("outwitted", "Nor")
            lose("Nor", "attack")
        else:
            record.say("even", "Kri", "Nor")
    else:
        defence = sum(white) + board["defence"]
        record.say("actual_defence", "Nor", defence)
        if red > defence:
            record.say("wounded", "Nor")
            lose("Nor", "attack")
        else:
            record.say("unharmed", "Nor")
    return record.told([f"dies({name})" for name, left in sorted(energy.items()) if left == 0])


def die(random: Random, faces: list[Any]) -> dict[Any, int]:
    """Return how many faces of a die show what."""
    shown = random.choices(faces, k=6)
    return {face: shown.count(face) for face in faces if face in shown}


def shares(faces: dict[Any, int]) -> list[tuple[Any, Fraction]]:
    """Return the probability of each face."""
    return [(face, Fraction(count, 6)) for face, count in faces.items()]


def random_attack(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return two figures on some squares, and the scenario in which one attacks the other."""
    squares = [(column, row) for column in range(SIZE) for row in range(SIZE)]
    places = random.sample(squares, 2)
    red, white = die(random, [1, 2, 3, 4, 5, 6]), die(random, [1, 2, 3, 4, 5, "unicorn"])
    board: dict[str, Any] = {
        "at": dict(zip(("Kri", "Nor"), places, strict=True)),
        "range": {name: (least := random.randint(1, 2), least + random.randint(0, 3)) for name in ("Kri", "Nor")},
        "energy": {name: random.randint(1, 3) for name in ("Kri", "Nor")},
        "wits": {name: random.randint(1, 3) for name in ("Kri", "Nor")},
        "attack": random.randint(0, 5),
        "defence": random.randint(0, 5),
        "red": shares(red),
        "white": shares(white),
    }
    figures = {
        name: {
            "kind": kind, "at": square(*board["at"][name]), "speed": 3, "energy": board["energy"][name],
            "intelligence": board["wits"][name], "least_range": board["range"][name][0],
            "most_range": board["range"][name][1], "attack": board["attack"], "defence": board["defence"],
        }
        for name, kind in (("Kri", "warrior"), ("Nor", "norcon"))
    }  # fmt: skip
    text: dict[str, Any] = {
        "title": "a random attack of the oracle",
        "rulebook": "dystopia",
        "board": {"rooms": {square(*place): {} for place in squares}},
        "figures": figures,
        "play": [{"Kri": "attack Nor"}],
        "readings": {"DY-MOVE-010": "removed"},
        "suppose": {"red_die": red, "white_die": white},
        "until": "close",
    }
    if not within(board, "Kri", "Nor"):
        text |= {"expect": [{"may_not": "Kri attack Nor"}], "play": [{"Kri": "stop"}], "until": "turn 1"}
    return board, text


@on_random_boards(quick=3, thorough=400)
def test_attacks(random: Random) -> bool:
    """Compare an attack, or that it is not allowed, with exact odds."""
    board, text = random_attack(random)
    if not within(board, "Kri", "Nor"):
        return compared("dystopia attacks", text, lambda _: ((), ()), EVENTS)
    return compared("dystopia attacks", text, lambda chance: attack(board, chance), EVENTS)
