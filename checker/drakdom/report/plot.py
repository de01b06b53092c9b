"""Bar charts of odds, from the least to the greatest probability, as SVG pictures with a description in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from xml.etree.ElementTree import Element, indent, tostring

from drakdom.answer import Odds
from drakdom.language import t
from drakdom.pen import Pen
from drakdom.report.chances import odds_words
from drakdom.report.page import printable
from drakdom.tools.odds import ClaimOdds

ROW, BAR, LABEL, WIDTH, ODDS, MARGIN, GAP = 26, 18, 360, 420, 90, 16, 12
"""Pixels: height of a row and of its bar, greatest width of labels, width of bars, least width of odds, margin, gap."""
LETTERS, LINE, LETTER = 52, 15, 8
"""Letters in a line of a label; height of the line and width of a letter, in pixels."""
_LETTERS = {"title": 9.0, "heading": 8.0, "small": 6.5}
"""Average width of a letter by the style of its paragraph, in pixels; `_LETTER` in all other styles."""
_LETTER = 7.5
SURE, OPEN, NOT_RULED = "sure", "open", "unruled"
"""Kinds of bars: solid up to the least probability; from there to the greatest, open to choices or not ruled."""
_STYLE = """
svg { background: #fff }
text { font: 13px "DejaVu Sans", Verdana, Arial, sans-serif; fill: #222 }
.title { font-weight: bold; font-size: 15px }
.heading { font-weight: bold }
.small { font-size: 11px }
.sure { fill: #2b6ca3 }
.open { fill: #a9c8e2 }
.unruled { fill: #ddd }
.grid { stroke: #ccc; stroke-width: 1 }
@media (prefers-color-scheme: dark) {
  svg { background: #1b1b1b }
  text { fill: #ddd }
  .grid { stroke: #555 }
  .unruled { fill: #444 }
}
"""


@dataclass(frozen=True, slots=True)
class Bar:
    """Odds with the label before the bar and the text after it (`words`)."""

    label: str
    odds: Odds
    words: str

    @property
    def parts(self) -> Iterator[tuple[str, Fraction, Fraction]]:
        """Yield the visible parts of the bar: its kind, start and end, as probabilities."""
        for kind, least, most in (
            (SURE, Fraction(0), self.odds.low),
            (NOT_RULED if self.odds.unruled else OPEN, self.odds.low, self.odds.high),
        ):
            if most > least:
                yield kind, least, most


@dataclass(frozen=True, slots=True)
class Group:
    """Bars under one heading. Without bars, the heading is the whole message."""

    heading: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars with the texts around them.

    `says` is below the title, `rows` above the labels, `axis` below the bars, and `notes` at the end. `legend` maps
    kinds of bars to words; it is shown if any kind but the solid one occurs.
    """

    title: str
    groups: tuple[Group, ...]
    axis: str
    rows: str = ""
    says: tuple[str, ...] = ()
    legend: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    language: str = ""

    @property
    def bars(self) -> list[Bar]:
        """The bars of all groups."""
        return [bar for group in self.groups for bar in group.bars]

    @property
    def key(self) -> list[tuple[str, str]]:
        """The kinds of bars that occur, with their words; empty if all bars are solid."""
        kinds = {kind for bar in self.bars for kind, *_ in bar.parts}
        return [(kind, words) for kind, words in self.legend.items() if kind in kinds] if kinds - {SURE} else []

    @property
    def in_words(self) -> list[str]:
        """The content of the chart as lines of text, for screen readers."""
        lines = [*self.says]
        for group in self.groups:
            lines.append(group.heading)
            if group.bars:
                odds = "; ".join(f"{bar.label}: {bar.words}" for bar in group.bars)
                lines.append(f"{self.rows}: {odds}" if self.rows else odds)
        return [line for line in (*lines, *self.notes) if line]


def odds_plot(title: str, claims: Sequence[ClaimOdds]) -> str:
    """Return the SVG text of a chart of claims: solid up to the least probability, pale up to the greatest."""
    values = ((_label(claim, readings), odds) for claim in claims for readings, odds in _values(claim))
    bars = tuple(Bar(label, odds, odds_words(odds)) for label, odds in values)
    legend = {SURE: t("in any case"), OPEN: t("depends on choices"), NOT_RULED: t("is not ruled")}
    return drawn(Chart(title, (Group("", bars),), t("probability"), legend=legend))


def _values(claim: ClaimOdds) -> list[tuple[str, Odds]]:
    """Return the odds under each reading, or a single item if all readings agree."""
    if len({reading.odds for reading in claim.by_reading}) == 1:
        return [("", claim.by_reading[0].odds)]
    return [
        (", ".join(f"{clause}={option}" for clause, option in folded.readings), folded.odds)
        for folded in claim.folded()
    ]


def _label(claim: ClaimOdds, readings: str) -> str:
    words = claim.sentence if claim.sentence and "_" not in claim.sentence else claim.claim
    return f"{words} [{readings}]" if readings else words


def drawn(chart: Chart) -> str:
    """Return the chart as the text of an SVG picture."""
    return _Paper(chart).text()


class _Paper:
    """A picture that grows downwards: `y` is where the next row begins, in pixels."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        label_width = max((len(line) for bar in chart.bars for line in _lines(bar.label)), default=0)
        self.left = MARGIN + min(LABEL, LETTER * max(label_width, len(chart.rows)) + 10)
        odds_widths = (8 + LETTER * len(bar.words) for bar in chart.bars)
        self.wide = self.left + WIDTH + max(ODDS, *odds_widths, 0) + MARGIN
        self.svg = Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
        self.pen = Pen(self.svg)
        self.y = MARGIN

    def text(self) -> str:
        chart, svg = self.chart, self.svg
        svg.set("aria-labelledby", "title")
        svg.set("aria-describedby", "description")
        if chart.language:
            svg.set("lang", chart.language)
        self.pen.draw("title", text=printable(chart.title), id="title")
        self.pen.draw("desc", text="\n".join(map(printable, chart.in_words)), id="description")
        self.pen.draw("style", text=_STYLE)
        self.paragraph(chart.title, "title")
        for line in chart.says:
            self.paragraph(line)
        self.y += GAP // 2 if chart.key else 0
        for kind, words in chart.key:
            self.pen.rect(kind, MARGIN, self.y + 2, 20, LINE - 4)
            self.paragraph(words, x=MARGIN + 28)
        for group in chart.groups:
            self.group(group)
        self.y += GAP
        for line in chart.notes:
            self.paragraph(line, "small")
        size = {"width": str(self.wide), "height": str(self.y + MARGIN)}
        svg.attrib.update(size | {"viewBox": f"0 0 {self.wide} {self.y + MARGIN}"})
        indent(svg)
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(svg, encoding="unicode") + "\n"

    def group(self, group: Group) -> None:
        self.y += GAP
        self.paragraph(group.heading, "heading")
        if not group.bars:
            return
        if self.chart.rows:
            self.words(self.left - 10, self.y + 13, self.chart.rows, "small", "end")
            self.y += LINE + 2
        tall = [max(ROW, LINE * len(_lines(bar.label)) + 6) for bar in group.bars]
        self.grid(self.y + sum(tall))
        for bar, high in zip(group.bars, tall, strict=True):
            self.bar(self.y + (high - ROW) // 2, bar)
            self.y += high
        self.y += 20
        self.words(self.left + WIDTH // 2, self.y + 13, self.chart.axis, "small", "middle")
        self.y += LINE + 4

    def grid(self, bottom: int) -> None:
        for quarter in range(5):
            x = self.left + WIDTH * quarter // 4
            self.pen.line("grid", (x, self.y), (x, bottom))
            self.words(x, bottom + 15, str(Fraction(quarter, 4)), anchor="middle")

    def bar(self, y: int, bar: Bar) -> None:
        """Draw a row. The bar is at half the height of its label, which may have several lines."""
        middle, lines = y + ROW // 2 + 5, _lines(bar.label)
        for number, line in enumerate(lines):
            first = middle - LINE * (len(lines) - 1) // 2
            self.words(self.left - 10, first + LINE * number, line, anchor="end")
        for kind, least, most in bar.parts:
            x, wide = self.left + float(least) * WIDTH, float(most - least) * WIDTH
            # as text, since the pen rounds to a tenth of a pixel
            self.pen.draw("rect", kind, x=f"{x:g}", y=y + (ROW - BAR) // 2, width=f"{wide:g}", height=BAR)
        self.words(self.left + WIDTH + 8, middle, bar.words)

    def paragraph(self, words: str, style: str = "", x: int = MARGIN) -> None:
        """Write text in as many lines as it needs."""
        letters = int((self.wide - x - MARGIN) / _LETTERS.get(style, _LETTER))
        for line in textwrap.wrap(printable(words), letters, break_on_hyphens=False):
            self.words(x, self.y + 13, line, style)
            self.y += LINE + 5 if style == "title" else LINE + 2

    def words(self, x: int, y: int, words: str, style: str = "", anchor: str = "") -> None:
        self.pen.words(style, x, y, printable(words), anchor)


def _lines(label: str) -> list[str]:
    return textwrap.wrap(label, LETTERS, break_on_hyphens=False)
