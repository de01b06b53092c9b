"""Boards on a terminal: everybody there, in colour or without, in any width."""

from pathlib import Path

import pytest

from checker.draw.terminal import typed
from tests.draw.test_pictures import CASES, scene

SOME = CASES[::6]


@pytest.mark.parametrize("file", SOME, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_everybody_and_all_that_happens_is_there(file: Path) -> None:
    scenario, drawn = scene(file)
    page = typed(drawn, 100)
    assert all(figure in page for figure in scenario.figures)
    assert all(frame.title in page for frame in drawn.frames)
    flat = " ".join(page.split())
    assert all(" ".join(line.text.split()) in flat for frame in drawn.frames for line in frame.lines)


def test_colour_only_adds_to_it() -> None:
    _, drawn = scene(SOME[0])
    plain, colour = typed(drawn, 80), typed(drawn, 80, colour=True)
    assert "\x1b[" not in plain
    assert "\x1b[" in colour


def test_a_terminal_that_knows_ascii_alone_gets_it(root: Path) -> None:
    file = root / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
    _, drawn = scene(file)
    page = typed(drawn, 80, unicode=False)
    assert not set("─│┌┐└┘┄┆→") & set(page)
    assert "Sigeir D4 -> E4" in page


def test_a_door_stands_at_its_side(root: Path) -> None:
    file = root / "scenarios" / "drakborgen-atervackt" / "combat-flight" / "through-an-open-door.yaml"
    _, drawn = scene(file)
    lines = typed(drawn, 60, unicode=False).splitlines()
    name = next(line for line in lines if "E4 an ordinary" in line)
    above = lines[lines.index(name) - 1]
    assert "DDDDD" in above[name.index("E4") :]
    assert "D a door" in " ".join(lines[-2:])
