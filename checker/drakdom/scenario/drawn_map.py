"""A board drawn in text.

::

    board:
      origin: D4
      map: |
        [r ]-[tS]
         |
        [c ]
      legend:
        r: {tile: room}
        t: {tile: trap_room}
        c: {tile: corridor}
        S: Sigeir

Squares are brackets of one width, one character apart; rows of squares are two lines apart, north above south.
`origin` names the south-west corner of the drawing: the column of the leftmost bracket, the lowest row. A blank
inside brackets means nothing. Every other character must be in the legend: a mapping of fields of the square, or
the name of a figure on it. Squares that are not drawn are not stated.

A link is a character between two squares, or at the outer side of one. `-` and `|` are an exit of every drawn square
that they touch. `>`, `<`, `^` and `v` are an exit of the square that they lead away from. Any other character must be
in the legend, with fields by direction, and is an exit as well: `'#': {obstacles: door}`.

A drawing means the same as its squares under `rooms:`; one board may have both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from drakdom.errors import LimitError, Place
from drakdom.rulebook import Field, ListOf, MapOf, Rulebook
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulebook.yamltext import Mapping, Node, Scalar
from drakdom.scenario.squares import MOST_PLACES, square

_ONE_WAY = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}


@dataclass(frozen=True, slots=True)
class Entry:
    """One field of a square, with the place in the file that its facts come from."""

    key: Scalar
    value: Node
    place: Place


Cells = dict[str, dict[str, list[Entry]]]
"""Square to field to the entries for it."""


@dataclass
class Drawing:
    """The content of a map: squares with their fields, and figures as (name, square, node)."""

    cells: Cells = field(default_factory=dict)
    figures: list[tuple[str, str, Scalar]] = field(default_factory=list)


def read_map(
    nodes: Nodes, board: dict[str, Node], book: Rulebook, origin: tuple[int, int], raw_lines: list[str]
) -> Drawing:
    """Read `map` and `legend` of a board; `origin` is the column and row of its south-west corner."""
    drawing = _Map(nodes, board, book, raw_lines)
    drawing.read(origin)
    return drawing.result


class _Map:
    def __init__(self, nodes: Nodes, board: dict[str, Node], book: Rulebook, raw_lines: list[str]) -> None:
        self.nodes, self.book, self.raw_lines = nodes, book, raw_lines
        self.text = nodes.scalar(board["map"], "`map`") or Scalar("", 1, 1)
        self.legend = {key.text: (key, value) for key, value in nodes.entries(board.get("legend"), "`legend`")}
        self.used: set[str] = set()
        self.result = Drawing()
        self.lines = self.text.text.splitlines()
        self.exits = _exit_field(book)
        self.directions = {step: name for name, step in book.topology.grid.items()}
        for key, _ in self.legend.values():
            if len(key.text) != 1 or key.text in "[]-|<>^":
                self.nodes.problems.add(key, f"`{short(key.text)}` cannot be in a legend", "use one character")

    # -- geometry ------------------------------------------------------------------------------------------

    def read(self, origin: tuple[int, int]) -> None:
        rows = [n for n, line in enumerate(self.lines) if "[" in line]
        if not rows:
            self.nodes.problems.add(self.text, "the map has no square", "a square is drawn `[ ]`")
            return
        first = self.lines[rows[0]]
        self.left = min(self.lines[n].index("[") for n in rows)
        self.width = first.find("]") - first.index("[") + 1
        if self.width < 3:
            self.problem(rows[0], first.index("["), "a square is drawn `[ ]`, with room for a letter")
            return
        self.top, self.bottom, self.origin = rows[0], rows[-1], origin
        drawn: dict[tuple[int, int], str] = {}
        for n in rows:
            if (n - self.top) % 2:
                self.problem(n, 0, "rows of squares must be two lines apart")
                return
            for column, at, inner in self.squares(n):
                drawn[column, (self.bottom - n) // 2] = inner
                self.square(column, n, at, inner)
        if len(drawn) > MOST_PLACES:
            raise LimitError(f"the map has {len(drawn)} squares, at most {MOST_PLACES} are read", self.at(rows[0], 0))
        for n in range(len(self.lines)):
            self.links(n, drawn)
        self.report_unused()

    def squares(self, n: int) -> Iterator[tuple[int, int, str]]:
        """Yield column, offset and content of each square of a line."""
        line, at = self.lines[n], 0
        while (at := line.find("[", at)) >= 0:
            column, rest = divmod(at - self.left, self.width + 1)
            end = line.find("]", at)
            if rest or end != at + self.width - 1:
                message = "this square is out of line" if rest else f"this square is not {self.width - 2} wide"
                self.problem(n, at, message, "squares have one width and are one character apart")
            else:
                yield column, at, line[at + 1 : end]
            at += 1

    def name(self, cell: tuple[int, int]) -> str:
        return square(self.origin[0] + cell[0], self.origin[1] + cell[1])

    def at(self, n: int, offset: int) -> Place:
        """Return the place in the file of a character of the drawing."""
        if not self.text.block:
            return self.nodes.problems.place(self.text)
        line = self.text.line + 1 + n
        raw = self.raw_lines[line - 1] if line <= len(self.raw_lines) else ""
        indent = len(raw.rstrip("\r")) - len(self.lines[n])
        return Place(self.nodes.problems.file, line, max(indent, 0) + offset + 1)

    def problem(self, n: int, offset: int, message: str, help: str = "") -> None:  # noqa: A002
        self.nodes.problems.add(self.at(n, offset), message, help)

    # -- content ------------------------------------------------------------------------------------------

    def square(self, column: int, n: int, at: int, inner: str) -> None:
        name = self.name((column, (self.bottom - n) // 2))
        fields = self.result.cells.setdefault(name, {})
        for offset, letter in enumerate(inner, at + 1):
            if letter == " ":
                continue
            place = self.at(n, offset)
            if letter not in self.legend:
                message = f"`{letter}` is not in the legend"
                self.problem(n, offset, message, did_you_mean(letter, self.legend))
                continue
            self.used.add(letter)
            value = self.legend[letter][1]
            if isinstance(value, Scalar):
                self.result.figures.append((value.text, name, Scalar(value.text, place.line, place.column)))
                continue
            for key, entry in self.nodes.entries(value, f"`{letter}` of the legend"):
                fields.setdefault(key.text, []).append(Entry(key, entry, place))

    def links(self, n: int, drawn: dict[tuple[int, int], str]) -> None:
        row = (self.bottom - n) // 2
        for offset, char in enumerate(self.lines[n]):
            column, rest = divmod(offset - self.left, self.width + 1)
            beside = rest == self.width
            if (n - self.top) % 2:
                ends = {(column, row + 1): (0, -1), (column, row): (0, 1)}
                meant = not beside
            else:
                ends = {(column, row): (1, 0), (column + 1, row): (-1, 0)}
                meant = beside
            if char == " " or (not meant and self.inside(n, (column, row), drawn)):
                continue
            touched = {cell: step for cell, step in ends.items() if cell in drawn}
            if not meant or not touched:
                self.problem(n, offset, f"`{char}` does not touch a square")
            else:
                self.link(n, offset, char, touched)

    def inside(self, n: int, cell: tuple[int, int], drawn: dict[tuple[int, int], str]) -> bool:
        return not (n - self.top) % 2 and cell in drawn

    def link(self, n: int, offset: int, char: str, touched: dict[tuple[int, int], tuple[int, int]]) -> None:
        vertical = bool((n - self.top) % 2)
        if char in self.legend:
            self.used.add(char)
            self.legend_link(char, n, offset, touched)
        elif char in _ONE_WAY:
            if (_ONE_WAY[char][1] != 0) != vertical:
                self.problem(n, offset, f"`{char}` does not lead from square to square here")
                return
            touched = {cell: step for cell, step in touched.items() if step == _ONE_WAY[char]}
        elif char != ("|" if vertical else "-"):
            usual = "|" if vertical else "-"
            self.problem(n, offset, f"unknown link `{char}`", f"write `{usual}` or put it into the legend")
            return
        for cell, step in touched.items():
            self.leads(cell, step, self.at(n, offset), self.exits, lambda at, way: _word(way, at))

    def legend_link(self, char: str, n: int, offset: int, touched: dict[tuple[int, int], tuple[int, int]]) -> None:
        for key, value in self.nodes.entries(self.legend[char][1], f"the link `{char}`"):
            spec = self.book.places.get(key.text)
            if spec is None or not isinstance(spec.shape, MapOf | ListOf) or not _by_direction(spec):
                valid = [place.name for place in self.book.places.values() if _by_direction(place)]
                message = f"`{short(key.text)}` is not a field by direction"
                self.nodes.problems.add(key, message, did_you_mean(key.text, valid))
                continue
            as_map = isinstance(spec.shape, MapOf)
            for cell, step in touched.items():
                self.leads(
                    cell,
                    step,
                    self.at(n, offset),
                    spec.name,
                    _maker(value) if as_map else lambda at, way: _word(way, at),
                )

    def leads(
        self,
        cell: tuple[int, int],
        step: tuple[int, int],
        at: Place,
        field_name: str,
        make: Callable[[Place, str], Node],
    ) -> None:
        """Add an entry to a square for the direction of a link."""
        if step not in self.directions or not field_name:
            self.nodes.problems.add(at, "this rulebook has no exits in this direction")
            return
        key = Scalar(field_name, at.line, at.column)
        entry = Entry(key, make(at, self.directions[step]), at)
        self.result.cells[self.name(cell)].setdefault(field_name, []).append(entry)

    def report_unused(self) -> None:
        for letter, (key, _) in self.legend.items():
            if letter not in self.used and len(letter) == 1:
                self.nodes.problems.add(key, f"`{letter}` of the legend is not in the map")


def _word(text: str, at: Place) -> Scalar:
    return Scalar(text, at.line, at.column)


def _maker(value: Node) -> Callable[[Place, str], Node]:
    return lambda at, way: Mapping(((_word(way, at), value),), at.line, at.column)


def _by_direction(spec: Field) -> bool:
    shape = spec.shape
    return (isinstance(shape, MapOf) and shape.key == "direction") or shape == ListOf("direction")


def _exit_field(book: Rulebook) -> str:
    """Return the field that a link sets: `exits`, or the first one that lists directions."""
    named = [place.name for place in book.places.values() if place.shape == ListOf("direction")]
    return "exits" if "exits" in named else (named or [""])[0]
