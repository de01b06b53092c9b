"""How soon a giant spider is where, worked out on a graph of the answer's squares: what the law is held to.

Nothing here knows of the law's own predicates for hops and runs: only which square is beside which through open exits,
which are corridors and which undiscovered (DA-SPID-018 to -023).
"""

from __future__ import annotations

import itertools
from typing import TypeAlias

import networkx as nx

from drakdom.paths.ask.query import Answers
from drakdom.terms import Value

Graph: TypeAlias = "nx.DiGraph[Value]"


def rooms_beside(answers: Answers) -> dict[tuple[Value, Value], bool]:
    """From which room one gets to which, corridors contracted; whether without opening anything if that can be."""
    corridors = {place for (place,) in answers("free")}
    links: dict[Value, list[tuple[Value, bool]]] = {}
    for start, end, how in answers("link"):
        links.setdefault(start, []).append((end, str(how) == "open"))
    starts = (links.keys() - corridors) | {place for (place,) in answers("pursuer")}
    result: dict[tuple[Value, Value], bool] = {}
    for start in starts:
        todo, met = [(start, True)], set[tuple[Value, bool]]()
        for place, free in todo:
            for end, opened in links.get(place, ()):
                state = (end, free and opened)
                if end == start or state in met:
                    continue
                met.add(state)
                if end in corridors:
                    todo.append(state)
                else:
                    result[start, end] = result.get((start, end), False) or state[1]
    return result


def rounds_graph(answers: Answers, view: str) -> Graph:
    """One edge for every run of one round."""
    beside, blank = rooms_beside(answers), {place for (place,) in answers("blank")}
    graph: Graph = nx.DiGraph()
    graph.add_edges_from(beside)
    onward: dict[Value, list[Value]] = {}
    for (start, end), free in beside.items():
        if free:
            onward.setdefault(start, []).append(end)
    most = 0 if view == "alone" else 1
    for start, items in onward.items():
        for over, end in itertools.chain.from_iterable(((o, e) for e in onward.get(o, ())) for o in items):
            if end != start and (over in blank) + (end in blank) <= most:
                graph.add_edge(start, end)
    return graph
