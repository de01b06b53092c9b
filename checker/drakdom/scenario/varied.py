"""Variations of a scenario's text: places in it that take each of several values, in all combinations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import yaml

from drakdom.errors import InputError, LimitError
from drakdom.rulebook import Rulebook
from drakdom.rulebook.words import did_you_mean, short
from drakdom.scenario.alternatives import values_of
from drakdom.scenario.edits import Source, keyed, quoted
from drakdom.scenario.phrases import spec_of

MOST_POINTS = 100_000
"""Largest number of combinations of values."""
_RANGE = re.compile(r"(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})(?:\s+by\s+(\d{1,9}))?")
_ITEM = re.compile(r"(?:[^,(]|\([^)]*\))+")
"""One of several values; a comma inside parentheses belongs to it."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A place in a scenario, as the keys that lead to it, and the values that it takes in turn."""

    path: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        """The keys, joined by dots."""
        return ".".join(self.path)

    @property
    def of_numbers(self) -> bool:
        """True if every value is an integer."""
        return all(re.fullmatch(r"-?\d+", value) for value in self.values)


def read_axis(text: str, book: Rulebook) -> Axis:
    """Read `PLACE=VALUES`.

    The place is a path of keys, such as `figures.Ann.hp`, `draws.tile E4` or `readings.ID`. The values are words with
    commas between them, or a range such as `1..12` or `0..100 by 10`. `*` stands for all readings, or for all that a
    draw can show. Raises InputError.
    """
    name, equals, words = text.partition("=")
    path = tuple(key.strip() for key in name.split("."))
    if not (equals and words.strip() and len(path) > 1 and all(path)):
        raise _refused(text, "it is not PLACE=VALUES", "for example `figures.Ann.hp=1..12`")
    if words.strip() == "*":
        return Axis(path, _all_values(path, book))
    values = [value for item in _ITEM.findall(words) for value in _values(item.strip(), path)]
    if twice := next((value for n, value in enumerate(values) if value in values[:n]), None):
        raise _refused(".".join(path), f"duplicate value `{short(twice)}`")
    return Axis(path, tuple(values))


def combinations(axes: Sequence[Axis]) -> list[tuple[str, ...]]:
    """Return all combinations of the values of axes, those of the last axis in turn first.

    Raises InputError if two axes name the same place, LimitError for more than `MOST_POINTS` combinations.
    """
    names, count = [axis.name for axis in axes], 1
    if twice := next((name for n, name in enumerate(names) if name in names[:n]), None):
        raise _refused(twice, "this place is varied twice")
    for axis in axes:
        count *= len(axis.values)
    if count > MOST_POINTS:
        raise LimitError(f"{count:,} combinations of values; at most {MOST_POINTS:,} are ruled")
    return [*product(*(axis.values for axis in axes))]


def varied(text: str, axes: Sequence[Axis], values: Sequence[str]) -> str:
    """Return a scenario's text with one value at the place of each axis. `read_scenario` must have read the text.

    Raises InputError for a place that is not there. What a value says is read with the text.
    """
    for axis, value in zip(axes, values, strict=True):
        source = Source(text)
        _check_place(source, axis)
        text = source.apply([keyed(source, axis.path, quoted(value))])
    return text


def _check_place(source: Source, axis: Axis) -> None:
    """Raise InputError unless the keys before the last lead to a mapping or list; a section may lack altogether."""
    for depth in range(1, len(axis.path)):
        node, last = source.find(*axis.path[:depth]), depth == len(axis.path) - 1
        if node is None and last and depth == 1:
            return
        if node is None:
            above = source.find(*axis.path[: depth - 1])
            keys = [key.value for key, _ in above.value] if isinstance(above, yaml.MappingNode) else []
            word = axis.path[depth - 1]
            raise _refused(axis.name, f"the scenario has no `{short(word)}` there", did_you_mean(word, keys))
        if isinstance(node, yaml.ScalarNode) and node.value:
            raise _refused(axis.name, f"`{short(axis.path[depth - 1])}` holds a single value")
        if last and isinstance(node, yaml.SequenceNode) and source.find(*axis.path) is None:
            raise _refused(axis.name, f"the list has {len(node.value)} items", "its items have the numbers from 1 on")


def _values(item: str, path: tuple[str, ...]) -> Iterator[str]:
    if not (match := _RANGE.fullmatch(item)):
        yield item
        return
    least, most, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if least > most or not step:
        raise _refused(".".join(path), f"`{short(item)}` is an empty range", "for example `1..12` or `0..100 by 10`")
    if (most - least) // step >= MOST_POINTS:
        raise LimitError(f"{short(item)}: more than {MOST_POINTS:,} values")
    yield from map(str, range(least, most + 1, step))


def _all_values(path: tuple[str, ...], book: Rulebook) -> tuple[str, ...]:
    """Return what `*` stands for."""
    section, key = path[0], path[-1]
    if section == "readings":
        if key not in book.readings:
            raise _refused(".".join(path), "this clause has no readings", did_you_mean(key, book.readings))
        return tuple(book.readings[key].options)
    if section in ("draws", "rolls"):
        chance = spec_of(book.chances, key)
        if chance and (values := values_of(book, chance.type)):
            return values
    raise _refused(".".join(path), "`*` stands for the readings of a clause, or for what a draw can show")


def _refused(place: str, message: str, hint: str = "") -> InputError:
    return InputError.single(message, f"--vary {short(place)}", help=hint)
