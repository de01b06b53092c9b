"""Single courses of play from beginning to end, the likeliest first, for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import islice

from clingo import Symbol

from drakdom.graph.play import Edge, Node, Place, Play
from drakdom.law.facts import to_value
from drakdom.terms import Term, Value
from drakdom.value.solve import Branch

#: Most nodes that the search for one course of play expands.
MOST_STEPS = 200_000
_HIDDEN = frozenset({"may", "refused", "barred", "misstated"})

#: A fluent and its value.
Fluent = tuple[Value, Value]
#: A choice or roll, and its outcome.
Resolution = tuple[Value, Value]


@dataclass(frozen=True, slots=True)
class Step:
    """One moment: the state before it, the resolved choices and chances, the events, and the state after it.

    If play breaks off, `after` is the state before.
    """

    place: Place
    before: frozenset[Fluent]
    resolved: tuple[Resolution, ...]
    happens: tuple[Value, ...]
    after: frozenset[Fluent]
    breaks_off: bool = False


@dataclass(frozen=True, slots=True)
class LikelyTrace:
    """One course of play, the `number`-th likeliest from 1 on, and its probability with uniform choices.

    `count` is the number of all courses, None if play has a cycle.
    """

    steps: tuple[Step, ...]
    odds: Fraction
    number: int
    count: int | None


def likely_trace(branch: Branch, number: int = 1) -> LikelyTrace | None:
    """Return the `number`-th likeliest course of play; equally likely ones come in the order of their edges.

    Return None if there are fewer, if MOST_STEPS of the search do not find it, or if the solver's play has no states.
    """
    if not branch.play.partials:
        return None
    likely = next(islice(_ways(branch.play), number - 1, None), None)
    if likely is None:
        return None
    odds, edges = likely
    return LikelyTrace(tuple(_steps(branch, edges)), odds, number, count_ways(branch.play))


def count_ways(play: Play) -> int | None:
    """Return the number of courses of play, None if play has a cycle."""
    order = play.leaves_first()
    if order is None:
        return None
    ways: dict[int, int] = {}
    for index in order:
        ways[index] = sum(ways[edge.target] for edge in play.nodes[index].edges) or 1
    return ways[0]


def _ways(play: Play) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """Yield every course to an end as the numbers of its edges, the likeliest first.

    A best-first search: the best probability from each node on is an exact bound.
    """
    best = _at_best(play)
    if 0 not in best:
        return
    waiting: list[tuple[Fraction, tuple[int, ...], int, Fraction]] = [(-best[0], (), 0, Fraction(1))]
    for _ in range(MOST_STEPS):
        if not waiting:
            return
        _, path, index, odds = heappop(waiting)
        node = play.nodes[index]
        if not node.edges:
            yield odds, path
        for number, (edge, chance) in enumerate(zip(node.edges, _chances(node), strict=True)):
            if edge.target in best:
                so_far = odds * chance
                heappush(waiting, (-so_far * best[edge.target], (*path, number), edge.target, so_far))


def _at_best(play: Play) -> dict[int, Fraction]:
    """Return the probability of the likeliest path from each node to an end, without nodes that reach none."""
    sources: list[list[tuple[int, Fraction]]] = [[] for _ in play.nodes]
    for index, node in enumerate(play.nodes):
        for edge, chance in zip(node.edges, _chances(node), strict=True):
            sources[edge.target].append((index, chance))
    best: dict[int, Fraction] = {}
    waiting = [(Fraction(-1), index) for index, node in enumerate(play.nodes) if not node.edges]
    while waiting:
        odds, index = heappop(waiting)
        if index not in best:
            best[index] = -odds
            for source, chance in sources[index]:
                if source not in best:
                    heappush(waiting, (odds * chance, source))
    return best


def _chances(node: Node) -> list[Fraction]:
    total = sum(edge.weight for edge in node.edges)
    return [Fraction(edge.weight, total) for edge in node.edges]


def _steps(branch: Branch, path: tuple[int, ...]) -> Iterator[Step]:
    play, index = branch.play, 0
    resolved: list[Resolution] = []
    for number in (*path, None):
        node = play.nodes[index]
        edge = node.edges[number] if number is not None else None
        if node.kind in ("then", "end"):
            before = _state(branch, index)
            after = _after(branch, node, edge, before)
            happens = sorted(symbol for symbol in node.seen if symbol.name not in _HIDDEN)
            broken = edge is None and node.final is None
            yield Step((node.entry, node.phase), before, tuple(resolved), tuple(map(to_value, happens)), after, broken)
            resolved = []
        elif edge:
            resolved += [_resolution(*opening) for opening in edge.openings]
        index = edge.target if edge else index


def _state(branch: Branch, index: int) -> frozenset[Fluent]:
    fluents = branch.moments.items.fluents(branch.play.partials[index][0])
    return frozenset((to_value(fluent), to_value(value)) for fluent, value in fluents)


def _after(branch: Branch, node: Node, edge: Edge | None, before: frozenset[Fluent]) -> frozenset[Fluent]:
    if edge:
        return _state(branch, edge.target)
    if node.final is None:  # play breaks off
        return before
    return frozenset((to_value(fluent), to_value(value)) for fluent, value in node.final)


def _resolution(kind: str, chooser: Symbol, outcome: Symbol) -> Resolution:
    """Return a choice as `chosen(player)`, or a roll by its name, with its outcome."""
    value = to_value(chooser)
    return Term("chosen", (value,)) if kind == "choice" else value, to_value(outcome)
