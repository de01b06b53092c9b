"""The words of types that a starting point names in angle brackets, with their meanings, as comments."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from drakdom.rulebook import Choice, Field, ListOf, MapOf, Rulebook, Shape, Single
from drakdom.rulebook.declarations import required
from drakdom.rulebook.words import unslotted

_FIXED = frozenset({"phase", "pool", "place"})
"""Types whose words the starting point lists elsewhere."""


def _head(choice: Choice) -> str:
    return f"{choice.name}({', '.join(choice.args)})" if choice.args else choice.name


def listed_words(book: Rulebook) -> list[str]:
    """Return comments that list every word of every type with its meaning."""
    lines = ["# Words of the types above, with their meanings:"]
    for kind in book.types.values():
        if kind.name in _FIXED:
            continue
        words = (f"{_head(choice)} ({unslotted(choice.says, choice.args)})" for choice in kind.choices.values())
        text = f"{kind.name.replace('_', ' ')}: {', '.join(words)}"
        lines += textwrap.wrap(text, 110, initial_indent="#   ", subsequent_indent="#     ", break_on_hyphens=False)
    return [*lines, ""] if len(lines) > 1 else []


def field_notes(fields: Mapping[str, Field], book: Rulebook) -> list[str]:
    """Return a comment for each field."""
    return [f"#   {note(spec, fields, book)}" for spec in fields.values()]


def note(spec: Field, fields: Mapping[str, Field], book: Rulebook) -> str:
    """Return the values that a field may hold, if it is required beside other `fields`, and its meaning."""
    words = f"{spec.name}: {_kind(spec.shape, book)}"
    if spec.range:
        words += f" from {spec.range[0]} to {spec.range[1]}"
    if needed := required(spec, fields):
        words += f", {needed}"
    example = f"; {spec.name}: {spec.example}" if spec.example else ""
    return words + (f"   ({spec.says}{example})" if spec.says else "")


def _kind(shape: Shape, book: Rulebook) -> str:
    """Return the possible values of a shape in the words of a scenario file."""
    if isinstance(shape, ListOf):
        return f"[{_kind(Single(shape.type), book)}]"
    if isinstance(shape, MapOf):
        return f"{{{_kind(Single(shape.key), book)}: {_kind(shape.value, book)}}}"
    if shape.type == "int":
        return "a number"
    if shape.type == "bool":
        return "yes"
    if shape.type == "dice":
        return "a number, or dice such as " + (next(iter(book.pools), "") or "none")
    choices = book.types[shape.type].choices if shape.type in book.types else {}
    if 0 < len(choices) <= 12:
        return " | ".join(_head(choice) for choice in choices.values())
    if choices:
        return f"<{shape.type.replace('_', ' ')}>, such as {_head(next(iter(choices.values())))}"
    return f"<{shape.type.replace('_', ' ')}>"
