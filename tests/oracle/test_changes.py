"""What must not matter, on the random boards of the oracle: mirroring, other names, the order of writing."""

from collections.abc import Callable
from random import Random
from typing import Any

import yaml

from drakdom.errors import LimitError
from drakdom.scenario import Scenario, read_scenario_text
from tests.oracle.compare import COUNTS
from tests.oracle.drakborgen import boards, test_below, test_meeting
from tests.oracle.dungeonquest import test_turn
from tests.oracle.dystopia.test_attack import random_attack
from tests.oracle.kalahen.test_combat import random_combat
from tests.oracle.talisman.test_combat import random_turn
from tests.paths.boards import OPPOSITE
from tests.properties.plays import changed, changed_play, mirror, play, renaming, unordered
from tests.randomly import on_random_boards, remember


def dungeonquest(random: Random) -> dict[str, Any]:
    """Return a turn of DungeonQuest with an order that may not be allowed."""
    board = test_turn.random_turn(random)
    board["order"] = f"move {random.choice(sorted(OPPOSITE))}"
    return test_turn.scenario(board)


#: A random scenario of each game and topic.
SCENARIOS: dict[str, Callable[[Random], dict[str, Any]]] = {
    "drakborgen round": lambda random: boards.scenario(boards.random_board(random)),
    "drakborgen meeting": lambda random: test_meeting.scenario(test_meeting.random_meeting(random)),
    "drakborgen below": lambda random: test_below.scenario(test_below.random_board(random)),
    "dungeonquest": dungeonquest,
    "dystopia": lambda random: random_attack(random)[1],
    "kalahen": lambda random: random_combat(random)[1],
    "talisman": lambda random: random_turn(random)[1],
}


def shuffled(value: Any, random: Random) -> Any:
    """Return a part of a scenario with the keys of its mappings in another order."""
    if isinstance(value, list):
        return [shuffled(part, random) for part in value]
    if not isinstance(value, dict):
        return value
    keys = list(value)
    random.shuffle(keys)
    return {key: shuffled(value[key], random) for key in keys}


def read(scenario: dict[str, Any]) -> Scenario:
    """Read a scenario."""
    text = yaml.safe_dump(scenario, sort_keys=False, allow_unicode=True, width=1000)
    return read_scenario_text(remember(text), "random.yaml")


@on_random_boards(quick=1, thorough=200)
def test_what_must_not_matter(random: Random) -> bool:
    """Mirror a board, exchange the names of its heroes, and write its keys in another order."""
    topic = random.choice(sorted(SCENARIOS))
    scenario = SCENARIOS[topic](random)
    entry = read(scenario)
    figures = frozenset(entry.figures)
    names = sorted(name for name in entry.figures if scenario["figures"][name]["kind"] == "hero")
    try:
        verdict = play(entry)
        exchange = renaming(dict(zip(names, reversed(names), strict=True)))
        renamed = play(changed(entry, exchange))
        mirrored = play(changed(entry, mirror(entry)))
        rewritten = play(read(shuffled(scenario, random)))
    except LimitError:
        return False
    assert unordered(renamed, figures) == unordered(changed_play(verdict, exchange), figures), topic
    assert unordered(mirrored, figures) == unordered(changed_play(verdict, mirror(entry)), figures), topic
    assert rewritten == verdict, topic
    COUNTS[f"changed boards of {topic}"] += 3
    return True
