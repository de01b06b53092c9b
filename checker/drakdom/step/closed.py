"""Closed argument places: the law lists every value that a predicate can have there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from drakdom.law.canonical import ANY_OF_A_POOL, VARIABLE, Atom, functor, split
from drakdom.law.rules import Rule

#: A place with more values than this is not taken for closed: each value costs a pattern.
_MOST_VALUES = 24

#: Name and arity of a predicate, and one of its places, counted from 0.
Closed = tuple[str, int, int]


class Few(NamedTuple):
    """The functors that a variable can have, and the closed places that limit it to these."""

    values: frozenset[str]
    places: frozenset[Closed]


def closed_places(rules: Iterable[Rule], opened: Collection[str]) -> dict[Closed, frozenset[str]]:
    """Map each place at which rules derive constants only to the functors of these constants.

    `opened` are names of predicates that something besides plain heads derives; their places are not closed.
    """
    values_at: dict[Closed, set[str]] = {}
    open_ended: set[Closed] = set()
    for rule in rules:
        if not rule.head_atom or rule.head_atom.name in opened:
            continue
        name, arguments = rule.head_atom.name, rule.head_atom.args
        for place, argument in enumerate(arguments):
            key = name, len(arguments), place
            values = _values(rule, argument)
            if None in values:
                open_ended.add(key)
            values_at.setdefault(key, set()).update(value for value in values if value is not None)
    closed = values_at.keys() - open_ended
    return {key: frozenset(values_at[key]) for key in sorted(closed) if len(values_at[key]) <= _MOST_VALUES}


def _values(rule: Rule, argument: str) -> list[str | None]:
    if argument != ANY_OF_A_POOL or not rule.head_atom or len(rule.head_atom.args) > 1:
        return [functor(argument)]
    text = rule.head_text or ""
    return [functor(term) for term in split(text[text.index("(") + 1 : -1], ";")]


def restricted(body: Iterable[Atom], closed: Mapping[Closed, frozenset[str]]) -> dict[str, Few]:
    """Map each variable of a body that occurs at a closed place to its possible values."""
    limits: dict[str, Few] = {}
    for atom in body:
        for place, argument in enumerate(atom.args):
            key = atom.name, len(atom.args), place
            if key in closed and VARIABLE.match(argument):
                limit = limits.get(argument, Few(closed[key], frozenset()))
                limits[argument] = Few(limit.values & closed[key], limit.places | {key})
    return limits
