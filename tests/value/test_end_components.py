"""Values of states that lead back to each other, against going round so often that nothing is left."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drakdom.value.end_components import components_in_order, endless, optimal_values
from tests.randomly import examples

#: Where a way of a state leads: to states, or to an end that is worth so many tenths.
State = int | str
Ways = dict[State, list[dict[State, Fraction]]]
OUT: dict[State, Fraction] = {f"{tenths}/10": Fraction(tenths, 10) for tenths in range(11)}


@st.composite
def graphs(draw: st.DrawFn) -> Ways:
    size = draw(st.integers(1, 6))
    targets = st.one_of(st.integers(0, size - 1), st.sampled_from([*OUT]))
    ways: Ways = {}
    for state in range(size):
        ways[state] = []
        for _ in range(draw(st.integers(1, 3))):
            items = draw(st.lists(targets, min_size=1, max_size=3, unique=True))
            weights = [draw(st.integers(1, 3)) for _ in items]
            way = {to: Fraction(weight, sum(weights)) for to, weight in zip(items, weights, strict=True)}
            ways[state].append(way)
    return ways


def without_endless(ways: Ways) -> Ways:
    """Ways that lead only to where play can still end."""
    lost = endless(ways)
    kept = {s: [way for way in items if not way.keys() & lost] for s, items in ways.items() if s not in lost}
    return kept if all(kept.values()) and not endless(kept) else {}


def round_and_round(ways: Ways, chosen: Mapping[State, int], times: int = 4000) -> dict[State, float]:
    """The values under one way of choosing, play broken off after so many steps."""
    values: dict[State, float] = {**dict.fromkeys(ways, 0.0), **{end: float(x) for end, x in OUT.items()}}
    for _ in range(times):
        values |= {s: sum(float(p) * values[to] for to, p in ways[s][chosen[s]].items()) for s in ways}
    return {state: values[state] for state in ways}


def policies(ways: Ways) -> Sequence[dict[State, int]]:
    result: list[dict[State, int]] = [{}]
    for state, items in ways.items():
        result = [{**entry, state: number} for entry in result for number in range(len(items))]
    ending = []
    for item in result:
        if not endless({state: [ways[state][number]] for state, number in item.items()}):
            ending.append(item)
    return ending


@examples(quick=20, thorough=2000)
@given(graphs())
def test_chance_is_what_going_round_comes_to(graph: Ways) -> None:
    ways = without_endless({state: items[:1] for state, items in graph.items()})
    if ways:
        result = optimal_values(ways, OUT, max)
        for state, value in round_and_round(ways, dict.fromkeys(ways, 0)).items():
            assert float(result[state]) == pytest.approx(value, abs=1e-3)
            (way,) = ways[state]
            assert result[state] == sum(p * (result[to] if to in result else OUT[to]) for to, p in way.items())


@examples(quick=8, thorough=500)
@given(graphs())
def test_choices_are_the_best_and_the_worst_of_those_that_end(graph: Ways) -> None:
    ways = without_endless(graph)
    if not ways:
        return
    values = [round_and_round(ways, chosen, 1500) for chosen in policies(ways)]
    assert values
    for pick in (min, max):
        result = optimal_values(ways, OUT, pick)
        for state, value in result.items():
            best = pick(value[state] for value in values)
            assert float(value) == pytest.approx(best, abs=2e-3)


def test_states_come_after_what_they_lead_to() -> None:
    assert components_in_order({1: [2], 2: [3, 1], 3: [4], 4: []}) == [[4], [3], [1, 2]]
