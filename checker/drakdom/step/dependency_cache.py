"""What follows from which in a law, as it is kept (`store.py`)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from drakdom.law import store
from drakdom.law.rules import Rule
from drakdom.step.dependencies import Dependencies, Shut, dependencies_of


def links(rules: Sequence[Rule]) -> Dependencies:
    """What follows from which in some rules, found now or before."""
    name = store.name_of("links", (rule.text for rule in rules))
    if (known := store.kept(name, _links)) is not None:
        return known
    found = dependencies_of(rules)
    store.keep(name, _rows(found))
    return found


def _rows(found: Dependencies) -> list[Any]:
    patterns = found.patterns.items()
    return [
        [[name, arity, [*map(list, numbers)], [*numbers.values()]] for (name, arity), numbers in patterns],
        [*map(list, found.uses)], found.needs.tolist(), found.gives, found.at_once,
        [[*place, sorted(shut.values), shut.rests] for place, shut in found.closed.items()],
        found.timeless_from_position,
    ]  # fmt: skip


def _links(rows: list[Any]) -> Dependencies:
    patterns, uses, needs, gives, at_once, closed, timeless_from_position = rows
    return Dependencies(
        {(name, arity): dict(zip(map(tuple, some), numbers, strict=True)) for name, arity, some, numbers in patterns},
        uses, array("I", needs), gives, at_once,
        {(name, arity, place): Shut(frozenset(values), rests) for name, arity, place, values, rests in closed},
        timeless_from_position,
    )  # fmt: skip
