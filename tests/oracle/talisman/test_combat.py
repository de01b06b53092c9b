"""Moves on a ring of Talisman and the combat that awaits there, with the die open."""

from random import Random
from typing import Any

from tests.oracle.chance import Chance
from tests.oracle.compare import Record, Told, compared
from tests.randomly import on_random_boards

EVENTS = {
    "throws", "comes", "draws", "beats", "combat_is_drawn", "loses_combat", "loses_lives", "turn_is_over",
}  # fmt: skip
KINDS = ("animal(bear, {})", "monster(ogre, {})", "monster(giant, {})")


def turn(board: dict[str, Any], chance: Chance) -> Told:
    """Move as far as the die says, draw, and fight all enemies at once (TA-MOVE-001, TA-ENC-006, TA-FIGHT)."""
    record = Record()
    throw = chance.die(6)
    record.phase = "throw"
    record.say("throws", "Ann", throw)
    record.phase = "move"
    step = throw if board["way"] == "clockwise" else -throw
    place = step % len(board["draw"])
    record.say("comes", "Ann", f"p{place}")
    enemies = board["enemies"][: board["draw"][place]]
    record.phase = "draw"
    for enemy, _ in enemies:
        record.say("draws", "Ann", enemy)
    lives = board["lives"]
    if enemies:
        record.phase = "combat"
        lives -= _fight(board, chance, record, enemies)
    if lives == 0:
        return record.told(["dies(Ann)"])
    return record.told([f"finally(at(Ann), p{place})", f"finally(lives(Ann), {lives})"])


def _fight(board: dict[str, Any], chance: Chance, record: Record, enemies: list[tuple[str, int]]) -> int:
    """The higher sum of die and strength wins; return the lives lost (TA-FIGHT-007, -009 to -011, -014, -015)."""
    own = chance.die(6) + board["strength"]
    theirs = chance.die(6) + sum(strength for _, strength in enemies)
    if own > theirs:
        for enemy, _ in enemies:
            record.say("beats", "Ann", enemy)
        return 0
    record.say("turn_is_over", "Ann")
    if own == theirs:
        record.say("combat_is_drawn", "Ann")
        return 0
    record.say("loses_combat", "Ann")
    record.phase = "loss"
    record.say("loses_lives", "Ann", 1)
    return 1


def random_turn(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a ring of spaces with its enemies, and its scenario."""
    count = random.randint(2, 7)
    board: dict[str, Any] = {
        "draw": [random.choice((0, 1, 1, 2)) for _ in range(count)],
        "way": random.choice(("clockwise", "counterclockwise")),
        "strength": random.randint(2, 9),
        "lives": random.randint(1, 4),
        "enemies": [(kind.format(s), s) for kind in random.sample(KINDS, 2) if (s := random.randint(1, 6))],
    }
    places = {
        f"p{number}": {"region": "outer", "clockwise": f"p{(number + 1) % count}", **({"draw": draw} if draw else {})}
        for number, draw in enumerate(board["draw"])
    }
    text = {
        "title": "a random turn of the oracle",
        "rulebook": "talisman",
        "board": {"places": places},
        "figures": {
            "Ann": {"kind": "character", "at": "p0", "strength": board["strength"], "craft": 3, "lives": board["lives"]}
        },
        "play": [{"Ann": f"go {board['way']}"}],
        "draws": {"adventure Ann": [enemy for enemy, _ in board["enemies"]]},
        "until": "close",
    }
    return board, text


@on_random_boards(quick=3, thorough=400)
def test_moves_and_combat(random: Random) -> bool:
    """Compare every event of a turn with exact odds."""
    board, text = random_turn(random)
    return compared("talisman turns", text, lambda chance: turn(board, chance), EVENTS)
