"""The words for values and figures in a picture."""

from __future__ import annotations

from collections.abc import Iterable

from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import word
from drakdom.terms import Term, Value, show


def word_of(book: Rulebook, value: Value, kind: str) -> str:
    """Return the word of a value in the type `kind` if it has one, else in any type."""
    says = word(book, value, kind)
    return says if says != show(value) else word(book, value)


def plain_words(book: Rulebook, value: Value, kind: str = "") -> str:
    """Return a readable word; a term without one becomes its parts, joined by spaces."""
    if isinstance(value, Term) and value.args and word_of(book, value, kind) == show(value):
        return " ".join([value.name.replace("_", " "), *(plain_words(book, arg) for arg in value.args)]).strip()
    return word_of(book, value, kind)


def figure_labels(book: Rulebook, names: Iterable[Value]) -> dict[Value, str]:
    """Map figures named by the law to labels, from the longest part that has a word; equal labels are numbered."""
    labels: dict[Value, str] = {}
    for name in (name for name in names if isinstance(name, Term)):
        shorter = [Term(name.name, name.args[:count]) for count in range(len(name.args), 0, -1)] or [name]
        label = next(
            (says for candidate in shorter if (says := word(book, candidate)) != show(candidate)),
            plain_words(book, name),
        )
        alike = sum(used == label or used.startswith(f"{label} (") for used in labels.values())
        labels[name] = f"{label} ({alike + 1})" if alike else label
    return labels
