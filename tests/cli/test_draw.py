"""`drakdom draw`, as people call it."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from tests.cli.drakdom import FOLDERS, PIT, drakdom


def test_a_picture_is_written_into_a_file(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    ended = drakdom("draw", PIT, *FOLDERS, "-o", file)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert fromstring(file.read_text("utf-8")).tag.endswith("svg")
    assert [one.name for one in tmp_path.iterdir()] == ["board.svg"]


def test_it_goes_to_standard_output() -> None:
    ended = drakdom("draw", PIT, *FOLDERS, "-o", "-")
    assert ended.code == 0
    assert fromstring(ended.out).tag.endswith("svg")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-o", "board.jpeg"), "this is no name of a picture"),
        (("-o", "nowhere/board.svg"), "there is no folder `nowhere`"),
        (("--outcome", "1000", "-o", "-"), "there is no way 1,000 to play"),
    ],
)
def test_what_cannot_be_drawn_is_said(words: tuple[str, ...], said: str) -> None:
    ended = drakdom("draw", PIT, *FOLDERS, *words)
    assert ended.code == 2
    assert said in ended.err


def test_a_file_stays_as_it_was_where_nothing_can_be_drawn(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    file.write_text("before", encoding="utf-8")
    assert drakdom("draw", PIT, *FOLDERS, "--outcome", "1000", "-o", file).code == 2
    assert file.read_text("utf-8") == "before"
