"""Declarations of a vocabulary as frozen values: types, fields, phrases, chances, pools, the board and clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from drakdom.terms import Term, Value

BUILT_IN = ("int", "text", "bool", "place", "square", "figure", "actor", "clause", "dice", "name")
"""Types that every rulebook has; `text` is a word of any kind: number, vocabulary, figure or place.

A `name` is free: the scenario makes it up.
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a type: `monster(monster_kind)` has the name `monster` and one argument type."""

    name: str
    args: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A declared type; with `must_be_ruled`, a value that no rule mentions is a gap."""

    name: str
    choices: Mapping[str, Choice]
    must_be_ruled: bool = False


@dataclass(frozen=True, slots=True)
class Single:
    """A single value; `a|b` allows several types."""

    type: str


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values; a single value needs no list."""

    type: str


@dataclass(frozen=True, slots=True)
class MapOf:
    """A mapping from one type to another, at most two levels."""

    key: str
    value: Shape


Shape: TypeAlias = Single | ListOf | MapOf


@dataclass(frozen=True, slots=True)
class Only:
    """A restriction: the words that are allowed for each word of the field `by`, or always (`by` and key empty).

    A word stands for itself, or for all places of that sort.
    """

    by: str
    allowed: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a place, a figure, the state or a supposition, with templates of its facts.

    `facts` are added for every value (placeholders $value, $key, $key2 and those of the owner), `also` once if the
    field is present. A bool field adds its facts if it is true. `instead_of` names a required field that this one
    replaces; a scenario cannot state both. `example` is a value as a scenario writes it; without it one is made up.
    `line` is where the field is declared.
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
    only: Only | None = None
    example: str = ""
    line: int = field(default=0, compare=False)

    @property
    def label(self) -> str:
        """The field in a few words: its sentence up to the first semicolon."""
        return self.says.partition(";")[0] or self.name.replace("_", " ")

    @property
    def is_single(self) -> bool:
        """True if the field holds one value."""
        return isinstance(self.shape, Single)

    @property
    def is_place(self) -> bool:
        """True if the field holds a place, or a union of types with a place in it."""
        return isinstance(self.shape, Single) and "place" in self.shape.type.split("|")


def required(spec: Field, fields: Mapping[str, Field]) -> str:
    """Say if a field is required, and which fields may stand instead of it; empty if it is not."""
    instead = [f"`{name}`" for name, field in fields.items() if field.instead_of == spec.name]
    return "" if not spec.required else f"required, unless {' or '.join(instead)}" if instead else "required"


@dataclass(frozen=True, slots=True)
class Phrase:
    """An action, an event or a gap: a word with typed arguments and a sentence.

    With `either_order` the first two arguments are interchangeable: the law names the lesser one first, a claim may
    name either first. `only` restricts arguments of an action, counted from 1, by a field of the figure that acts.
    Verdicts leave out a `silent` event, which claims may name.
    """

    name: str
    args: tuple[str, ...]
    term: Term
    says: str = ""
    either_order: bool = False
    only: Mapping[int, Only] = field(default_factory=dict)
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Fluent:
    """A state variable: the types of its arguments and of its value."""

    name: str
    args: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Chance:
    """A roll, a draw or a random pick whose outcome a scenario may state."""

    name: str
    args: tuple[str, ...]
    type: str
    key: Term
    details: Mapping[str, Field] = field(default_factory=dict)
    says: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice: each face with its number of equally likely throws. `die` has the faces of one die of a bag."""

    name: str
    faces: Mapping[Value, int]
    die: Mapping[Value, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Site:
    """A place of a graph, with its words, its sorts, and its spot on the map (east, north), if it has one.

    `whole` is the place that it is a part of, empty if it is none.
    """

    name: str
    says: str
    sorts: tuple[str, ...] = ()
    at: tuple[int, int] | None = None
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a kind between two places; `onward` and `back` are the words of its directions, if it has any."""

    start: str
    kind: str
    end: str
    one_way: bool = False
    onward: str = ""
    back: str = ""

    @property
    def ways(self) -> tuple[tuple[str, str, str], ...]:
        """The ways (start, kind, end) that it opens."""
        onward = (self.start, self.kind, self.end)
        return (onward,) if self.one_way else (onward, (self.end, self.kind, self.start))


GRAPH_FACTS = frozenset({("place", 1), ("sort", 2), ("part", 2), ("linked", 3), ("along", 4)})
"""The names and arities of the facts that a graph states to the law."""


@dataclass(frozen=True)
class Graph:
    """Places with the links between them; `sorts` of places and `kinds` of links with their words."""

    sites: Mapping[str, Site] = field(default_factory=dict)
    sorts: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    links: tuple[Link, ...] = ()

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The words for directions, each once."""
        words = (word for link in self.links for word in (link.onward, "" if link.one_way else link.back))
        return tuple(dict.fromkeys(filter(None, words)))

    @cached_property
    def facts(self) -> tuple[Term, ...]:
        """The facts place(P), sort(P, K), part(P, Whole), linked(P, K, P') and along(P, K, D, P') for the law."""
        facts = [Term("place", (Term(name),)) for name in self.sites]
        for site in self.sites.values():
            facts += [Term("sort", (Term(site.name), Term(sort))) for sort in site.sorts]
            facts += [Term("part", (Term(site.name), Term(site.whole)))] if site.whole else []
        for link in self.links:
            for (start, kind, end), word in zip(link.ways, (link.onward, link.back), strict=False):
                ends = Term(start), Term(kind), Term(end)
                facts.append(Term("linked", ends))
                facts += [Term("along", (*ends[:2], Term(word), ends[2]))] if word else []
        return tuple(facts)


@dataclass(frozen=True, slots=True)
class Topology:
    """The adjacency of places: steps (east, north) on a grid, and ways that lead off it with the names of their ends.

    `size` is (columns, rows), None for a board without end. A board that is a graph has no grid.
    """

    grid: Mapping[str, tuple[int, int]]
    ways: Mapping[str, str]
    size: tuple[int, int] | None = None
    graph: Graph | None = None

    def is_in(self, place: str, name: str) -> bool:
        """Return True if a place is the named one, or a part of it."""
        site = self.graph.sites.get(place) if self.graph else None
        return name in (place, site.whole if site else place)


@dataclass(frozen=True, slots=True)
class Variant:
    """An optional rule."""

    name: str
    title: str
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """An ambiguous clause: the question, and its readings with their meanings."""

    clause: str
    question: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Clause:
    """A normative statement of the source; `moot` is the reason why no outcome can depend on it."""

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


def value_type(shape: Shape) -> str:
    """Return the type of the values of a shape."""
    return value_type(shape.value) if isinstance(shape, MapOf) else shape.type


def slots_of(shape: Shape | None) -> tuple[str, ...]:
    """Return the placeholders that the templates of a field of a shape can have."""
    if isinstance(shape, MapOf):
        return ("key", "key2", "value") if isinstance(shape.value, MapOf) else ("key", "value")
    return () if shape == Single("bool") else ("value",)
