"""What a picture shows, before it has lines and colours: plain frozen values that know no game.

Places are named as users name them. `(column, row)` has its origin in the north-west; sides are named as the topology
of the rulebook names them, with their steps in `Scene.sides`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

Spot = tuple[int, int]
"""A column and a row, counted from the west and from the north."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A small sign: its look, the letters that stand in it, what it means."""

    look: str
    letters: str
    says: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A place. `floor` is empty where nothing is known of it; `ways` are exits that lead off the grid.

    `label` is what people call it, where that is not its name; `mark` is written large into it, with a line below
    that may be empty, and `told` says the same in words. `parts` are the sides of one part of a place that is divided.
    """

    name: str
    spot: Spot
    floor: str = ""
    says: str = ""
    exits: tuple[str, ...] = ()
    barriers: tuple[tuple[str, Glyph], ...] = ()
    markers: tuple[Glyph, ...] = ()
    ways: tuple[str, ...] = ()
    label: str = ""
    mark: tuple[str, str] = ("", "")
    told: str = ""
    parts: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What it is called, and what it is."""
        return " ".join(filter(None, (self.label or self.name, self.says)))


@dataclass(frozen=True, slots=True)
class Figure:
    """Somebody: where, and how the one who is nowhere on the board is said to be (`where`).

    `place` is the name of a cell, empty beside the board; `below` says that it is under it. `label` is what people call
    it, where that is not its name.
    """

    name: str
    letters: str
    look: str
    says: str
    place: str
    below: bool
    where: str
    state: str = ""
    notes: tuple[Glyph, ...] = ()
    numbers: tuple[str, ...] = ()
    label: str = ""

    @property
    def called(self) -> str:
        """What people call it."""
        return self.label or self.name


@dataclass(frozen=True, slots=True)
class Arrow:
    """Somebody or something goes from one place to another, or out by a side; `line` is the number of its sentence."""

    who: str
    look: str
    start: str
    end: str = ""
    side: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """Something befalls a figure."""

    who: str
    look: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence on what happens, with the clause nearest to it."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The board after a phase, what moved and struck in it; `before` are the figures before it."""

    title: str
    cells: tuple[Cell, ...]
    figures: tuple[Figure, ...]
    before: tuple[Figure, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    hits: tuple[Hit, ...] = ()
    lines: tuple[Line, ...] = ()
    table: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """The boards of one way to play, the first one before anything happens.

    `number` of `count` ways (None: without end), `odds` how likely; `came` is what was open and came to something,
    `readings` how many ways there are to read the clauses, of which this is the first, and `combinations` how many a
    matrix asks for.
    `says` is what the picture shows, if that is no way to play; `symbols` is what the signs before numbers mean.
    `size` is in columns and rows, `sides` have their steps to the east and to the south,
    `side_words` what they are called.
    """

    title: str
    law: str
    frames: tuple[Frame, ...]
    size: Spot
    sides: Mapping[str, Spot]
    side_words: Mapping[str, str]
    number: int
    count: int | None
    odds: Fraction
    came: tuple[str, ...] = ()
    readings: int = 1
    combinations: int = 1
    symbols: tuple[tuple[str, str], ...] = ()
    language: str = "en"
    says: str = ""
