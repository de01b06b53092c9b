"""A chart of odds: one bar a claim, from its least to its greatest probability, as an SVG picture."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from fractions import Fraction
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from checker.odds import ClaimOdds
from checker.report.chances import odds_words
from checker.verdict import Odds

ROW, BAR, LABEL, WIDTH, TOLD, MARGIN = 34, 18, 360, 420, 90, 16
"""Pixels: the height of a row and of its bar, the room for words, for bars and at least for odds, the margin."""
LETTERS, LINE, LETTER = 52, 15, 8
"""Letters of a label's line, its height, and the width of a letter."""
_STYLE = """
svg { background: #fff }
text { font: 13px sans-serif; fill: #222 }
.title { font-weight: bold; font-size: 15px }
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


def plot(title: str, claims: Sequence[ClaimOdds]) -> str:
    """The picture as text. A solid bar is certain to be had, a pale one hangs on choices, a grey one is not ruled."""
    values = ((_label(claim, readings), odds) for claim in claims for readings, odds in _values(claim))
    return bars(title, [(label, odds, odds_words(odds)) for label, odds in values])


def bars(title: str, labelled: Sequence[tuple[str, Odds, str]]) -> str:
    """The picture of some odds, each with its label and how it is told."""
    rows = [(_lines(label), odds, told) for label, odds, told in labelled]
    tall = [max(ROW, LINE * len(lines) + 6) for lines, *_ in rows]
    height = MARGIN * 3 + 24 + max(sum(tall), ROW) + 24
    width = MARGIN * 2 + LABEL + WIDTH + max(TOLD, *(8 + LETTER * len(told) for *_, told in rows), 0)
    svg = Element("svg", xmlns="http://www.w3.org/2000/svg", width=str(width), height=str(height), role="img")
    svg.set("viewBox", f"0 0 {width} {height}")
    SubElement(svg, "title").text = title
    SubElement(svg, "style").text = _STYLE
    _text(svg, MARGIN, MARGIN + 12, title, "title")
    top = MARGIN * 2 + 20
    _grid(svg, top, top + sum(tall))
    for (lines, odds, told), high in zip(rows, tall, strict=True):
        _row(svg, top + (high - ROW) // 2, lines, odds, told)
        top += high
    indent(svg)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(svg, encoding="unicode") + "\n"


def _values(claim: ClaimOdds) -> list[tuple[str, Odds]]:
    """The odds under each reading; one bar where all come to the same."""
    if len({one.odds for one in claim.by_reading}) == 1:
        return [("", claim.by_reading[0].odds)]
    return [(", ".join(f"{c}={o}" for c, o in one.readings), one.odds) for one in claim.folded()]


def _label(claim: ClaimOdds, readings: str) -> str:
    words = claim.sentence if claim.sentence and "_" not in claim.sentence else claim.claim
    return f"{words} [{readings}]" if readings else words


def _grid(svg: Element, top: int, bottom: int) -> None:
    for quarter in range(5):
        x = str(MARGIN + LABEL + WIDTH * quarter // 4)
        SubElement(svg, "line", {"x1": x, "x2": x, "y1": str(top), "y2": str(bottom), "class": "grid"})
        _text(svg, int(x), bottom + 16, str(Fraction(quarter, 4)), anchor="middle")


def _lines(label: str) -> list[str]:
    return textwrap.wrap(label, LETTERS, break_on_hyphens=False)


def _row(svg: Element, y: int, lines: Sequence[str], odds: Odds, told: str) -> None:
    """A row whose bar is in the middle of its label, which reaches over it where it has many lines."""
    first = y + 22 - LINE * (len(lines) - 1) // 2
    for number, line in enumerate(lines):
        _text(svg, MARGIN + LABEL - 10, first + LINE * number, line, anchor="end")
    kinds = [("sure", Fraction(0), odds.low), ("unruled" if odds.unruled else "open", odds.low, odds.high)]
    for kind, least, most in kinds:
        if most > least:
            x, wide = MARGIN + LABEL + float(least) * WIDTH, float(most - least) * WIDTH
            box = {"x": f"{x:g}", "y": str(y + 8), "width": f"{wide:g}", "height": str(BAR)}
            SubElement(svg, "rect", {"class": kind, **box})
    _text(svg, MARGIN + LABEL + WIDTH + 8, y + 22, told)


def _text(svg: Element, x: int, y: int, words: str, style: str = "", anchor: str = "") -> None:
    named = {"class": style, "text-anchor": anchor}
    SubElement(svg, "text", {"x": str(x), "y": str(y), **{k: v for k, v in named.items() if v}}).text = words
