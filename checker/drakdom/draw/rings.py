"""Rings: the spots of places that a scenario joins itself, in circles around each other, and the ways between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, pi, sin

from drakdom.draw.scene import Middle, Way

RING = "ring"
"""The look of a link to the next place of a circle, clockwise."""
CHORD = 1.5
"""The least distance between neighbours in a circle and between circles, in widths of a place."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two places, with its look and the word of its kind."""

    start: str
    end: str
    look: str
    says: str


def ring_spots(names: Sequence[str], links: Iterable[Link]) -> dict[str, Middle]:
    """Return spots for all names, from the north-west: the largest circle outside, places without one inside.

    Each circle is turned so that links to the circles around it are short.
    """
    place_names = dict.fromkeys(names)
    links = [link for link in links if link.start in place_names and link.end in place_names]
    around = [link for link in links if link.look == RING]
    circles = sorted(_chains(place_names, around), key=len, reverse=True)
    loose = [circle[0] for circle in circles if len(circle) == 1]
    circles = [circle for circle in circles if len(circle) > 1]
    if loose:
        circles.append(_by_links(loose, links))
    radii: list[float] = []
    for circle in reversed(circles):
        needed = CHORD / (2 * sin(pi / len(circle))) if len(circle) > 1 else 0.0
        radii.insert(0, max(needed, radii[0] + CHORD if radii else 0.0))
    angles: dict[str, float] = {}
    spots: dict[str, Middle] = {}
    for circle, radius in zip(circles, radii, strict=True):
        own = {name: 2 * pi * number / len(circle) - pi / 2 for number, name in enumerate(circle)}
        turned = _turn(own, angles, links)
        angles |= {name: angle + turned for name, angle in own.items()}
        spots |= {name: (radius * cos(angles[name]), radius * sin(angles[name])) for name in circle}
    left, top = min((x for x, _ in spots.values()), default=0), min((y for _, y in spots.values()), default=0)
    return {name: (round(spots[name][0] - left, 3), round(spots[name][1] - top, 3)) for name in names}


def ring_ways(names: Iterable[str], links: Iterable[Link]) -> tuple[tuple[Way, ...], tuple[str, ...]]:
    """Return the ways between the given places, each once, and the words of their kinds."""
    place_names = set(names)
    kinds: dict[str, int] = {}
    ways: dict[tuple[frozenset[str], int], Way] = {}
    for link in links:
        if link.start in place_names and link.end in place_names and link.start != link.end:
            kind = kinds.setdefault(link.says, len(kinds))
            ways.setdefault((frozenset((link.start, link.end)), kind), Way(link.start, link.end, kind))
    return tuple(ways.values()), tuple(kinds)


def _chains(names: Iterable[str], links: Iterable[Link]) -> list[list[str]]:
    """Divide places into chains: each goes on by its links, and begins where none leads, or at its first name."""
    after = {link.start: link.end for link in links}
    led_to = set(after.values())
    names = list(names)
    chains, done = list[list[str]](), set[str]()
    for start in (*(name for name in names if name not in led_to), *names):
        chain, name = list[str](), start
        while name and name not in done:
            done.add(name)
            chain.append(name)
            name = after.get(name, "")
        if chain:
            chains.append(chain)
    return chains


def _by_links(names: Sequence[str], links: Iterable[Link]) -> list[str]:
    """Return places in an order in which those that are linked are near each other."""
    near: dict[str, list[str]] = {name: [] for name in names}
    for link in links:
        if link.start in near and link.end in near:
            near[link.start].append(link.end)
            near[link.end].append(link.start)
    ordered: dict[str, None] = {}
    for start in sorted(names, key=lambda name: len(near[name])):
        todo = [start]
        while todo:
            name = todo.pop()
            if name not in ordered:
                ordered[name] = None
                todo += reversed(near[name])
    return list(ordered)


def _turn(own: Mapping[str, float], fixed: Mapping[str, float], links: Iterable[Link]) -> float:
    """Return the angle by which a circle is turned so that its links to fixed places are as short as they can be."""
    x = y = 0.0
    for link in links:
        for mine, theirs in ((link.start, link.end), (link.end, link.start)):
            if mine in own and theirs in fixed:
                x += cos(fixed[theirs] - own[mine])
                y += sin(fixed[theirs] - own[mine])
    return atan2(y, x)
