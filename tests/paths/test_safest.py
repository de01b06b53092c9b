"""The safest way beside the fastest one."""

from fractions import Fraction

from drakdom.paths.reach import reaches
from tests.paths.boards import HERO, scenario

ROOM = {"tile": "room", "exits": [*"nesw"]}
BOARD = {"D4": ROOM, "E4": {"tile": "bridge", "exits": [*"ew"]}, "F4": ROOM, "D3": ROOM, "E3": ROOM, "F3": ROOM}


def test_the_way_round_is_slower_and_sure() -> None:
    """Over the bridge it takes two checks with two dice (DA-BRDG), round it four moves and none."""
    board = {place: {**room, "exits": [*room["exits"]]} for place, room in BOARD.items()}
    result = reaches(scenario("drakborgen-atervackt", board, {"Ada": {**HERO, "at": "D4", "came_by": "s"}}))
    places = {place.place: place for place in result.figures[0].reached}
    assert places["F4"].rounds == 2
    assert places["F4"].low < 1
    assert [leg.end for leg in places["F4"].safest] == ["D3", "E3", "F3", "F4"]
    assert {leg.low for leg in places["F4"].safest} == {Fraction(1)}
    assert places["F3"].safest == ()
