"""The greatest probability that play comes to good ends, for each state of a graph.

Callers ask how well a player can do, such as `paths`. Play that never ends has no outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter

from drakdom.graph.play import Edge, Node
from drakdom.value.end_components import S, Way, Ways, components_in_order, endless, optimal_values
from drakdom.value.values import Branching

#: Least and greatest probability: unruled play counts as failure, then as success.
Odds = tuple[Fraction, Fraction]
_NO = Fraction(0)


def best_odds(ways: Ways[S], ends: Mapping[S, Fraction]) -> dict[S, Fraction]:
    """Return the value of each state under the best policy, by backward induction.

    `ends` has the values of all states without ways to which they lead. Raises LimitError if too many states lead
    back to each other.
    """
    values = dict(ends)
    for part in _parts(ways):
        if len(part) == 1 and not any(part[0] in way for way in ways[part[0]]):
            values[part[0]] = max((_mean(way, values) for way in ways[part[0]]), default=_NO)
        else:
            cycle = {state: ways[state] for state in part}
            values |= dict.fromkeys(part, _NO) if endless(cycle) else optimal_values(cycle, values, max)
    return {state: values[state] for state in ways}


def best_intervals(ways: Ways[S], ends: Mapping[S, Odds]) -> dict[S, Odds]:
    """Return the values of each state if the ends have intervals; see `best_odds`."""
    lows = best_odds(ways, {end: low for end, (low, _) in ends.items()})
    if all(low == high for low, high in ends.values()):
        return {state: (low, low) for state, low in lows.items()}
    highs = best_odds(ways, {end: high for end, (_, high) in ends.items()})
    return {state: (low, highs[state]) for state, low in lows.items()}


def ways_of(node: Node, edges: Sequence[Edge]) -> list[Way[int]]:
    """Return the ways on from a node of a play along the followed `edges`."""
    return Branching(node.kind, edges, [edge.target for edge in edges]).ways()


def _parts(ways: Ways[S]) -> Iterable[list[S]]:
    """Return the strongly connected components, each after all to which it leads."""
    onward = {state: {to for way in options for to in way if to in ways} for state, options in ways.items()}
    try:
        return [[state] for state in TopologicalSorter(onward).static_order()]
    except CycleError:
        return components_in_order(onward)


def _mean(way: Way[S], values: Mapping[S, Fraction]) -> Fraction:
    if len(way) == 1:
        return values[next(iter(way))]
    return sum((share * values[to] for to, share in way.items()), _NO)
