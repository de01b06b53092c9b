"""The command that compares boards of a new seed with the oracles."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from drakdom import adjudicate, load
from tests.oracle import __main__ as command
from tests.oracle.compare import compared
from tests.randomly import PROPERTIES

NAME = (__name__, "holds")
TEXT: dict[str, Any] = {
    "title": "Ada walks on",
    "rulebook": "drakborgen-atervackt",
    "board": {"rooms": {"D4": {"tile": "room", "exits": ["e"]}, "E4": {"tile": "room", "exits": ["w"]}}},
    "figures": {"Ada": {"kind": "hero", "at": "D4", "strength": 5, "agility": 5, "psyche": 5, "armour": 5, "hp": 9}},
    "play": [{"Ada": "move e"}],
    "draws": {"room E4": "empty"},
}


@pytest.fixture
def wrong_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    """An oracle that says of two boards in three that Ada goes nowhere."""

    def holds(random: Random) -> bool:
        if random.randint(1, 3) == 1:
            return False
        return compared("of the test", TEXT, lambda _: ((((1, "move", "leaves(Ada, E4)"), 1),), ()), {"leaves"})

    monkeypatch.setitem(PROPERTIES, NAME, (holds, 1))


def test_shares_are_those_of_the_whole_suite() -> None:
    parts = list(command.divided(2000))
    assert 2000 <= sum(part.boards for part in parts) <= 2000 + len(PROPERTIES)
    games = {part.module.split(".")[2] for part in parts}
    assert {"drakborgen", "dungeonquest", "dystopia", "kalahen", "talisman", "test_changes"} <= games
    assert not list(command.divided(2000, "no such game"))


@pytest.mark.usefixtures("wrong_oracle")
def test_a_disagreement_is_written_as_a_scenario_that_fails(tmp_path: Path) -> None:
    part = command.Part(*NAME, first=3, boards=2)
    result = command.run("7", part)
    assert result == command.run("7", part)
    assert [board for board, _, _ in result.faults] == [3, 4]
    board, fault, text = result.faults[0]
    file = command.written(tmp_path, part, board, fault, text)
    assert "(event: oracle, law)" in file.read_text("utf-8").splitlines()[1]
    (claim,) = adjudicate(load(file)).claims
    assert (claim.claim, claim.wanted, claim.passed) == ("leaves(Ada, E4)", "odds 1", False)
