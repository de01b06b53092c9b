"""Values on plays with cycles: linear equations for chance, policy iteration for choices.

Each state has a list of ways on: one for a chance state, one for each option of a choice. A way maps target states to
probabilities that sum to 1. Policies under which play never ends do not count: a choice that can keep play in a cycle
leaves it in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from drakdom.errors import LimitError

if TYPE_CHECKING:
    from flint import fmpq

S = TypeVar("S", bound=Hashable)
#: The probability of each target state.
Way = Mapping[S, Fraction]
Ways = Mapping[S, Sequence[Way[S]]]
Pick = Callable[[Iterable[Any]], Any]

#: Greatest size of a strongly connected component: its equations are solved together.
MOST_IN_A_COMPONENT = 1000


def components_in_order(onward: Mapping[S, Collection[S]]) -> list[list[S]]:
    """Return the strongly connected components, each after all components to which it leads."""
    import networkx as nx

    graph: nx.DiGraph[S] = nx.DiGraph()
    graph.add_nodes_from(onward)
    graph.add_edges_from((state, target) for state, targets in onward.items() for target in targets if target in onward)
    whole = nx.condensation(graph)
    place = {state: number for number, state in enumerate(onward)}
    order = reversed(list(nx.topological_sort(whole)))
    return [sorted(whole.nodes[part]["members"], key=place.__getitem__) for part in order]


def endless(ways: Ways[S]) -> set[S]:
    """Return the states from which no way leads out under any policy; a state without ways is outside."""
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


def optimal_values(ways: Ways[S], outside: Mapping[S, Fraction], pick: Pick) -> dict[S, Fraction]:
    """Return the greatest (`pick` is max) or least (min) values of states that may lead back to each other.

    `outside` has the values of the states outside to which they lead. From every state a way must lead out. Raises
    LimitError for more than MOST_IN_A_COMPONENT states.
    """
    if len(ways) > MOST_IN_A_COMPONENT:
        raise LimitError(f"play has a cycle of {len(ways):,} positions; at most {MOST_IN_A_COMPONENT:,} can be solved")
    representatives = end_component_representatives(ways)
    joined = _joined(ways, representatives)
    leads_out = {target for options in joined.values() for way in options for target in way} - joined.keys()
    ends = {target: _exact(outside[target]) for target in leads_out}
    chosen: dict[S, Mapping[S, fmpq]] = {state: options[0] for state, options in joined.items()}
    values = _solved(chosen, ends)
    while better := dict(_better(joined, values | ends, pick)):
        chosen |= better
        values = _solved(chosen, ends)
    fractions = {state: Fraction(int(value.p), int(value.q)) for state, value in values.items()}
    return {state: fractions[representatives.get(state, state)] for state in ways}


def _exact(value: Fraction) -> fmpq:
    """Return a fraction as FLINT's rational, which computes many times faster."""
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)


def _joined(ways: Ways[S], representatives: Mapping[S, S]) -> dict[S, list[dict[S, fmpq]]]:
    """Return the ways between merged states, without ways that stay within one end component."""
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
    """Yield the states with a better way than the chosen one, each with its best way."""
    nothing = _exact(Fraction(0))
    for state, options in joined.items():
        if len(options) > 1:
            weighed = [(sum((share * values[to] for to, share in way.items()), nothing), way) for way in options]
            best = pick(value for value, _ in weighed)
            if best != values[state]:
                yield state, next(way for value, way in weighed if value == best)


def _solved(chosen: Mapping[S, Mapping[S, fmpq]], outside: Mapping[S, fmpq]) -> dict[S, fmpq]:
    """Return the values when one way is chosen in each state: each value is the mean over its targets.

    Each strongly connected component is one system of linear equations, usually a small one.
    """
    values = dict(outside)
    for part in components_in_order({state: way.keys() for state, way in chosen.items()}):
        values |= _equations({state: chosen[state] for state in part}, values)
    return {state: values[state] for state in chosen}


def _equations(chosen: Mapping[S, Mapping[S, fmpq]], values: Mapping[S, fmpq]) -> dict[S, fmpq]:
    """Solve the linear equations of one component; `values` has the states outside to which it leads."""
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


def end_component_representatives(ways: Ways[S]) -> dict[S, S]:
    """Map each state of a maximal end component to the one state that represents the component.

    In an end component every state has a way that stays inside, and such ways connect every state with all the rest.
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
        parts = components_in_order(onward)
        if len(parts) == 1:
            representatives |= dict.fromkeys(parts[0], parts[0][0])
        else:
            todo += [part for part in parts if len(part) > 1 or part[0] in onward[part[0]]]
    return representatives


def _staying(ways: Ways[S], among: Collection[S]) -> set[S]:
    """Return the greatest subset in which every state has a way that stays inside it."""
    left = set(among)
    while gone := {state for state in left if not any(way.keys() <= left for way in ways[state])}:
        left -= gone
    return left
