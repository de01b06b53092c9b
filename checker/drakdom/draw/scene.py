"""The content of a picture before layout and colours, as frozen values of no particular game.

Places are named as users name them. `(column, row)` has its origin in the north-west; sides are named as the topology
of the rulebook names them, with their steps in `Scene.sides`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

Spot = tuple[int, int]
"""A column and a row, counted from the west and from the north."""
Middle = tuple[float, float]
"""The same of a place on a map, where they need not be whole."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A small sign: its look, its letters, its meaning."""

    look: str
    letters: str
    says: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A place. `floor` is empty if nothing is known of it; `ways` are exits off the grid.

    `label` is the word for people if it differs from the name. `mark` has a large text and a small one below, which
    may be empty; `description` says the same in words. `parts` are the sides of one part of a divided place.
    """

    name: str
    spot: Middle
    floor: str = ""
    says: str = ""
    exits: tuple[str, ...] = ()
    barriers: tuple[tuple[str, Glyph], ...] = ()
    markers: tuple[Glyph, ...] = ()
    ways: tuple[str, ...] = ()
    label: str = ""
    mark: tuple[str, str] = ("", "")
    description: str = ""
    parts: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Label or name, with a description."""
        return " ".join(filter(None, (self.label or self.name, self.says)))


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure; `where` says its location in words, for use if it is off the board.

    `place` is the name of a cell, empty off the board; `below` means under that cell. `label` is the word for people
    if it differs from the name.
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
    def title(self) -> str:
        """Word for people."""
        return self.label or self.name


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move from place to place, or out by a side; `line` is the number of its sentence, 0 for none.

    With a `target`, another figure, it is a straight line between the two; `stop` is the place whose `side` blocks it.
    """

    figure: str
    look: str
    start: str
    end: str = ""
    side: str = ""
    line: int = 0
    target: str = ""
    stop: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A way between two places of a map; `kind` is the number of its kind."""

    start: str
    end: str
    kind: int
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """An event that strikes a figure."""

    figure: str
    look: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence on what happens, with the clause nearest to it."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The board after a phase, with its moves and hits; `before` are the figures before it."""

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

    `number` is the rank of this way among `count` (None: unlimited), `odds` its probability. `resolved` lists the
    resolved choices and chances. `readings` and `combinations` are numbers: of readings of the clauses, and of
    combinations of a matrix; the scene shows the first. `says` is the caption if no way to play is shown. `symbols` are
    the signs before numbers, with their meanings. `size` is in columns and rows; `sides` maps each side to its step to
    the east and to the south, `side_words` to its word. `ways` join the places of a map, `kinds` are the words of their
    kinds.
    """

    title: str
    law: str
    frames: tuple[Frame, ...]
    size: Middle
    sides: Mapping[str, Spot]
    side_words: Mapping[str, str]
    number: int
    count: int | None
    odds: Fraction
    resolved: tuple[str, ...] = ()
    readings: int = 1
    combinations: int = 1
    symbols: tuple[tuple[str, str], ...] = ()
    language: str = "en"
    ways: tuple[Way, ...] = ()
    kinds: tuple[str, ...] = ()
    says: str = ""
