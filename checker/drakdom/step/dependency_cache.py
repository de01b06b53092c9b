"""Dependencies between the rules of a law, cached on disk (`store.py`)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from drakdom.law import store
from drakdom.law.rules import Rule
from drakdom.step.dependencies import ClosedValues, Dependencies, dependencies_of


def links(rules: Sequence[Rule]) -> Dependencies:
    """Return the dependencies between some rules, from the cache or computed."""
    name = store.entry_name("links", (rule.text for rule in rules))
    if (cached := store.load(name, _links)) is not None:
        return cached
    dependencies = dependencies_of(rules)
    store.save(name, _rows(dependencies))
    return dependencies


def _rows(dependencies: Dependencies) -> list[Any]:
    patterns = dependencies.patterns.items()
    return [
        [[name, arity, [*map(list, numbers)], [*numbers.values()]] for (name, arity), numbers in patterns],
        [*map(list, dependencies.uses)], dependencies.needs.tolist(), dependencies.gives, dependencies.at_once,
        [[*place, sorted(closed.values), closed.rests] for place, closed in dependencies.closed.items()],
    ]  # fmt: skip


def _links(rows: list[Any]) -> Dependencies:
    patterns, uses, needs, gives, at_once, closed = rows
    return Dependencies(
        {(name, arity): dict(zip(map(tuple, functors), numbers, strict=True))
         for name, arity, functors, numbers in patterns},
        uses, array("I", needs), gives, at_once,
        {(name, arity, place): ClosedValues(frozenset(values), rests) for name, arity, place, values, rests in closed},
    )  # fmt: skip
