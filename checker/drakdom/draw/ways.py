"""Draws the ways between the places of a map, each kind as its own line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from drakdom.draw.glyphs import HALF
from drakdom.draw.people import middle
from drakdom.draw.scene import Middle, Way
from drakdom.pen import Pen, Point

KINDS = 6
"""Lines of different looks; further kinds begin again."""
BESIDE = 9.0
"""The distance between the lines of two kinds of ways, in pixels."""


def ways(pen: Pen, drawn: Iterable[Way], spots: Mapping[str, Middle]) -> None:
    """Draw all ways from the edge of a place to that of another; ways between the same places run side by side."""
    together: dict[frozenset[str], list[Way]] = {}
    for way in drawn:
        together.setdefault(frozenset((way.start, way.end)), []).append(way)
    for parallel in together.values():
        for number, way in enumerate(parallel):
            start, end = middle(spots[way.start]), middle(spots[way.end])
            right, down = end[0] - start[0], end[1] - start[1]
            far = hypot(right, down) or 1.0
            turn = 1 if way.start < way.end else -1  # ways in both directions count their sides alike
            aside = (number - (len(parallel) - 1) / 2) * BESIDE * turn
            over = -down / far * aside, right / far * aside
            first, last = _at_edge(right, down, over), _at_edge(-right, -down, over)
            line = pen.line(f"way way-{way.kind % KINDS}", _plus(start, first), _plus(end, last))
            line.element.set("data-way", f"{way.start} {way.end}")
            if way.one_way:
                line.element.set("marker-end", "url(#head-onward)")


def _at_edge(right: float, down: float, over: Point) -> Point:
    """Return the point where a line from the middle of a place, moved aside, leaves the place."""
    size = HALF + 2
    steps = [(size - over[n] * (1 if way > 0 else -1)) / abs(way) for n, way in enumerate((right, down)) if way]
    step = min(steps, default=0.0)
    return over[0] + right * step, over[1] + down * step


def _plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]
