"""Which rolls law folds: the faces of all others mean themselves.

`reads/4` folds the faces of a roll. Whether a roll is folded is settled here, once a law and by its name, and not in
the solver: "no rule reads it" would be a `not` inside the recursion of chance that calls for chance, and what depends
on it would no longer be a fact (measured: 5 to 15 times slower side by side).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from checker.engine.canonical import functor, read_atom, statement_parts
from checker.engine.rules import Rule


class Name(NamedTuple):
    """The name of a roll without its arguments: `fall/1`."""

    functor: str
    arity: int


class Heads(NamedTuple):
    """What one rule says of names: its head predicate, the head's first argument, the body's by variable."""

    predicate: tuple[str, int]
    name: Name | None
    sources: tuple[tuple[str, int], ...]


def plain_rolls(rules: Iterable[Rule]) -> tuple[Name, ...]:
    """Names of the rolls that are due somewhere and folded nowhere, sorted."""
    heads = [found for rule in rules if (found := _heads(rule))]
    names = _names(heads)
    folded = names.get(("reads", 4), set())
    return tuple(sorted(names.get(("due", 3), set()) - folded))


def plain_rule(name: Name) -> str:
    """The rule by which the faces of an unfolded roll mean themselves."""
    arguments = ", ".join(f"A{n}" for n in range(1, name.arity + 1))
    roll = f"{name.functor}({arguments})" if arguments else name.functor
    return f"means({roll}, X, X, T) :- possible({roll}, X, T)."


def _names(heads: list[Heads]) -> dict[tuple[str, int], set[Name]]:
    """Least fixpoint: the names that may stand first in the atoms of each predicate."""
    names: dict[tuple[str, int], set[Name]] = {}
    changed = True
    while changed:
        changed = False
        for predicate, name, sources in heads:
            found = {name} if name else _meet([names.get(source, set()) for source in sources])
            known = names.setdefault(predicate, set())
            if not found <= known:
                known |= found
                changed = True
    return names


def _meet(sets: list[set[Name]]) -> set[Name]:
    return set.intersection(*sets) if sets else set()


def _heads(rule: Rule) -> Heads | None:
    parts = statement_parts(rule.text)
    head = read_atom(parts[0]) if parts else None
    if parts is None or head is None or not head.args:
        return None
    first = head.args[0]
    predicate = (head.name, len(head.args))
    if not first[0].isupper():
        name = _name(first)
        return Heads(predicate, name, ()) if name else None
    atoms = [atom for literal in parts[1] if (atom := read_atom(literal)) and not atom.sign]
    sources = [(atom.name, len(atom.args)) for atom in atoms if atom.args and atom.args[0] == first]
    return Heads(predicate, None, tuple(sources))


def _name(term: str) -> Name | None:
    atom = read_atom(term)
    return Name(atom.name, len(atom.args)) if atom and functor(term) else None
