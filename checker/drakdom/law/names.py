"""What may stand first in the atoms of a predicate: the names of rolls, of checks, of events.

`due(R, t12, T) :- check(R, _, _, T)` asks for a roll of any name that a check has: the names of `check/4`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from drakdom.law.canonical import functor, read_atom, split
from drakdom.law.rules import Rule

Predicate = tuple[str, int]

#: Heads that give a value to a fluent.
_WRITES = frozenset({("becomes", 3), ("gains", 3)})
_VALUE = "value of "


class Name(NamedTuple):
    """A word with the number of its arguments: `fall/1`."""

    functor: str
    arity: int


class Names:
    """The names that may stand first in the atoms of each predicate: a least fixpoint over all rules.

    A predicate is open where some rule gives it a first argument that comes from outside: anything may stand there.
    With `fluents`, a variable that a fluent binds has the names that law writes as its values. What a scenario
    gives to the fluent is not among them: enough to know what law asks for, too little to sort a rule out.
    """

    def __init__(self, rules: Iterable[Rule], *, fluents: bool = False) -> None:
        self._fluents = fluents
        heads = [(rule, predicate, term) for rule in rules for predicate, term in self._targets(rule)]
        named = [(rule, predicate, _name(term), term) for rule, predicate, term in heads]
        self._known: dict[Predicate, set[Name]] = {predicate: set() for _, predicate, _, _ in named}
        self._open: set[Predicate] = set()
        self._bound_by: dict[tuple[str, str], tuple[Predicate, ...]] = {}
        unnamed = [(rule, predicate, term) for rule, predicate, name, term in named if not name]
        while new := {predicate for rule, predicate, term in unnamed if not self._bounds(rule, term)} - self._open:
            self._open |= new
        changed = True
        while changed:
            changed = False
            for rule, predicate, name, term in named:
                found = {name} if name else self._meet(rule, term)
                known = self._known[predicate]
                if not found <= known:
                    known |= found
                    changed = True
        self._unnamed = unnamed

    def of(self, name: str, arity: int) -> frozenset[Name]:
        """The names that may stand first in atoms of this predicate."""
        return frozenset(self._known.get((name, arity), ()))

    def is_open(self, name: str, arity: int) -> bool:
        """Whether anything may stand first in atoms of this predicate."""
        return (name, arity) in self._open

    def of_head(self, rule: Rule) -> frozenset[str]:
        """The functors that a variable at the head's first place can have; empty where it can be anything."""
        return frozenset(name.functor for name in self._meet(rule, None))

    def untold(self, predicate: Predicate) -> list[Rule]:
        """The rules of a predicate that give it a first argument which nothing in the law names."""
        return [rule for rule, head, term in self._unnamed if head == predicate and not self._bounds(rule, term)]

    def _targets(self, rule: Rule) -> Iterator[tuple[Predicate, str]]:
        """What a rule derives, with the term that names it: the first argument, or the value of a fluent."""
        if not rule.head:
            return
        args = rule.head_atom.args if rule.head_atom else ()
        for term in _pooled(rule.head_text or "") if self._fluents and args[:1] == ("Pool",) else args[:1] or ("",):
            yield rule.head[:2], term
        if self._fluents and rule.head[:2] in _WRITES and (fluent := functor(args[0])):
            yield (_VALUE + fluent, 1), args[1]

    def _bounds(self, rule: Rule, term: str | None) -> list[Predicate]:
        """What bounds a variable at the head's first place (None), or the one that the term is."""
        if term is None or not self._fluents:
            bodies: Iterable[Predicate] = (signature[:2] for signature in rule.linked)
        else:
            bodies = self._binders(rule, term)
        return [predicate for predicate in bodies if predicate in self._known and predicate not in self._open]

    def _binders(self, rule: Rule, variable: str) -> tuple[Predicate, ...]:
        """The predicates that have a variable of a rule first, and the fluents that have it for a value."""
        key = rule.text, variable
        if key not in self._bound_by:
            found = [(atom.name, len(atom.args)) for atom in rule.body if atom.args and atom.args[0] == variable]
            for atom in rule.body:
                fluent = functor(atom.args[0]) if (atom.name, len(atom.args)) == ("is", 3) else None
                if fluent and atom.args[1] == variable:
                    found.append((_VALUE + fluent, 1))
            self._bound_by[key] = tuple(found)
        return self._bound_by[key]

    def _meet(self, rule: Rule, term: str | None) -> set[Name]:
        sets = [self._known[predicate] for predicate in self._bounds(rule, term)]
        return set.intersection(*sets) if sets else set()


def _pooled(head: str) -> list[str]:
    """The first arguments of a head that is a pool: `trial(climb;jump)`."""
    return [split(one, ",")[0] for one in split(head[head.index("(") + 1 : -1], ";")]


def _name(term: str) -> Name | None:
    atom = read_atom(term)
    return Name(atom.name, len(atom.args)) if atom and functor(term) else None
