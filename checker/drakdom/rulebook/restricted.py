"""Restrictions: the values that a field or an argument of an action may have, by another field of the same owner.

`only: [land]` holds always, `only: {kind: {army: [land], fleet: [sea]}}` by the value of the field `kind`. A value is a
word, or the sort of a place on a map. For fields of a place the key `sort` names the place's own sorts.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from typing import NamedTuple

from drakdom.rulebook.declarations import Enumeration, Field, Graph, Only, Single
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping, Node, Scalar

SORT = "sort"
"""The key for the sorts of a place on a map, as if they were a field."""


class Noted(NamedTuple):
    """A restriction as it is written: its owner (`figure`, `place`), its types, the field and the words it names."""

    owner: str
    kind: str
    by: Scalar | None
    words: tuple[Scalar, ...]
    allowed: tuple[Scalar, ...]


def read_only(nodes: Nodes, node: Node | None, owner: str, kind: str, noted: list[Noted]) -> Only | None:
    """Read one restriction and note its words, which `check_noted` checks once all fields are known."""
    if node is None:
        return None
    if not isinstance(node, Mapping):
        allowed = nodes.scalars(node, "`only`")
        noted.append(Noted(owner, kind, None, (), allowed))
        return Only("", {"": tuple(scalar.text for scalar in allowed)})
    if len(node.entries) != 1:
        nodes.problems.add(node, "`only` names one field: `only: {kind: {army: [land]}}`")
        return None
    ((by, table),) = node.entries
    lists = {key: nodes.scalars(value, f"`{short(key.text)}`") for key, value in nodes.entries(table, "`only`")}
    noted.append(Noted(owner, kind, by, tuple(lists), tuple(scalar for row in lists.values() for scalar in row)))
    return Only(by.text, {key.text: tuple(scalar.text for scalar in row) for key, row in lists.items()})


def check_noted(
    nodes: Nodes,
    noted: list[Noted],
    fields: Map[str, Map[str, Field]],
    types: Map[str, Enumeration],
    graph: Graph | None,
) -> None:
    """Note unknown fields and words of restrictions; `fields` are those of each owner."""
    sorts = graph.sorts if graph else {}
    for owner, kind, by, words, allowed in noted:
        values = {word for name in kind.split("|") if name in types for word in types[name].choices}
        values |= set(sorts) if "place" in kind.split("|") else set()
        for scalar in allowed:
            if scalar.text not in values:
                help_ = did_you_mean(scalar.text, sorted(values))
                nodes.problems.add(scalar, f"unknown value `{short(scalar.text)}`", help_)
        if by is None:
            continue
        own = {
            name: field.shape.type for name, field in fields.get(owner, {}).items() if isinstance(field.shape, Single)
        }
        enumerated = {name: set(types[kind_].choices) for name, kind_ in own.items() if kind_ in types}
        enumerated |= {SORT: set(sorts)} if owner == "place" and graph else {}
        if by.text not in enumerated:
            message = f"`{short(by.text)}` is no field with words of a type"
            nodes.problems.add(by, message, did_you_mean(by.text, enumerated))
            continue
        for scalar in words:
            if scalar.text not in enumerated[by.text]:
                help_ = did_you_mean(scalar.text, sorted(enumerated[by.text]))
                nodes.problems.add(scalar, f"unknown value `{short(scalar.text)}` of `{by.text}`", help_)
