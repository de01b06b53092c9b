"""Draws a scene as an SVG file: a panel for each board, or one animated panel."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from xml.etree.ElementTree import Element, tostring

from rich.cells import cell_len

from drakdom.draw.alt_text import caption, description, legend, marks, resolved_line, summary, used_symbols, whereabouts
from drakdom.draw.glyphs import FLOORS, HALF, SIGNS, body, ring, sign
from drakdom.draw.people import PITCH, middle, nameless, people, token
from drakdom.draw.places import barrier, lettered, place
from drakdom.draw.scene import Cell, Figure, Frame, Glyph, Middle, Scene
from drakdom.draw.style import HEADS, STYLE
from drakdom.draw.ways import ways
from drakdom.pen import Pen

MARGIN, GAP, LEAST, WIDEST = 16, 18, 330, 1500
"""Pixels: outer margin, gap between panels, least width of a panel, greatest width of a row of panels."""
LINE, LETTER = 14, 5.9
"""Height of a line of text and width of a letter, in pixels."""
SECONDS, LINE_SECONDS = 3.0, 1.0
"""Duration of a board in an animated picture, and the extra time for each sentence, in seconds."""


def draw(scene: Scene, *, animated: bool = False) -> str:
    """Return the SVG text; `animated` shows the boards one after another in one panel."""
    return _Picture(scene, animated).text()


class _Picture:
    def __init__(self, scene: Scene, animated: bool) -> None:
        self.scene = scene
        self.cells: dict[Cell, str] = {}
        self.board = scene.size[0] * PITCH, scene.size[1] * PITCH
        self.wide = max(self.board[0] + 2 * GAP, LEAST)
        count = 1 if animated else len(scene.frames)
        self.columns = max(1, min(count, int((WIDEST + GAP) // (self.wide + GAP))))
        self.animated = animated

    def text(self) -> str:
        scene = self.scene
        root = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
        root.set("aria-labelledby", "title")
        root.set("aria-describedby", "description")
        root.set("lang", scene.language)
        pen = Pen(root)
        pen.draw("title", text=scene.title, id="title")
        pen.draw("desc", text=summary(scene), id="description")
        pen.draw("style", text=STYLE + (_steps(scene.frames) if self.animated else ""))
        definitions = pen.draw("defs")
        paper = pen.rect("paper", 0, 0, 0, 0).element
        wide = self.columns * self.wide + (self.columns - 1) * GAP + 2 * MARGIN
        top = self._head(pen, wide)
        high = self._legend(pen, wide, self._panels(pen, top)) + MARGIN
        self._define(definitions)
        for element in (root, paper):
            element.set("width", f"{wide:g}")
            element.set("height", f"{high:g}")
        root.set("viewBox", f"0 0 {wide:g} {high:g}")
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"

    def _head(self, pen: Pen, wide: float) -> float:
        y = MARGIN + 10.0
        letters = int((wide - 2 * MARGIN) / LETTER)
        for line in wrapped(self.scene.title, int(letters / 1.6)):
            pen.words("title", MARGIN, y, line)
            y += 19
        for text in filter(None, (self.scene.law, caption(self.scene), resolved_line(self.scene))):
            for line in wrapped(text, letters):
                pen.words("law", MARGIN, y, line)
                y += LINE
        return y

    def _panels(self, pen: Pen, top: float) -> float:
        """Draw the boards row by row; return the bottom of the last row."""
        frames = self.scene.frames
        if self.animated:
            for number, frame in enumerate(frames):
                panel = self._panel(pen, frame, MARGIN, top, self._tall(frames))
                panel.element.set("class", f"panel step step-{number}")
                panel.element.set("visibility", "visible" if number == len(frames) - 1 else "hidden")
            return top + self._tall(frames)
        for start in range(0, len(frames), self.columns):
            row = frames[start : start + self.columns]
            tall = self._tall(row)
            for number, frame in enumerate(row):
                self._panel(pen, frame, MARGIN + number * (self.wide + GAP), top, tall)
            top += tall + GAP
        return top - GAP

    def _legend(self, pen: Pen, wide: float, y: float) -> float:
        """Draw the meanings of signs; return the bottom of the legend."""
        x = float(wide)
        hidden = {name for frame in self.scene.frames for name in nameless(frame, _spots(frame))}
        figures = {figure.name: figure for frame in self.scene.frames for figure in frame.figures}
        keys: list[tuple[Figure | Glyph | str, str]] = [
            (figure, figure.title) for name, figure in figures.items() if name in hidden
        ]
        keys += [(glyph, glyph.says) for glyph in legend(self.scene)] + [*marks(self.scene)]
        keys += [(f"symbol {sign}", says) for sign, says in used_symbols(self.scene)]
        for meant, says in keys:
            takes = 40 + cell_len(says) * LETTER
            if x + takes > wide - MARGIN:
                x, y = MARGIN, y + 24
            self._key(pen.group("legend", (x + 10, y)), meant, says)
            x += takes
        return y + 10 if x < wide else y

    def _key(self, pen: Pen, meant: Glyph | Figure | str, says: str) -> None:
        if isinstance(meant, Figure):
            token(pen, meant, 8)
        elif isinstance(meant, str):
            _mark(pen, *meant.split())
        elif meant.look == "wall":
            pen.rect("edge", -8, -2, 16, 4)
        elif meant.look in ("door", "grate"):
            barrier(pen.draw("g", transform=f"translate(0 {HALF * 0.45:g}) scale(.45)"), meant)
        elif meant.look in ("lock", "hidden"):
            lettered(pen, meant, (0, 0))
        else:
            sign(pen, meant.look, meant.letters, "", (0, 0))
        pen.words("note", 16, 4, says)

    def _panel(self, pen: Pen, frame: Frame, x: float, y: float, tall: float) -> Pen:
        panel = pen.group("panel", (x, y)).named(frame.title)
        panel.draw("desc", text=description(frame, self.scene.side_words))
        panel.rect("frame", 0, 0, self.wide, tall, rx=6.0)
        for number, line in enumerate(self._wrapped(self._title(frame), 1.25)):
            panel.words("phase", GAP / 2, 18 + number * LINE, line)
        below = 14 + LINE * len(self._wrapped(self._title(frame), 1.25))
        board = panel.group("board", ((self.wide - self.board[0]) / 2 + 6, below + 8))
        spots = _spots(frame)
        ways(board, self.scene.ways, spots)
        for cell in frame.cells:
            name = self.cells.setdefault(cell, f"place-{len(self.cells)}")
            board.use(name, *middle(cell.spot)).element.set("data-place", cell.name)
        people(board, frame, spots, self.scene.sides)
        self._text(panel, frame, below + 8 + self.board[1] + 6)
        return panel

    def _title(self, frame: Frame) -> str:
        """Return the title of a board, with its number if the picture is animated."""
        frames = self.scene.frames
        return f"{frame.title} ({frames.index(frame) + 1}/{len(frames)})" if self.animated else frame.title

    def _text(self, panel: Pen, frame: Frame, y: float) -> None:
        for figure in (figure for figure in frame.figures if not figure.place):
            group = panel.group("figure beside", (GAP / 2 + 10, y + 7), data_figure=figure.name)
            token(group, figure, 8)
            group.words("note", 14, 4, f"{figure.title}: {whereabouts(figure)}")
            y += 20
        if frame.table:
            panel.words("note", GAP / 2, y + 10, "   ".join(frame.table))
            y += LINE + 2
        for line in self._lines(frame):
            panel.words("line", GAP / 2, y + 10, line)
            y += LINE

    def _tall(self, frames: Sequence[Frame]) -> float:
        return max(map(self._height, frames))

    def _height(self, frame: Frame) -> float:
        beside = 20 * sum(not figure.place for figure in frame.figures) + (LINE + 2) * bool(frame.table)
        titles = len(self._wrapped(self._title(frame), 1.25))
        return 28 + LINE * titles + self.board[1] + beside + LINE * len(self._lines(frame)) + 8

    def _lines(self, frame: Frame) -> list[str]:
        lines = []
        for number, line in enumerate(frame.lines, 1):
            clauses = f" ({', '.join(line.clauses)})" if line.clauses else ""
            lines += self._wrapped(f"{number}  {line.text}{clauses}")
        return lines

    def _wrapped(self, text: str, scale: float = 1) -> list[str]:
        letters = int((self.wide - GAP) / (LETTER * scale))
        return wrapped(text, letters)

    def _define(self, pen: Pen) -> None:
        """Define drawings that are used repeatedly: places, floors, signs, arrow heads."""
        for look, floor in FLOORS.items():
            floor(pen.group(id=f"floor-{look}"))
        for look, outline in SIGNS.items():
            outline(pen.group(id=f"sign-{look}"))
        for look, colour in HEADS.items():
            head = pen.draw(
                "marker", id=f"head-{look}", viewBox="0 0 10 10", refX=8.0, refY=5.0, markerWidth=4.5, markerHeight=4.5,
                orient="auto-start-reverse",
            )  # fmt: skip
            head.path("", "M 0 0 L 10 5 L 0 10 Z", fill=colour)
        for cell, name in self.cells.items():
            place(pen.group(id=name), cell, self.scene.sides)


def wrapped(text: str, letters: int) -> list[str]:
    """Wrap text to lines of `letters` columns; wide characters count as two."""
    lines = textwrap.wrap(text, max(letters, 1), break_on_hyphens=False) or [""]
    widest = max(map(cell_len, lines))
    if widest <= letters or letters < 4:
        return lines
    return wrapped(text, letters * letters // widest) if letters * letters // widest < letters else lines


def _mark(pen: Pen, kind: str, look: str = "") -> None:
    """Draw a sample of a mark for the legend."""
    match kind:
        case "arrow":
            arrow = pen.group(f"sample {look}")
            arrow.path("shaft", "M -10 0 H 11", marker_end=f"url(#head-{look})")
        case "hit":
            pen.polygon("burst", ring(9, 9, 0, 5))
            if look == "death":
                pen.path("cross", "M -6 -6 L 6 6 M 6 -6 L -6 6")
        case "ghost":
            body(pen.group("ghost"), "disc", "outline", 8)
        case "below":
            pen.rect("below", -10, -7, 20, 14, rx=4.0)
        case "way":
            pen.line(look, (-10, 0), (12, 0))
        case "symbol":
            pen.words("note", 0, 4, look, "middle")


def _spots(frame: Frame) -> dict[str, Middle]:
    return {cell.name: cell.spot for cell in frame.cells}


def _steps(frames: Sequence[Frame]) -> str:
    """Return the style that shows the boards in turn, each for a time that depends on its sentences.

    With reduced motion only the last board is shown; a pointer over the picture pauses it.
    """
    if len(frames) == 1:
        return ""
    lengths = [SECONDS + LINE_SECONDS * len(frame.lines) for frame in frames]
    whole = sum(lengths)
    rules, start = list[str](), 0.0
    for number, length in enumerate(lengths):
        shown = f"{100 * start / whole:.3f}% {{ visibility: visible }}"
        end = f"{100 * (start + length) / whole:.3f}% {{ visibility: hidden }}" if number < len(frames) - 1 else ""
        first = "" if number == 0 else "0% { visibility: hidden } "
        rules.append(f"@keyframes step-{number} {{ {first}{shown} {end} }}")
        rules.append(f".step-{number} {{ animation: step-{number} {whole:g}s step-end infinite }}")
        start += length
    still = "@media (prefers-reduced-motion: reduce) { .step { animation: none } }"
    return "\n".join((*rules, "svg:hover .step { animation-play-state: paused }", still, ""))
