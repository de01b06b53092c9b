"""The cheapest ways over a map of roads: in turns, in LP and in rings, and the odds to arrive."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import networkx as nx
import pytest

from drakdom.law.facts import Function
from drakdom.paths.ask.whole_turns import WholeTurns
from drakdom.paths.fares import _fare
from drakdom.paths.model import Fare, Reach
from drakdom.paths.reach import reaches
from drakdom.scenario.read import read_scenario_text
from tests.cli.drakdom import drakdom
from tests.project.tree import ROOT

#: A short way over two red mountain roads, and a way round through a forest; place 1 sends on, by its chart.
MAP = """
title: a map
rulebook: kalahen
board:
  places:
    castle_a: {roads: {bridge_1: mountain, village_1: forest}}
    bridge_1: {roads: {castle_h: mountain}}
    village_1: {roads: {bridge_2: forest, place_1: forest}}
    bridge_2: {roads: {castle_h: plain}}
    place_1: {roads: {castle_g: plain}}
state: {turn: Ann, danger: {mountain: red, plain: green, forest: green, swamp: green}}
"""
CHART = "suppose: {chart: {place_1: {1: nothing, 2: nothing, 3: nothing, 4: nothing, 5: nothing, 6: journey}}}\n"


def text(ann: str) -> str:
    fighter = f"{{kind: fighter, castle: castle_a, at: castle_a, {ann}}}"
    return f"{MAP}figures:\n  Ann: {fighter}\n{CHART}"


def reach(ann: str, to: str) -> Reach:
    return reaches(read_scenario_text(text(ann), "map.yaml", [ROOT / "asp"]), to=to).figures[0]


def places(fare: Fare) -> list[str]:
    return [str(stop.place) for stop in fare.stops]


def test_the_marker_turns_on_the_way() -> None:
    """KA-COST-004: the second mountain road is green by then, the second forest road red."""
    in_turns, in_lp, in_rings = reach("lp: 9", "castle_h").fares
    assert (in_turns.turns, dict(in_turns.paid)) == (2, {"lp": 1, "rings": 0})
    assert places(in_turns) == ["castle_a", "bridge_1", "castle_h"]
    assert in_lp == Fare("lp", 2, in_turns.paid, in_turns.stops)
    assert in_rings == Fare("rings", 2, in_turns.paid, in_turns.stops)


def test_three_rings_save_the_way() -> None:
    in_turns, in_lp, in_rings = reach("lp: 9, red: 2, blue: 1", "castle_h").fares
    assert (in_turns.turns, dict(in_turns.paid)) == (1, {"lp": 0, "rings": 3})
    assert (in_lp.turns, in_rings.turns) == (1, 2)


def test_nobody_gives_up_the_last_lp() -> None:
    """KA-LP-003: both ways would cost the only LP."""
    assert reach("lp: 1", "castle_h").fares == ()
    assert reach("lp: 1", "village_1").fares[0].turns == 1


def test_a_journey_leads_away() -> None:
    """By place 1, whose chart sends the fighter away with 6; a journey to place 1 leaves him there (1 in 6)."""
    play = reach("lp: 9", "castle_g").play
    assert play is not None
    assert play.odds[2].low == 1 - Fraction(1, 6) * Fraction(5, 6)


@pytest.mark.parametrize("to", ["castle_h"])
def test_a_page_names_the_prices(tmp_path: Path, to: str) -> None:
    file = tmp_path / "map.yaml"
    file.write_text(text("lp: 9"), "utf-8")
    page = drakdom("paths", file, "--to", to).out
    assert "turns: 2, lp: 1 and rings: 0; castle_a - bridge_1 (lp: 1) - castle_h" in page


def test_no_amount_of_another_price_outweighs_a_turn() -> None:
    graph: Any = nx.DiGraph()
    for start, end, gold in (("a", "d", 25_000), ("a", "b", 1), ("b", "c", 1), ("c", "d", 1)):
        graph.add_edge(start, end, paid={"gold": gold})
    graph.add_edge("d", "goal", paid={})
    turns = cast(WholeTurns, SimpleNamespace(first="a", place=Function))
    assert [fare.turns for name in ("", "gold") if (fare := _fare(graph, turns, name, ["gold"]))] == [1, 3]
