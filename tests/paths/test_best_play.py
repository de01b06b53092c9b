"""Whole turns, played for a goal: the odds by turns are those of the court's own play of so many open turns."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom import adjudicate
from drakdom.paths.ask.query import query
from drakdom.paths.best_play import best_play
from drakdom.paths.model import ByTurn
from drakdom.paths.reach import MOVES, reaches
from drakdom.paths.ways_out import GOALS, NAMES
from drakdom.scenario.read import read_scenario_text
from drakdom.step.case import build_case
from tests.cli.drakdom import drakdom
from tests.project.tree import ROOT

#: A ring of seven with the Sentinel, over which the stairs lead to a middle ring of seven with the Great Portal.
BOARD = """
title: small rings
rulebook: talisman
board:
  places:
    o1: {region: outer, clockwise: o2}
    o2: {region: outer, clockwise: o3, sort: sentinel, strength: 4, across: m1}
    o3: {region: outer, clockwise: o4, print: loses_lives(1)}
    o4: {region: outer, clockwise: o5}
    o5: {region: outer, clockwise: o6, draw: 1}
    o6: {region: outer, clockwise: o7}
    o7: {region: outer, clockwise: o1}
    m1: {region: middle, clockwise: m2, sort: hills}
    m2: {region: middle, clockwise: m3}
    m3: {region: middle, clockwise: m4, sort: portal, opens_on: [6]}
    m4: {region: middle, clockwise: m5}
    m5: {region: middle, clockwise: m6}
    m6: {region: middle, clockwise: m7}
    m7: {region: middle, clockwise: m1}
    plain: {region: inner, sort: plain}
"""


SLOW = [("at: o4", "o5", 2), ("at: m1", "plain", 1)]


def text(ann: str, further: str = "") -> str:
    return f"{BOARD}figures:\n  Ann: {{kind: character, strength: 4, craft: 3, {ann}}}\n{further}"


def odds(ann: str, to: str, further: str = "") -> list[ByTurn]:
    scenario = read_scenario_text(text(ann, further), "rings.yaml", [ROOT / "asp"])
    play = reaches(scenario, ["Ann"], to).figures[0].play
    assert play is not None
    return list(play.odds)


def ruled(ann: str, to: str, turns: int) -> Fraction:
    """The best odds of the court to come to a place in so many turns of which nothing is stated."""
    play = f"play: [{', '.join(['{}'] * turns)}]\nreadings: {{TA-MOVE-003: whole_move, TA-PORTAL-007: encounter}}\n"
    board = text(ann).replace(", draw: 1", "")
    scenario = read_scenario_text(f"{board}{play}ask: ['comes(Ann, {to})']\n", "rings.yaml", [ROOT / "asp"])
    (answer,) = adjudicate(scenario).answers
    (reading,) = answer.by_reading
    return reading.odds.high


@pytest.mark.parametrize(
    ("ann", "to", "turns"),
    [("at: o1, lives: 1", "m2", 1), *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW)],
)
def test_the_odds_are_those_of_the_court(ann: str, to: str, turns: int) -> None:
    chance = ruled(ann, to, turns)
    assert odds(ann, to)[turns - 1] == ByTurn(turns, chance, chance)


@pytest.mark.slow
def test_a_space_where_cards_are_drawn_is_passed_without_a_card() -> None:
    """The card that would be drawn in o5 is not described."""
    assert all(turn.low == turn.high for turn in odds("at: o4", "o6"))


def test_who_is_there_already_has_arrived() -> None:
    """A turn leads away from o1, and whoever goes round need not come back."""
    scenario = read_scenario_text(text("at: o1"), "rings.yaml", [ROOT / "asp"])
    answers = query(build_case(scenario).with_first_readings(), MOVES, names=NAMES | GOALS)
    play, _ = best_play(answers, "Ann", "o1")
    assert play is not None
    assert play.odds == (ByTurn(1, Fraction(1), Fraction(1)),)


@pytest.mark.slow
def test_nobody_else_is_near() -> None:
    bo = "  Bo: {kind: character, at: o2, strength: 3, craft: 3, left: Ann}\nstate: {turn_of: Bo}\n"
    assert odds("at: o1, left: Bo", "o2", bo) == odds("at: o1", "o2")


def test_a_region_is_a_goal(tmp_path: Path) -> None:
    """Over the stairs by a throw of 2 and more, and a 5 in 6 chance: 4 against 4."""
    file = tmp_path / "rings.yaml"
    file.write_text(text("at: o1"), "utf-8")
    assert "Ann to middle, played for as well as possible\n  by turn 1 " in drakdom("paths", file, "--to", "middle").out
    assert "did you mean `middle`" in drakdom("paths", file, "--to", "midle").err


def test_what_is_not_stated_is_open(tmp_path: Path) -> None:
    """The strength of the Sentinel stands on the board (TA-SENT-002)."""
    file = tmp_path / "rings.yaml"
    file.write_text(text("at: o1").replace(", strength: 4, across", ", across"), "utf-8")
    page = drakdom("paths", file, "--to", "middle").out
    assert "by turn 1  0 to 5/6" in page
    assert "open: the strength of the Sentinel stands on the board" in " ".join(page.split())
