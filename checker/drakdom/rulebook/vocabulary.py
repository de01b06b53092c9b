"""The rulebook: its declarations and its ledger as frozen values, with its words and fluents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from drakdom.rulebook.declarations import (
    Chance,
    Clause,
    Enumeration,
    Field,
    Fluent,
    MapOf,
    Phrase,
    Pool,
    Reading,
    Shape,
    Single,
    Topology,
    Variant,
)
from drakdom.rulebook.frequency import read_frequency
from drakdom.rulebook.house_declared import HouseRule
from drakdom.terms import Term, Value, Var


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A rulebook folder, read: its vocabulary and its ledger, with the additions of the `house_rules` in force.

    `formerly` maps former words of phases to the present ones, `glossary` the forms of each term to its meaning.
    `secrets` maps templates of fluents to the only actor that knows the value. `language` is the code of the
    source's language, `speaks` that of the sentences. `silent` are the predicates of law that
    pages do not tell.
    """

    folder: Path
    title: str
    slug: str
    language: str
    edition: str
    source: str
    entry_name: str
    move_name: str
    phases: Mapping[str, str]
    formerly: Mapping[str, str]
    glossary: Mapping[tuple[str, ...], str]
    start: Mapping[Term, Value]
    pools: Mapping[str, Pool]
    topology: Topology
    types: Mapping[str, Enumeration]
    places: Mapping[str, Field]
    figures: Mapping[str, Field]
    actors: Mapping[str, str]
    state: Mapping[str, Field]
    secrets: Mapping[Term, Value]
    actions: Mapping[str, Phrase]
    chances: Mapping[str, Chance]
    suppose: Mapping[str, Field]
    variants: Mapping[str, Variant]
    readings: Mapping[str, Reading]
    events: Mapping[str, Phrase]
    gaps: Mapping[str, Phrase]
    more_words: Mapping[str, str]
    silent: frozenset[str]
    ledger: Mapping[str, Clause]
    house_rules: tuple[HouseRule, ...] = ()
    speaks: str = "en"

    @property
    def entry_word(self) -> str:
        """The word for one entry of play as sentences print it: `order set` for the name `order_set`."""
        return self.entry_name.replace("_", " ")

    def principal(self, clause: str) -> str:
        """Return the clause that this one restates, or the clause itself; restatements count as one clause."""
        return self._principals.get(clause, clause)

    @cached_property
    def _principals(self) -> dict[str, str]:
        principals: dict[str, str] = {}
        for clause in self.ledger:
            passed = [clause]  # a ledger has no circles
            while passed[-1] not in principals and (entry := self.ledger.get(passed[-1])) and entry.restates:
                passed.append(entry.restates)
            principals |= dict.fromkeys(passed, principals.get(passed[-1], passed[-1]))
        return principals

    def clauses_in_force(self, variants: tuple[str, ...] | list[str] | set[str] = ()) -> tuple[str, ...]:
        """Return the ids of the clauses of the base rules and these variants, in the order of the ledger.

        Clauses that a house rule replaces are left out, with their restatements.
        """
        replaced = {self.principal(clause) for rule in self.house_rules for clause in rule.replaced}
        return tuple(
            clause.id
            for clause in self.ledger.values()
            if (clause.variant is None or clause.variant in variants)
            and not (replaced and self.principal(clause.id) in replaced)
        )

    @property
    def frequency(self) -> Mapping[str, int]:
        """The number of shipped scenarios in which each clause applies, by principal clause."""
        return read_frequency(self.folder)

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the vocabulary that can occur in a term."""
        return frozenset(_words(self))

    @cached_property
    def fluents(self) -> Mapping[str, Fluent]:
        """The fluents that the vocabulary's facts set, with the types of their arguments."""
        return _fluents(self)

    def fluent_of(self, field: str) -> str:
        """Return the name of the one fluent that a field sets; empty if there is no such field or fluent."""
        fields = [table[field] for table in (self.places, self.figures, self.state) if field in table]
        given = [fact.args[0] for spec in fields for fact in spec.facts if fact.name == "given" and len(fact.args) == 2]
        names = {fluent.name for fluent in given if isinstance(fluent, Term)}
        return names.pop() if len(names) == 1 else ""

    @cached_property
    def figure_kinds(self) -> frozenset[str]:
        """The words for kinds of figures: the values of the types of required fields."""
        required = [
            figure.shape.type
            for figure in self.figures.values()
            if figure.required and isinstance(figure.shape, Single)
        ]
        return frozenset(word for name in required if name in self.types for word in self.types[name].choices)

    @cached_property
    def has_players(self) -> bool:
        """True if a field of a figure says who plays it: the fact plays(Player, Figure) or the fluent plays(Figure)."""
        facts = [fact for field in self.figures.values() for fact in field.facts]
        fluents = [fact.args[0] for fact in facts if fact.name == "given" and fact.args]
        names = {(term.name, len(term.args)) for term in (*facts, *fluents) if isinstance(term, Term)}
        return ("plays", 2) in {(fact.name, len(fact.args)) for fact in facts} or ("plays", 1) in names

    @cached_property
    def stats(self) -> tuple[str, ...]:
        """The figure fields that are numbers; an expression for dice may add or subtract them."""
        return tuple(figure.name for figure in self.figures.values() if figure.shape == Single("int"))


def typed_fields(book: Rulebook) -> list[tuple[Field, dict[str, str]]]:
    """List all fields with the types of their owner's placeholders."""
    owners = [(place, {"place": "place"}) for place in book.places.values()]
    owners += [(figure, {"figure": "figure"}) for figure in book.figures.values()]
    owners += [(spec, {}) for spec in (*book.state.values(), *book.suppose.values())]
    for chance in book.chances.values():
        types = {str(n): kind for n, kind in enumerate(chance.args, 1)}
        owners += [(detail, types) for detail in chance.details.values()]
    return owners


def _words(book: Rulebook) -> set[str]:
    ways, graph = book.topology.ways, book.topology.graph
    words = {*book.phases, *book.topology.grid, *ways, *ways.values(), *book.stats, *book.actors, *book.more_words}
    words.update((*graph.sorts, *graph.kinds, *graph.directions) if graph else ())
    for enumeration in book.types.values():
        words.update(enumeration.choices)
    for reading in book.readings.values():
        words.update(reading.options)
    for table in (book.actions, book.events, book.gaps, book.chances):
        words.update(table)
    stack: list[Value] = [fact for spec, _ in typed_fields(book) for fact in (*spec.facts, *spec.also)]
    stack += [action.term for action in book.actions.values()]
    stack += [chance.key for chance in book.chances.values()]
    stack += [*book.start, *book.start.values()]
    while stack:
        value = stack.pop()
        if isinstance(value, Term):
            words.add(value.name)
            stack.extend(value.args)
    return words


def _fluents(book: Rulebook) -> dict[str, Fluent]:
    fluents = {
        "entry": Fluent("entry", (), "int"),
        "step": Fluent("step", ("actor",), "int"),
        "count": Fluent("count", ("text",), "int"),
        "phase": Fluent("phase", (), "text"),
    }
    for term, value in book.start.items():
        args = ("text",) * len(term.args)
        fluents.setdefault(term.name, Fluent(term.name, args, "int" if isinstance(value, int) else "text"))
    for spec, types in typed_fields(book):
        for fact in (*spec.facts, *spec.also):
            subject = fact.args[0] if fact.name == "given" and len(fact.args) == 2 else None
            if isinstance(subject, Term):
                types_here, value = types | slot_types(spec.shape), fact.args[1]
                args = tuple(_type_of(arg, types_here) for arg in subject.args)
                made = Fluent(subject.name, args, _type_of(value, types_here))
                earlier = fluents.get(subject.name)
                if earlier and earlier != made and len(earlier.args) == len(args):
                    made = Fluent(made.name, args, "text")
                fluents[subject.name] = made
    return fluents


def _type_of(value: Value, types: dict[str, str]) -> str:
    return types.get(value.name, "text") if isinstance(value, Var) else "text"


def slot_types(shape: Shape) -> dict[str, str]:
    """Return the types of the placeholders of a shape."""
    if not isinstance(shape, MapOf):
        return {"value": shape.type}
    if isinstance(shape.value, MapOf):
        return {"key": shape.key, "key2": shape.value.key} | slot_types(shape.value.value)
    return {"key": shape.key} | slot_types(shape.value)
