"""The value of a formula: an interval of probability from the worst to the best policy, three-valued at gaps."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Generic

from drakdom.graph.play import Edge, Kind
from drakdom.graph.watch import Watch
from drakdom.value.end_components import S, Way, Ways, components_in_order, endless, optimal_values

ONE, ZERO = Fraction(1), Fraction(0)
#: True, False, or None if play breaks off before the formula is decided.
Verdict3 = bool | None


@dataclass(frozen=True, slots=True)
class Value:
    """The least and greatest probability of a formula over all policies.

    Unruled play counts as failure for `low` and as success for `high`. `unruled` is the greatest probability with which
    play breaks off before the formula is decided. `results` has the truth values that some course of play gives. `sure`
    is the greatest probability if unruled play counts as failure.
    """

    low: Fraction
    high: Fraction
    unruled: Fraction
    results: frozenset[Verdict3]
    sure: Fraction = field(compare=False)


LEAF = {
    True: Value(ONE, ONE, ZERO, frozenset({True}), ONE),
    False: Value(ZERO, ZERO, ZERO, frozenset({False}), ZERO),
    None: Value(ZERO, ONE, ONE, frozenset({None}), ZERO),
}


class Fate:
    """The truth of a formula by the marks of its `Watch`: `decided` before the end, `at_end` at the end."""

    def __init__(self, watch: Watch) -> None:
        self.decided = _Memo(watch.decided)
        self.at_end = _Memo(watch.at_end)


class _Memo(dict[frozenset[int], Verdict3]):
    def __init__(self, find: Callable[[frozenset[int]], Verdict3]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, seen: frozenset[int]) -> Verdict3:
        self[seen] = result = self._find(seen)
        return result


def combine(kind: Kind, edges: Sequence[Edge], values: list[Value]) -> Value:
    """Return the value of a node from the values of its edges' targets."""
    apart = {id(value): value for value in values}.values()
    if len(apart) == 1:
        return values[0]
    results = frozenset[Verdict3]().union(*(value.results for value in apart))
    if kind == "chance":
        low, unruled = mean(edges, [value.low for value in values]), mean(edges, [value.unruled for value in values])
        high = low if all(value.low == value.high for value in apart) else mean(edges, [value.high for value in values])
        return Value(low, high, unruled, results, mean(edges, [value.sure for value in values]) if unruled else high)
    low, high, unruled = (
        min(value.low for value in apart),
        max(value.high for value in apart),
        max(value.unruled for value in apart),
    )
    return Value(low, high, unruled, results, max(value.sure for value in apart))


def mean(edges: Sequence[Edge], values: Sequence[Fraction]) -> Fraction:
    """Return the mean of the values, weighted by the edges; the sum is reduced once, at the end."""
    common = math.lcm(*(value.denominator for value in values))
    parts = (
        edge.weight * value.numerator * (common // value.denominator) for edge, value in zip(edges, values, strict=True)
    )
    return Fraction(sum(parts), common * sum(edge.weight for edge in edges))


@dataclass(frozen=True, slots=True)
class Branching(Generic[S]):
    """The edges of a node and the states to which they lead, no two to the same state."""

    kind: Kind
    edges: Sequence[Edge]
    onward: Sequence[S]

    def ways(self) -> list[Way[S]]:
        """Return the ways on: one distribution for a chance, one certain target for each option of a choice."""
        if self.kind != "chance":
            return [{target: ONE} for target in self.onward]
        total = sum(edge.weight for edge in self.edges)
        return [{to: Fraction(edge.weight, total) for edge, to in zip(self.edges, self.onward, strict=True)}]


def combine_component(states: Mapping[S, Branching[S]], outside: Mapping[S, Value]) -> dict[S, Value]:
    """Return the values of the states of one strongly connected component: each leads back to all.

    `outside` has the values of the other states to which they lead. If play never leaves them, they are undecided.
    Raises LimitError if the component is too large.
    """
    ways = {state: branching.ways() for state, branching in states.items()}
    if endless(ways):
        return dict.fromkeys(states, LEAF[None])
    results = _results(ways, {state: value.results for state, value in outside.items()})
    low = optimal_values(ways, {state: value.low for state, value in outside.items()}, min)
    alike = all(value.low == value.high for value in outside.values()) and all(
        len(options) == 1 for options in ways.values()
    )
    high = low if alike else optimal_values(ways, {state: value.high for state, value in outside.items()}, max)
    broken = any(value.unruled for value in outside.values())
    unruled = optimal_values(ways, {state: value.unruled for state, value in outside.items()}, max) if broken else {}
    sure = optimal_values(ways, {state: value.sure for state, value in outside.items()}, max) if broken else high
    return {
        state: Value(low[state], high[state], unruled.get(state, ZERO), results[state], sure[state]) for state in ways
    }


def _results(ways: Ways[S], out: Mapping[S, frozenset[Verdict3]]) -> dict[S, frozenset[Verdict3]]:
    """Return the truth values that are possible from each state."""
    results: dict[S, frozenset[Verdict3]] = dict.fromkeys(ways, frozenset())
    changed = True
    while changed:
        changed = False
        for state, options in ways.items():
            now = results[state].union(*(out[to] if to in out else results[to] for way in options for to in way))
            changed |= now != results[state]
            results[state] = now
    return results


def reachable(start: S, branching: Callable[[S], Value | Branching[S]]) -> tuple[dict[S, Branching[S]], dict[S, Value]]:
    """Return the branchings of the states that can be reached from a state, and the values of those that have one."""
    graph: dict[S, Branching[S]] = {}
    leaves: dict[S, Value] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state in graph or state in leaves:
            continue
        on = branching(state)
        if isinstance(on, Value):
            leaves[state] = on
        else:
            graph[state] = on
            todo += on.onward
    return graph, leaves


def solve_graph(
    graph: Mapping[S, Branching[S]], memo: dict[S, Value], rank: Callable[[S], int], otherwise: Callable[[S], Value]
) -> None:
    """Add the values of all states of a graph to `memo`, by backward induction.

    No state leads to a state of higher `rank`; states of equal rank may lead back to each other. A target that is
    neither in the graph nor in `memo` gets its value from `otherwise`.
    """
    for _, group in groupby(sorted(graph, key=rank), rank):
        part = {state: graph[state] for state in group}
        if any(target in part for on in part.values() for target in on.onward):
            for states in components_in_order({state: on.onward for state, on in part.items()}):
                cycle = {state: part[state] for state in states}
                out = {to for on in cycle.values() for to in on.onward} - cycle.keys()
                memo |= combine_component(cycle, {to: memo.get(to) or otherwise(to) for to in out})
        else:
            for state, on in part.items():
                memo[state] = combine(on.kind, on.edges, [memo.get(to) or otherwise(to) for to in on.onward])
