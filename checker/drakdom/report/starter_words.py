"""The words of types that a starting point names in angle brackets, with their meanings, as comments."""

from __future__ import annotations

import textwrap

from drakdom.rulebook import Choice, Rulebook
from drakdom.rulebook.words import unslotted

_FIXED = frozenset({"direction", "phase", "pool", "place"})
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
