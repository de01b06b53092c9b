"""A scene for a terminal: boards of letters and lines, in colour where that is wanted, readable without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from rich.console import Console
from rich.text import Text

from checker.draw.people import said
from checker.draw.scene import Arrow, Cell, Figure, Frame, Glyph, Hit, Scene, Spot
from checker.draw.told import came, gone, legend, which

NARROWEST, ROOMIEST = 5, 22
"""Letters inside of a place."""
INSIDE = 4
"""Lines inside of a place: its name, two for figures, one for signs."""

_BODIES = {"disc": "()", "square": "[]", "diamond": "<>", "hexagon": "{}"}
_STYLES = {"disc": "bold blue", "square": "bold red", "diamond": "bold magenta", "hexagon": "bold green"}
_GATES = {"door": "D", "grate": "#", "lock": "L", "hidden": "?", "wall": "X"}
_FLOORS = {"dark": "dim", "hole": "dim", "planks": "yellow", "hoard": "yellow", "net": "cyan", "trap": "magenta"}


@dataclass(frozen=True, slots=True)
class _Lines:
    """The characters of walls: where one knows of them, and where not."""

    flat: str
    upright: str
    corners: str


_DRAWN = _Lines("─", "│", "┌┐└┘"), _Lines("┄", "┆", "····")
_TYPED = _Lines("-", "|", "++++"), _Lines(".", ":", "....")


def typed(scene: Scene, width: int, *, colour: bool = False, unicode: bool = True, titled: bool = True) -> str:
    """Every board, one below the other, with what happened in words; `titled` with the dispute and its law first."""
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
    page = _Page(scene, width, unicode, titled)
    for line in page.lines():
        console.print(line, soft_wrap=page.is_board(line), overflow="ignore" if page.is_board(line) else "fold")
    text = console.file.getvalue() if isinstance(console.file, StringIO) else ""
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


class _Page:
    def __init__(self, scene: Scene, width: int, unicode: bool, titled: bool) -> None:
        self.scene, self.unicode, self.titled = scene, unicode, titled
        self.inside = max(NARROWEST, min(ROOMIEST, width // max(scene.size[0], 1) - 2))
        self._boards: set[int] = set()
        self._kept: list[Text] = []

    def is_board(self, line: Text) -> bool:
        """Whether a line belongs to a board, so that it must not be broken."""
        return id(line) in self._boards

    def lines(self) -> Iterator[Text]:
        """The whole page."""
        scene = self.scene
        if self.titled:
            yield Text(scene.title, "bold")
            yield Text(scene.law, "dim")
        for text in filter(None, (which(scene), came(scene))):
            yield Text(text)
        for frame in scene.frames:
            yield Text("")
            yield Text(frame.title, "bold")
            yield from self._board(frame)
            yield from self._below(frame)
        known = {figure.name: figure for frame in scene.frames for figure in frame.figures}
        keys = [f"{_token(f, None, named=False)} {', '.join(filter(None, (f.name, f.says)))}" for f in known.values()]
        keys += [f"{_letters(glyph)} {glyph.says}" for glyph in legend(scene)]
        yield Text("")
        yield Text("   ".join(dict.fromkeys(keys)), "dim")

    def _board(self, frame: Frame) -> Iterator[Text]:
        canvas = _Canvas(self.scene.size[0] * (self.inside + 2), self.scene.size[1] * (INSIDE + 2))
        for cell in frame.cells:
            self._cell(canvas, cell, frame)
        for line in canvas.lines():
            self._boards.add(id(line))
            self._kept.append(line)  # so that no other line gets its id
            yield line

    def _cell(self, canvas: _Canvas, cell: Cell, frame: Frame) -> None:
        left, top = cell.spot[0] * (self.inside + 2), cell.spot[1] * (INSIDE + 2)
        _walls(canvas, cell, self.scene.sides, (left, top), self.inside, (_DRAWN if self.unicode else _TYPED))
        style = _FLOORS.get(cell.floor, "") if cell.floor else "dim"
        canvas.put(left + 1, top + 1, cell.title[: self.inside], style)
        here = [figure for figure in frame.figures if figure.place == cell.name]
        hits = {hit.who: hit for hit in frame.hits}
        under = [figure for figure in here if figure.below]
        above = [figure for figure in here if not figure.below]
        self._crowd(canvas, (left + 1, top + 2), above, hits, alone=not under)
        if under:
            canvas.put(left + 1, top + 3, "v", "dim")
            self._crowd(canvas, (left + 2, top + 3), under, hits)
        signs = [*(_letters(glyph) for glyph in cell.markers), *("vv" for _ in cell.ways)]
        canvas.put(left + 1, top + 4, " ".join(signs)[: self.inside], "yellow")

    def _crowd(
        self, canvas: _Canvas, at: Spot, crowd: Sequence[Figure], hits: Mapping[str, Hit], alone: bool = False
    ) -> None:
        """Figures side by side, with their names where there is room; two that are `alone` below each other."""
        x, y = at
        end = x + self.inside
        whole = [_token(figure, hits.get(figure.name), named=True) for figure in crowd]
        if len(crowd) == 2 and alone and max(map(len, whole)) <= self.inside:
            for figure, text, line in zip(crowd, whole, (y, y + 1), strict=True):
                canvas.put(x, line, text, _STYLES.get(figure.look, "bold"))
            return
        for named in (True, False):
            shown = [_token(figure, hits.get(figure.name), named) for figure in crowd]
            if sum(len(text) + 1 for text in shown) <= self.inside + 1:
                break
        for figure, text in zip(crowd, shown, strict=True):
            if alone and x + len(text) > end and y == at[1]:  # a second line
                x, y = end - self.inside, y + 1
            canvas.put(x, y, text[: max(end - x, 0)], _STYLES.get(figure.look, "bold"))
            x += len(text) + 1

    def _below(self, frame: Frame) -> Iterator[Text]:
        arrow = "→" if self.unicode else "->"
        for one in frame.arrows:
            yield Text(f"  {_moved(one, arrow)}", "blue")
        for figure in frame.figures:
            if not figure.place:
                yield Text(f"  {_token(figure, None, named=False)} {said(figure)}: {gone(figure)}", "dim")
        if frame.table:
            yield Text("  " + "   ".join(frame.table), "dim")
        for number, line in enumerate(frame.lines, 1):
            told = Text(f"  {number}  {line.text}")
            if line.clauses:
                told.append(f" ({', '.join(line.clauses)})", "dim")
            yield told


class _Canvas:
    """Characters with their styles."""

    def __init__(self, wide: int, high: int) -> None:
        self.rows = [[(" ", "")] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        for offset, letter in enumerate(text):
            self.rows[y][x + offset] = letter, style

    def lines(self) -> Iterator[Text]:
        for row in self.rows:
            line = Text()
            for letter, style in row:
                line.append(letter, style)
            line.rstrip()
            yield line


def _walls(
    canvas: _Canvas, cell: Cell, sides: Mapping[str, Spot], at: Spot, inside: int, known: tuple[_Lines, _Lines]
) -> None:
    """The walls of a place, their openings, and what stands in these."""
    (left, top), right, bottom = at, at[0] + inside + 1, at[1] + INSIDE + 1
    lines = known[0] if cell.floor and (cell.exits or not sides) else known[1]
    style = "" if lines is known[0] else "dim"
    for y, ends in ((top, lines.corners[:2]), (bottom, lines.corners[2:])):
        canvas.put(left, y, ends[0] + lines.flat * inside + ends[1], style)
    for y in range(top + 1, bottom):
        canvas.put(left, y, lines.upright, style)
        canvas.put(right, y, lines.upright, style)
    gate = min(5, inside - 2)
    for side, step in sides.items():
        letters = "".join(_letters(glyph, 1) for one, glyph in cell.barriers if one == side)
        if step[0]:
            x = left if step[0] < 0 else right
            for y in (top + 2, top + 3) if side in cell.exits else ():
                canvas.put(x, y, " ")
            for y, letter in zip((top + 2, top + 3), letters * 2 if len(letters) == 1 else letters, strict=False):
                canvas.put(x, y, letter, "bold yellow")
        else:
            y, x = (top if step[1] < 0 else bottom), left + 1 + (inside - gate) // 2
            if side in cell.exits:
                canvas.put(x, y, " " * gate)
            if letters:
                canvas.put(
                    x, y, (letters * gate)[:gate] if len(letters) == 1 else letters.center(gate)[:gate], "bold yellow"
                )


def _letters(glyph: Glyph, most: int = 2) -> str:
    """What stands for a sign on a terminal."""
    return _GATES.get(glyph.look) or (glyph.letters or glyph.says[:most].capitalize())[:most]


def _token(figure: Figure, hit: Hit | None, named: bool) -> str:
    body = _BODIES.get(figure.look, "()")
    struck = "" if hit is None else "*" if hit.look == "hit" else "+"
    if figure.state == "dead":
        struck = "+"
    name = " ".join(filter(None, (figure.name, *figure.numbers))) if named else ""
    return f"{body[0]}{figure.letters}{body[1]}{struck}{name}"


def _moved(arrow: Arrow, sign: str) -> str:
    ends: Iterable[str] = (arrow.start, sign, arrow.end or arrow.side)
    number = f" [{arrow.line}]" if arrow.line else ""
    return f"{arrow.who} {' '.join(ends)}{number}".strip()
