"""On random boards: moves that are taken to be alike lead where the law leads them when it plays each of them."""

from random import Random
from typing import Any

import pytest

from checker.engine.case import build_case
from checker.engine.survey import survey
from checker.paths.homeward import homes
from checker.paths.reach import MOVES
from checker.paths.stands import Kind, Option, Stand, Stands
from checker.scenario import Scenario
from checker.terms import Value
from tests.paths.boards import rooms, scenario
from tests.paths.test_random_boards import ADA, hero

GAME = "drakborgen-atervackt"
FEW, MANY, PART = 6, 400, 50
MORE = ["tower", "rotating", "treasure_chamber", "skull_room", "divided", "dark"]


class Played(Stands):
    """Stands of which every move is played."""

    def _kind(self, stand: Stand, action: Value) -> Kind | None:  # noqa: ARG002
        return None


def home_board(random: Random) -> Scenario | None:
    """A board with a hero, some of whose rooms are tower rooms."""
    board = rooms(random, 3, 3, GAME)
    if not board:
        return None
    for room in board.values():
        if random.random() < 0.3:
            room["tile"] = random.choice(MORE)
        if room["tile"] == "divided" or (room["tile"] == "tower" and random.random() < 0.5):
            room["tile"] = "room" if len(room["exits"]) < 2 else room["tile"]
        if room["tile"] == "room" and random.random() < 0.2:
            room["markers"] = [random.choice(("spiders", "rune"))]
    suppose: dict[str, Any] = {"tower_exit": "yes"}
    if random.random() < 0.5:
        suppose["decks"] = {"door": {"open": 1, "locked": 1}}
    return scenario(GAME, board, {ADA: hero(random, board)}, state={"sun": 5}, suppose=suppose)


def explored(one: Scenario) -> list[dict[Stand, list[Option]]]:
    """What can be done wherever a hero may come on a board, with alike moves played once, and with all played."""
    said = survey(build_case(one).decided(), MOVES)
    found = []
    for kind in (Stands, Played):
        stands = kind(said, ADA)
        first = stands.first()
        if first is not None:
            found.append(stands.explore(first))
    return found


def alike_is_the_same(number: int) -> None:
    """Where moves lead does not hang on whether those that are alike were played once."""
    one = home_board(Random(f"homes {number}"))
    found = explored(one) if one else []
    assert not found or found[0] == found[1], number


@pytest.mark.parametrize("number", range(FEW))
def test_alike_moves_lead_alike(number: int) -> None:
    alike_is_the_same(number)


@pytest.mark.parametrize("number", range(FEW, 2 * FEW))
def test_stands_that_come_to_the_same(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """How likely one gets home does not hang on whether stands that come to the same are reckoned with as one."""
    one = home_board(Random(f"homes {number}"))
    assert one is not None
    merged = homes(one).figures[0]
    monkeypatch.setattr("checker.paths.homeward.alike", lambda every, _: {stand: stand for stand in every})
    (apart,) = homes(one).figures
    assert (merged.rounds, merged.low, merged.high, merged.spent) == (apart.rounds, apart.low, apart.high, apart.spent)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, PART))
def test_alike_moves_lead_alike_on_many_boards(first: int) -> None:
    for number in range(first, min(first + PART, MANY)):
        alike_is_the_same(number)
