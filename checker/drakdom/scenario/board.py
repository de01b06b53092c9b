"""The board: squares with their fields, listed or drawn, and their adjacency.

Every named square and the squares around it get adjacent/3 facts: the law needs the square beyond a figure's exit even
if it is undiscovered.
"""

from __future__ import annotations

from drakdom.errors import LimitError
from drakdom.rulebook import Rulebook
from drakdom.rulebook.words import short
from drakdom.rulebook.yamltext import Node, Scalar
from drakdom.scenario.drawn_map import Cells, Entry, read_map
from drakdom.scenario.facts import FieldReader
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.squares import MOST_PLACES, coordinates, square
from drakdom.terms import Term, Value, show

KEYS = ("rooms", "places", "map", "legend", "origin")

FigurePlaces = dict[str, list[tuple[str, Scalar]]]
"""The squares where the map shows each figure, with the places in the file."""


class BoardReader:
    """Reads the `board:` section of one scenario. The places of a graph exist without being listed."""

    def __init__(self, reader: FieldReader, book: Rulebook, raw_lines: list[str]) -> None:
        self.reader, self.book, self.raw_lines = reader, book, raw_lines
        self.problems = reader.problems
        self.figures: FigurePlaces = {}
        self.cells: Cells = {}

    def read(self, node: Node | None) -> None:
        """Read squares and add their facts; fill `figures` from the map."""
        board = self.reader.keyed(node, "`board`", KEYS)
        for section in ("rooms", "places"):
            self.listed(board.get(section), section)
        if "map" in board:
            self.drawn(board)
        else:
            for key in ("legend", "origin"):
                if key in board:
                    self.problems.add(board[key], f"`{key}` belongs to a `map`, and there is none")
        sites = self.book.topology.graph.sites if self.book.topology.graph else {}
        for name in sites:
            self.cells.setdefault(name, {})
        if len(self.cells) > MOST_PLACES:
            raise LimitError(f"the board has {len(self.cells)} places, at most {MOST_PLACES} are read")
        for name, fields in self.cells.items():
            self.facts_of(Term(name) if name in sites else name, fields, node or Scalar("", 1, 1))

    def listed(self, node: Node | None, section: str) -> None:
        """Read squares that are listed by name."""
        mentions: dict[str, Scalar] = {}
        for key, fields in self.reader.entries(node, f"`{section}`"):
            spot = self.reader.value("place", key, f"`{section}`")
            if spot is None:
                continue
            if isinstance(spot, Term) and spot.args:
                self.problems.add(key, f"`{short(key.text)}` has no fields of its own")
                continue
            place = show(spot)
            if place in mentions:
                message = f"duplicate `{short(key.text)}`, first in line {mentions[place].line}"
                self.problems.add(key, message)
                continue
            mentions[place] = key
            cell = self.cells.setdefault(place, {})
            for name, value in self.reader.entries(fields, f"`{place}`"):
                entry = Entry(name, value, self.problems.place(name))
                cell.setdefault(name.text, []).append(entry)

    def drawn(self, board: dict[str, Node]) -> None:
        """Read squares and figures of a drawing."""
        if not self.book.topology.grid:
            self.problems.add(board["map"], "this rulebook has no grid, so a board has no map")
            return
        if "origin" not in board:
            self.problems.add(board["map"], "the map has no `origin`", "name its south-west square: `origin: D4`")
            return
        origin = self.reader.value("place", board["origin"], "`origin`")
        if not isinstance(origin, str):
            return
        self.reader.words.named.pop(origin, None)  # naming the corner does not place a square there
        drawing = read_map(self.reader, board, self.book, coordinates(origin), self.raw_lines)
        for name, fields in drawing.cells.items():
            try:
                self.reader.words.read("place", name)
            except Misfit as misfit:
                self.problems.add(board["map"], misfit.message, misfit.help)
            cell = self.cells.setdefault(name, {})
            for key, entries in fields.items():
                cell.setdefault(key, []).extend(entries)
        for figure, place, at in drawing.figures:
            if figure not in self.reader.words.figures:
                try:
                    self.reader.words.read("figure", figure)
                except Misfit as misfit:
                    self.problems.add(at, misfit.message, misfit.help)
            self.figures.setdefault(figure, []).append((place, at))

    def facts_of(self, name: Value, fields: dict[str, list[Entry]], board: Node) -> None:
        """Read all entries of one square, listed and drawn; `board` stands for a place without entries."""
        env: dict[str, Value] = {"place": name}
        owner = f"`{show(name)}`"
        for key, entries in fields.items():
            spec = self.book.places.get(key)
            if spec is None:
                for entry in entries:
                    self.reader.unknown_field(entry.key, self.book.places, "a place")
                continue
            self.one_value_only(show(name), key, entries)
            for entry in entries:
                self.reader.field(spec, entry.value, env, owner, entry.place)
        at = next((entry.key for entries in fields.values() for entry in entries), board)
        seen = {key: entries[0].key for key, entries in fields.items() if key in self.book.places}
        self.reader.absent(self.book.places, seen, env, owner, at)

    def one_value_only(self, name: str, key: str, entries: list[Entry]) -> None:
        """Note a second value of a field with a single value."""
        values = {entry.value.text: entry for entry in entries if isinstance(entry.value, Scalar)}
        if len(values) > 1 and self.book.places[key].is_single:
            first, second = list(values)[:2]
            message = f"`{name}` has two values for `{key}`, `{short(first)}` and `{short(second)}`"
            self.problems.add(values[second].place, message)


def adjacency(book: Rulebook, named: list[Value]) -> list[Term]:
    """Return adjacent(Place, Direction, Place) in both directions, and plot(Place, Column, Row) of a grid.

    They are stated for the named squares and those around them.
    """
    squares = dict.fromkeys(place for place in named if isinstance(place, str))
    squares |= dict.fromkeys(
        place.args[0] for place in named if isinstance(place, Term) and isinstance(place.args[0], str)
    )
    facts: list[Term] = []
    ring: dict[str, None] = {}
    if book.topology.grid:
        ring = {str(square): None for square in squares}
        for name in list(ring):
            ring |= dict.fromkeys(_around(book, name).values())
        for name in ring:
            near = _around(book, name)
            facts += [_adjacent(name, way, neighbour) for way, neighbour in near.items() if neighbour in ring]
            facts.append(Term("plot", (name, *coordinates(name))))
    for name in ring or squares:
        facts += [_adjacent(str(name), way, Term(to, (str(name),))) for way, to in book.topology.ways.items()]
    return facts


def _adjacent(place: str, direction: str, neighbour: Value) -> Term:
    return Term("adjacent", (place, Term(direction), neighbour))


def _around(book: Rulebook, name: str) -> dict[str, str]:
    """Map directions to the neighbours of a square that are on the board."""
    column, row = coordinates(name)
    columns, rows = book.topology.size or (702, 999)
    neighbours = {}
    for way, (right, up) in book.topology.grid.items():
        if 1 <= column + right <= columns and 1 <= row + up <= rows:
            neighbours[way] = square(column + right, row + up)
    return neighbours
