"""The standard map as the rulebook's data states it, and what units could do on it before any order is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import networkx as nx
import yaml

from tests.project.tree import ROOT

Graph: TypeAlias = "nx.Graph[str]"


@dataclass(frozen=True)
class Unit:
    """An army or a fleet, and where it stands: a province, or the coast of one."""

    name: str
    power: str
    kind: str
    at: str


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((ROOT / "asp/diplomacy/board.yaml").read_text(encoding="utf-8"))
    return data


@cache
def ways(kind: str) -> Graph:
    """The ways of armies or of fleets, as a graph of places."""
    graph: Graph = nx.Graph()
    for start, ends in _data()["links"][kind].items():
        graph.add_edges_from((start, end) for end in ([ends] if isinstance(ends, str) else ends))
    return graph


@cache
def coasts() -> dict[str, str]:
    """The coasts that stand for themselves, each with its province."""
    return {part: name for name, words in _data()["places"].items() for part in words.get("parts", ())}


def province(place: str) -> str:
    """The province of a place."""
    return coasts().get(place, place)


@cache
def waters() -> frozenset[str]:
    """The bodies of water."""
    return frozenset(name for name, words in _data()["places"].items() if words["sort"] == "sea")


@cache
def shores() -> dict[str, frozenset[str]]:
    """The provinces at the sea, each with the waters at which it lies."""
    result: dict[str, set[str]] = {}
    for start, end in ways("fleet").edges:
        for place, water in ((start, end), (end, start)):
            if water in waters() and place not in waters():
                result.setdefault(province(place), set()).add(water)
    return {name: frozenset(items) for name, items in result.items()}


def beside(unit: Unit) -> set[str]:
    """The places to which a unit could go by itself."""
    graph = ways(unit.kind)
    return set(graph[unit.at]) if unit.at in graph else set()


def near(unit: Unit) -> set[str]:
    """The provinces to which a unit could go by itself."""
    return {province(place) for place in beside(unit)}


def sea(start: str, end: str, fleets: frozenset[str]) -> Graph:
    """The waters with those fleets, between the shores of two provinces, which are nodes of the graph as well."""
    graph: Graph = ways("fleet").subgraph(fleets).copy()
    graph.add_nodes_from(("start", "end"))
    for node, land in (("start", start), ("end", end)):
        graph.add_edges_from((node, water) for water in shores().get(land, frozenset()) & fleets)
    return graph


@cache
def carried(start: str, end: str, fleets: frozenset[str]) -> bool:
    """Whether those fleets are a chain from one shore to another one."""
    return start != end and bool(nx.has_path(sea(start, end, fleets), "start", "end"))


@cache
def on_routes(start: str, end: str, fleets: frozenset[str]) -> frozenset[str]:
    """The waters that lie on a chain between two shores which goes through no water twice."""
    chains = nx.all_simple_paths(sea(start, end, fleets), "start", "end")
    return frozenset(water for chain in chains for water in chain) - {"start", "end"}


@cache
def needed(start: str, end: str, fleets: frozenset[str]) -> frozenset[str]:
    """The waters that some chain between two shores needs: without them, what is left of it is none."""
    result: set[str] = set()
    for chain in nx.all_simple_paths(sea(start, end, fleets), "start", "end"):
        inside = frozenset(chain[1:-1])
        if not any(carried(start, end, inside - {water}) for water in inside):
            result |= inside
    return frozenset(result)
