"""Drawings that any rulebook can use: floors, signs, shapes of figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from drakdom.pen import Pen, Point, fixed

CELL, HALF = 124.0, 62.0
"""Side of a place, and half of it, in pixels. The origin is the middle of the place."""
BADGE = 16.0
"""Side of a sign, in pixels."""
PARTED = "parted"
"""Look of a divided place: lines across the floor, and a sign in legends."""


def ring(radius: float, corners: int, turn: float = 0, inner: float | None = None) -> list[Point]:
    """Return a regular polygon around the origin; with an inner radius, a star."""
    radii = [radius] if inner is None else [radius, inner]
    count = corners * len(radii)
    angles = [2 * pi * n / count + turn - pi / 2 for n in range(count)]
    return [(radii[n % len(radii)] * cos(angle), radii[n % len(radii)] * sin(angle)) for n, angle in enumerate(angles)]


# -- floors ----------------------------------------------------------------------------------------------------


def _stones(pen: Pen) -> None:
    spots = [(-40, -22, 9), (-22, 34, 11), (36, 36, 9), (40, -18, 10), (-42, 14, 7), (8, -36, 8), (16, 42, 7)]
    for number, (x, y, size) in enumerate(spots):
        pen.polygon("stone", [(x + dx, y + dy) for dx, dy in ring(size, 5 + number % 2, number)])


def _planks(pen: Pen) -> None:
    pen.rect("depth", -HALF, -HALF, CELL, CELL)
    pen.rect("plank", -HALF, -22, CELL, 44)
    for x in range(-46, 62, 16):
        pen.line("seam", (x, -22), (x, 22))


def _hole(pen: Pen) -> None:
    pen.draw("ellipse", "depth", cx=0.0, cy=12.0, rx=44.0, ry=32.0)
    pen.draw("ellipse", "rim", cx=0.0, cy=12.0, rx=44.0, ry=32.0)


def _dark(pen: Pen) -> None:
    pen.rect("night", -HALF, -HALF, CELL, CELL)


def _net(pen: Pen) -> None:
    for x, y in ring(72, 8, pi / 8):
        pen.line("thread", (0, 6), (max(-HALF, min(HALF, x)), max(-HALF, min(HALF, y))))
    for size in (16, 30, 44):
        pen.polygon("thread", [(x, y + 6) for x, y in ring(size, 8, pi / 8)])


def _turning(pen: Pen) -> None:
    pen.circle("faint", 0, 8, 38)
    pen.path("track", "M -34 8 A 34 34 0 0 1 28 -12")
    pen.polygon("tip", [(34, -3), (32, -18), (19, -9)])
    pen.path("track", "M 34 8 A 34 34 0 0 1 -28 28")
    pen.polygon("tip", [(-34, 19), (-32, 34), (-19, 25)])


def _split(pen: Pen) -> None:
    """Draw a crack for a floor whose parts are not stated."""
    pen.path("chasm", "M -34 26 L -20 10 L -8 14 L 6 -8 L 20 -4 L 34 -20")


def _hoard(pen: Pen) -> None:
    for x, y in ((-42, 30), (-30, 38), (-36, 44), (38, 34), (26, 42), (44, 44), (34, 46), (-46, 42), (-20, 46)):
        pen.draw("ellipse", "gold", cx=float(x), cy=float(y), rx=7.0, ry=4.0)
    for x in (-26, 36):
        pen.polygon("gem", [(x, 22), (x + 6, 29), (x, 36), (x - 6, 29)])


def _tower(pen: Pen) -> None:
    for n in (0, 1, 2, 5, 6, 7):  # none where an exit may be
        start = -HALF + 2 + n * 16
        pen.rect("merlon", start, -HALF, 8, 7)
        pen.rect("merlon", start, HALF - 7, 8, 7)
        if 0 < n < 7:
            pen.rect("merlon", -HALF, start, 7, 8)
            pen.rect("merlon", HALF - 7, start, 7, 8)


def _skull(pen: Pen) -> None:
    pen.circle("bone", 0, 4, 24)
    pen.rect("bone", -12, 22, 24, 14, rx=3.0)
    for x in (-9, 9):
        pen.circle("socket", x, 4, 6)
    for x in (-4, 4):
        pen.line("seam", (x, 27), (x, 35))


def _trap(pen: Pen) -> None:
    pen.rect("slab", -30, -20, 60, 60)
    for start, end in (((-30, -20), (30, 40)), ((30, -20), (-30, 40))):
        pen.line("slab", start, end)


def crack(pen: Pen, line: Sequence[Point]) -> None:
    """Draw a crack along a line."""
    pen.path("chasm", "M " + " L ".join(f"{fixed(x)} {fixed(y)}" for x, y in line))


def heap(pen: Pen, line: Sequence[Point]) -> None:
    """Draw stones along a line, moved inwards at its ends to keep clear of the walls."""
    ends = [((x + near_x) / 2, (y + near_y) / 2) for (x, y), (near_x, near_y) in (line[:2], line[:-3:-1])]
    for number, (x, y) in enumerate([ends[0], *line[1:-1], ends[1]]):
        size = (8, 10, 9)[number % 3]
        pen.polygon("stone", [(x + dx, y + dy) for dx, dy in ring(size, 5 + number % 2, number)])


def rift(pen: Pen, line: Sequence[Point]) -> None:
    """Draw a broken line between two parts of a floor."""
    pen.path("rim", "M " + " L ".join(f"{fixed(x)} {fixed(y)}" for x, y in line))


PARTINGS: dict[str, Callable[[Pen, Sequence[Point]], None]] = {"split": crack, "stones": heap}
"""Boundaries between the parts of a floor by its look; all other floors have a broken line."""

FLOORS: dict[str, Callable[[Pen], None]] = {
    "stones": _stones,
    "planks": _planks,
    "hole": _hole,
    "dark": _dark,
    "net": _net,
    "turning": _turning,
    "split": _split,
    "hoard": _hoard,
    "tower": _tower,
    "skull": _skull,
    "trap": _trap,
}
"""Floors whose look does not depend on exits: all but `plain` and `passage`."""


# -- signs -----------------------------------------------------------------------------------------------------


def _spider(pen: Pen) -> None:
    for side in (-1, 1):
        for n, tip in enumerate((-7, -3, 3, 7)):
            knee = (side * 5, tip * 0.9 - 1)
            pen.path("leg", f"M 0 {n - 1} L {knee[0]} {knee[1]:.1f} L {side * 8.5} {tip}")
    pen.circle("trunk", 0, 1.5, 3.4)
    pen.circle("trunk", 0, -3, 2)


def _flame(pen: Pen) -> None:
    pen.path("flame", "M 0 -8 C 2 -3 6 -1 6 3 C 6 7 3 8 0 8 C -3 8 -6 7 -6 3 C -6 0 -3 0 -3 -4 C -1 -3 0 -5 0 -8 Z")


def _smoke(pen: Pen) -> None:
    """Draw a torch that is out."""
    pen.polygon("plank", [(-3.5, 8), (-6, 7), (-1.5, -1), (1.5, 0.5)])
    pen.path("strand", "M 1 -1.5 C -2 -4 5 -4.5 2.5 -8 M 3.5 0 C 2.5 -3 7 -3 5.5 -6")


def _star(pen: Pen) -> None:
    pen.polygon("star", ring(8.5, 5, 0, 3.8))


def _coin(pen: Pen) -> None:
    pen.circle("gold", 0, 0, 7.5)
    pen.circle("seam", 0, 0, 4.5)


def _cross(pen: Pen) -> None:
    pen.path("cross", "M -6 -6 L 6 6 M 6 -6 L -6 6")


def _web(pen: Pen) -> None:
    for x, y in ring(8, 3):
        pen.line("strand", (-x, -y), (x, y))
    for size in (4.5, 8):
        pen.polygon("strand", ring(size, 6))


def _stairs(pen: Pen) -> None:
    pen.path("stairs", "M -8 -7 H -3 V -2 H 2 V 3 H 7 V 8 H -8 Z")


SIGNS: dict[str, Callable[[Pen], None]] = {
    "spider": _spider,
    "flame": _flame,
    "smoke": _smoke,
    "star": _star,
    "coin": _coin,
    "cross": _cross,
    "web": _web,
    "stairs": _stairs,
}
"""Signs without letters; `badge`, `card` and `hazard` hold letters."""


def sign(pen: Pen, look: str, letters: str, says: str, at: Point, high: float = BADGE) -> None:
    """Draw a sign around a point; `high` is the height of a sign with letters."""
    group = pen.group("sign", at).named(says)
    if look in SIGNS:
        group.circle("plate", 0, 0, 9.5)
        group.use(f"sign-{look}")
        return
    size, down = (6.4 if len(letters) > 2 or letters[1:].isupper() else 8.0), 3.0
    if look == "hazard":
        group.polygon("hazard", [(0, -9.5), (9.3, 8), (-9.3, 8)])
        size, down = size * 0.85, 6.0
    elif look == PARTED:
        group.rect("badge", -8, -8, 16, 16)
        group.path("parting", "M -8 4 L -3 1 L 2 3 L 8 -1")
        size, down = 6.4, -1.5
    else:
        wide = 13 if look == "card" else BADGE
        group.rect(
            "card" if look == "card" else "badge", -wide / 2, -high / 2, wide, high, rx=1 if look == "card" else 5
        )
    group.words("letters", 0, down, letters, "middle", size)


def body(pen: Pen, look: str, style: str, radius: float) -> None:
    """Draw the outline of a figure around the origin."""
    shapes: dict[str, Sequence[Point]] = {
        "square": ring(radius * 1.25, 4, pi / 4),
        "diamond": ring(radius * 1.3, 4),
        "hexagon": ring(radius * 1.12, 6),
    }
    if look in shapes:
        pen.polygon(style, shapes[look])
    else:
        pen.circle(style, 0, 0, radius)
