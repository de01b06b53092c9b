"""Values where play can come back to a position: chance by linear equations, choices by improving how to choose.

What is settled are states, each with its ways on: of a chance one, of a choice one for each thing to choose. A way
leads to states with probabilities that sum to 1. Ways of choosing by which play never ends do not count: where a choice
can keep play going round, it is taken to leave in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from drakdom.errors import LimitError

if TYPE_CHECKING:
    from flint import fmpq

S = TypeVar("S", bound=Hashable)
#: Where a way leads, how likely to each.
Way = Mapping[S, Fraction]
Ways = Mapping[S, Sequence[Way[S]]]
Pick = Callable[[Iterable[Any]], Any]

#: So many states may lead back to each other: the equations are solved all at once.
MOST_IN_A_CIRCLE = 1000


def in_order(onward: Mapping[S, Collection[S]]) -> list[list[S]]:
    """The states with those together that lead back to each other, every one after all that it leads to."""
    import networkx as nx

    graph: nx.DiGraph[S] = nx.DiGraph()
    graph.add_nodes_from(onward)
    graph.add_edges_from((state, target) for state, targets in onward.items() for target in targets if target in onward)
    whole = nx.condensation(graph)
    place = {state: number for number, state in enumerate(onward)}
    order = reversed(list(nx.topological_sort(whole)))
    return [sorted(whole.nodes[part]["members"], key=place.__getitem__) for part in order]


def endless(ways: Ways[S]) -> set[S]:
    """States from which no way leads out, however one chooses; what has no ways of its own is out."""
    leading = {state for state, options in ways.items() for way in options if any(target not in ways for target in way)}
    sources: dict[S, list[S]] = {}
    for state, options in ways.items():
        for way in options:
            for target in way:
                sources.setdefault(target, []).append(state)
    todo = list(leading)
    while todo:
        for source in sources.get(todo.pop(), ()):
            if source not in leading:
                leading.add(source)
                todo.append(source)
    return set(ways) - leading


def settle(ways: Ways[S], outside: Mapping[S, Fraction], pick: Pick) -> dict[S, Fraction]:
    """The greatest (`pick` is max) or least (min) values of states that may lead back to each other.

    `known` are the values of those where they lead out. From every state some way must lead out. Raises LimitError for
    more than MOST_IN_A_CIRCLE states.
    """
    if len(ways) > MOST_IN_A_CIRCLE:
        raise LimitError(
            f"play goes round through {len(ways):,} positions, at most {MOST_IN_A_CIRCLE:,} are reckoned with"
        )
    representatives = turning(ways)
    joined = _joined(ways, representatives)
    leads_out = {target for some in joined.values() for way in some for target in way} - joined.keys()
    ends = {target: _exact(outside[target]) for target in leads_out}
    chosen: dict[S, Mapping[S, fmpq]] = {state: some[0] for state, options in joined.items()}
    values = _solved(chosen, ends)
    while better := dict(_better(joined, values | ends, pick)):
        chosen |= better
        values = _solved(chosen, ends)
    fractions = {state: Fraction(int(value.p), int(value.q)) for state, value in values.items()}
    return {state: fractions[representatives.get(state, state)] for state in ways}


def _exact(value: Fraction) -> fmpq:
    """A fraction as it is reckoned with many times faster."""
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)


def _joined(ways: Ways[S], representatives: Mapping[S, S]) -> dict[S, list[dict[S, fmpq]]]:
    """The ways where some states stand for others; a way that stays among those that can go round is none."""
    merged: dict[S, list[dict[S, fmpq]]] = {}
    for state, options in ways.items():
        representative = representatives.get(state, state)
        for way in options:
            merged_way: dict[S, fmpq] = {}
            for target, share in way.items():
                merged_target = representatives.get(target, target)
                merged_way[merged_target] = (
                    merged_way[merged_target] + _exact(share) if merged_target in merged_way else _exact(share)
                )
            if merged_way.keys() != {representative}:
                merged.setdefault(representative, []).append(merged_way)
    return merged


def _better(
    joined: Mapping[S, Sequence[Mapping[S, fmpq]]], values: Mapping[S, fmpq], pick: Callable[[Iterable[fmpq]], fmpq]
) -> Iterator[tuple[S, Mapping[S, fmpq]]]:
    """States with a way that is better than the one chosen, with the best."""
    nothing = _exact(Fraction(0))
    for state, options in joined.items():
        if len(options) > 1:
            weighed = [(sum((share * values[to] for to, share in way.items()), nothing), way) for way in options]
            best = pick(value for value, _ in weighed)
            if best != values[state]:
                yield state, next(way for value, way in weighed if value == best)


def _solved(chosen: Mapping[S, Mapping[S, fmpq]], outside: Mapping[S, fmpq]) -> dict[S, fmpq]:
    """The values if one way is chosen in each state: x = the mean of where it leads.

    Those that lead back to each other then are a system of linear equations, mostly a small one.
    """
    values = dict(outside)
    for part in in_order({state: way.keys() for state, way in chosen.items()}):
        values |= _equations({state: chosen[state] for state in part}, values)
    return {state: values[state] for state in chosen}


def _equations(chosen: Mapping[S, Mapping[S, fmpq]], values: Mapping[S, fmpq]) -> dict[S, fmpq]:
    """The values of states that lead back to each other, by those of the states to which they lead besides."""
    from flint import fmpq_mat

    numbers = {state: number for number, state in enumerate(chosen)}
    matrix, right = fmpq_mat(len(numbers), len(numbers)), fmpq_mat(len(numbers), 1)
    for state, way in chosen.items():
        row = numbers[state]
        matrix[row, row] += 1
        for target, share in way.items():
            if target in numbers:
                matrix[row, numbers[target]] -= share
            else:
                right[row, 0] += share * values[target]
    solution = matrix.solve(right)
    return {state: solution[row, 0] for state, row in numbers.items()}


def turning(ways: Ways[S]) -> dict[S, S]:
    """States among which a choice can keep play going round, each with the one that stands for all of them.

    These are the maximal end components: sets in which every state has a way that stays among them, and from each of
    which the others can be reached by such ways.
    """
    representatives: dict[S, S] = {}
    todo: list[Collection[S]] = [list(ways)]
    while todo:
        among = _staying(ways, todo.pop())
        if not among:
            continue
        onward = {
            state: {to for way in ways[state] if way.keys() <= among for to in way} for state in ways if state in among
        }
        parts = in_order(onward)
        if len(parts) == 1:
            representatives |= dict.fromkeys(parts[0], parts[0][0])
        else:
            todo += [part for part in parts if len(part) > 1 or part[0] in onward[part[0]]]
    return representatives


def _staying(ways: Ways[S], among: Collection[S]) -> set[S]:
    """Those states that have a way which stays among them."""
    left = set(among)
    while gone := {state for state in left if not any(way.keys() <= left for way in ways[state])}:
        left -= gone
    return left
