"""`drakdom draw`, as people call it."""

import os
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from tests.cli.drakdom import FOLDERS, PIT, drakdom, written


def test_a_picture_is_written_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    ended = drakdom("draw", PIT, *FOLDERS, "-o", file)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert fromstring(file.read_text("utf-8")).tag.endswith("svg")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_it_goes_to_standard_output() -> None:
    ended = drakdom("draw", PIT, *FOLDERS, "-o", "-")
    assert ended.code == 0
    assert fromstring(ended.out).tag.endswith("svg")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("-o", "board.jpeg"), "this is not the name of a picture"),
        (("-o", "nowhere/board.svg"), "there is no folder `nowhere`"),
        (("--outcome", "1000", "-o", "-"), "`--outcome 1000`: fewer courses of play were found"),
    ],
)
def test_what_cannot_be_drawn_is_said(words: tuple[str, ...], text: str) -> None:
    ended = drakdom("draw", PIT, *FOLDERS, *words)
    assert ended.code == 2
    assert text in ended.err


def test_a_file_stays_as_it_was_where_nothing_can_be_drawn(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    file.write_text("before", encoding="utf-8")
    assert drakdom("draw", PIT, *FOLDERS, "--outcome", "1000", "-o", file).code == 2
    assert file.read_text("utf-8") == "before"


def test_the_board_alone_is_drawn_without_a_ruling(tmp_path: Path) -> None:
    ended = drakdom("draw", PIT, *FOLDERS, "--board")
    assert (ended.code, ended.err) == (0, "")
    assert "the board as it stands: nothing is ruled" in ended.out
    head, board, legend = ended.out.strip().split("\n\n")
    assert "likeliest" not in head
    assert "(A)Ada" in board
    assert "(A) Ada, a hero" in legend
    assert board == drakdom("draw", PIT, *FOLDERS).out.split("\n\n")[1]  # as a ruling begins
    file = tmp_path / "board.svg"
    assert drakdom("draw", PIT, *FOLDERS, "--board", "-o", file).code == 0
    assert fromstring(file.read_text("utf-8")).tag.endswith("svg")


@pytest.mark.parametrize("words", [("--animate", "-o", "-"), ("--outcome", "2")])
def test_on_a_board_alone_nothing_happens(words: tuple[str, ...]) -> None:
    ended = drakdom("draw", PIT, *FOLDERS, "--board", *words)
    assert ended.code == 2
    assert f"it does not go with `{words[0]}`" in ended.err


@pytest.mark.children
def test_where_a_ruling_takes_too_long_the_board_is_offered() -> None:
    ended = drakdom("draw", PIT, *FOLDERS, "--timeout", "0.000001")
    assert ended.code == 3
    assert "`--board` draws the starting board" in ended.err


@pytest.mark.parametrize(
    "words", [("draw", "-o"), ("rule", "-o"), ("paths", "--plot"), ("odds", "falls(Ada)", "--plot")], ids=" ".join
)
def test_nothing_is_drawn_over_the_scenario(tmp_path: Path, words: tuple[str, ...]) -> None:
    command, *claims, option = words
    text = Path(PIT).read_text("utf-8")
    file = written(tmp_path, text, "dispute.svg")
    link = tmp_path / "link.svg"
    link.symlink_to(file)
    target = tmp_path / "dispute.md" if command == "rule" else link
    ended = drakdom(command, file, *claims, *FOLDERS, option, target)
    assert (ended.code, ended.out) == (2, "")
    assert "this is the scenario itself" in ended.err
    assert file.read_text("utf-8") == text


def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.svg")
    ended = drakdom("draw", PIT, *FOLDERS, "--board", "-o", tmp_path / "pipe.svg")
    assert (ended.code, "this is a pipe" in ended.err) == (2, True)
