"""Ways on the standard map: what the graph of moves says, against the map itself and against the law."""

from __future__ import annotations

from pathlib import Path
from random import Random

import networkx as nx

from drakdom.paths.reach import reaches
from drakdom.scenario.read import read_scenario_text
from drakdom.terms import show
from tests.cli.drakdom import drakdom, written
from tests.diplomacy.board import Unit, carried, province, shores, waters, ways
from tests.diplomacy.drawn import scenario, units
from tests.diplomacy.equations import USUAL, Order, Orders
from tests.diplomacy.told import by_the_law
from tests.randomly import on_random_boards, remember

Seasons = dict[str, int]


def fleets(pieces: tuple[Unit, ...]) -> frozenset[str]:
    """The waters with a fleet."""
    return frozenset(piece.at for piece in pieces if piece.at in waters())


def by_the_map(unit: Unit, pieces: tuple[Unit, ...]) -> Seasons:
    """The fewest seasons to each place: moves of the unit by itself, and of an army over all fleets as they are."""
    graph = ways(unit.kind).copy()
    afloat = fleets(pieces)
    if unit.kind == "army":
        graph.add_edges_from((start, end) for start in shores() for end in shores() if carried(start, end, afloat))
    return dict(nx.single_source_shortest_path_length(graph, unit.at)) if unit.at in graph else {unit.at: 0}


def by_the_graph(orders: Orders) -> dict[str, Seasons]:
    """The same by `drakdom paths`."""
    result = reaches(read_scenario_text(remember(scenario(orders)), "ways.yaml"))
    return {str(reach.figure): {show(place.place): place.rounds for place in reach.reached} for reach in result.figures}


def held(pieces: tuple[Unit, ...]) -> Orders:
    """The units without orders."""
    return Orders(pieces, dict.fromkeys((piece.name for piece in pieces), ("hold",)), USUAL)


@on_random_boards(quick=1, thorough=150)
def test_the_graph_is_the_map(random: Random) -> None:
    pieces = units(random, random.randint(2, 8))
    assert by_the_graph(held(pieces)) == {piece.name: by_the_map(piece, pieces) for piece in pieces}


@on_random_boards(quick=1, thorough=150)
def test_an_army_comes_where_the_graph_has_it_carried(random: Random) -> bool:
    """The law moves it there, if all fleets are ordered to convoy it and nobody else is on the board."""
    pieces = units(random, 8)
    armies = [piece for piece in pieces if piece.kind == "army"]
    afloat = tuple(piece for piece in pieces if piece.at in waters())
    if not armies:
        return False
    army = random.choice(armies)
    ends = [end for end in sorted(shores()) if carried(province(army.at), end, fleets(afloat))]
    if not ends:
        return False
    end, board = random.choice(ends), (army, *afloat)
    assert by_the_graph(held(board))[army.name][end] == 1
    stated: dict[str, Order] = {fleet.name: ("convoy", army.at, end) for fleet in afloat}
    events = by_the_law(Orders(board, {**stated, army.name: ("via", end)}, USUAL))
    assert f"moves({army.name}, {end})" in events
    return True


BOARD = """\
title: ways
rulebook: diplomacy
figures:
  A London: {power: england, kind: army, at: lon}
  A Naples: {power: italy, kind: army, at: nap, dislodged_from: rom}
  F North Sea: {power: russia, kind: fleet, at: nth}
  F Paris: {power: france, kind: fleet, reserve: bre}
begin: {season: fall}
"""


def test_a_place_with_two_coasts_is_reached_on_either(tmp_path: Path) -> None:
    page = drakdom("paths", written(tmp_path, BOARD), "--to", "spa", "--figure", "F North Sea").out
    assert "F North Sea to spa: season 3 at the earliest" in page
    assert "mao - spa_nc: F North Sea moves to Spain (north coast)" in page


def test_the_page_tells_convoys(tmp_path: Path) -> None:
    page = drakdom("paths", written(tmp_path, BOARD), "--to", "stp").out
    assert "lon - nwy: A London moves to Norway via convoy" in page


def test_a_unit_that_is_dislodged_or_not_built_has_no_moves(tmp_path: Path) -> None:
    page = drakdom("paths", written(tmp_path, BOARD)).out
    assert "A Naples: Naples; ways from there are not covered" in page
    assert "F Paris: the rules give it no moves of its own" in page
