"""Predicates of one argument whose every value stands in the law: what a body that asks for one can find is known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from checker.engine.canonical import ANY_OF_A_POOL, VARIABLE, Atom, functor, split
from checker.engine.rules import Rule

#: Sets of more values are not told apart: each value costs a pattern.
_MOST_VALUES = 24


def closed_sets(rules: Iterable[Rule], others: Collection[str]) -> dict[str, frozenset[str]]:
    """The functors of each predicate of one argument that rules derive with constants alone.

    `others` are names of predicates that something else derives as well.
    """
    found: dict[str, set[str]] = {}
    open_ended = set(others)
    for rule in rules:
        if not rule.head_atom or len(rule.head_atom.args) != 1:
            continue
        values = _values(rule)
        if None in values:
            open_ended.add(rule.head_atom.name)
        else:
            found.setdefault(rule.head_atom.name, set()).update(value for value in values if value is not None)
    return {
        name: frozenset(values)
        for name, values in found.items()
        if name not in open_ended and len(values) <= _MOST_VALUES
    }


def _values(rule: Rule) -> list[str | None]:
    text = rule.head_text or ""
    return [functor(term) for term in split(text[text.index("(") + 1 : -1], ";")]


def restricted(body: Iterable[Atom], closed: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """The functors that variables of a body can have, as far as atoms of closed predicates say so."""
    found: dict[str, frozenset[str]] = {}
    for atom in body:
        if atom.name in closed and len(atom.args) == 1:
            (variable,) = atom.args
            if variable != ANY_OF_A_POOL and VARIABLE.match(variable):
                found[variable] = found.get(variable, closed[atom.name]) & closed[atom.name]
    return found
