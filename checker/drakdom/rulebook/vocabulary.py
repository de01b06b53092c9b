"""What a rulebook declares: everything that a scenario of it may say, as plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from drakdom.terms import Term, Value, Var

if TYPE_CHECKING:
    from drakdom.rulebook.house import HouseRule

BUILT_IN = ("int", "text", "bool", "place", "square", "figure", "actor", "clause", "dice")
"""Types that every rulebook has; `text` is a word of any kind: number, vocabulary, figure or place."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a type: `monster(monster_kind)` has the name `monster` and one argument type."""

    name: str
    args: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A declared type; `must_be_ruled` when a value that no rule mentions is a gap."""

    name: str
    choices: Mapping[str, Choice]
    must_be_ruled: bool = False


@dataclass(frozen=True, slots=True)
class One:
    """A single value; `a|b` means one of several types."""

    type: str


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values; a single value may stand without the list."""

    type: str


@dataclass(frozen=True, slots=True)
class MapOf:
    """A mapping from one type to another, at most two levels."""

    key: str
    value: Shape


Shape: TypeAlias = One | ListOf | MapOf


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a place, a figure, the state or a supposition, and the facts that it means.

    `facts` are emitted for every value (placeholders $value, $key, $key2 and those of the owner), `also` once
    when the field is given at all. A bool field emits its facts when true. A field may be given `instead_of` a
    required one, and not beside it.
    """

    name: str
    shape: Shape
    facts: tuple[Term, ...]
    also: tuple[Term, ...] = ()
    required: bool = False
    instead_of: str = ""
    range: tuple[int, int] | None = None
    default: str | None = None
    says: str = ""

    @property
    def is_single(self) -> bool:
        """True when the field holds one value."""
        return isinstance(self.shape, One)

    @property
    def is_place(self) -> bool:
        """True when the field holds a place, or something else that may stand for one."""
        return isinstance(self.shape, One) and "place" in self.shape.type.split("|")


@dataclass(frozen=True, slots=True)
class Phrase:
    """An action, an event or a gap: a word with typed arguments, and the sentence for people.

    `either_order` is for what is said of two alike: law names the lesser one first, a claim may name either first.
    """

    name: str
    args: tuple[str, ...]
    term: Term
    says: str = ""
    either_order: bool = False


@dataclass(frozen=True, slots=True)
class Fluent:
    """What a position may hold under a name: the types of its arguments and of its value."""

    name: str
    args: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Chance:
    """Something thrown, drawn or picked, that a scenario may tell."""

    name: str
    args: tuple[str, ...]
    type: str
    key: Term
    details: Mapping[str, Field] = field(default_factory=dict)
    says: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice: faces with the number of equally likely ways to throw each. `die` are those of one die of a bag."""

    name: str
    faces: Mapping[Value, int]
    die: Mapping[Value, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Topology:
    """How places hang together: compass steps on a grid, and ways that lead off it.

    `size` is (columns, rows) where the board ends, None where it does not.
    """

    grid: Mapping[str, tuple[int, int]]
    ways: Mapping[str, str]
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Variant:
    """An optional rule."""

    name: str
    title: str
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A registered doubt: how the clause may be read, option by option."""

    clause: str
    question: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Clause:
    """A normative statement of the source; `moot` says why no outcome can ever depend on it."""

    id: str
    section: str
    topic: str
    kind: str
    text: str
    overrides: tuple[str, ...] = ()
    refers: tuple[str, ...] = ()
    restates: str | None = None
    variant: str | None = None
    adjudicable: bool = True
    why_not: str | None = None
    moot: str | None = None


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A rulebook folder, read: its vocabulary and its ledger, with what the `house_rules` in force add to both.

    `secrets` are templates of fluents whose value is known to one alone, and to whom. `language` is the source's,
    `speaks` that of the sentences.
    """

    folder: Path
    title: str
    slug: str
    language: str
    edition: str
    source: str
    entry_name: str
    phases: Mapping[str, str]
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
    ledger: Mapping[str, Clause]
    house_rules: tuple[HouseRule, ...] = ()
    speaks: str = "en"

    def principal(self, clause: str) -> str:
        """The clause that this one restates, itself if it restates none: the group counts as one."""
        return self._principals.get(clause, clause)

    @cached_property
    def _principals(self) -> dict[str, str]:
        return {clause: self._restated(clause) for clause in self.ledger}

    def _restated(self, clause: str) -> str:
        seen = {clause}
        while (entry := self.ledger.get(clause)) and entry.restates and entry.restates not in seen:
            clause = entry.restates
            seen.add(clause)
        return clause

    def clauses_in_force(self, variants: tuple[str, ...] | list[str] | set[str] = ()) -> tuple[str, ...]:
        """Ids of the clauses of the base rules and of these variants, in the ledger's order; none that is replaced."""
        replaced = {self.principal(clause) for rule in self.house_rules for clause in rule.replaced}
        return tuple(
            c.id
            for c in self.ledger.values()
            if (c.variant is None or c.variant in variants) and self.principal(c.id) not in replaced
        )

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the vocabulary that may stand in a term."""
        return frozenset(_words(self))

    @cached_property
    def fluents(self) -> Mapping[str, Fluent]:
        """The fluents that the vocabulary's facts set, with the types of their arguments."""
        return _fluents(self)

    @cached_property
    def figure_kinds(self) -> frozenset[str]:
        """What a figure has to be one of: words for a kind, which no figure is called by."""
        required = [f.shape.type for f in self.figures.values() if f.required and isinstance(f.shape, One)]
        return frozenset(word for name in required if name in self.types for word in self.types[name].choices)

    @cached_property
    def stats(self) -> tuple[str, ...]:
        """Figure fields that are numbers: what a damage expression may subtract."""
        return tuple(f.name for f in self.figures.values() if f.shape == One("int"))


def _owners(book: Rulebook) -> list[tuple[Field, dict[str, str]]]:
    """All fields, with the types of their owner's placeholders."""
    found = [(f, {"place": "place"}) for f in book.places.values()]
    found += [(f, {"figure": "figure"}) for f in book.figures.values()]
    found += [(f, {}) for f in (*book.state.values(), *book.suppose.values())]
    for chance in book.chances.values():
        types = {str(n): kind for n, kind in enumerate(chance.args, 1)}
        found += [(f, types) for f in chance.details.values()]
    return found


def _words(book: Rulebook) -> set[str]:
    ways = book.topology.ways
    found = {*book.phases, *book.topology.grid, *ways, *ways.values(), *book.stats, *book.actors, *book.more_words}
    for enumeration in book.types.values():
        found.update(enumeration.choices)
    for reading in book.readings.values():
        found.update(reading.options)
    for table in (book.actions, book.events, book.gaps, book.chances):
        found.update(table)
    stack: list[Value] = [t for f, _ in _owners(book) for t in (*f.facts, *f.also)]
    stack += [p.term for p in book.actions.values()]
    stack += [c.key for c in book.chances.values()]
    stack += [*book.start, *book.start.values()]
    while stack:
        value = stack.pop()
        if isinstance(value, Term):
            found.add(value.name)
            stack.extend(value.args)
    return found


def _fluents(book: Rulebook) -> dict[str, Fluent]:
    found = {
        "entry": Fluent("entry", (), "int"),
        "step": Fluent("step", ("actor",), "int"),
        "count": Fluent("count", ("text",), "int"),
        "phase": Fluent("phase", (), "text"),
    }
    for term, value in book.start.items():
        found.setdefault(term.name, Fluent(term.name, (), "int" if isinstance(value, int) else "text"))
    for spec, types in _owners(book):
        for fact in (*spec.facts, *spec.also):
            subject = fact.args[0] if fact.name == "given" and len(fact.args) == 2 else None
            if isinstance(subject, Term):
                types_here, value = types | _shape_types(spec.shape), fact.args[1]
                args = tuple(_type_of(a, types_here) for a in subject.args)
                made = Fluent(subject.name, args, _type_of(value, types_here))
                known = found.get(subject.name)
                if known and known != made and len(known.args) == len(args):
                    made = Fluent(made.name, args, "text")
                found[subject.name] = made
    return found


def _type_of(value: Value, types: dict[str, str]) -> str:
    return types.get(value.name, "text") if isinstance(value, Var) else "text"


def _shape_types(shape: Shape) -> dict[str, str]:
    if not isinstance(shape, MapOf):
        return {"value": shape.type}
    if isinstance(shape.value, MapOf):
        return {"key": shape.key, "key2": shape.value.key} | _shape_types(shape.value.value)
    return {"key": shape.key} | _shape_types(shape.value)
