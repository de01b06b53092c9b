"""Facts that scenarios state, as the vocabulary of a rulebook and its house rules declare them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from drakdom.rulebook.declarations import GRAPH_FACTS, Chance, Field
from drakdom.rulebook.vocabulary import Rulebook
from drakdom.terms import Term

#: Predicates that a board states which is no graph.
_BOARD = frozenset({("adjacent", 3), ("plot", 3)})


def stated_facts(rulebook: Rulebook) -> frozenset[tuple[str, int]]:
    """Return the predicates that scenarios state by the vocabulary's templates."""
    stated = frozenset((fact.name, len(fact.args)) for fact in templates(rulebook) if fact.name != "given")
    stated |= GRAPH_FACTS if rulebook.topology.graph else _BOARD
    return stated | frozenset((fact.name, len(fact.args)) for rule in rulebook.house_rules for fact in rule.facts)


def templates(rulebook: Rulebook) -> Iterator[Term]:
    """Yield the templates of facts of all fields."""
    for field in _fields(_owners(rulebook)):
        yield from (*field.facts, *field.also)


def fields_with_files(rulebook: Rulebook) -> Iterator[tuple[Field, Path]]:
    """Yield the fields of a rulebook and its house rules, each with the file that declares it."""
    of_rules = {id(field): Path(rule.file) for rule in rulebook.house_rules for field in _fields(rule.adds.values())}
    for field in _fields(_owners(rulebook)):
        yield field, of_rules.get(id(field), rulebook.folder / "rulebook.yaml")


def _owners(rulebook: Rulebook) -> tuple[Mapping[str, Any], ...]:
    return rulebook.places, rulebook.figures, rulebook.state, rulebook.suppose, rulebook.chances


def _fields(owners: Iterable[Mapping[Any, Any]]) -> Iterator[Field]:
    for declared in (word for words in owners for word in words.values()):
        if isinstance(declared, Field):
            yield declared
        elif isinstance(declared, Chance):
            yield from declared.details.values()
