"""Possible names in the first argument of each predicate: names of rolls, of checks, of events.

`due(R, t12, T) :- check(R, _, _, T)` makes a roll due for each name of `check/4`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from drakdom.law.canonical import ANY_OF_A_POOL, functor, read_atom, split
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
    """The possible names in the first argument of each predicate: a least fixpoint over all rules.

    A predicate is open if some rule gives it a first argument from outside of the law: any name is possible.
    With `fluents`, a variable bound by a fluent has the names that law writes as its values, without those that a
    scenario states. This suffices to know which rolls law asks for, but not to rule out that a rule fires.
    """

    def __init__(self, rules: Iterable[Rule], *, fluents: bool = False) -> None:
        self._fluents = fluents
        heads = [(rule, predicate, term) for rule in rules for predicate, term in self._targets(rule)]
        named = [(rule, predicate, _name(term), term) for rule, predicate, term in heads]
        self._known: dict[Predicate, set[Name]] = {predicate: set() for _, predicate, _, _ in named}
        self._open: set[Predicate] = set()
        self._bound_by: dict[tuple[str, str], tuple[Predicate, ...]] = {}
        unnamed = [(rule, predicate, term) for rule, predicate, name, term in named if not name]
        while new := {head for rule, head, term in unnamed if head not in self._open and not self._bounds(rule, term)}:
            self._open |= new
        for _, predicate, name, _ in named:
            if name:
                self._known[predicate].add(name)
        changed = True
        while changed:
            changed = False
            for rule, predicate, term in unnamed:
                names = self._known[predicate]
                if not (new_names := self._meet(rule, term)) <= names:
                    names |= new_names
                    changed = True
        self._unnamed = unnamed

    def of(self, name: str, arity: int) -> frozenset[Name]:
        """Return the possible names in the first argument of a predicate."""
        return frozenset(self._known.get((name, arity), ()))

    def is_open(self, name: str, arity: int) -> bool:
        """Return True if the first argument of a predicate can be anything."""
        return (name, arity) in self._open

    def of_head(self, rule: Rule) -> frozenset[str]:
        """Return the functors of a variable that is the head's first argument; empty if it can be anything."""
        return frozenset(name.functor for name in self._meet(rule, None))

    def unnamed(self, predicate: Predicate) -> list[Rule]:
        """Return the rules of a predicate whose first argument nothing in the law bounds."""
        return [rule for rule, head, term in self._unnamed if head == predicate and not self._bounds(rule, term)]

    def _targets(self, rule: Rule) -> Iterator[tuple[Predicate, str]]:
        """Yield each predicate that a rule derives with its naming term: the first argument, or a fluent's value."""
        if not rule.head:
            return
        args = rule.head_atom.args if rule.head_atom else ()
        is_pool = self._fluents and args[:1] == (ANY_OF_A_POOL,)
        for term in _pooled(rule.head_text or "") if is_pool else args[:1] or ("",):
            yield rule.head[:2], term
        if self._fluents and rule.head[:2] in _WRITES and (fluent := functor(args[0])):
            yield (_VALUE + fluent, 1), args[1]

    def _bounds(self, rule: Rule, term: str | None) -> list[Predicate]:
        """Return the predicates that bound a variable: the term, or for None the head's first argument."""
        if term is None or not self._fluents:
            bodies: Iterable[Predicate] = (signature[:2] for signature in rule.linked)
        else:
            bodies = self._binders(rule, term)
        return [predicate for predicate in bodies if predicate in self._known and predicate not in self._open]

    def _binders(self, rule: Rule, variable: str) -> tuple[Predicate, ...]:
        """Return the body predicates with a variable as first argument, and the fluents with it as value."""
        key = rule.text, variable
        if key not in self._bound_by:
            binders = [(atom.name, len(atom.args)) for atom in rule.body if atom.args and atom.args[0] == variable]
            for atom in rule.body:
                fluent = functor(atom.args[0]) if (atom.name, len(atom.args)) == ("is", 3) else None
                if fluent and atom.args[1] == variable:
                    binders.append((_VALUE + fluent, 1))
            self._bound_by[key] = tuple(binders)
        return self._bound_by[key]

    def _meet(self, rule: Rule, term: str | None) -> set[Name]:
        sets = [self._known[predicate] for predicate in self._bounds(rule, term)]
        return set.intersection(*sets) if sets else set()


def _pooled(head: str) -> list[str]:
    """Return the first arguments of a head with a pool, such as `trial(climb;jump)`."""
    return [split(arguments, ",")[0] for arguments in split(head[head.index("(") + 1 : -1], ";")]


def _name(term: str) -> Name | None:
    atom = read_atom(term)
    return Name(atom.name, len(atom.args)) if atom and functor(term) else None
