"""A property that fails on a random board tells the scenario of the smallest one."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drakdom.scenario import read_scenario_text
from tests.paths.boards import HERO, scenario
from tests.randomly import LAST, MANY, SEEDS, examples, on_random_boards, remember, telling

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


def test_no_board_of_an_earlier_property_is_named() -> None:
    @on_random_boards(quick=1, thorough=1)
    def silent(random: Random) -> None:
        pytest.fail(f"before {random} has made a board")

    remember(TEXT.format(n=1))
    with pytest.raises(pytest.fail.Exception) as failure:
        silent(0)
    assert failure.value.__notes__[-1] == "the property failed before it read a scenario"


def test_a_property_with_given_arguments_tells_its_board() -> None:
    @telling
    @examples(quick=50, thorough=50)
    @given(st.integers(1, 100))
    def at_most_six(rooms: int) -> None:
        remember(TEXT.format(n=rooms))
        if rooms > 6:
            pytest.fail("too many rooms")

    with pytest.raises(pytest.fail.Exception) as failure:
        at_most_six()
    file = failure.value.__notes__[-1].rpartition(": ")[2]
    assert Path(file).read_text(encoding="utf-8") == TEXT.format(n=7)


def test_profiles_have_few_and_many_examples() -> None:
    is_thorough = settings.get_current_profile_name() == MANY
    assert examples(quick=3, thorough=3000).max_examples == (3000 if is_thorough else 3)
    quick, thorough = settings.get_profile("quick"), settings.get_profile(MANY)
    assert (quick.derandomize, thorough.derandomize, thorough.database) == (True, False, None)


def test_the_seed_of_the_command_line_is_that_of_the_run(pytestconfig: pytest.Config) -> None:
    stated = pytestconfig.getoption("--hypothesis-seed")
    assert SEEDS["run"] == ("drakdom" if stated is None else str(stated))
