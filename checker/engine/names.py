"""What may stand first in the atoms of a predicate: the names of rolls, of checks, of events.

`due(R, t12, T) :- check(R, _, _, T)` asks for a roll of any name that a check has: the names of `check/4`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from checker.engine.canonical import functor, read_atom, statement_parts
from checker.engine.rules import Rule

Predicate = tuple[str, int]


class Name(NamedTuple):
    """A word with the number of its arguments: `fall/1`."""

    functor: str
    arity: int


class Names:
    """The names that may stand first in the atoms of each predicate: a least fixpoint over all rules.

    A predicate is open where some rule gives it a first argument that comes from outside: anything may stand there.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        heads = [(rule, rule.head[:2], _first(rule)) for rule in rules if rule.head]
        self._known: dict[Predicate, set[Name]] = {predicate: set() for _, predicate, _ in heads}
        self._open: set[Predicate] = set()
        unnamed = [(rule, predicate) for rule, predicate, name in heads if not name]
        while new := {predicate for rule, predicate in unnamed if not self._bounds(rule)} - self._open:
            self._open |= new
        changed = True
        while changed:
            changed = False
            for rule, predicate, name in heads:
                found = {name} if name else self._meet(rule)
                known = self._known[predicate]
                if not found <= known:
                    known |= found
                    changed = True

    def of(self, name: str, arity: int) -> frozenset[Name]:
        """The names that may stand first in atoms of this predicate."""
        return frozenset(self._known.get((name, arity), ()))

    def of_head(self, rule: Rule) -> frozenset[str]:
        """The functors that a variable at the head's first place can have; empty where it can be anything."""
        return frozenset(name.functor for name in self._meet(rule))

    def _bounds(self, rule: Rule) -> list[Predicate]:
        """What bounds the variable at the head's first place."""
        bodies = (signature[:2] for signature in rule.linked)
        return [predicate for predicate in bodies if predicate in self._known and predicate not in self._open]

    def _meet(self, rule: Rule) -> set[Name]:
        sets = [self._known[predicate] for predicate in self._bounds(rule)]
        return set.intersection(*sets) if sets else set()


def _first(rule: Rule) -> Name | None:
    parts = statement_parts(rule.text)
    head = read_atom(parts[0]) if parts else None
    first = head.args[0] if head and head.args else ""
    atom = read_atom(first)
    return Name(atom.name, len(atom.args)) if atom and functor(first) else None
