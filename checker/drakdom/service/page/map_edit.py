"""Edits of a board that is drawn in text: a value leaves the drawing, so that it can be listed.

A character of the drawing can state several things: a letter all fields of its legend, a link the exits of two squares.
What is not to change is listed beside the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable

import yaml

from drakdom.rulebook import Rulebook
from drakdom.scenario.edits import Source, keyed
from drakdom.service.page.view import Laid, flow, joined_value, laid, written

_MARKS = "[]-|<>^"


def undrawn(text: str, book: Rulebook, *, square: str = "", field: str = "", figure: str = "") -> str:
    """Return the text with a drawing that does not show a figure, or a field of a square (all fields if empty)."""
    shown = laid(text, book)
    lines = _drawn_lines(text)
    if not lines:
        return text
    if figure:
        return _blanked(text, {(at.line, at.column) for _, at in shown.drawn.get(figure, ())})
    gone = {
        (entry.place.line, entry.place.column)
        for name, items in shown.cells.get(square, {}).items()
        for entry in items
        if field in ("", name) and entry.place.line in lines
    }
    kept = _kept(shown, gone, square, field)
    text = _blanked(text, gone)
    for (name, key), value in kept.items():
        source = Source(text)
        text = source.apply([keyed(source, ("board", _section(source), name, key), flow(value))])
    return text


def _kept(shown: Laid, gone: set[tuple[int, int]], square: str, field: str) -> dict[tuple[str, str], object]:
    """Return the statements of characters besides the field of the square, each with its values listed already."""
    kept: dict[tuple[str, str], object] = {}
    for name, cell in shown.cells.items():
        for key, items in cell.items():
            if name == square and field in ("", key):
                continue
            if any((entry.place.line, entry.place.column) in gone for entry in items):
                lines = {line for line, _ in gone}
                listed = [
                    item
                    for item in items
                    if item.place.line not in lines or (item.place.line, item.place.column) in gone
                ]
                kept[name, key] = joined_value([written(entry.value) for entry in listed])
    return kept


def _section(source: Source) -> str:
    return "rooms" if source.find("board", "rooms") is not None else "places"


def _drawn_lines(text: str) -> range:
    """Return the numbers of the lines of the drawing; none if there is no drawing."""
    node = Source(text).find("board", "map")
    if not isinstance(node, yaml.ScalarNode) or node.style != "|":
        return range(0)
    return range(node.start_mark.line + 2, node.end_mark.line + 2)


def _blanked(text: str, places: Iterable[tuple[int, int]]) -> str:
    lines = text.split("\n")
    for line, column in places:
        row = lines[line - 1]
        lines[line - 1] = f"{row[: column - 1]} {row[column:]}"
    return "\n".join(lines)


def without_idle_letters(text: str) -> str:
    """Return the text without those letters of the legend that its drawing does not show any more."""
    while True:
        source = Source(text)
        drawing = source.find("board", "map")
        shown = set(str(drawing.value)) if isinstance(drawing, yaml.ScalarNode) else set()
        idle = [node for key, node in source.entries("board", "legend") if key not in shown and key not in _MARKS]
        if not shown or not idle:
            return text
        text = source.apply([source.removed(idle[0])])
