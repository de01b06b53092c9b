"""A scene as one SVG file: a panel for each board, or one that steps through all of them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from xml.etree.ElementTree import Element, tostring

from checker.draw.glyphs import FLOORS, HALF, SIGNS, sign
from checker.draw.pen import Pen
from checker.draw.people import PITCH, middle, nameless, people, token
from checker.draw.places import barrier, lettered, place
from checker.draw.scene import Cell, Figure, Frame, Glyph, Scene, Spot
from checker.draw.style import HEADS, STYLE
from checker.draw.told import came, description, gone, legend, summary, which

MARGIN, GAP, LEAST, WIDEST = 16, 18, 330, 1500
"""Pixels: around everything, between panels, the least width of a panel, the most of all side by side."""
LINE, LETTER = 14, 5.9
"""The height of a line of text, and the width of a letter."""
SECONDS = 3.0
"""So long each board of an animated picture stands."""


def draw(scene: Scene, *, animated: bool = False) -> str:
    """The picture as text; `animated` steps through the boards in one place."""
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
        root.set("aria-labelledby", "title description")
        root.set("lang", scene.language)
        pen = Pen(root)
        pen.draw("title", text=scene.title, id="title")
        pen.draw("desc", text=summary(scene), id="description")
        pen.draw("style", text=STYLE)
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
        for line in textwrap.wrap(self.scene.title, int(letters / 1.6)):
            pen.words("title", MARGIN, y, line)
            y += 19
        for text in (self.scene.law, which(self.scene), came(self.scene)):
            for line in textwrap.wrap(text, letters):
                pen.words("law", MARGIN, y, line)
                y += LINE
        return y

    def _panels(self, pen: Pen, top: float) -> float:
        """Draw the boards row by row; where the last one ends."""
        frames = self.scene.frames
        if self.animated:
            for number, frame in enumerate(frames):
                panel = self._panel(pen, frame, MARGIN, top, self._tall(frames))
                _appear(panel, number, len(frames))
            return top + self._tall(frames)
        for start in range(0, len(frames), self.columns):
            row = frames[start : start + self.columns]
            tall = self._tall(row)
            for number, frame in enumerate(row):
                self._panel(pen, frame, MARGIN + number * (self.wide + GAP), top, tall)
            top += tall + GAP
        return top - GAP

    def _legend(self, pen: Pen, wide: float, y: float) -> float:
        """What the signs mean; where it ends."""
        x = float(wide)
        hidden = {name for frame in self.scene.frames for name in nameless(frame, _spots(frame))}
        figures = {figure.name: figure for frame in self.scene.frames for figure in frame.figures}
        every: list[Figure | Glyph] = [figure for name, figure in figures.items() if name in hidden]
        for meant in [*every, *legend(self.scene)]:
            says = meant.name if isinstance(meant, Figure) else meant.says
            takes = 36 + len(says) * LETTER
            if x + takes > wide - MARGIN:
                x, y = MARGIN, y + 24
            self._key(pen.group("legend", (x + 10, y)), meant, says)
            x += takes
        return y + 10 if x < wide else y

    def _key(self, one: Pen, meant: Glyph | Figure, says: str) -> None:
        if isinstance(meant, Figure):
            token(one, meant, 8)
        elif meant.look == "wall":
            one.rect("edge", -8, -2, 16, 4)
        elif meant.look in ("door", "grate"):
            barrier(one.draw("g", transform=f"translate(0 {HALF * 0.45:g}) scale(.45)"), meant)
        elif meant.look in ("lock", "hidden"):
            lettered(one, meant, (0, 0))
        else:
            sign(one, meant.look, meant.letters, "", (0, 0))
        one.words("note", 14, 4, says)

    def _panel(self, pen: Pen, frame: Frame, x: float, y: float, tall: float) -> Pen:
        panel = pen.group("panel", (x, y), role="group").named(frame.title)
        panel.draw("desc", text=description(frame, self.scene.side_words))
        panel.rect("frame", 0, 0, self.wide, tall, rx=6.0)
        for number, line in enumerate(self._wrapped(frame.title, 1.25)):
            panel.words("phase", GAP / 2, 18 + number * LINE, line)
        below = 14 + LINE * len(self._wrapped(frame.title, 1.25))
        board = panel.group("board", ((self.wide - self.board[0]) / 2 + 6, below + 8))
        spots = _spots(frame)
        for cell in frame.cells:
            name = self.cells.setdefault(cell, f"place-{len(self.cells)}")
            board.use(name, *middle(cell.spot)).element.set("data-place", cell.name)
        people(board, frame, spots, self.scene.sides)
        self._text(panel, frame, below + 8 + self.board[1] + 6)
        return panel

    def _text(self, panel: Pen, frame: Frame, y: float) -> None:
        for figure in (figure for figure in frame.figures if not figure.place):
            one = panel.group("figure beside", (GAP / 2 + 10, y + 7), data_figure=figure.name)
            token(one, figure, 8)
            one.words("note", 14, 4, f"{figure.name}: {gone(figure)}")
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
        titles = len(self._wrapped(frame.title, 1.25))
        return 28 + LINE * titles + self.board[1] + beside + LINE * len(self._lines(frame)) + 8

    def _lines(self, frame: Frame) -> list[str]:
        found = []
        for number, line in enumerate(frame.lines, 1):
            clauses = f" ({', '.join(line.clauses)})" if line.clauses else ""
            found += self._wrapped(f"{number}  {line.text}{clauses}")
        return found

    def _wrapped(self, text: str, scale: float = 1) -> list[str]:
        letters = int((self.wide - GAP) / (LETTER * scale))
        return textwrap.wrap(text, letters, break_on_hyphens=False) or [""]

    def _define(self, pen: Pen) -> None:
        """What is drawn more than once: places, floors, signs, heads of arrows."""
        for look, floor in FLOORS.items():
            floor(pen.group(id=f"floor-{look}"))
        for look, one in SIGNS.items():
            one(pen.group(id=f"sign-{look}"))
        for look, colour in HEADS.items():
            head = pen.draw(
                "marker", id=f"head-{look}", viewBox="0 0 10 10", refX=8.0, refY=5.0, markerWidth=4.5, markerHeight=4.5,
                orient="auto-start-reverse",
            )  # fmt: skip
            head.path("", "M 0 0 L 10 5 L 0 10 Z", fill=colour)
        for cell, name in self.cells.items():
            place(pen.group(id=name), cell, self.scene.sides)


def _spots(frame: Frame) -> dict[str, Spot]:
    return {cell.name: cell.spot for cell in frame.cells}


def _appear(panel: Pen, number: int, count: int) -> None:
    """Let a panel be seen in its turn only; without animation the last one is."""
    panel.element.set("visibility", "visible" if number == count - 1 else "hidden")
    if count == 1:
        return
    values = ["hidden"] * (count + 1)
    values[number] = "visible"
    values[-1] = values[0]
    times = ";".join(f"{n / count:.4f}" for n in range(count + 1))
    panel.draw(
        "animate", attributeName="visibility", values=";".join(values), keyTimes=times, calcMode="discrete",
        dur=f"{SECONDS * count:g}s", repeatCount="indefinite",
    )  # fmt: skip
