"""One position as cells and figures: what the sights of a rulebook see in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, sqrt

from drakdom.draw.glyphs import PARTED
from drakdom.draw.letters import Marks, brief, lettered, spellings, tries_for
from drakdom.draw.scene import Cell, Figure, Glyph, Spot
from drakdom.language import t
from drakdom.rulebook import Rulebook
from drakdom.rulebook.pictures import NOTHING, Pictures, Sight, functor
from drakdom.rulebook.sentences import word
from drakdom.scenario.typing import coordinates
from drakdom.terms import Term, Value, bind, show

_YES = Term("yes")
_SECTIONS = ("floors", "exits", "parts", "barriers", "markers")
"""What is seen in places."""


class Holds:
    """What holds in a position, by name."""

    def __init__(self, facts: Iterable[Term], position: Iterable[tuple[Value, Value]]) -> None:
        self._by_name: dict[str, list[Term]] = {}
        for fact in (*facts, *(Term("given", fluent) for fluent in position)):
            self._by_name.setdefault(functor(fact), []).append(fact)
        for some in self._by_name.values():
            some.sort(key=show)

    def seen(self, sights: Iterable[Sight]) -> Iterator[tuple[Sight, dict[str, Value]]]:
        """All that fits some sights, with what their placeholders stand for."""
        for sight in sights:
            for fact in self._by_name.get(sight.functor, ()):
                if (found := sight.fits(fact)) is not None:
                    yield sight, found


@dataclass(frozen=True, slots=True)
class At:
    """Where somebody is: in a cell, `below` it, or nowhere on the board (no cell)."""

    cell: str
    below: bool = False


class Board:
    """Turns positions of one scenario into cells and figures; the places that it shows are the same in all of them."""

    def __init__(self, book: Rulebook, pictures: Pictures, figures: Iterable[str]) -> None:
        self.book, self.pictures = book, pictures
        self.named: dict[Value, None] = dict.fromkeys(figures)
        self.names: dict[str, None] = {}
        self.offsets: dict[str, tuple[str, int, int]] = {}
        self.letters: dict[Value, str] = {}
        self.called: dict[Value, str] = {}
        self.marks = Marks()
        self.labels: dict[str, str] = {}
        self.spots: dict[str, Spot] = {}

    # -- who and what there is ------------------------------------------------------------------------------

    def include(self, places: Iterable[Value], all_that_holds: Iterable[Holds]) -> None:
        """Make room for some places, for all of which something is seen, and for whoever is somewhere."""
        names: dict[str, None] = {}
        for place in places:
            names.setdefault(self._at(place).cell)
        for holds in all_that_holds:
            for section in _SECTIONS:
                for _, found in holds.seen(self.pictures[section]):
                    names.setdefault(self._at(found["place"]).cell)
            for _, found in holds.seen(self.pictures["at"]):
                self.named.setdefault(found["figure"])
                names.setdefault(self._at(found["place"]).cell)
        self.names = dict.fromkeys(filter(None, names))
        self.letters = lettered(self.named)
        self.called = _called(self.book, self.named)
        self._lay()

    def _at(self, place: Value) -> At:
        """The cell of a place, which may be under one or off the board."""
        if isinstance(place, str):
            return At(place)
        for sight in self.pictures["below"]:
            if found := bind(sight.pattern, place):
                return At(self._at(found["place"]).cell, below=True)
        for sight in self.pictures["beside"]:
            if (found := bind(sight.pattern, place)) and isinstance(near := found["place"], str):
                east, north = found["east"], found["north"]
                if isinstance(east, int) and isinstance(north, int):
                    self.offsets[show(place)] = near, east, north
                    self.labels[show(place)] = word(self.book, place)
                    return At(show(place))
        return At("")

    def _lay(self) -> None:
        """Give each place a spot: that of its square, or, without a grid, one after another."""
        if not self.book.topology.grid:
            wide = ceil(sqrt(len(self.names))) if self.names else 1
            self.spots = {name: (number % wide, number // wide) for number, name in enumerate(self.names)}
            return
        squares = {name: self._square(name) for name in self.names}
        columns = _close(column for column, _ in squares.values())
        rows = _close(-row for _, row in squares.values())
        self.spots = {name: (columns[column], rows[-row]) for name, (column, row) in squares.items()}

    def _square(self, name: str) -> Spot:
        near, east, north = self.offsets.get(name, (name, 0, 0))
        column, row = coordinates(near)
        return column + east, row + north

    @property
    def size(self) -> Spot:
        """Columns and rows."""
        spots = self.spots.values()
        return max((x for x, _ in spots), default=0) + 1, max((y for _, y in spots), default=0) + 1

    def outwards(self, name: str, cells: Iterable[Cell]) -> str:
        """The side by which one leaves the board: where a wall ends it at a place, else over its nearest edge."""
        walls = [side for cell in cells if cell.name == name for side, glyph in cell.barriers if glyph.look == "wall"]
        x, y = self.spots[name]

        def far(side: str) -> tuple[bool, int, int]:
            east, north = self.book.topology.grid[side]
            beyond = [(column - x) * east - (row - y) * north for column, row in self.spots.values()]
            return side not in walls, max(beyond), sum(beyond)

        return min(self.book.topology.grid, key=far, default="")

    # -- a position -----------------------------------------------------------------------------------------

    def cells(self, holds: Holds) -> tuple[Cell, ...]:
        """Every place as it looks."""
        seen: dict[str, dict[str, list[tuple[Sight, dict[str, Value]]]]] = {name: {} for name in self.names}
        for section in _SECTIONS:
            for sight, found in holds.seen(self.pictures[section]):
                at = self._at(found["place"]).cell
                if at in seen:
                    seen[at].setdefault(section, []).append((sight, found))
        return tuple(self._cell(name, some) for name, some in seen.items())

    def _cell(self, name: str, seen: Mapping[str, list[tuple[Sight, dict[str, Value]]]]) -> Cell:
        floor, says, grid = "", "", self.book.topology.grid
        for sight, found in seen.get("floors", ()):
            floor, says = sight.look(found.get("what")), _word(self.book, found.get("what", ""), sight.kind)
        sides = [show(found["side"]) for _, found in seen.get("exits", ())]
        barriers = [(show(found["side"]), self._glyph(sight, found)) for sight, found in seen.get("barriers", ())]
        markers = [self._glyph(*one) for one in seen.get("markers", ())]
        parts = [show(found["side"]) for _, found in seen.get("parts", ())]
        if parts:
            markers.append(self._parted(parts, sides))
        off_grid = [(side, glyph) for side, glyph in barriers if side not in grid]
        markers += [glyph for _, glyph in off_grid]
        return Cell(
            name=name,
            spot=self.spots[name],
            floor=floor or ("plain" if seen.get("exits") else ""),
            says=says,
            exits=tuple(side for side in grid if side in sides),
            barriers=tuple(dict.fromkeys((s, g) for s, g in barriers if s in grid and g.look != NOTHING)),
            markers=tuple(dict.fromkeys(glyph for glyph in markers if glyph.look != NOTHING)),
            label=self.labels.get(name, ""),
            ways=tuple(self._side(side) for side in sides if side not in grid),
            parts=tuple(side for side in grid if side in parts),
        )

    def _side(self, side: str) -> str:
        return word(self.book, Term(side), "direction")

    def _parted(self, parts: list[str], exits: list[str]) -> Glyph:
        """That a place is divided: what leads into one part of it, what into the other."""
        known = [side for side in dict.fromkeys((*self.book.topology.grid, *parts, *exits)) if side in (*parts, *exits)]
        some = [self._side(side) for side in known if side in parts and (side in exits or not {*parts} & {*exits})]
        others = [self._side(side) for side in known if side not in parts]
        says = t("parted: {some} from the rest", some=", ".join(some))
        if others:
            says = t("parted: {some} from {others}", some=", ".join(some), others=", ".join(others))
        initials = "".join(side[0].upper() for side in some)
        return Glyph(PARTED, self.marks.letters(PARTED, says, [initials, *spellings(initials)]), says)

    def _glyph(self, sight: Sight, found: Mapping[str, Value]) -> Glyph:
        """The sign of something: its word where that tells one from another, else the name of its field."""
        what, name, number = found.get("what"), sight.says, ""
        says = name
        if sight.by_word and what is not None:
            says = _plain(self.book, what, sight.kind)
            name = what.name if isinstance(what, Term) else str(what)
        elif what not in (None, _YES) and show(what) not in name.split():
            says = f"{name} {_plain(self.book, what, sight.kind)}"
            number = brief(what, _word(self.book, what, sight.kind))
        look = sight.look(what)
        return Glyph(look, self.marks.letters(look, says, tries_for(name, number)), says)

    def figures(self, holds: Holds) -> tuple[Figure, ...]:
        """Everybody."""
        at = {found["figure"]: found["place"] for _, found in holds.seen(self.pictures["at"])}
        kinds = {found["figure"]: (sight, found["what"]) for sight, found in holds.seen(self.pictures["kinds"])}
        gone = {found["figure"]: sight.look(None) for sight, found in holds.seen(self.pictures["gone"])}
        notes: dict[Value, list[Glyph]] = {}
        for sight, found in holds.seen(self.pictures["notes"]):
            notes.setdefault(found["figure"], []).append(self._glyph(sight, found))
        numbers: dict[Value, list[str]] = {}
        for sight, found in holds.seen(self.pictures["numbers"]):
            if found["what"] != 0:
                numbers.setdefault(found["figure"], []).append(f"{sight.otherwise} {show(found['what'])}")
        told = [who for who in self.named if who in at or who in kinds or who in gone]
        return tuple(
            self._figure(who, at.get(who), kinds.get(who), gone.get(who, ""), notes.get(who, ()), numbers.get(who, ()))
            for who in told
            if who in at or who in gone or isinstance(who, str)
        )

    def _figure(
        self,
        who: Value,
        place: Value | None,
        kind: tuple[Sight, Value] | None,
        state: str,
        notes: Iterable[Glyph],
        numbers: Iterable[str],
    ) -> Figure:
        at = At("") if place is None else self._at(place)
        on_board = at.cell in self.spots
        return Figure(
            name=show(who),
            letters=self.letters[who],
            look=kind[0].look(kind[1]) if kind else "disc",
            says=_word(self.book, kind[1], kind[0].kind) if kind else "",
            place=at.cell if on_board else "",
            below=at.below,
            where="" if place is None else word(self.book, place),
            state=state,
            notes=tuple(glyph for glyph in notes if glyph.look != NOTHING),
            numbers=tuple(numbers),
            label=self.called.get(who, ""),
        )

    def table(self, holds: Holds) -> tuple[str, ...]:
        """What is true of no place and nobody."""
        seen = holds.seen(self.pictures["table"])
        return tuple(f"{sight.otherwise} {_word(self.book, found['what'], sight.kind)}" for sight, found in seen)


def _close(numbers: Iterable[int]) -> dict[int, int]:
    """Columns or rows counted from 0; of several side by side in which nothing is shown one stays, as a gap."""
    found: dict[int, int] = {}
    for number in sorted(set(numbers)):
        last = next(reversed(found), None)
        found[number] = 0 if last is None else found[last] + min(number - last, 2)
    return found


def _word(book: Rulebook, value: Value, kind: str) -> str:
    """A word of a type where that has one, else of any."""
    says = word(book, value, kind)
    return says if says != show(value) else word(book, value)


def _plain(book: Rulebook, value: Value, kind: str = "") -> str:
    """A word for people; of what only the law calls so, its parts side by side."""
    if isinstance(value, Term) and value.args and _word(book, value, kind) == show(value):
        return " ".join([value.name.replace("_", " "), *(_plain(book, arg) for arg in value.args)]).strip()
    return _word(book, value, kind)


def _called(book: Rulebook, names: Iterable[Value]) -> dict[Value, str]:
    """What people call those whom law names: as much of it as there are words for, numbered where that is alike."""
    found: dict[Value, str] = {}
    for who in (who for who in names if isinstance(who, Term)):
        shorter = [Term(who.name, who.args[:count]) for count in range(len(who.args), 0, -1)] or [who]
        said = next((says for one in shorter if (says := word(book, one)) != show(one)), _plain(book, who))
        alike = sum(one == said or one.startswith(f"{said} (") for one in found.values())
        found[who] = f"{said} ({alike + 1})" if alike else said
    return found
