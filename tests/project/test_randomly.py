"""A property that fails on a random board tells the scenario of the smallest one."""

from pathlib import Path
from random import Random

import pytest

from drakdom.scenario import read_scenario_text
from tests.paths.boards import HERO, scenario
from tests.randomly import LAST, examples, on_random_boards, remember

TEXT = "title: {n} rooms\nrulebook: drakborgen-atervackt\n"


def test_a_failure_names_a_file_with_the_smallest_board() -> None:
    @on_random_boards(quick=50, thorough=50)
    def at_most_six_rooms(random: Random) -> None:
        rooms = random.randint(1, 100)
        remember(TEXT.format(n=rooms))
        assert rooms <= 6

    with pytest.raises(AssertionError) as failure:
        at_most_six_rooms(0)
    file = failure.value.__notes__[-1].rpartition(": ")[2]
    assert Path(file).read_text(encoding="utf-8") == TEXT.format(n=7)


def test_boards_that_say_nothing_are_no_examples() -> None:
    counted = []

    @on_random_boards(quick=10, thorough=10)
    def even(random: Random) -> bool:
        number = random.randint(0, 1000)
        counted.extend([number] if number % 2 == 0 else [])
        return number % 2 == 0

    even(0)
    assert len(counted) >= 10


def test_a_board_file_is_a_scenario() -> None:
    board = {"D4": {"tile": "room", "exits": ["e"]}}
    scenario("drakborgen-atervackt", board, {"Ada": {**HERO, "at": "D4"}})
    assert read_scenario_text(LAST["text"], "board.yaml").figures == ("Ada",)


def test_profiles_have_few_and_many_examples() -> None:
    assert examples(quick=3, thorough=3000).max_examples in (3, 3000)
