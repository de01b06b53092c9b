"""Facts that scenarios state, as the vocabulary of a rulebook and its house rules declare them."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.rulebook.declarations import GRAPH_FACTS
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
    fields = [*rulebook.places.values(), *rulebook.figures.values(), *rulebook.state.values()]
    fields += [*rulebook.suppose.values(), *(d for c in rulebook.chances.values() for d in c.details.values())]
    for field in fields:
        yield from (*field.facts, *field.also)
