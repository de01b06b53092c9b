"""The JSON Schema of a `pictures.yaml`."""

from __future__ import annotations

from drakdom.editors.words import LINE, Schema, Words, closed, described, one_or_more, or_nothing
from drakdom.rulebook import Rulebook
from drakdom.rulebook.pictures import LABELLED, LOOKS, SECTIONS

_SAYS = {
    "floors": "What the floor of a place looks like, `given(tile($place), $what): {..}`.",
    "exits": "What says that a side of a place is open, with `$place` and `$side`.",
    "parts": "What says that a side of a place leads into one of its two parts, with `$place` and `$side`.",
    "barriers": "What stands at a side of a place, with `$place` and `$side`.",
    "markers": "What lies in a place, with `$place`.",
    "at": "What says where somebody is, with `$figure` and `$place`.",
    "below": "Places under another one, with `$place`.",
    "beside": "Places off the board, with `$place`, `$east` and `$north`.",
    "kinds": "What somebody is, with `$figure` and `$what`.",
    "notes": "What is true of somebody, with `$figure`.",
    "numbers": "Numbers of somebody, with `$figure` and `$what`, and the sign before them.",
    "gone": "Who is no longer on the board, with `$figure`.",
    "table": "What is true of no place and nobody, with `$what`, and the sign before it.",
    "arrows": "Events by which somebody moves, with `$figure`, or `$from` and `$to`.",
    "hits": "Events that befall somebody, with `$figure`.",
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
