"""The cheapest ways of a figure to a goal: in turns, and in each of the prices that its moves can cost."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import networkx as nx

from drakdom.law.facts import to_symbol, to_value
from drakdom.paths.ask.query import Answers, put
from drakdom.paths.ask.whole_turns import PRICES, WholeTurns
from drakdom.paths.best_play import places_of
from drakdom.paths.model import Fare, Stop
from drakdom.step.case import State
from drakdom.terms import Value

#: Weights: the price that is asked for before turns, turns before all other prices, whose amounts have six digits.
_ASKED, _TURN = 10**24, 10**12
_GOAL = "goal"


def cheapest(answers: Answers, figure: Value, to: str) -> tuple[tuple[Fare, ...], frozenset[str]]:
    """Return the cheapest ways of a figure `to` a goal, and the clauses whose reading mattered.

    There are none if the law of the rulebook names no prices, or if there is no way. If there are too many positions,
    only the cheapest way in turns is returned.
    """
    counters = {to_symbol(put(fluent, {"figure": figure})): str(name) for name, fluent in answers("price")}
    if not counters:
        return (), frozenset()
    goal = places_of(answers, to)
    turns = WholeTurns(answers, figure, goal, PRICES, counters)
    while turns.look_ahead():
        pass
    names = list(dict.fromkeys(counters.values()))

    def purse(state: State) -> dict[str, int]:
        sums = dict.fromkeys(names, 0)
        for fluent, value in state:
            if fluent in counters:
                sums[counters[fluent]] += value.number
        return sums

    graph: Any = nx.DiGraph()
    graph.add_node(turns.first)
    for state in turns.turns:
        for after in turns.after(state):
            before, left = purse(state), purse(after)
            paid = {name: max(before[name] - left[name], 0) for name in names}
            graph.add_edge(state, after, paid=paid)
            if to_value(turns.place(after)) in goal:
                graph.add_edge(after, _GOAL, paid={})
    fares = [_fare(graph, turns, name, names) for name in ("", *(() if turns.is_cut else names))]
    return tuple(fare for fare in fares if fare), turns.doubts


def _fare(graph: Any, turns: WholeTurns, asked: str, names: list[str]) -> Fare | None:
    def weight(_before: Any, _after: Any, edge: Mapping[str, Any]) -> int:
        paid: dict[str, int] = edge["paid"]
        besides = sum(amount for name, amount in paid.items() if name != asked)
        return paid.get(asked, 0) * _ASKED + (_TURN if paid else 0) + besides

    try:
        way: list[Any] = nx.dijkstra_path(graph, turns.first, _GOAL, weight)
    except (nx.NetworkXNoPath, nx.NodeNotFound):
        return None
    states = way[:-1]
    steps = [graph.edges[edge]["paid"] for edge in itertools.pairwise(states)]
    total = {name: sum(step[name] for step in steps) for name in names}
    stops = tuple(
        Stop(number, to_value(turns.place(state)), _amounts(steps[number - 1]) if number else ())
        for number, state in enumerate(states)
    )
    return Fare(asked, len(steps), tuple(total.items()), stops)


def _amounts(paid: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((name, amount) for name, amount in paid.items() if amount)
