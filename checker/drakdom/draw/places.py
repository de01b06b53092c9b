"""Draws places: floor, walls with their openings and barriers, and signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, cos, hypot, pi, sin

from drakdom.draw.glyphs import BADGE, CELL, FLOORS, HALF, PARTED, PARTINGS, rift, sign
from drakdom.draw.scene import Cell, Glyph, Spot
from drakdom.pen import Pen, Point, fixed

GATE = 19.0
"""Half the width of an opening in a wall, in pixels."""
_TURNS = {(0, -1): 0, (1, 0): 90, (0, 1): 180, (-1, 0): 270}
_LETTERED = ("lock", "hidden", "badge")
"""Looks that are drawn upright at any side."""
_FLAT = 12.0
"""Height of a sign at the northern or southern side, between the caption and the next place."""
_ASIDE = (4, -3, 5, -5, 3, -4, 2)
"""Offsets of a crack's points from a straight line, in pixels."""
_MOST_SIGNS = 6
_LETTERS = 21
"""Letters in a line of a caption."""


def place(pen: Pen, cell: Cell, sides: Mapping[str, Spot]) -> None:
    """Draw a place around the origin, with its contents except figures."""
    pen.named(cell.title)
    _floor(pen, cell, sides)
    for side, step in sides.items():
        turned = pen.draw("g", transform=f"rotate({_TURNS[step]})") if step in _TURNS else pen
        standing = [glyph for at, glyph in cell.barriers if at == side]
        _wall(turned, side in cell.exits, bool(cell.exits or not cell.floor or not sides), not cell.floor, standing)
    if not sides:
        pen.rect("outline", -HALF, -HALF, CELL, CELL, rx=6.0)
    _caption(pen, cell)
    _signs(pen, cell, sides)
    _mark(pen, *cell.mark)
    for side, step in sides.items():
        _beside(pen, [glyph for at, glyph in cell.barriers if at == side and glyph.look in _LETTERED], step)


def _floor(pen: Pen, cell: Cell, sides: Mapping[str, Spot]) -> None:
    if not cell.floor:
        pen.rect("unknown", -HALF, -HALF, CELL, CELL)
        return
    parts = partings(cell.parts, sides)
    pen.rect("floor" if cell.floor != "passage" else "rock", -HALF, -HALF, CELL, CELL)
    if cell.floor == "passage":
        pen.rect("floor", -24, -24, 48, 48)
        for side in cell.exits:
            pen.rect("floor", -24, -HALF, 48, HALF, transform=f"rotate({_TURNS.get(sides[side], 0)})")
    elif cell.floor in FLOORS and not (parts and cell.floor in PARTINGS):
        across = cell.exits and all(sides[side][0] == 0 for side in cell.exits)
        turned = pen.draw("g", transform="rotate(90)") if cell.floor == "planks" and across else pen
        turned.use(f"floor-{cell.floor}")
    if parts:
        _parted(pen, cell, parts)


def _parted(pen: Pen, cell: Cell, lines: Sequence[Sequence[Point]]) -> None:
    """Draw the boundaries between the parts of a place; separate pieces of one part are joined by dots."""
    group = pen.group("parts").named(next((glyph.says for glyph in cell.markers if glyph.look == PARTED), ""))
    if len(lines) > 1:
        ends = [_outside(line) for line in lines]
        group.path("linked", "M " + " L 0 0 L ".join(f"{x:.1f} {y:.1f}" for x, y in ends))
    for line in lines:
        PARTINGS.get(cell.floor, rift)(group, line)


def _outside(line: Sequence[Point]) -> Point:
    """Return a point beyond the middle of a line, seen from the middle of the place."""
    x, y = line[len(line) // 2]
    return x * 1.5, y * 1.5


def partings(parts: Sequence[str], sides: Mapping[str, Spot]) -> list[list[Point]]:
    """Return the lines that separate `parts` from the other sides, drawn around the smaller set.

    Each run of neighbouring sides has one line, from wall to wall.
    """
    around = sorted(sides, key=lambda side: atan2(sides[side][1], sides[side][0]))
    part = [side for side in around if side in parts]
    rest = [side for side in around if side not in parts]
    if not part or not rest:
        return []
    shorter = part if len(part) <= len(rest) else rest
    count, lines = len(around), []
    angles = [atan2(sides[side][1], sides[side][0]) for side in around]
    for first in (n for n in range(count) if around[n] in shorter and around[n - 1] not in shorter):
        last = first
        while around[(last + 1) % count] in shorter:
            last += 1
        alone = 0.7 if first == last else 0.5  # a single side needs more room
        start = angles[first] - _turn(angles[first - 1], angles[first]) * alone
        end = angles[last % count] + _turn(angles[last % count], angles[(last + 1) % count]) * alone
        lines.append(_jagged(_at_wall(start), _at_wall(end)))
    return lines


def _turn(start: float, end: float) -> float:
    """Return the turn from one angle to the next, in radians."""
    return (end - start) % (2 * pi) or 2 * pi


def _at_wall(angle: float) -> Point:
    """Return the point inside the wall that a line at this angle from the middle reaches."""
    far = (HALF - 1.5) / max(abs(cos(angle)), abs(sin(angle)))
    return far * cos(angle), far * sin(angle)


def _jagged(start: Point, end: Point) -> list[Point]:
    """Return a jagged line with a point about every 15 pixels."""
    x, y, right, down = *start, end[0] - start[0], end[1] - start[1]
    steps = max(2, round(hypot(right, down) / 15.5))
    aside = [0.0, *(_ASIDE[n % len(_ASIDE)] / hypot(right, down) for n in range(steps - 1)), 0.0]
    parts = [n / steps for n in range(steps + 1)]
    return [(x + right * n - down * far, y + down * n + right * far) for n, far in zip(parts, aside, strict=True)]


def _wall(pen: Pen, is_open: bool, is_known: bool, is_unknown: bool, standing: list[Glyph]) -> None:
    """Draw the northern wall (others are rotated); a broken line if the sides are not known."""
    if is_unknown or not is_known:
        pen.line("unsure", (-HALF, -HALF), (HALF, -HALF))
    elif is_open:
        pen.line("wall", (-HALF, -HALF), (-GATE, -HALF))
        pen.line("wall", (GATE, -HALF), (HALF, -HALF))
    else:
        pen.line("wall", (-HALF, -HALF), (HALF, -HALF))
    for glyph in standing:
        barrier(pen, glyph)


def barrier(pen: Pen, glyph: Glyph) -> None:
    """Draw a barrier in the northern wall."""
    group = pen.group("barrier").named(glyph.says)
    match glyph.look:
        case "door":
            group.rect("door", -GATE, -HALF - 3, 2 * GATE, 8)
            group.circle("knob", GATE - 6, -HALF + 1, 1.8)
        case "grate":
            group.line("bar", (-GATE, -HALF + 1), (GATE, -HALF + 1))
            for x in (-16, -9.6, -3.2, 3.2, 9.6, 16):
                group.line("bar", (x, -HALF - 4), (x, -HALF + 6))
        case "wall":
            group.rect("edge", -HALF - 2, -HALF - 4, CELL + 4, 6)
        case "hidden":
            group.line("secret", (-GATE, -HALF + 1), (GATE, -HALF + 1))


def _beside(pen: Pen, standing: Sequence[Glyph], step: Spot) -> None:
    """Draw barriers with letters side by side along a wall."""
    for number, glyph in enumerate(standing):
        along = (number - (len(standing) - 1) / 2) * (BADGE + 2)
        if step[0] == 0:
            lettered(pen, glyph, (along, step[1] * HALF), _FLAT)
        else:
            x, y = step[0] * (HALF - 3), step[1] * (HALF - 3)
            lettered(pen, glyph, (x - step[1] * along, y + step[0] * along))


def lettered(pen: Pen, glyph: Glyph, at: Point, high: float = BADGE) -> None:
    """Draw a lock, a hidden door or a badge around a point."""
    if glyph.look == "lock":
        group = pen.group("sign", at).named(glyph.says)
        small = group.draw("g", transform=f"scale({fixed(high / BADGE)})")
        small.path("hasp", "M -3.5 -1 V -4 A 3.5 3.5 0 0 1 3.5 -4 V -1")
        small.rect("padlock", -5.5, -1, 11, 8, rx=1.5)
    elif glyph.look == "hidden":
        sign(pen, "badge", "?", glyph.says, at, high)
    else:
        sign(pen, "badge", glyph.letters, glyph.says, at, high)


def _caption(pen: Pen, cell: Cell) -> None:
    words, lines = cell.title.split(), [""]
    for word in words:
        fits = len(lines[-1]) + len(word) < _LETTERS
        lines = [*lines[:-1], f"{lines[-1]} {word}".strip()] if fits else [*lines, word]
    lines = [line for line in lines if line]
    if len(lines) > 2:
        lines = [lines[0], lines[1][: _LETTERS - 2] + " .."]
    wide = max(map(len, lines), default=0) * 4.75 + 6
    pen.rect("strip", -wide / 2, -HALF + 7, wide, 10.5 * len(lines) + 1.5, rx=2.0)
    for number, line in enumerate(lines):
        pen.words("caption" if cell.floor else "caption faint", 0, -HALF + 15.5 + 10.5 * number, line, "middle")


def _signs(pen: Pen, cell: Cell, sides: Mapping[str, Spot]) -> None:
    """Draw markers in a row along the south; ways off the grid are signs as well."""
    drawn = PARTED if cell.floor and partings(cell.parts, sides) else ""
    lying = (glyph for glyph in cell.markers if glyph.look != drawn)
    signs = [*(Glyph("stairs", "", way) for way in cell.ways), *lying]
    if len(signs) > _MOST_SIGNS:
        more = signs[_MOST_SIGNS - 1 :]
        signs = [*signs[: _MOST_SIGNS - 1], Glyph("badge", f"+{len(more)}", ", ".join(glyph.says for glyph in more))]
    for number, glyph in enumerate(signs):
        x = -HALF + 14 + number * (BADGE + 3.2)
        sign(pen, glyph.look, glyph.letters, glyph.says, (x, HALF - 14))


def _mark(pen: Pen, large: str, small: str) -> None:
    """Write the mark of a place into its south-eastern corner."""
    if large:
        pen.words("mark", HALF - 8, HALF - (20 if small else 10), large, "end")
        pen.words("mark small", HALF - 8, HALF - 9, small, "end")
