"""Maps: the spots of a graph's places in a picture, and the ways between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, count
from math import cos, hypot, pi, sin, sqrt

from drakdom.draw.scene import Cell, Middle, Spot, Way
from drakdom.rulebook import Graph

APART = 1.3
"""The least distance between the middles of two places, in widths of a place along one axis."""
WIDEST = 40.0
"""The greatest width and height of a map, in widths of a place; on a wider one places overlap."""
MOST_STEPS = 2_000_000
"""Pairs of places that the layout of places without a spot looks at, at most."""

Spots = dict[str, Middle]


class Map:
    """The places of a graph that a picture shows. A part without a spot of its own is inside its whole."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        sites = graph.sites.values()
        self.cells = {site.name: site.name if site.at or not site.whole else site.whole for site in sites}
        self.inside: dict[str, list[str]] = {}
        for name, cell in self.cells.items():
            self.inside.setdefault(cell, []).append(name)
        self.spots = _scaled(self._laid())

    def _laid(self) -> Spots:
        """Return the spots as the map states them, east and south, with those that it does not state."""
        stated = {name: site.at for name in self.inside if (site := self.graph.sites[name]).at}
        fixed = {name: (float(at[0]), -float(at[1])) for name, at in stated.items()}
        pairs = ((self.cells[link.start], self.cells[link.end]) for link in self.graph.links)
        return laid_out(list(self.inside), fixed, {pair for pair in pairs if pair[0] != pair[1]})

    def ways(self) -> tuple[Way, ...]:
        """Return the ways between the places of the picture, each once, in the order of their kinds."""
        kinds = list(self.graph.kinds)
        ways: dict[tuple[str, str, int], bool] = {}
        for link in self.graph.links:
            ends = self.cells[link.start], self.cells[link.end], kinds.index(link.kind)
            back = (ends[1], ends[0], ends[2])
            if ends[0] == ends[1]:
                continue
            if back in ways:
                ways[back] = False  # both ways, by two links or by one
            else:
                ways[ends] = link.one_way and ways.get(ends, True)
        made = (Way(start, end, kind, one_way) for (start, end, kind), one_way in ways.items())
        return tuple(sorted(made, key=lambda way: way.kind))


def laid_out(names: list[str], fixed: Mapping[str, Middle], pairs: set[tuple[str, str]]) -> Spots:
    """Return spots for all names: linked ones attract each other, all repel each other, the fixed ones stay."""
    free = [name for name in names if name not in fixed]
    if not free:
        return dict(fixed)
    xs, ys = zip(*(fixed.values() or [(0.0, 0.0)]), strict=True)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    wide = max(max(xs) - min(xs), max(ys) - min(ys)) or sqrt(len(names))
    ideal = wide / sqrt(len(names))
    spots = dict(fixed)
    for number, name in enumerate(free):
        angle = 2 * pi * number / len(free)
        spots[name] = middle[0] + wide / 2 * cos(angle), middle[1] + wide / 2 * sin(angle)
    linked = pairs | {(end, start) for start, end in pairs}
    near = {name: [end for start, end in sorted(linked) if start == name] for name in free}
    steps = max(10, min(200, MOST_STEPS // (len(free) * len(names))))
    for step in range(steps):
        most = wide / 10 * (1 - step / steps)
        for name in free:
            spots[name] = _moved(name, spots, near[name], ideal, most)
    return spots


def _moved(name: str, spots: Spots, near: Iterable[str], ideal: float, most: float) -> Middle:
    """Return the spot of a place after one step of at most `most`."""
    x, y = spots[name]
    push_x = push_y = 0.0
    for neighbour, (there_x, there_y) in spots.items():
        if neighbour != name:
            right, down = x - there_x, y - there_y
            far = hypot(right, down) or ideal / 1000
            push_x += (right or far) * (ideal / far) ** 2
            push_y += down * (ideal / far) ** 2
    for end in near:
        right, down = x - spots[end][0], y - spots[end][1]
        far = hypot(right, down)
        push_x -= right * far / ideal
        push_y -= down * far / ideal
    scale = min(1.0, most / (hypot(push_x, push_y) or 1))
    return x + push_x * scale, y + push_y * scale


def _scaled(spots: Mapping[str, Middle]) -> Spots:
    """Return spots in widths of a place from the north-west, far enough apart that no two places overlap."""
    if not spots:
        return {}
    gaps = (
        max(abs(first[0] - second[0]), abs(first[1] - second[1])) for first, second in combinations(spots.values(), 2)
    )
    left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    extent = max(max(x - left, y - top) for x, y in spots.values())
    scale = min(APART / max(min(gaps, default=1.0), extent / 1000, 1e-9), WIDEST / (extent or 1))
    return {name: ((x - left) * scale, (y - top) * scale) for name, (x, y) in spots.items()}


def in_rows(cells: Iterable[Cell]) -> dict[str, Spot]:
    """Return columns and rows for places, for a terminal: their spots, or on a map near them, without gaps."""
    middles = {cell.name: cell.spot for cell in cells}
    if all(x == int(x) and y == int(y) for x, y in middles.values()):
        return {name: (int(x), int(y)) for name, (x, y) in middles.items()}
    for step in range(4, 11):
        rounded = {name: (round(x * step / 10), round(y * step / 10)) for name, (x, y) in middles.items()}
        if len(set(rounded.values())) == len(rounded):
            break
    taken: dict[Spot, str] = {}
    for name, (column, row) in rounded.items():
        free = next(column + more for more in count() if (column + more, row) not in taken)
        taken[free, row] = name
    columns = {column: n for n, column in enumerate(sorted({column for column, _ in taken}))}
    rows = {row: n for n, row in enumerate(sorted({row for _, row in taken}))}
    return {name: (columns[column], rows[row]) for (column, row), name in taken.items()}
