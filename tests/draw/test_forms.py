"""Pictures that move, and pictures in pixels."""

import re
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from drakdom.draw.svg import draw
from tests.cli.drakdom import FOLDERS, PIT, drakdom
from tests.draw.test_pictures import CASES, SVG, panels, scene


def test_an_animated_picture_shows_one_board_at_a_time() -> None:
    _, drawn = scene(CASES[0])
    picture = fromstring(draw(drawn, animated=True))
    boards = panels(picture)
    assert len(boards) == len(drawn.frames) > 1
    assert len({board.get("transform") for board in boards}) == 1
    assert [board.get("visibility") for board in boards] == ["hidden"] * (len(boards) - 1) + ["visible"]
    style = picture.findtext(f"{SVG}style") or ""
    seen = [_seen(style, number) for number in range(len(boards))]
    assert seen[0][0] == 0
    assert seen[-1][1] == 100
    assert [end for _, end in seen[:-1]] == [start for start, _ in seen[1:]]
    assert "prefers-reduced-motion: reduce) { .step { animation: none } }" in style
    lengths = [(end - start, len(frame.lines)) for (start, end), frame in zip(seen, drawn.frames, strict=True)]
    assert all(a[0] < b[0] for a in lengths for b in lengths if a[1] < b[1])  # what has more to read stands longer


def _seen(style: str, number: int) -> tuple[float, float]:
    """From when to when a board is seen, in hundredths of the whole."""
    (rule,) = re.findall(rf"@keyframes step-{number} {{(.*)}}", style)
    times = {word: float(time) for time, word in re.findall(r"([0-9.]+)% { visibility: (\w+) }", rule)}
    return times["visible"], times["hidden"] if times.get("hidden", 0) > times["visible"] else 100.0


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
