"""Declarations of a vocabulary as frozen values: types, fields, phrases, chances, pools, the board and clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from drakdom.terms import Term, Value

BUILT_IN = ("int", "text", "bool", "place", "square", "figure", "actor", "clause", "dice")
"""Types that every rulebook has; `text` is a word of any kind: number, vocabulary, figure or place."""


LAW = "house.lp"
SPEC = "house.yaml"
"""Files of a house rule."""


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
class Field:
    """A field of a place, a figure, the state or a supposition, with templates of its facts.

    `facts` are added for every value (placeholders $value, $key, $key2 and those of the owner), `also` once if the
    field is present. A bool field adds its facts if it is true. `instead_of` names a required field that this one
    replaces; a scenario cannot state both.
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
        """True if the field holds one value."""
        return isinstance(self.shape, Single)

    @property
    def is_place(self) -> bool:
        """True if the field holds a place, or a union of types with a place in it."""
        return isinstance(self.shape, Single) and "place" in self.shape.type.split("|")


@dataclass(frozen=True, slots=True)
class Phrase:
    """An action, an event or a gap: a word with typed arguments and a sentence.

    With `either_order` the first two arguments are interchangeable: the law names the lesser one first, a claim may
    name either first.
    """

    name: str
    args: tuple[str, ...]
    term: Term
    says: str = ""
    either_order: bool = False


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
class Topology:
    """The adjacency of places: steps (east, north) on a grid, and ways that lead off it with the names of their ends.

    `size` is (columns, rows), None for a board without end.
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


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a house rule leaves open, with its default and its range (least, most)."""

    name: str
    default: int
    range: tuple[int, int]
    says: str = ""


@dataclass(frozen=True, eq=False)
class HouseRule:
    """A house rule, read against its rulebook.

    `adds` maps fields of `Rulebook` to additions; `values` maps parameters to their values.
    """

    name: str
    folder: Path
    title: str
    intent: str
    base: str
    clauses: Mapping[str, Clause]
    replaced: tuple[str, ...]
    parameters: Mapping[str, Parameter]
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    adds: Mapping[str, Mapping[Any, Any]]
    values: Mapping[str, int]

    @property
    def word(self) -> str:
        """The name as the law writes it."""
        return self.name.replace("-", "_")

    @property
    def file(self) -> str:
        """The path of its `house.yaml`."""
        return str(self.folder / SPEC)

    @property
    def law(self) -> Path:
        """The path of its `house.lp`."""
        return self.folder / LAW

    @property
    def facts(self) -> tuple[Term, ...]:
        """The facts parameter(Rule, Name, Value) for the law."""
        return tuple(Term("parameter", (Term(self.word), Term(name), n)) for name, n in self.values.items())
