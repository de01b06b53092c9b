"""Combat of Kalahen at place 5, with all dice open."""

from random import Random
from typing import Any

from tests.oracle.chance import Chance
from tests.oracle.compare import Record, Told, compared
from tests.randomly import on_random_boards

EVENTS = {"monster", "uses_rings", "scores", "result", "beats", "beaten"}
FACES = [(kind, value) for kind in ("dots", "digit") for value in (1, 2, 3)]


def combat(board: dict[str, Any], chance: Chance) -> Told:
    """A monster of 6 and a die, against dots less digits, rings and weapons (KA-FIGHT-001 to -007, KA-SPEC)."""
    record = Record()
    record.phase = "strength"
    monster = 6 + chance.die(6)
    record.say("monster", "Ann", monster)
    if board["rings"]:
        record.phase = "rings"
        record.say("uses_rings", "Ann", board["rings"])
    faces = [board["dice"].get(number) or chance.among(FACES) for number in (1, 2, 3)]
    dots, digits = (sum(value for kind, value in faces if kind == word) for word in ("dots", "digit"))
    record.phase = "keep"
    score = abs(dots - digits)
    weapons = len(board["weapons"])
    factor = 1 + board["rings"]
    before = board["readings"]["KA-SPEC-007"] == "before"
    result = (score + weapons) * factor if before else score * factor + weapons
    record.say("scores", "Ann", score)
    record.phase = "contest"
    record.say("result", "Ann", result)
    record.say("beats" if result >= monster else "beaten", "Ann", "monster")
    return record.told(())


def random_combat(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return weapons, rings and stated dice, and the scenario of their combat."""
    rings = random.choice((0, 1, 2))
    dice = {number: random.choice(FACES) for number in random.sample((1, 2, 3), random.randint(0, 2))}
    board: dict[str, Any] = {
        "rings": rings,
        "weapons": random.sample(("sword", "shield"), random.randint(0, 2)),
        "dice": dice,
        "readings": {"KA-FIGHT-004": "before_dice", "KA-SPEC-007": random.choice(("after", "before"))},
    }
    ann: dict[str, Any] = {"kind": "fighter", "castle": "castle_a", "at": "place_5", "lp": 12, "red": rings}
    if board["weapons"]:
        ann["cards"] = {weapon: 1 for weapon in board["weapons"]}  # noqa: C420
    use = {0: "use_none", 1: "use_one red", 2: "use_two red red"}[rings]
    text = {
        "title": "a random combat of the oracle",
        "rulebook": "kalahen",
        "figures": {"Ann": ann, "Bo": {"kind": "fighter", "castle": "castle_b", "at": "castle_b"}},
        "state": {"turn": "Ann", "danger": dict.fromkeys(("mountain", "plain", "forest", "swamp"), "green")},
        "begin": {"phase": "arrive"},
        "play": [{"Ann": [use, "stand"] if rings else ["stand"]}],
        "standing": {"Ann": ["leave_chest"]},
        "rolls": {"event Ann": 4}
        | {f"special Ann {number}": f"{kind}({value})" for number, (kind, value) in dice.items()},
        "readings": board["readings"],
        "suppose": {"special_die": {f"{kind}({value})": 1 for kind, value in FACES}},
        "until": "close",
    }
    return board, text


@on_random_boards(quick=2, thorough=300)
def test_combat(random: Random) -> bool:
    """Compare the strength of the monster, the score, the result and who wins, with exact odds."""
    board, text = random_combat(random)
    return compared("kalahen combat", text, lambda chance: combat(board, chance), EVENTS)
