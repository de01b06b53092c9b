"""Places of predicates whose every value stands in the law: what a body that asks there can find is known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from drakdom.law.canonical import ANY_OF_A_POOL, VARIABLE, Atom, functor, split
from drakdom.law.rules import Rule

#: Sets of more values are not told apart: each value costs a pattern.
_MOST_VALUES = 24

#: A predicate and one of its places, the first is 0.
Closed = tuple[str, int, int]


class Few(NamedTuple):
    """The functors that a variable can have, and the places that say so."""

    values: frozenset[str]
    places: frozenset[Closed]


def closed_places(rules: Iterable[Rule], others: Collection[str]) -> dict[Closed, frozenset[str]]:
    """The functors at each place at which rules derive a predicate with constants alone.

    `others` are names of predicates that something else derives as well.
    """
    found: dict[Closed, set[str]] = {}
    open_ended: set[Closed] = set()
    for rule in rules:
        if not rule.head_atom or rule.head_atom.name in others:
            continue
        name, arguments = rule.head_atom.name, rule.head_atom.args
        for place, argument in enumerate(arguments):
            key = name, len(arguments), place
            values = _values(rule, argument)
            if None in values:
                open_ended.add(key)
            found.setdefault(key, set()).update(value for value in values if value is not None)
    closed = found.keys() - open_ended
    return {key: frozenset(found[key]) for key in sorted(closed) if len(found[key]) <= _MOST_VALUES}


def _values(rule: Rule, argument: str) -> list[str | None]:
    if argument != ANY_OF_A_POOL or not rule.head_atom or len(rule.head_atom.args) > 1:
        return [functor(argument)]
    text = rule.head_text or ""
    return [functor(term) for term in split(text[text.index("(") + 1 : -1], ";")]


def restricted(body: Iterable[Atom], closed: Mapping[Closed, frozenset[str]]) -> dict[str, Few]:
    """What variables of a body can have, as far as the closed places where they stand say so."""
    found: dict[str, Few] = {}
    for atom in body:
        for place, argument in enumerate(atom.args):
            key = atom.name, len(atom.args), place
            if key in closed and argument != ANY_OF_A_POOL and VARIABLE.match(argument):
                known = found.get(argument, Few(closed[key], frozenset()))
                found[argument] = Few(known.values & closed[key], known.places | {key})
    return found
