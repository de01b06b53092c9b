"""Steps over a level: `path_sets` gives a figure its step, and rock is no floor in a picture."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from drakdom import load
from drakdom.cli.app import app
from drakdom.draw.scenes import ruled_and_drawn
from drakdom.draw.still import board_scene
from drakdom.draw.svg import draw
from drakdom.scenario.read import read_scenario_text
from tests.project.tree import ROOT

LEVEL = """
rulebook: dystopia
board:
  origin: A1
  map: |
    [T] [ ] [ ]+[ ]
             #
    [A] [ ] [ ] [ ]
  legend: {A: Ari, T: {trap: hidden}, '+': {doors: closed}, '#': {}}
figures:
  Ari: {kind: archer, speed: 2, intelligence: 7, energy: 3}
suppose: {white_die: {1: 5, unicorn: 1}, red_die: {1: 1, 6: 1}}
"""


@pytest.fixture
def level(tmp_path: Path) -> Path:
    file = tmp_path / "level.yaml"
    file.write_text(LEVEL, "utf-8")
    return file


def test_a_way_is_counted_in_steps(level: Path) -> None:
    result = CliRunner().invoke(app, ["paths", str(level), "--to", "C2"])
    assert "Ari to C2: step 3 at the earliest" in result.output


def test_nobody_ends_a_step_on_a_hidden_trap(level: Path) -> None:
    result = CliRunner().invoke(app, ["paths", str(level)])
    assert "step 1  B1\n" in result.output
    assert "no discovered way to A2" in result.output


def test_a_closed_door_leads_nowhere_and_the_way_round_is_found(level: Path) -> None:
    result = CliRunner().invoke(app, ["paths", str(level), "--to", "D2"])
    assert "step 4 " in result.output
    assert "C2 - D2" not in result.output


def test_a_way_past_the_dead_depends_on_how_a_doubt_is_read(level: Path) -> None:
    """Whoever has died may still take up its square (DY-MOVE-010), where it fell as where it stood."""
    dead = "  Dur: {kind: dwarf, dead: yes, at: B1}"
    level.write_text(LEVEL.replace("figures:\n", f"figures:\n{dead}\n"), "utf-8")
    result = CliRunner().invoke(app, ["paths", str(level), "--reading", "DY-MOVE-010=removed"])
    assert "step 1  B1\n" in result.output
    result = CliRunner().invoke(app, ["paths", str(level), "--reading", "DY-MOVE-010=lies_there"])
    assert "step 1" not in result.output


def test_whom_one_can_hit_is_said_for_this_turn(level: Path) -> None:
    """D1 is out of range from A1 (DY-COMB-004); to be on C1 takes both steps, and an attack needs one (DY-COMB-005)."""
    monster = "Nor: {kind: norcon, at: D1, defence: 9, energy: 2}"
    archer = "Ari: {kind: archer, attack: 6, least_range: 1, most_range: 2, speed: 2, intelligence: 7, energy: 3}"
    text = LEVEL.replace("  Ari: {kind: archer, speed: 2, intelligence: 7, energy: 3}", f"  {archer}\n  {monster}")
    level.write_text(text, "utf-8")
    result = CliRunner().invoke(app, ["paths", str(level)])
    assert "Ari attacks Nor: from B1 (step 1)\n" in result.output
    assert "1 place is farther away, at step 3\n" in result.output


def test_a_blocked_line_is_drawn_to_the_side_that_blocks_it() -> None:
    scenario = load(ROOT / "scenarios/dystopia/attack/over-rock.yaml")
    _, scene = ruled_and_drawn(scenario)
    lines = {(arrow.look, arrow.start, arrow.end, arrow.stop, arrow.side) for f in scene.frames for arrow in f.arrows}
    assert lines == {("blocked", "A1", "C1", "A1", "e"), ("shot", "A1", "A3", "", "")}
    assert draw(scene).count('class="stop"') == 1


def test_rock_is_drawn_without_floor_and_nothing_leads_into_it() -> None:
    scenario = read_scenario_text(LEVEL, "level", [ROOT / "asp"])
    cells = {cell.name: cell for cell in board_scene(scenario).frames[0].cells}
    assert cells["A1"].floor == "plain"
    assert cells["A1"].exits == ("n", "e")
    assert {cell.floor for name, cell in cells.items() if name[1] == "3"} <= {""}
