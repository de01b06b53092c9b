"""Predicates that rules read although no rule defines them, and those that rules derive although nothing reads them.

The former are facts of scenarios or misspelt names. Of the latter, those like a name of the core are misspelt.

They are computed when a law is read, and cached with it, so that rulings can warn of them at no cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from drakdom.law.canonical import declared, literals_in, read_atom, statement_parts
from drakdom.law.forbidden import GIVEN, OF_ENGINES, SHARED
from drakdom.law.rules import Rule

Predicate = tuple[str, int]

_ALIKE = 0.8
"""Names with fewer letters in common are not taken for misspelt ones."""


class Undefined(NamedTuple):
    """A predicate that a rule reads and no rule defines, with the first place where it is read."""

    name: str
    arity: int
    file: Path
    line: int


class Unread(NamedTuple):
    """A predicate that a rule derives and nothing reads, with its first place and the name that is meant."""

    name: str
    arity: int
    file: Path
    line: int
    meant: str


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


def unread(
    own: Iterable[tuple[Path, Iterable[Rule]]], core: Iterable[Rule], further: Iterable[Rule], shared: Path
) -> tuple[Unread, ...]:
    """Return the predicates that rules derive, that nothing reads and that are nearly called as one of the core.

    `further` are rules of core files that only some commands load; `shared` is the folder of the library, whose
    pieces count as the core.
    """
    files = [(file, tuple(rules)) for file, rules in own]
    common = [*core, *(rule for file, rules in files if file.parent == shared for rule in rules)]
    inputs = {predicate for rule in common if (predicate := declared(rule.text))}
    read = inputs | SHARED | {predicate for rule in further if (predicate := declared(rule.text))}
    for rule in (*common, *further, *(rule for _, rules in files for rule in rules)):
        read.update(read_predicates(rule.text))
    names = {f"{name}/{arity}" for name, arity in (inputs | SHARED | {("event", 2)}) - GIVEN - OF_ENGINES}
    first: dict[Predicate, Unread] = {}
    for file, rules in files:
        for rule in rules if file.parent != shared else ():
            if rule.head is None or rule.head[:2] in read or rule.head[:2] in first:
                continue
            name, arity = rule.head[:2]
            alike = get_close_matches(f"{name}/{arity}", names, 1, _ALIKE)
            if alike and alike[0].endswith(f"/{arity}"):
                first[name, arity] = Unread(name, arity, file, rule.line, alike[0])
    return tuple(first.values())


def read_predicates(text: str) -> Iterator[Predicate]:
    """Yield the predicates in the body of a printed rule, also under `not`, in aggregates and in conditions."""
    parts = statement_parts(text)
    for literal in parts[1] if parts else ():
        for atom in map(read_atom, literals_in(literal)[0]):
            if atom:
                yield atom.name, len(atom.args)
