"""Draws figures in their places, the arrows of their moves, and hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot, sqrt

from drakdom.draw.glyphs import CELL, HALF, body, ring, sign
from drakdom.draw.scene import Arrow, Figure, Frame, Hit, Middle, Spot
from drakdom.language import t
from drakdom.pen import Pen, Point, fixed

PITCH = CELL + 12
"""Distance between the middles of neighbouring places, in pixels."""
_SLIGHT = 16.0
"""Greatest bend of a single arrow, in pixels."""
_WAYS = ("way", "trial")
"""Looks of arrows for possible moves, not for moves made."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Position and size of a figure; its `name` is `under` it, `beside` it, or not drawn."""

    at: Point
    radius: float
    name: str
    wide: float


def middle(spot: Middle) -> Point:
    """Return the middle of a place, in pixels."""
    return spot[0] * PITCH + HALF, spot[1] * PITCH + HALF


def slots(figures: Iterable[tuple[str, Figure]], spots: Mapping[str, Middle]) -> dict[str, Slot]:
    """Map the keys of figures to slots: side by side in their place, those below it in its lower part."""
    keys_at: dict[tuple[str, bool], list[str]] = {}
    for key, figure in figures:
        if figure.place:
            keys_at.setdefault((figure.place, figure.below), []).append(key)
    placed: dict[str, Slot] = {}
    for (place, below), keys in keys_at.items():
        split = below or (place, True) in keys_at
        top, bottom = (4.0, 38.0) if below else (-33.0, 2.0) if split else (-34.0, 38.0)
        listed = split and len(keys) <= 2
        columns = 1 if listed else ceil(sqrt(len(keys) * (2 if split else 1)))
        rows = ceil(len(keys) / columns)
        wide, high = (CELL - 6) / columns, (bottom - top) / rows
        name = "beside" if listed else "under" if columns <= 2 and not split else ""
        radius = min(14.0, wide / 2 - 2, (high - {"under": 20, "beside": 2, "": 3}[name]) / 2)
        x, y = middle(spots[place])
        for number, key in enumerate(keys):
            row, column = divmod(number, columns)
            in_row = min(columns, len(keys) - row * columns)
            left = x - wide / 2 + radius + 6 if listed else x + (column - (in_row - 1) / 2) * wide
            down = y + top + high * (row + 0.5) - (9 if name == "under" else 0)
            placed[key] = Slot((left, down), radius, name, wide)
    return placed


def people(pen: Pen, frame: Frame, spots: Mapping[str, Middle], sides: Mapping[str, Spot]) -> None:
    """Draw all figures on the board, with their moves and hits."""
    standing = {(figure.name, figure.place, figure.below) for figure in frame.figures}
    left = {
        figure.name: figure
        for figure in frame.before
        if figure.place and (figure.name, figure.place, figure.below) not in standing
    }
    keyed = [(figure.name, figure) for figure in frame.figures]
    now = slots((*keyed, *((_ghost(name), figure) for name, figure in left.items())), spots)
    then = {name: now[_ghost(name)] for name in left}
    _pits(pen, frame.figures, spots)
    for name, figure in left.items():
        ghost = pen.group("ghost", then[name].at)
        body(ghost, figure.look, "outline", then[name].radius)
        if figure.name not in now:
            ghost.words("initials", 0, 4, figure.letters, "middle", then[name].radius * 0.8)
    for hit in frame.hits:
        _hit(pen, hit, now.get(hit.figure) or then.get(hit.figure))
    arrows = [(arrow, ends) for arrow in frame.arrows if (ends := _ends(arrow, now, then, spots, sides))]
    tags = [(arrow.line, _arrow(pen, arrow, *ends, bend)) for arrow, ends, bend in _apart(arrows, now)]
    _stops(pen, frame.arrows, spots, sides)
    for figure in frame.figures:  # over the arrows, so that names can be read
        if figure.place:
            _figure(pen, figure, now[figure.name])
    for line, at in tags:
        if line:
            _number(pen, line, at)
    for name in dict.fromkeys(hit.figure for hit in frame.hits):
        if slot := now.get(name) or then.get(name):
            _tags(pen, [hit.line for hit in frame.hits if hit.figure == name and hit.line], slot)


def _ghost(name: str) -> str:
    """Return the key of the slot that a figure left."""
    return f"\0{name}"


def _pits(pen: Pen, figures: Iterable[Figure], spots: Mapping[str, Middle]) -> None:
    """Draw the ground under places with figures below."""
    for place in dict.fromkeys(figure.place for figure in figures if figure.below and figure.place):
        x, y = middle(spots[place])
        pen.rect("below", x - HALF + 5, y + 3.5, CELL - 10, 35, rx=8.0)


def _figure(pen: Pen, figure: Figure, slot: Slot) -> None:
    group = pen.group("figure under" if figure.below else "figure", slot.at, data_figure=figure.name).named(
        figure_words(figure)
    )
    token(group, figure, slot.radius)
    for number, note in enumerate(figure.notes[:3]):
        corner = f"translate({fixed(slot.radius)} {fixed(-slot.radius + 11 * number)}) scale(.7)"
        small = group.draw("g", transform=corner)
        sign(small, note.look, note.letters, note.says, (0, 0))
    numbers = "  ".join(figure.numbers)
    if slot.name == "under":
        name = _cut(figure.title, slot.wide)
        group.words("name", 0, slot.radius + 9, name, "middle")
        if numbers:
            group.words("number", 0, slot.radius + 17.5, numbers, "middle")
    elif slot.name == "beside":
        group.words("name", slot.radius + 5, 3, f"{_cut(figure.title, slot.wide - 52)}  {numbers}")


def nameless(frame: Frame, spots: Mapping[str, Middle]) -> set[str]:
    """Return the names of figures that are drawn without their whole label."""
    placed = slots(((figure.name, figure) for figure in frame.figures), spots)
    rooms = {
        name: slot.wide - (52 if slot.name == "beside" else 0) if slot.name else 0 for name, slot in placed.items()
    }
    called = {figure.name: figure.title for figure in frame.figures}
    return {name for name, room in rooms.items() if _cut(called[name], room) != called[name]}


def _cut(name: str, wide: float) -> str:
    """Cut a name to a width in pixels."""
    letters = int(wide / 5.6)
    return name if len(name) <= letters else f"{name[: max(letters - 1, 0)]}."


def token(pen: Pen, figure: Figure, radius: float = 11) -> None:
    """Draw the body of a figure with its letters, around the origin."""
    body(pen, figure.look, f"body {figure.look}", radius)
    size = radius * (1.15 if len(figure.letters) == 1 else 0.95 if len(figure.letters) == 2 else 0.75)
    pen.words("initials", 0, size * 0.36, figure.letters, "middle", size)
    if figure.state == "dead":
        pen.path("cross", f"M {fixed(-radius)} {fixed(-radius)} L {fixed(radius)} {fixed(radius)}")


def figure_words(figure: Figure) -> str:
    """Return the text alternative of a figure."""
    is_dead = figure.state == "dead" and figure.place  # off the board, `whereabouts` says it
    notes = [*figure.numbers, *(note.says for note in figure.notes), *([t("dead")] if is_dead else [])]
    return ", ".join(filter(None, (figure.title, figure.says, *notes)))


# -- what happened ---------------------------------------------------------------------------------------------


def _hit(pen: Pen, hit: Hit, slot: Slot | None) -> None:
    if slot is None:
        return
    group = pen.group("hit", slot.at, data_hit=hit.figure)
    group.polygon("burst", ring(slot.radius + 10, 9, 0, slot.radius + 3))
    if hit.look == "death":
        size = fixed(slot.radius + 4)
        group.path("cross", f"M -{size} -{size} L {size} {size} M {size} -{size} L -{size} {size}")


def _tags(pen: Pen, lines: Sequence[int], slot: Slot) -> None:
    """Draw the numbers of the hits on a figure, side by side above it."""
    numbers = sorted(dict.fromkeys(lines))
    for place, line in enumerate(numbers):
        _number(pen, line, (slot.at[0] + (place - (len(numbers) - 1) / 2) * 12.5, slot.at[1] - slot.radius - 8))


def _number(pen: Pen, line: int, at: Point) -> None:
    group = pen.group("tag", at)
    group.circle("tag", 0, 0, 6.2)
    group.words("tag", 0, 3, str(line), "middle")


def _ends(
    arrow: Arrow,
    now: Mapping[str, Slot],
    then: Mapping[str, Slot],
    spots: Mapping[str, Middle],
    sides: Mapping[str, Spot],
) -> tuple[Point, Point] | None:
    """Return the start and end of an arrow, at the bodies of figures if there are any."""
    if arrow.start not in spots or (arrow.end and arrow.end not in spots):
        return None
    if arrow.end:
        start, end = then.get(arrow.figure), now.get(arrow.target or arrow.figure)
        if arrow.target:
            start = now.get(arrow.figure)
        if arrow.start == arrow.end and start and end:  # down or up
            return _shortened(start.at, end.at, start.radius, end.radius + 3)
        if arrow.start == arrow.end:
            x, y = middle(spots[arrow.start])
            down = 1 if now.get(arrow.figure) and now[arrow.figure].at[1] > y else -1
            return (x + 50, y - 14 * down), (x + 50, y + 14 * down)
        if arrow.look == "blocked" and not arrow.target and (body := now.get(arrow.figure)):  # it stays where it is
            return _shortened(body.at, middle(spots[arrow.end]), body.radius, HALF - 6)
        if arrow.look in _WAYS:  # from opening to opening
            return _shortened(middle(spots[arrow.start]), middle(spots[arrow.end]), 44, 44)
        spots_of_marks = (_thing(spots[arrow.start]), _thing(spots[arrow.end]))
        if start and end:
            # an arrow from below avoids the name
            label = 18 if end.name == "under" and start.at[1] > end.at[1] + 40 else 0
            return _shortened(start.at, end.at, start.radius, end.radius + 3 + label)
        return _shortened(start.at if start else spots_of_marks[0], end.at if end else spots_of_marks[1], 12, 14)
    x, y = middle(spots[arrow.start])
    step = sides[arrow.side]
    slot = now.get(arrow.figure) or then.get(arrow.figure)
    start_at = slot.at if slot else (x, y)
    end_at = (x + step[0] * (HALF + 8), y + step[1] * (HALF + 8))
    return _shortened(start_at, end_at, slot.radius if slot else 0, 0)


def _thing(spot: Middle) -> Point:
    """Return the point of a thing in a place: among the signs."""
    x, y = middle(spot)
    return x - HALF + 14, y + HALF - 13


def _shortened(start: Point, end: Point, first: float, last: float) -> tuple[Point, Point]:
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    right, down = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    if far <= first + last + 4:
        first = last = 0
    return (start[0] + right * first, start[1] + down * first), (end[0] - right * last, end[1] - down * last)


def _apart(
    arrows: Sequence[tuple[Arrow, tuple[Point, Point]]], bodies: Mapping[str, Slot]
) -> Iterator[tuple[Arrow, tuple[Point, Point], float]]:
    """Yield the bend of each arrow to its right, which avoids bodies in its way and parallel arrows."""
    together: dict[tuple[str, str, str], list[tuple[Arrow, tuple[Point, Point]]]] = {}
    for arrow, ends in arrows:
        together.setdefault((arrow.start, arrow.end, arrow.side), []).append((arrow, ends))
    for parallel in together.values():
        parallel.sort(key=lambda item: _far(*item[1]))
        for number, (arrow, ends) in enumerate(parallel):
            if arrow.start == arrow.end:  # down or up, beside a column of figures
                yield arrow, ends, -_SLIGHT - 12 * number
                continue
            if arrow.target:
                yield arrow, ends, 0
                continue
            met = [slot for name, slot in bodies.items() if name != arrow.figure and _meets(slot, *ends)]
            over = (36 + 26 * number) * (-1 if ends[1][0] > ends[0][0] else 1)
            yield arrow, ends, over if met or len(parallel) > 1 else min(_SLIGHT, _far(*ends) / 5)


def _meets(slot: Slot, start: Point, end: Point) -> bool:
    """Return True if a straight line crosses a body."""
    far = _far(start, end)
    right, down = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    x, y = slot.at[0] - start[0], slot.at[1] - start[1]
    return 0 < x * right + y * down < far and abs(x * down - y * right) < slot.radius + 3


def _far(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1]) or 1


def _arrow(pen: Pen, arrow: Arrow, start: Point, end: Point, bend: float) -> Point:
    """Draw an arrow and return the point for its number."""
    far = _far(start, end)
    aside = -(end[1] - start[1]) / far * bend, (end[0] - start[0]) / far * bend
    top = (start[0] + end[0]) / 2 + aside[0], (start[1] + end[1]) / 2 + aside[1]
    curve = f"M {_at(start)} Q {_at(top)} {_at(end)}"
    group = pen.group(f"arrow {arrow.look}", data_arrow=arrow.figure or arrow.look)
    group.path("halo", curve)
    group.path("shaft", curve, marker_end=f"url(#head-{arrow.look})")
    along = 0.5 if abs(bend) <= _SLIGHT else 0.3  # where several arrows meet, their numbers are nearer to the bodies
    coordinates = zip(start, top, end, strict=True)
    x, y = ((1 - along) ** 2 * a + 2 * along * (1 - along) * b + along**2 * c for a, b, c in coordinates)
    return x, y


def _stops(pen: Pen, arrows: Iterable[Arrow], spots: Mapping[str, Middle], sides: Mapping[str, Spot]) -> None:
    """Draw a cross on each side of a place that blocks a line."""
    for arrow in arrows:
        if arrow.stop in spots and arrow.side in sides:
            (x, y), step = middle(spots[arrow.stop]), sides[arrow.side]
            group = pen.group("stop", (x + step[0] * HALF, y + step[1] * HALF))
            group.circle("plate", 0, 0, 8.5)
            group.path("cross", "M -5 -5 L 5 5 M 5 -5 L -5 5")


def _at(point: Point) -> str:
    return f"{fixed(point[0])} {fixed(point[1])}"
