"""Drawing places: the floor, walls with their openings, what stands in these, what lies there."""

from __future__ import annotations

from collections.abc import Mapping

from checker.draw.glyphs import BADGE, CELL, FLOORS, HALF, sign
from checker.draw.pen import Pen, Point
from checker.draw.scene import Cell, Glyph, Spot

GATE = 19.0
"""Half the width of an opening in a wall."""
_TURNS = {(0, -1): 0, (1, 0): 90, (0, 1): 180, (-1, 0): 270}
_MOST_SIGNS = 6
_LETTERS = 21
"""So many letters stand on one line of a place."""


def place(pen: Pen, cell: Cell, sides: Mapping[str, Spot]) -> None:
    """Draw a place around the origin, with everything that stands in it but figures."""
    pen.named(cell.title)
    _floor(pen, cell, sides)
    for side, step in sides.items():
        turned = pen.draw("g", transform=f"rotate({_TURNS[step]})") if step in _TURNS else pen
        standing = [glyph for at, glyph in cell.barriers if at == side]
        _wall(turned, side in cell.exits, bool(cell.exits or not cell.floor or not sides), not cell.floor, standing)
    if not sides:
        pen.rect("outline", -HALF, -HALF, CELL, CELL, rx=6.0)
    _caption(pen, cell)
    _signs(pen, cell)
    _mark(pen, *cell.mark)
    for side, glyph in cell.barriers:  # letters stand upright, whichever way the side lies
        if side in sides and glyph.look in ("lock", "hidden", "badge"):
            lettered(pen, glyph, (sides[side][0] * (HALF - 3), sides[side][1] * (HALF - 3)))


def _floor(pen: Pen, cell: Cell, sides: Mapping[str, Spot]) -> None:
    if not cell.floor:
        pen.rect("unknown", -HALF, -HALF, CELL, CELL)
        return
    pen.rect("floor" if cell.floor != "passage" else "rock", -HALF, -HALF, CELL, CELL)
    if cell.floor == "passage":
        pen.rect("floor", -24, -24, 48, 48)
        for side in cell.exits:
            pen.rect("floor", -24, -HALF, 48, HALF, transform=f"rotate({_TURNS.get(sides[side], 0)})")
    elif cell.floor in FLOORS:
        across = cell.exits and all(sides[side][0] == 0 for side in cell.exits)
        turned = pen.draw("g", transform="rotate(90)") if cell.floor == "planks" and across else pen
        turned.use(f"floor-{cell.floor}")


def _wall(pen: Pen, is_open: bool, is_known: bool, is_unknown: bool, standing: list[Glyph]) -> None:
    """The northern wall; others are turned. Where nothing is known of the sides it is a broken line."""
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
    """What stands in the northern wall."""
    one = pen.group("barrier").named(glyph.says)
    match glyph.look:
        case "door":
            one.rect("door", -GATE, -HALF - 3, 2 * GATE, 8)
            one.circle("knob", GATE - 6, -HALF + 1, 1.8)
        case "grate":
            one.line("bar", (-GATE, -HALF + 1), (GATE, -HALF + 1))
            for x in (-16, -9.6, -3.2, 3.2, 9.6, 16):
                one.line("bar", (x, -HALF - 4), (x, -HALF + 6))
        case "wall":
            one.rect("edge", -HALF - 2, -HALF - 4, CELL + 4, 6)
        case "hidden":
            one.line("secret", (-GATE, -HALF + 1), (GATE, -HALF + 1))


def lettered(pen: Pen, glyph: Glyph, at: Point) -> None:
    """What stands at a side and bears letters or a sign of its own, around a point."""
    if glyph.look == "lock":
        one = pen.group("sign", at).named(glyph.says)
        one.path("hasp", "M -3.5 -1 V -4 A 3.5 3.5 0 0 1 3.5 -4 V -1")
        one.rect("padlock", -5.5, -1, 11, 8, rx=1.5)
    elif glyph.look == "hidden":
        sign(pen, "badge", "?", glyph.says, at)
    else:
        sign(pen, "badge", glyph.letters, glyph.says, at)


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


def _signs(pen: Pen, cell: Cell) -> None:
    """What lies there, in a row along the south; ways that lead off the board are signs as well."""
    signs = [*(Glyph("stairs", "", way) for way in cell.ways), *cell.markers]
    if len(signs) > _MOST_SIGNS:
        more = signs[_MOST_SIGNS - 1 :]
        signs = [*signs[: _MOST_SIGNS - 1], Glyph("badge", f"+{len(more)}", ", ".join(one.says for one in more))]
    for number, one in enumerate(signs):
        x = -HALF + 14 + number * (BADGE + 3.2)
        sign(pen, one.look, one.letters, one.says, (x, HALF - 13))


def _mark(pen: Pen, large: str, small: str) -> None:
    """What is written into a place, in the corner that is the last one to fill."""
    if large:
        pen.words("mark", HALF - 8, HALF - (20 if small else 10), large, "end")
        pen.words("mark small", HALF - 8, HALF - 9, small, "end")
