"""Converts states to cells and figures, by the patterns (sights) of a rulebook's `pictures.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, sqrt

from drakdom.draw.glyphs import PARTED
from drakdom.draw.holds import Holds
from drakdom.draw.labels import figure_labels, plain_words, word_of
from drakdom.draw.letters import Marks, brief, lettered, spellings, tries_for
from drakdom.draw.map import Map
from drakdom.draw.rings import Link, ring_spots, ring_ways
from drakdom.draw.scene import Cell, Figure, Glyph, Middle, Spot, Way
from drakdom.language import t
from drakdom.rulebook import Rulebook
from drakdom.rulebook.pictures import NOTHING, Pictures, Sight
from drakdom.rulebook.sentences import word
from drakdom.scenario.squares import coordinates
from drakdom.terms import Term, Value, bind, show

_YES = Term("yes")
_SECTIONS = ("floors", "exits", "parts", "barriers", "markers")
"""Sections of `pictures.yaml` whose sights are about places."""


@dataclass(frozen=True, slots=True)
class At:
    """The location of a figure: in a cell, `below` it, or off the board (no cell)."""

    cell: str
    below: bool = False


class Board:
    """Converts states of one scenario to cells and figures. All states show the same places."""

    def __init__(self, book: Rulebook, pictures: Pictures, figures: Iterable[str]) -> None:
        self.book, self.pictures = book, pictures
        self.named: dict[Value, None] = dict.fromkeys(figures)
        self.names: dict[str, None] = {}
        self.offsets: dict[str, tuple[str, int, int]] = {}
        self.letters: dict[Value, str] = {}
        self.called: dict[Value, str] = {}
        self.marks = Marks()
        self.labels: dict[str, str] = {}
        self.spots: dict[str, Middle] = {}
        self.map = Map(book.topology.graph) if book.topology.graph else None
        self.links: list[Link] = []

    # -- places and figures ---------------------------------------------------------------------------------

    def include(self, places: Iterable[Value], all_that_holds: Iterable[Holds]) -> None:
        """Add the given places, all places that a sight matches, and all figures with a place."""
        names: dict[str, None] = {}
        for place in places:
            names.setdefault(self._at(place).cell)
        for holds in all_that_holds:
            for section in _SECTIONS:
                for _, values in holds.seen(self.pictures[section]):
                    names.setdefault(self._at(values["place"]).cell)
            self.links += [
                Link(show(values["from"]), show(values["to"]), sight.look(values.get("what")), sight.says)
                for sight, values in holds.seen(self.pictures["links"])
            ]
            for _, values in holds.seen(self.pictures["at"]):
                self.named.setdefault(values["figure"])
                names.setdefault(self._at(values["place"]).cell)
        self.names = dict.fromkeys(filter(None, names))
        self.letters = lettered(self.named)
        self.called = figure_labels(self.book, self.named)
        self._lay()

    def _at(self, place: Value) -> At:
        """Return the cell of a place, which may be below a cell or off the board."""
        if isinstance(place, str):
            return At(place)
        if self.map:
            return At(self.map.cells.get(show(place), ""))
        for sight in self.pictures["below"]:
            if values := bind(sight.pattern, place):
                return At(self._at(values["place"]).cell, below=True)
        for sight in self.pictures["beside"]:
            if (values := bind(sight.pattern, place)) and isinstance(near := values["place"], str):
                east, north = values["east"], values["north"]
                if isinstance(east, int) and isinstance(north, int):
                    self.offsets[show(place)] = near, east, north
                    self.labels[show(place)] = word(self.book, place)
                    return At(show(place))
        return At("")

    def _lay(self) -> None:
        """Assign a spot to each place: that of its square or on the map, or else the next free one."""
        if self.map:
            self.spots = self.map.spots
            self.names = dict.fromkeys(self.spots)
            self.labels = {name: word(self.book, Term(name), "place") for name in self.spots}
            return
        if self.links:
            self.spots = ring_spots([*self.names], self.links)
            return
        if not self.book.topology.grid:
            wide = ceil(sqrt(len(self.names))) if self.names else 1
            self.spots = {name: (number % wide, number // wide) for number, name in enumerate(self.names)}
            return
        squares = {name: self._square(name) for name in self.names}
        columns = _close(column for column, _ in squares.values())
        rows = _close(-row for _, row in squares.values())
        self.spots = {name: (columns[column], rows[-row]) for name, (column, row) in squares.items()}

    def ways(self) -> tuple[tuple[Way, ...], tuple[str, ...]]:
        """Return the ways between places that are no squares, and the words of their kinds."""
        if self.map:
            return self.map.ways(), tuple(self.map.graph.kinds.values())
        return ring_ways(self.spots, self.links)

    def _square(self, name: str) -> Spot:
        near, east, north = self.offsets.get(name, (name, 0, 0))
        column, row = coordinates(near)
        return column + east, row + north

    @property
    def size(self) -> Middle:
        """Number of columns and rows."""
        spots = self.spots.values()
        return max((x for x, _ in spots), default=0) + 1, max((y for _, y in spots), default=0) + 1

    def outwards(self, name: str, cells: Iterable[Cell]) -> str:
        """Return the side by which a figure leaves the board: the side with a wall, else the nearest edge."""
        walls = [side for cell in cells if cell.name == name for side, glyph in cell.barriers if glyph.look == "wall"]
        x, y = self.spots[name]

        def far(side: str) -> tuple[bool, float, float]:
            east, north = self.book.topology.grid[side]
            beyond = [(column - x) * east - (row - y) * north for column, row in self.spots.values()]
            return side not in walls, max(beyond), sum(beyond)

        return min(self.book.topology.grid, key=far, default="")

    # -- a state --------------------------------------------------------------------------------------------

    def inside(self, cell: str) -> Iterable[str]:
        """Return the names of a place and of those of its parts that are drawn inside it."""
        return self.map.inside.get(cell, ()) if self.map else (cell,)

    def cells(self, holds: Holds) -> tuple[Cell, ...]:
        """Return all places as they look in a state."""
        seen: dict[str, dict[str, list[tuple[Sight, dict[str, Value]]]]] = {name: {} for name in self.names}
        for section in _SECTIONS:
            for sight, values in holds.seen(self.pictures[section]):
                at = self._at(values["place"]).cell
                if at in seen and not (self.map and section == "floors" and show(values["place"]) != at):
                    seen[at].setdefault(section, []).append((sight, values))
        floored = {name for name, sections in seen.items() if "floors" in sections}
        for name, sections in seen.items():
            exits = sections.get("exits", ())
            kept = [pair for pair in exits if "to" not in pair[1] or {name, show(pair[1]["to"])} <= floored]
            sections["exits"] = kept
        return tuple(self._cell(name, sections) for name, sections in seen.items())

    def _cell(self, name: str, seen: Mapping[str, list[tuple[Sight, dict[str, Value]]]]) -> Cell:
        floor, says, grid = "", "", self.book.topology.grid
        for sight, values in seen.get("floors", ()):
            kept = says if self.map else ""
            floor, says = sight.look(values.get("what")), word_of(self.book, values.get("what", ""), sight.kind)
            says = f"{kept}, {says}" if kept else says
        sides = [show(values["side"]) for _, values in seen.get("exits", ())]
        barriers = [(show(values["side"]), self._glyph(sight, values)) for sight, values in seen.get("barriers", ())]
        markers = [self._glyph(*pair) for pair in seen.get("markers", ())]
        parts = [show(values["side"]) for _, values in seen.get("parts", ())]
        if parts:
            markers.append(self._parted(parts, sides))
        off_grid = [(side, glyph) for side, glyph in barriers if side not in grid]
        markers += [glyph for _, glyph in off_grid]
        return Cell(
            name=name,
            spot=self.spots[name],
            floor=floor or ("plain" if seen.get("exits") or self.map or self.links else ""),
            says=says,
            exits=tuple(side for side in grid if side in sides),
            barriers=tuple(
                dict.fromkeys((spot, glyph) for spot, glyph in barriers if spot in grid and glyph.look != NOTHING)
            ),
            markers=tuple(dict.fromkeys(glyph for glyph in markers if glyph.look != NOTHING)),
            label=self.labels.get(name, ""),
            ways=tuple(self._side(side) for side in sides if side not in grid),
            parts=tuple(side for side in grid if side in parts),
        )

    def _side(self, side: str) -> str:
        return word(self.book, Term(side), "direction")

    def _parted(self, parts: list[str], exits: list[str]) -> Glyph:
        """Return the sign of a divided place; it names the exits of each part."""
        ordered = [
            side for side in dict.fromkeys((*self.book.topology.grid, *parts, *exits)) if side in (*parts, *exits)
        ]
        part = [self._side(side) for side in ordered if side in parts and (side in exits or not {*parts} & {*exits})]
        rest = [self._side(side) for side in ordered if side not in parts]
        says = t("parted: {some} from the rest", some=", ".join(part))
        if rest:
            says = t("parted: {some} from {others}", some=", ".join(part), others=", ".join(rest))
        initials = "".join(side[0].upper() for side in part)
        return Glyph(PARTED, self.marks.letters(PARTED, says, [initials, *spellings(initials)]), says)

    def _glyph(self, sight: Sight, values: Mapping[str, Value]) -> Glyph:
        """Return the sign of a match, labelled with its value, or with the sight's name if there is none."""
        value, name, number = values.get("what"), sight.says, ""
        says = name
        if sight.by_word and value is not None:
            says = plain_words(self.book, value, sight.kind)
            name = value.name if isinstance(value, Term) else str(value)
        elif value not in (None, _YES) and show(value) not in name.split():
            says = f"{name} {plain_words(self.book, value, sight.kind)}"
            number = brief(value, word_of(self.book, value, sight.kind))
        look = sight.look(value)
        return Glyph(look, self.marks.letters(look, says, tries_for(name, number)), says)

    def figures(self, holds: Holds) -> tuple[Figure, ...]:
        """Return figures with a place or out of play; without either, those of users' names that have a kind."""
        at = {values["figure"]: values["place"] for _, values in holds.seen(self.pictures["at"])}
        kinds = {values["figure"]: (sight, values["what"]) for sight, values in holds.seen(self.pictures["kinds"])}
        gone = {values["figure"]: sight.look(None) for sight, values in holds.seen(self.pictures["gone"])}
        notes: dict[Value, list[Glyph]] = {}
        for sight, values in holds.seen(self.pictures["notes"]):
            notes.setdefault(values["figure"], []).append(self._glyph(sight, values))
        numbers: dict[Value, list[str]] = {}
        for sight, values in holds.seen(self.pictures["numbers"]):
            if values["what"] != 0:
                numbers.setdefault(values["figure"], []).append(f"{sight.otherwise} {show(values['what'])}")
        names = [name for name in self.named if name in at or name in kinds or name in gone]
        return tuple(
            self._figure(
                name, at.get(name), kinds.get(name), gone.get(name, ""), notes.get(name, ()), numbers.get(name, ())
            )
            for name in names
            if name in at or name in gone or isinstance(name, str)
        )

    def _figure(
        self,
        name: Value,
        place: Value | None,
        kind: tuple[Sight, Value] | None,
        state: str,
        notes: Iterable[Glyph],
        numbers: Iterable[str],
    ) -> Figure:
        at = At("") if place is None else self._at(place)
        on_board = at.cell in self.spots
        return Figure(
            name=show(name),
            letters=self.letters[name],
            look=kind[0].look(kind[1]) if kind else "disc",
            says=word_of(self.book, kind[1], kind[0].kind) if kind else "",
            place=at.cell if on_board else "",
            below=at.below,
            where="" if place is None else word(self.book, place),
            state=state,
            notes=(*self._part(place, at.cell), *(glyph for glyph in notes if glyph.look != NOTHING)),
            numbers=tuple(numbers),
            label=self.called.get(name, ""),
        )

    def _part(self, place: Value | None, cell: str) -> Iterator[Glyph]:
        """Yield the sign of a figure that is in a part of a place, drawn inside it."""
        if self.map and place is not None and cell not in ("", show(place)):
            says = word(self.book, place, "place")
            yield Glyph("badge", self.marks.letters("badge", says, tries_for(says)), says)

    def table(self, holds: Holds) -> tuple[str, ...]:
        """Return the values that belong to no place and no figure."""
        seen = holds.seen(self.pictures["table"])
        return tuple(f"{sight.otherwise} {word_of(self.book, values['what'], sight.kind)}" for sight, values in seen)


def _close(numbers: Iterable[int]) -> dict[int, int]:
    """Number columns or rows from 0; a run of empty ones is reduced to one, as a gap."""
    indices: dict[int, int] = {}
    for number in sorted(set(numbers)):
        last = next(reversed(indices), None)
        indices[number] = 0 if last is None else indices[last] + min(number - last, 2)
    return indices
