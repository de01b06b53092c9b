"""Drawing figures in their places, the arrows of those who moved, and what struck them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot, sqrt

from drakdom.draw.glyphs import CELL, HALF, body, ring, sign
from drakdom.pen import Pen, Point, fixed
from drakdom.draw.scene import Arrow, Figure, Frame, Hit, Spot
from drakdom.language import t

PITCH = CELL + 12
"""From the middle of a place to that of the next one."""
_SLIGHT = 16.0
"""So far an arrow bends that goes its way alone."""
_WAYS = ("way", "trial")
"""Arrows that tell where one can go, not where somebody went."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a figure is drawn, how large, and where its name stands: `under` it, `beside` it, or nowhere."""

    at: Point
    radius: float
    name: str
    wide: float


def middle(spot: Spot) -> Point:
    """The middle of a place."""
    return spot[0] * PITCH + HALF, spot[1] * PITCH + HALF


def slots(figures: Iterable[tuple[str, Figure]], spots: Mapping[str, Spot]) -> dict[str, Slot]:
    """Where everybody stands, by their keys: side by side, and whoever is under a place below the others."""
    crowds: dict[tuple[str, bool], list[str]] = {}
    for key, figure in figures:
        if figure.place:
            crowds.setdefault((figure.place, figure.below), []).append(key)
    found: dict[str, Slot] = {}
    for (place, below), crowd in crowds.items():
        split = below or (place, True) in crowds
        top, bottom = (4.0, 38.0) if below else (-33.0, 2.0) if split else (-34.0, 38.0)
        listed = split and len(crowd) <= 2
        columns = 1 if listed else ceil(sqrt(len(crowd) * (2 if split else 1)))
        rows = ceil(len(crowd) / columns)
        wide, high = (CELL - 6) / columns, (bottom - top) / rows
        name = "beside" if listed else "under" if columns <= 2 and not split else ""
        radius = min(14.0, wide / 2 - 2, (high - {"under": 20, "beside": 2, "": 3}[name]) / 2)
        x, y = middle(spots[place])
        for number, key in enumerate(crowd):
            row, column = divmod(number, columns)
            in_row = min(columns, len(crowd) - row * columns)
            left = x - wide / 2 + radius + 6 if listed else x + (column - (in_row - 1) / 2) * wide
            down = y + top + high * (row + 0.5) - (9 if name == "under" else 0)
            found[key] = Slot((left, down), radius, name, wide)
    return found


def people(pen: Pen, frame: Frame, spots: Mapping[str, Spot], sides: Mapping[str, Spot]) -> None:
    """Draw everybody on the board, with what happened to them."""
    here = {(figure.name, figure.place, figure.below) for figure in frame.figures}
    left = {f.name: f for f in frame.before if f.place and (f.name, f.place, f.below) not in here}
    every = [(figure.name, figure) for figure in frame.figures]
    now = slots((*every, *((_ghost(name), figure) for name, figure in left.items())), spots)
    then = {name: now[_ghost(name)] for name in left}
    _pits(pen, frame.figures, spots)
    for name, figure in left.items():
        ghost = pen.group("ghost", then[name].at)
        body(ghost, figure.look, "outline", then[name].radius)
        if figure.name not in now:
            ghost.words("initials", 0, 4, figure.letters, "middle", then[name].radius * 0.8)
    for hit in frame.hits:
        _hit(pen, hit, now.get(hit.who) or then.get(hit.who))
    found = [(arrow, ends) for arrow in frame.arrows if (ends := _ends(arrow, now, then, spots, sides))]
    tags = [(arrow.line, _arrow(pen, arrow, *ends, bend)) for arrow, ends, bend in _apart(found, now)]
    for figure in frame.figures:  # over the arrows, so that names can be read
        if figure.place:
            _figure(pen, figure, now[figure.name])
    for line, at in tags:
        if line:
            _number(pen, line, at)
    for who in dict.fromkeys(hit.who for hit in frame.hits):
        if slot := now.get(who) or then.get(who):
            _tags(pen, [hit.line for hit in frame.hits if hit.who == who and hit.line], slot)


def _ghost(name: str) -> str:
    """The key of the place that somebody left."""
    return f"\0{name}"


def _pits(pen: Pen, figures: Iterable[Figure], spots: Mapping[str, Spot]) -> None:
    """The ground under the places where somebody is below."""
    for place in dict.fromkeys(figure.place for figure in figures if figure.below and figure.place):
        x, y = middle(spots[place])
        pen.rect("below", x - HALF + 5, y + 3.5, CELL - 10, 35, rx=8.0)


def _figure(pen: Pen, figure: Figure, slot: Slot) -> None:
    one = pen.group("figure under" if figure.below else "figure", slot.at, data_figure=figure.name).named(said(figure))
    token(one, figure, slot.radius)
    for number, note in enumerate(figure.notes[:3]):
        corner = f"translate({fixed(slot.radius)} {fixed(-slot.radius + 11 * number)}) scale(.7)"
        small = one.draw("g", transform=corner)
        sign(small, note.look, note.letters, note.says, (0, 0))
    numbers = "  ".join(figure.numbers)
    if slot.name == "under":
        name = _cut(figure.called, slot.wide)
        one.words("name", 0, slot.radius + 9, name, "middle")
        if numbers:
            one.words("number", 0, slot.radius + 17.5, numbers, "middle")
    elif slot.name == "beside":
        one.words("name", slot.radius + 5, 3, f"{_cut(figure.called, slot.wide - 52)}  {numbers}")


def nameless(frame: Frame, spots: Mapping[str, Spot]) -> set[str]:
    """Who is on the board without the whole name."""
    found = slots(((figure.name, figure) for figure in frame.figures), spots)
    rooms = {name: slot.wide - (52 if slot.name == "beside" else 0) if slot.name else 0 for name, slot in found.items()}
    called = {figure.name: figure.called for figure in frame.figures}
    return {name for name, room in rooms.items() if _cut(called[name], room) != called[name]}


def _cut(name: str, wide: float) -> str:
    """As much of a name as has room."""
    letters = int(wide / 5.6)
    return name if len(name) <= letters else f"{name[: max(letters - 1, 0)]}."


def token(pen: Pen, figure: Figure, radius: float = 11) -> None:
    """The body of a figure with its letters, around the origin."""
    body(pen, figure.look, f"body {figure.look}", radius)
    size = radius * (1.15 if len(figure.letters) == 1 else 0.95 if len(figure.letters) == 2 else 0.75)
    pen.words("initials", 0, size * 0.36, figure.letters, "middle", size)
    if figure.state == "dead":
        pen.path("cross", f"M {fixed(-radius)} {fixed(-radius)} L {fixed(radius)} {fixed(radius)}")


def said(figure: Figure) -> str:
    """A figure in words."""
    is_dead = figure.state == "dead" and figure.place  # of others it is said where they are
    notes = [*figure.numbers, *(note.says for note in figure.notes), *([t("dead")] if is_dead else [])]
    return ", ".join(filter(None, (figure.called, figure.says, *notes)))


# -- what happened ---------------------------------------------------------------------------------------------


def _hit(pen: Pen, hit: Hit, slot: Slot | None) -> None:
    if slot is None:
        return
    one = pen.group("hit", slot.at, data_hit=hit.who)
    one.polygon("burst", ring(slot.radius + 10, 9, 0, slot.radius + 3))
    if hit.look == "death":
        size = fixed(slot.radius + 4)
        one.path("cross", f"M -{size} -{size} L {size} {size} M {size} -{size} L -{size} {size}")


def _tags(pen: Pen, lines: Sequence[int], slot: Slot) -> None:
    """The numbers of what struck a figure, side by side over its head."""
    every = sorted(dict.fromkeys(lines))
    for place, line in enumerate(every):
        _number(pen, line, (slot.at[0] + (place - (len(every) - 1) / 2) * 12.5, slot.at[1] - slot.radius - 8))


def _number(pen: Pen, line: int, at: Point) -> None:
    one = pen.group("tag", at)
    one.circle("tag", 0, 0, 6.2)
    one.words("tag", 0, 3, str(line), "middle")


def _ends(
    arrow: Arrow,
    now: Mapping[str, Slot],
    then: Mapping[str, Slot],
    spots: Mapping[str, Spot],
    sides: Mapping[str, Spot],
) -> tuple[Point, Point] | None:
    """From where to where an arrow leads: from body to body, where there are bodies."""
    if arrow.start not in spots or (arrow.end and arrow.end not in spots):
        return None
    if arrow.end:
        start, end = then.get(arrow.who), now.get(arrow.who)
        if arrow.start == arrow.end and start and end:  # down or up
            return _shortened(start.at, end.at, start.radius, end.radius + 3)
        if arrow.start == arrow.end:
            x, y = middle(spots[arrow.start])
            down = 1 if now.get(arrow.who) and now[arrow.who].at[1] > y else -1
            return (x + 50, y - 14 * down), (x + 50, y + 14 * down)
        if arrow.look in _WAYS:  # from opening to opening
            return _shortened(middle(spots[arrow.start]), middle(spots[arrow.end]), 44, 44)
        things = (_thing(spots[arrow.start]), _thing(spots[arrow.end]))
        if start and end:
            label = 18 if end.name == "under" and start.at[1] > end.at[1] + 40 else 0  # who comes from below the name
            return _shortened(start.at, end.at, start.radius, end.radius + 3 + label)
        return _shortened(start.at if start else things[0], end.at if end else things[1], 12, 14)
    x, y = middle(spots[arrow.start])
    step = sides[arrow.side]
    slot = now.get(arrow.who) or then.get(arrow.who)
    start_at = slot.at if slot else (x, y)
    end_at = (x + step[0] * (HALF + 8), y + step[1] * (HALF + 8))
    return _shortened(start_at, end_at, slot.radius if slot else 0, 0)


def _thing(spot: Spot) -> Point:
    """Where what is no figure lies in a place: among the signs."""
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
    """How far each arrow bends to its right: over the heads of whoever is in its way, and of others that go with it."""
    together: dict[tuple[str, str, str], list[tuple[Arrow, tuple[Point, Point]]]] = {}
    for arrow, ends in arrows:
        together.setdefault((arrow.start, arrow.end, arrow.side), []).append((arrow, ends))
    for some in together.values():
        some.sort(key=lambda one: _far(*one[1]))
        for number, (arrow, ends) in enumerate(some):
            if arrow.start == arrow.end:  # down or up, beside those who stand in a column
                yield arrow, ends, -_SLIGHT - 12 * number
                continue
            met = [slot for name, slot in bodies.items() if name != arrow.who and _meets(slot, *ends)]
            over = (36 + 26 * number) * (-1 if ends[1][0] > ends[0][0] else 1)
            yield arrow, ends, over if met or len(some) > 1 else min(_SLIGHT, _far(*ends) / 5)


def _meets(slot: Slot, start: Point, end: Point) -> bool:
    """Whether a straight line leads over a body."""
    far = _far(start, end)
    right, down = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    x, y = slot.at[0] - start[0], slot.at[1] - start[1]
    return 0 < x * right + y * down < far and abs(x * down - y * right) < slot.radius + 3


def _far(start: Point, end: Point) -> float:
    return hypot(end[0] - start[0], end[1] - start[1]) or 1


def _arrow(pen: Pen, arrow: Arrow, start: Point, end: Point, bend: float) -> Point:
    """Draw one arrow; where its number has room."""
    far = _far(start, end)
    aside = -(end[1] - start[1]) / far * bend, (end[0] - start[0]) / far * bend
    top = (start[0] + end[0]) / 2 + aside[0], (start[1] + end[1]) / 2 + aside[1]
    curve = f"M {_at(start)} Q {_at(top)} {_at(end)}"
    one = pen.group(f"arrow {arrow.look}", data_arrow=arrow.who or arrow.look)
    one.path("halo", curve)
    one.path("shaft", curve, marker_end=f"url(#head-{arrow.look})")
    along = 0.5 if abs(bend) <= _SLIGHT else 0.3  # where several arrows meet, their numbers are nearer to the bodies
    both = zip(start, top, end, strict=True)
    x, y = ((1 - along) ** 2 * a + 2 * along * (1 - along) * b + along**2 * c for a, b, c in both)
    return x, y


def _at(point: Point) -> str:
    return f"{fixed(point[0])} {fixed(point[1])}"
