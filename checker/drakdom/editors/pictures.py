"""The JSON Schema of a `pictures.yaml`."""

from __future__ import annotations

from drakdom.editors.words import LINE, Schema, Words, closed, described, one_or_more, or_nothing
from drakdom.rulebook import Rulebook
from drakdom.rulebook.pictures import LABELLED, LOOKS, SECTIONS

_SAYS = {
    "floors": "The look of a place's floor, `given(tile($place), $what): {..}`.",
    "exits": "A pattern for an open side of a place, with `$place` and `$side`.",
    "parts": "A pattern for a side of a place that leads into one of its two parts, with `$place` and `$side`.",
    "barriers": "A barrier at a side of a place, with `$place` and `$side`.",
    "markers": "A marker in a place, with `$place`.",
    "links": "A link between two places that scenarios join themselves, with `$from` and `$to`.",
    "at": "A pattern for the location of a figure, with `$figure` and `$place`.",
    "below": "Places under another one, with `$place`.",
    "beside": "Places off the board, with `$place`, `$east` and `$north`.",
    "kinds": "The kind of a figure, with `$figure` and `$what`.",
    "notes": "A state of a figure, with `$figure`.",
    "numbers": "Numbers of a figure, with `$figure` and `$what`, and the sign before them.",
    "gone": "A figure that is no longer on the board, with `$figure`.",
    "table": "A value of no place and no figure, with `$what`, and the sign before it.",
    "arrows": "Events that move a figure (`$figure`, or `$from` and `$to`), or draw a line (`$figure`, `$target`).",
    "hits": "Events that strike a figure, with `$figure`.",
}


def pictures_schema(book: Rulebook) -> tuple[Schema, Words]:
    """Return the schema of a pictures.yaml, with its definitions."""
    words = Words(book)
    words.definitions["word_with_a_look"] = {"enum": ["else", *sorted(book.words)]}
    return closed({section: described(_section(section), _SAYS[section]) for section in SECTIONS}), words


def _section(section: str) -> Schema:
    if section in LABELLED:
        return or_nothing({"type": "object", "additionalProperties": LINE})
    if section not in LOOKS:
        return one_or_more(LINE)
    look: Schema = {"enum": list(LOOKS[section])}
    word = {"$ref": "#/definitions/word_with_a_look"}
    by_word: Schema = {"type": "object", "propertyNames": word, "additionalProperties": look}
    return or_nothing({"type": "object", "additionalProperties": {"anyOf": [look, by_word]}})
