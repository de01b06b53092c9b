"""Heat maps of sweeps as SVG pictures: a cell for each combination of values, darker for likelier claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, indent, tostring

from drakdom.answer import Odds
from drakdom.errors import LimitError
from drakdom.language import t
from drakdom.pen import Pen
from drakdom.report.chances import MOST_DIGITS, percent
from drakdom.report.page import columns, printable
from drakdom.report.swept import cell_words
from drakdom.tools.sweep import Point, Sweep, Swept

CELL, HIGH, MARGIN, LETTER, LINE = 64, 26, 16, 7, 20
"""Pixels: width and height of a cell, margin, width of a letter, height of a line."""
MOST_CELLS = 10_000
"""Largest number of cells of a picture."""
STEPS = 10
"""Number of shades."""
_PALE, _DARK = (234, 242, 249), (31, 90, 143)
_STYLE = """
svg { background: #fff }
text { font: 12px "DejaVu Sans", Verdana, Arial, sans-serif; fill: #222 }
.title { font-weight: bold; font-size: 15px }
.heading { font-weight: bold }
.pale { fill: #fff }
.cell { stroke: #fff; stroke-width: 1 }
.open, .none { fill: #ccc }
.error { fill: #d99 }
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its label, and the results in it from left to right; None where a combination has none."""

    label: str
    cells: tuple[tuple[Point | None, Swept | None], ...]


def heat_map(sweep: Sweep) -> str:
    """Return the picture as text: the values of the last axis across, all other combinations down, for each claim.

    Raises LimitError for more than `MOST_CELLS` cells.
    """
    if (count := len(sweep.points) * len(sweep.claims)) > MOST_CELLS:
        raise LimitError(f"{count:,} cells; a picture holds at most {MOST_CELLS:,}")
    return _Picture(sweep).text()


def rows(sweep: Sweep, claim: int) -> Iterator[Row]:
    """Yield the rows of one claim."""
    *above, last = sweep.axes
    by_values = {point.values: point for point in sweep.points}
    for before in dict.fromkeys(point.values[:-1] for point in sweep.points):
        label = ", ".join(f"{axis.name} {value}" for axis, value in zip(above, before, strict=True))
        points = [by_values.get((*before, value)) for value in last.values]
        yield Row(label, tuple((point, point.claims[claim] if point and point.claims else None) for point in points))


class _Picture:
    def __init__(self, sweep: Sweep) -> None:
        self.sweep = sweep
        self.rows = [[*rows(sweep, number)] for number in range(len(sweep.claims))]
        longest = max((columns(row.label) for claim in self.rows for row in claim), default=0)
        self.left = MARGIN + LETTER * longest + (10 if longest else 0)
        last = sweep.axes[-1]
        self.cell = max(CELL, LETTER * max(map(columns, last.values)) + 8)
        texts = [columns(sweep.title), *map(columns, sweep.claims)]
        self.wide = max(self.left + self.cell * len(last.values), MARGIN + 9 * max(texts)) + MARGIN
        self.svg = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
        self.pen = Pen(self.svg)

    def text(self) -> str:
        """Return the whole picture."""
        sweep, pen, y = self.sweep, self.pen, MARGIN + LINE
        self.svg.set("aria-labelledby", "title")
        title = printable(sweep.title or sweep.file)
        pen.draw("title", text=title, id="title")
        pen.draw("style", text=_STYLE)
        pen.words("title", MARGIN, y, title)
        for claim, claim_rows in zip(sweep.claims, self.rows, strict=True):
            y = self.claim(claim, claim_rows, y + LINE + 8)
        if any(_odds_of(swept) is None for claim in self.rows for row in claim for _, swept in row.cells):
            y += LINE
            pen.words("", MARGIN, y + 4, t("grey: more than one probability, or undecided"))
        size = {"width": str(self.wide), "height": str(y + MARGIN)}
        self.svg.attrib.update(size | {"viewBox": f"0 0 {self.wide} {y + MARGIN}"})
        indent(self.svg)
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(self.svg, encoding="unicode") + "\n"

    def claim(self, claim: str, claim_rows: list[Row], y: int) -> int:
        """Draw the rows of a claim from `y` downwards; return where they end."""
        last = self.sweep.axes[-1]
        self.pen.words("heading", MARGIN, y, printable(claim))
        y += LINE
        self.pen.words("", self.left, y, printable(last.name))
        y += LINE
        for place, value in enumerate(last.values):
            self.pen.words("", self.left + self.cell * place + self.cell // 2, y, printable(value), "middle")
        y += 8
        for row in claim_rows:
            self.pen.words("", self.left - 8, y + 17, printable(row.label), "end")
            for place, (point, swept) in enumerate(row.cells):
                self.draw_cell(self.left + self.cell * place, y, point, swept)
            y += HIGH
        return y

    def draw_cell(self, x: int, y: int, point: Point | None, swept: Swept | None) -> None:
        """Draw one result; words for which its cell has no room are in its title."""
        if point is None or swept is None:
            why = point.error if point else t("not ruled on")
            self.pen.group("none").named(printable(why)).rect("error" if point else "none", x, y, self.cell, HIGH)
            return
        group = self.pen.group("cell").named(printable(cell_words(swept)))
        odds = _odds_of(swept)
        if odds is None:
            group.rect("open", x, y, self.cell, HIGH)
            return
        step = round(odds.low * STEPS)
        group.rect("", x, y, self.cell, HIGH, fill=_shade(step))
        group.words("pale" if step > STEPS // 2 else "", x + self.cell // 2, y + 17, _short(odds), "middle")


def _odds_of(swept: Swept | None) -> Odds | None:
    """Return the odds of a result that is one probability under all readings, else None."""
    if swept is None or len(swept.by_reading) > 1:
        return None
    odds = swept.by_reading[0].odds
    return odds if odds.low == odds.high else None


def _shade(step: int) -> str:
    mixed = (pale + (dark - pale) * step // STEPS for pale, dark in zip(_PALE, _DARK, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _short(odds: Odds) -> str:
    fraction = str(odds.low)
    return fraction if len(fraction) <= 7 else percent(odds.low, 2 if odds.low.denominator >= 10**MOST_DIGITS else 0)
