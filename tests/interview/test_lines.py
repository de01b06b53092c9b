"""Answers are written into the text of a scenario wherever they belong, and nothing else changes."""

import pytest

from drakdom.interview.lines import asking, written
from drakdom.interview.question import Subject
from drakdom.terms import Term
from tests.interview.told import read

BOARD = "rulebook: lantern\nboard: {places: {B2: {room: floor, exits: [e]}, C2: {room: pit}}}\n"
ADA = "figures:\n  Ada: {kind: hero, at: B2, nerve: 4}\n"
CHOICE, PIT = Subject("choice", ("Ada",), "Ada", 1), Subject("roll", ("pit Ada",), Term("pit", ("Ada",)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "play:\n  - {Ada: move e}\n"),
        ("play: []\n", "play:\n  - {Ada: move e}\n"),
        ("play:\n", "play:\n  - {Ada: move e}\n"),
        ("play:   # nothing yet\n", "play:\n  - {Ada: move e}   # nothing yet\n"),
        ("play:\n  - {}   # first\n  - {}\n", "play:\n  - {Ada: move e}   # first\n  - {}\n"),
        ("play:\n  - {Ada: rest}\n", "play:\n  - {Ada: [rest, move e]}\n"),
        ("play:\n  - {Ada: [rest]}\n", "play:\n  - {Ada: [rest, move e]}\n"),
        ("play:\n  - {Ada: []}\n", "play:\n  - {Ada: move e}\n"),
        (
            "play:\n  - Ada:\n      - rest   # at first\n",
            "play:\n  - Ada:\n      - rest   # at first\n      - move e\n",
        ),
        ("play:\n  - {keeper: rest}\n", "play:\n  - {keeper: rest, Ada: move e}\n"),
    ],
)
def test_an_action_stands_in_its_entry(before: str, after: str) -> None:
    text = BOARD + ADA + before
    changed = written(read(text), text, CHOICE, "move e")
    assert changed == BOARD + ADA + after
    read(changed)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "rolls: {pit Ada: 5}\n"),
        ("rolls: {}   # none\n", "rolls: {pit Ada: 5}   # none\n"),
        ("rolls:\n", "rolls: {pit Ada: 5}\n"),
        ("rolls: {pit Ada: 2}\n", "rolls: {pit Ada: [2, 5]}\n"),
        ("draws:\n  pit Ada: [2, 3]\n", "draws:\n  pit Ada: [2, 3, 5]\n"),
        ("rolls:\n  omen Ada: calm\n", "rolls:\n  omen Ada: calm\n  pit Ada: 5\n"),
    ],
)
def test_a_roll_stands_after_the_earlier_ones(before: str, after: str) -> None:
    text = BOARD + ADA + before
    changed = written(read(text), text, PIT, "5")
    assert changed == BOARD + ADA + after
    read(changed)


def test_a_scenario_in_one_line_stays_one() -> None:
    text = "{rulebook: lantern, board: {places: {B2: {exits: [e]}}}, figures: {Ada: {kind: hero, at: B2, nerve: 4}}}"
    moved = written(read(text), text, CHOICE, "move e")
    assert moved.endswith("}}, play: [{Ada: move e}]}")
    assert written(read(moved), moved, PIT, "5").endswith("play: [{Ada: move e}], rolls: {pit Ada: 5}}")


def test_names_are_quoted_where_they_must_be() -> None:
    text = BOARD + "figures:\n  'Ada: #1':\n    {kind: hero, at: B2, nerve: 4}\n"
    changed = written(read(text), text, Subject("choice", ("Ada: #1",), "Ada: #1", 1), "move e")
    assert changed.endswith('play:\n  - {"Ada: #1": move e}\n')
    assert read(changed).entries == 1


def test_a_field_and_a_reading_find_their_section() -> None:
    text = BOARD + ADA
    changed = written(read(text), text, Subject("field", ("figures", "Ada", "rope")), "yes")
    assert "{kind: hero, at: B2, nerve: 4, rope: yes}" in changed
    reading = written(read(text), text, Subject("reading", ("readings", "LD-07"), "LD-07"), "room")
    assert reading == text + "readings: {LD-07: room}\n"
    deep = written(read(text), text, Subject("field", ("suppose", "omens", "calm")), "2")
    assert deep == text + "suppose: {omens: {calm: 2}}\n"


def test_a_claim_takes_the_place_of_others() -> None:
    text = BOARD + ADA
    first = asking(text, ["falls(Ada)"])
    assert first == text + "ask: [falls(Ada)]\n"
    assert asking(first, ["entered(Ada, C2)"]) == text + 'ask: ["entered(Ada, C2)"]\n'
