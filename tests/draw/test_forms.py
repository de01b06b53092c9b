"""Pictures that move, and pictures in pixels."""

import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from checker.draw.svg import draw
from tests.cli.drakdom import FOLDERS, PIT, drakdom
from tests.draw.test_pictures import CASES, SVG, panels, scene


def test_an_animated_picture_shows_one_board_at_a_time() -> None:
    _, drawn = scene(CASES[0])
    picture = fromstring(draw(drawn, animated=True))
    boards = panels(picture)
    assert len(boards) == len(drawn.frames) > 1
    assert len({board.get("transform") for board in boards}) == 1
    timelines = []
    for board in boards:
        animate = board.find(f"{SVG}animate")
        assert animate is not None
        timelines.append((animate.get("values") or "").split(";")[:-1])
    for moment in zip(*timelines, strict=True):
        assert moment.count("visible") == 1
    assert [board.get("visibility") for board in boards].count("visible") == 1


def test_pixels_are_drawn_where_the_package_is_there(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    ended = drakdom("draw", PIT, *FOLDERS, "-o", tmp_path / "board.png")
    assert (ended.code, ended.err) == (0, "")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_without_the_package_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ended = drakdom("draw", PIT, *FOLDERS, "-o", tmp_path / "board.png")
    assert ended.code == 2
    assert "pip install 'drakdom[png]'" in ended.err
    assert not (tmp_path / "board.png").exists()


def test_only_svg_can_move(tmp_path: Path) -> None:
    for words in (("-o", str(tmp_path / "board.png")), ()):
        ended = drakdom("draw", PIT, *FOLDERS, "--animate", *words)
        assert ended.code == 2
        assert "only an SVG picture can be animated" in ended.err


def test_the_ruling_comes_with_its_boards() -> None:
    ended = drakdom("rule", PIT, *FOLDERS, "--draw")
    assert ended.code == 0
    plain = drakdom("rule", PIT, *FOLDERS)
    assert ended.out.startswith(plain.out.partition("ruled in")[0])
    assert "Before it begins" in ended.out
    assert drakdom("rule", PIT, *FOLDERS, "--draw", "--json").code == 2
