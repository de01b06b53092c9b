"""Predicates that rules read although no rule defines them: facts of scenarios, or misspelt names.

They are computed when a law is read, and cached with it, so that rulings can warn of them at no cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from drakdom.law.canonical import declared, literals_in, read_atom, statement_parts
from drakdom.law.forbidden import GIVEN, OF_ENGINES
from drakdom.law.rules import Rule

Predicate = tuple[str, int]


class Undefined(NamedTuple):
    """A predicate that a rule reads and no rule defines, with the first place where it is read."""

    name: str
    arity: int
    file: Path
    line: int


def undefined(own: Iterable[tuple[Path, Iterable[Rule]]], core: Collection[Rule]) -> tuple[Undefined, ...]:
    """Return the predicates that the rules of law files read and that neither law, core nor engine defines.

    Predicates with a `#defined` line are left out: such a line says that scenarios may state them.
    """
    files = [(file, tuple(rules)) for file, rules in own]
    everything = [*core, *(rule for _, rules in files for rule in rules)]
    defined = {rule.head[:2] for rule in everything if rule.head} | GIVEN | OF_ENGINES
    defined |= {predicate for rule in everything if (predicate := declared(rule.text))}
    first: dict[Predicate, Undefined] = {}
    for file, rules in files:
        for rule in rules:
            for name, arity in read_predicates(rule.text):
                if (name, arity) not in defined:
                    first.setdefault((name, arity), Undefined(name, arity, file, rule.line))
    return tuple(first.values())


def read_predicates(text: str) -> Iterator[Predicate]:
    """Yield the predicates in the body of a printed rule, also under `not`, in aggregates and in conditions."""
    parts = statement_parts(text)
    for literal in parts[1] if parts else ():
        for atom in map(read_atom, literals_in(literal)[0]):
            if atom:
                yield atom.name, len(atom.args)
