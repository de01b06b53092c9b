"""Prints a scene for a terminal: boards of letters and lines, optionally in colour.

Things that do not fit on a board are counted there (`+2`) and listed below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from math import ceil

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from drakdom.draw.alt_text import caption, legend, resolved_line, used_symbols, ways_in_words, whereabouts
from drakdom.draw.canvas import DRAWN, TYPED, Canvas, Rows, cut, packed, spelled
from drakdom.draw.map import in_rows
from drakdom.draw.people import figure_words
from drakdom.draw.scene import Arrow, Cell, Figure, Frame, Glyph, Hit, Scene, Spot
from drakdom.language import t

#: Width of a place in letters: the least possible, the least that is readable, the greatest.
NARROWEST, READABLE, ROOMIEST = 5, 11, 22
#: Lines in a place: its name, two for figures, one for signs.
INSIDE = 4

_BODIES = {"disc": "()", "square": "[]", "diamond": "<>", "hexagon": "{}"}
_STYLES = {"disc": "bold blue", "square": "bold red", "diamond": "bold magenta", "hexagon": "bold green"}
_GATES = {"door": "D", "grate": "#", "lock": "L", "hidden": "?", "wall": "X"}
_FLOORS = {"dark": "dim", "hole": "dim", "planks": "yellow", "hoard": "yellow", "net": "cyan", "trap": "magenta"}
_HIT, _DEAD, _BELOW, _UP = "*", "+", "v", "^"
#: Details printed with a figure, from most to least room.
_DETAILS: tuple[tuple[str, ...], ...] = (("hits", "name", "numbers", "notes"), ("hits", "name", "notes"))
_DETAILS += (("hits", "name"), ("hits", "notes"), ("hits",), ())
_NAMED = sum("name" in details for details in _DETAILS)


def typed(scene: Scene, width: int, *, colour: bool = False, unicode: bool = True, titled: bool = True) -> str:
    """Return all boards with their sentences as text; `titled` puts the dispute and its law first."""
    console = Console(
        file=StringIO(),
        width=width,
        color_system="standard" if colour else None,
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for line in _Page(scene if unicode else spelled(scene), width, unicode, titled).lines():
        console.print(line, soft_wrap=bool(line.no_wrap), overflow="ignore" if line.no_wrap else "fold")
    text = console.file.getvalue() if isinstance(console.file, StringIO) else ""
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


class _Page:
    def __init__(self, scene: Scene, width: int, unicode: bool, titled: bool) -> None:
        self.scene, self.width, self.unicode, self.titled = scene, width, unicode, titled
        self.walls = DRAWN if unicode else TYPED
        cells = scene.frames[0].cells if scene.frames else ()
        self.at = (
            in_rows(cells) if scene.kinds else {cell.name: (int(cell.spot[0]), int(cell.spot[1])) for cell in cells}
        )
        self.columns = columns = 1 + max((column for column, _ in self.at.values()), default=0)
        bands = 1
        if width // columns - 2 < READABLE:
            bands = ceil(columns / max(width // (READABLE + 2), 1))
        self.side_by_side = ceil(columns / bands)
        self.inside = max(NARROWEST, min(ROOMIEST, width // self.side_by_side - 2))
        ways = dict.fromkeys(way for frame in scene.frames for cell in frame.cells for way in cell.ways)
        self.ways = {way: f"={number}" if len(ways) > 1 else "==" for number, way in enumerate(ways, 1)}
        self.is_full = False
        """True if something did not fit on a board."""

    def lines(self) -> Iterator[Text]:
        """Yield the lines of the page; those of boards must not be wrapped."""
        scene = self.scene
        if self.titled:
            yield Text(scene.title, "bold")
            yield Text(scene.law, "dim")
        for text in filter(None, (caption(scene), resolved_line(scene))):
            yield Text(text)
        for frame in scene.frames:
            yield Text("")
            yield Text(frame.title, "bold")
            rest: list[str] = []
            yield from self._board(frame, rest)
            yield from self._below(frame, rest)
        for line in ways_in_words(scene, "→" if self.unicode else "->"):
            yield Text("")
            yield Text(line)
        yield Text("")
        keys, between = list(dict.fromkeys(self._legend())), "   "
        for row in packed(keys, self.width, len(keys), between) or [[key] for key in keys]:
            yield Text(between.join(row), "dim")

    def _legend(self) -> Iterator[str]:
        """Yield the meanings of figures and signs that occur."""
        frames = self.scene.frames
        for figure in {figure.name: figure for frame in frames for figure in frame.figures}.values():
            yield f"{_body(figure)} {', '.join(filter(None, (figure.title, figure.says)))}"
        for glyph in legend(self.scene):
            yield f"{self._sign(glyph)} {glyph.says}"
        for sign, says in used_symbols(self.scene):
            if sign != says:
                yield f"{sign} {says}"
        figures = [(figure, frame) for frame in frames for figure in frame.figures]
        struck = {_struck(figure, _hits(frame, figure)) for figure, frame in figures}
        up = any(_climbs(arrow, frame) > 0 for frame in frames for arrow in frame.arrows)
        marks = (
            (_HIT in struck, _HIT, t("hit, with the numbers of the sentences")),
            (_DEAD in struck, _DEAD, t("dead")),
            (any(figure.below and figure.place for figure, _ in figures), _BELOW, t("below the place")),
            (up and not self.unicode, _UP, t("up from below the place")),
            (self.is_full, "+n", t("further things, listed below the board")),
        )
        yield from (f"{mark} {says}" for is_there, mark, says in marks if is_there)

    def _sign(self, glyph: Glyph) -> str:
        """Return the letters of a sign; ways off the grid have signs of their own."""
        return _letters(glyph) if glyph.letters else self.ways.get(glyph.says) or _letters(glyph)

    # -- the board ------------------------------------------------------------------------------------------

    def _board(self, frame: Frame, rest: list[str]) -> Iterator[Text]:
        """Yield a board, in bands of columns if it is too wide; `rest` receives the signs that have no room."""
        wide, high = self.inside + 2, INSIDE + 2
        for first in range(0, self.columns, self.side_by_side):
            after = min(first + self.side_by_side, self.columns)
            cells = [cell for cell in frame.cells if first <= self.at[cell.name][0] < after]
            if not cells:
                continue
            if self.side_by_side < self.columns:
                yield Text(self._band(first + 1, after), "dim")
            rows = [self.at[cell.name][1] for cell in cells]
            canvas = Canvas((after - first) * wide, (max(rows) - min(rows) + 1) * high)
            for cell in cells:
                at = (self.at[cell.name][0] - first) * wide, (self.at[cell.name][1] - min(rows)) * high
                if untold := [*self._walls(canvas, cell, at), *self._cell(canvas, cell, at, frame)]:
                    rest.append(f"{cell.label or cell.name}: {', '.join(untold)}")
            yield from canvas.lines()

    def _band(self, first: int, last: int) -> str:
        count = self.columns
        if first == last:
            return t("column {number} of {count}", number=first, count=count)
        return t("columns {first} to {last} of {count}", first=first, last=last, count=count)

    def _cell(self, canvas: Canvas, cell: Cell, at: Spot, frame: Frame) -> list[str]:
        """Write the contents of a place; return the signs that have no room."""
        left, top = at[0] + 1, at[1] + 1
        canvas.put(left, top, cut(cell.title, self.inside), _FLOORS.get(cell.floor, "") if cell.floor else "dim")
        figures = [figure for figure in frame.figures if figure.place == cell.name]
        under = [figure for figure in figures if figure.below]
        above = [figure for figure in figures if not figure.below]
        rows, rest = self._fit_figures(frame, above, self.inside, 1 if under else 2)
        canvas.put_rows(left, top + 1, rows)
        rows, more = self._fit_figures(frame, under, self.inside - 1, 1 if above else 2)
        first = top + 3 - len(rows)
        canvas.put_rows(left, first, [[(_BELOW, "dim")]] * len(rows))
        canvas.put_rows(left + 1, first, rows)
        signs = [(self._sign(glyph), glyph.says) for glyph in cell.markers]
        signs += [(self.ways[way], way) for way in cell.ways]
        fitting, left_out = self._as_many([letters for letters, _ in signs], self.inside, 1)
        canvas.put_rows(left, top + 3, [[(text, "yellow") for text in row] for row in fitting])
        untold = [f"{letters} {says}" for letters, says in signs[len(signs) - left_out :]]
        return [*rest, *(_BELOW + text for text in more), *untold]

    def _fit_figures(self, frame: Frame, figures: Sequence[Figure], room: int, most: int) -> tuple[Rows, list[str]]:
        """Return figures in `most` lines with as much detail as fits, and the figures not shown in full."""
        tokens = [[_token(figure, _hits(frame, figure), details) for details in _DETAILS] for figure in figures]
        styles = [_STYLES.get(figure.look, "bold") for figure in figures]
        shown = [next((text for text in variants[:_NAMED] if cell_len(text) <= room), "") for variants in tokens]
        rows = [[text] for text in shown] if len(figures) <= most and all(shown) else []
        for level in zip(*tokens, strict=True) if not rows else ():
            shown, rows = list(level), packed(level, room, most)
            if rows:
                break
        if not rows:
            rows, left_out = self._as_many(shown, room, most)
            styles[len(figures) - left_out :] = ["dim"]
        style = iter(styles)
        styled = [[(text, next(style)) for text in row] for row in rows]
        return styled, [variants[0] for variants, text in zip(tokens, shown, strict=True) if text != variants[0]]

    def _as_many(self, texts: Sequence[str], room: int, most: int) -> tuple[list[list[str]], int]:
        """Return as many texts as fit in `most` lines, with `+n` for the rest, and the number of the rest."""
        rows, left_out = packed(texts, room, most), 0
        while not rows and left_out < len(texts):
            left_out += 1
            rows = packed([*texts[: len(texts) - left_out], f"+{left_out}"], room, most)
        self.is_full |= left_out > 0
        return rows, left_out

    def _walls(self, canvas: Canvas, cell: Cell, at: Spot) -> list[str]:
        """Write the walls of a place with openings and barriers; return the barriers that do not fit."""
        (left, top), right, bottom = at, at[0] + self.inside + 1, at[1] + INSIDE + 1
        lines = self.walls[0] if cell.floor and (cell.exits or not self.scene.sides) else self.walls[1]
        style = "" if lines is self.walls[0] else "dim"
        for y, ends in ((top, lines.corners[:2]), (bottom, lines.corners[2:])):
            canvas.put(left, y, ends[0] + lines.flat * self.inside + ends[1], style)
        for y in range(top + 1, bottom):
            canvas.put(left, y, lines.upright, style)
            canvas.put(right, y, lines.upright, style)
        gate = min(5, self.inside - 2)
        rest = []
        for side, (east, south) in self.scene.sides.items():
            standing = [glyph for barrier_side, glyph in cell.barriers if barrier_side == side]
            letters = "".join(_letters(glyph)[: 2 if len(standing) == 1 else 1] for glyph in standing)
            letters *= gate if len(letters) == 1 else 1
            if east:
                x, tall = left if east < 0 else right, 2 if len(standing) < 3 else INSIDE
                spots = [(x, top + 3 - tall // 2 + n) for n in range(tall)]
                opening = [(x, top + 2), (x, top + 3)]
            else:
                x, y = left + 1 + (self.inside - gate) // 2, top if south < 0 else bottom
                spots = opening = [(x + n, y) for n in range(gate)]
                letters = letters.center(gate) if letters else ""
            for spot in opening if side in cell.exits else ():
                canvas.put(*spot, " ")
            for spot, letter in zip(spots, letters, strict=False):
                canvas.put(*spot, letter, "bold yellow")
            where = self.scene.side_words[side]
            rest += [f"{where} {_letters(glyph)} {glyph.says}" for glyph in standing[len(spots) :]]
        return rest

    # -- below the board ------------------------------------------------------------------------------------

    def _below(self, frame: Frame, rest: Iterable[str]) -> Iterator[Text]:
        """Yield the signs that have no room, the moves, the figures off the board, and the sentences."""
        for text in rest:
            yield Text(f"  {text}", "dim")
        for arrow in frame.arrows:
            yield Text(f"  {self._moved(arrow, frame)}", "blue")
        for figure in frame.figures:
            if not figure.place:
                token = _token(figure, _hits(frame, figure), ("hits",))
                yield Text(f"  {token} {figure_words(figure)}: {whereabouts(figure)}", "dim")
        if frame.table:
            yield Text("  " + "   ".join(frame.table), "dim")
        for number, line in enumerate(frame.lines, 1):
            sentence = Text(f"  {number}  {line.text}")
            if line.clauses:
                sentence.append(f" ({', '.join(line.clauses)})", "dim")
            yield sentence

    def _moved(self, arrow: Arrow, frame: Frame) -> str:
        """Return a move in words, with a sign for up or down."""
        names = {cell.name: cell.label or cell.name for cell in frame.cells}
        titles = {figure.name: figure.title for figure in (*frame.before, *frame.figures)}
        title = titles.get(arrow.figure, arrow.figure)
        climbs = _climbs(arrow, frame)
        signs = ("→", "↑", "↓") if self.unicode else ("->", _UP, _BELOW)
        end = names.get(arrow.end, arrow.end) or self.scene.side_words.get(arrow.side, arrow.side)
        if climbs and arrow.end == arrow.start:
            end = ""
        number = f"[{arrow.line}]" if arrow.line else ""
        if arrow.look == "blocked" and not arrow.target:
            signs = ("↛" if self.unicode else "-|",) * 3
        if arrow.stop:
            end = t("{place}, blocked at {stop}", place=end, stop=names.get(arrow.stop, arrow.stop))
        return " ".join(filter(None, (title, names.get(arrow.start, arrow.start), signs[climbs], end, number)))


def _climbs(arrow: Arrow, frame: Frame) -> int:
    """Return 1 if the figure of an arrow goes up, -1 if down, else 0."""
    was = [figure.below for figure in frame.before if figure.name == arrow.figure and figure.place]
    now = [figure.below for figure in frame.figures if figure.name == arrow.figure and figure.place]
    return was[0] - now[0] if arrow.end and was and now else 0


def _hits(frame: Frame, figure: Figure) -> list[Hit]:
    return [hit for hit in frame.hits if hit.figure == figure.name]


def _letters(glyph: Glyph) -> str:
    """Return the letters of a sign."""
    return _GATES.get(glyph.look) or glyph.letters or glyph.says[:2].capitalize()


def _body(figure: Figure) -> str:
    body = _BODIES.get(figure.look, "()")
    return f"{body[0]}{figure.letters}{body[1]}"


def _struck(figure: Figure, hits: Iterable[Hit]) -> str:
    """Return the sign of the hits on a figure."""
    looks = {hit.look for hit in hits}
    return _DEAD if figure.state == "dead" or looks - {"hit"} else _HIT if looks else ""


def _token(figure: Figure, hits: Sequence[Hit], details: Sequence[str]) -> str:
    """Return a figure as text, with the given details."""
    lines = sorted({hit.line for hit in hits if hit.line}) if "hits" in details else []
    words = [figure.title] if "name" in details else []
    words += figure.numbers if "numbers" in details else ()
    words += [_letters(note) for note in figure.notes] if "notes" in details else []
    gap = " " if words and (lines or "name" not in details) else ""
    return f"{_body(figure)}{_struck(figure, hits)}{','.join(map(str, lines))}{gap}{' '.join(words)}"
