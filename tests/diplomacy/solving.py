"""The equations of movement solved by trying all outcomes (5.B.9): what the law is held to.

An outcome says of each move if it succeeds and of each convoy if it stands. What comes out the same whatever the open
orders do is decided. Orders that depend on each other in a circle have all their outcomes tried: if just one satisfies
the equations, it is taken.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import networkx as nx

from tests.diplomacy.equations import Open, Orders

Case: TypeAlias = frozenset[tuple[Open, bool]]


class UnansweredError(Exception):
    """The equations have no outcome or several, and no rule says which."""


class _AskedError(Exception):
    def __init__(self, wanted: Open) -> None:
        self.what = wanted


def solved(orders: Orders) -> dict[Open, bool]:
    """Return what comes out of each move and convoy; raises UnansweredError where no rule says it."""
    convoys = [("convoy", name) for chain in orders.ferries.values() for name in chain.values()]
    todo: list[Open] = [*(("move", name) for name in orders.moves), *convoys]
    decided: dict[Open, bool] = {}
    while open_ones := [wanted for wanted in todo if wanted not in decided]:
        tables = {wanted: dict(_table(orders, wanted, decided)) for wanted in open_ones}
        sure = {wanted: set(table.values()) for wanted, table in tables.items()}
        if any(len(values) == 1 for values in sure.values()):
            decided |= {wanted: values.pop() for wanted, values in sure.items() if len(values) == 1}
            continue
        _settle(orders, _circle(tables), decided)
    return decided


def _table(orders: Orders, wanted: Open, decided: Mapping[Open, bool]) -> Iterator[tuple[Case, bool]]:
    """Yield what comes out of one order, by what it asks about the others."""
    cases: list[dict[Open, bool]] = [{}]
    while cases:
        case = cases.pop()

        def look(read: Open, case: dict[Open, bool] = case) -> bool:
            for values in (decided, case):
                if read in values:
                    return values[read]
            raise _AskedError(read)

        try:
            result = orders.holds(wanted, look)
        except _AskedError as asked:
            cases += [{**case, asked.what: value} for value in (True, False)]
        else:
            yield frozenset(case.items()), result


def _circle(tables: Mapping[Open, dict[Case, bool]]) -> list[Open]:
    """Return open orders that depend on each other and on no others."""
    graph: nx.DiGraph[Open] = nx.DiGraph()
    for wanted, table in tables.items():
        asked = sorted({read for case in table for read, _ in case})
        values = {case: _looked_up(table, dict(zip(asked, case, strict=True))) for case in _outcomes(len(asked))}
        graph.add_node(wanted)
        for n, read in enumerate(asked):
            if any(value != values[*case[:n], not case[n], *case[n + 1 :]] for case, value in values.items()):
                graph.add_edge(wanted, read)
    condensed = nx.condensation(graph)
    bottom = next(node for node in condensed if not condensed.out_degree(node))
    return sorted(condensed.nodes[bottom]["members"])


def _outcomes(count: int) -> Iterator[tuple[bool, ...]]:
    return itertools.product((True, False), repeat=count)


def _looked_up(table: Mapping[Case, bool], case: dict[Open, bool]) -> bool:
    return next(value for part, value in table.items() if part <= case.items())


def _settle(orders: Orders, circle: list[Open], decided: dict[Open, bool]) -> None:
    """Try all outcomes of a circle; if not just one satisfies the equations, apply the rule for that (5.B.9)."""

    def fits(outcome: Mapping[Open, bool]) -> bool:
        return all(
            orders.holds(wanted, {**decided, **outcome}.__getitem__) is value for wanted, value in outcome.items()
        )

    outcomes = (dict(zip(circle, case, strict=True)) for case in _outcomes(len(circle)))
    right = [outcome for outcome in outcomes if fits(outcome)]
    convoys = {name for kind, name in circle if kind == "convoy"}
    if len(right) == 1:
        decided |= right[0]
    elif convoys and orders.readings["DI-PAR-001"] == "szykman":
        orders.failed |= convoys
    elif not convoys and dict.fromkeys(circle, True) in right:
        decided |= dict.fromkeys(circle, True)
    else:
        raise UnansweredError(circle)
