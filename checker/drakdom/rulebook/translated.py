"""A rulebook in another language: its sentences from the catalogue `locale/<code>.po` in its folder.

The `msgid` of an entry is the English sentence, its `msgctxt` the place: `event:meets`, `tile:web`, `reading:ID`,
`reading:ID=option`, `entry_name`. Sentences without an entry, such as those of a house rule, stay English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, TypeVar

from drakdom.errors import InputError
from drakdom.language import ENGLISH, LOCALE, parse_catalogue, t
from drakdom.rulebook.core_gaps import CORE_GAPS
from drakdom.rulebook.declarations import Chance, Choice, Enumeration, Field, Graph, Phrase, Reading
from drakdom.rulebook.read import stamp
from drakdom.rulebook.vocabulary import Rulebook
from drakdom.rulebook.words import SLOT, nearest, short
from drakdom.rulebook.yamltext import CONTROL, read_bytes

_BRACES = re.compile(r"\{[^{}]*\}")
_WITHOUT_SENTENCES = frozenset({"pool"})
"""Types whose values have no sentences."""

Say = Callable[[str, str], str]
Spoken = TypeVar("Spoken", Phrase, Chance, Choice)


def languages(book: Rulebook) -> tuple[str, ...]:
    """Return the codes of the languages that a rulebook has sentences in."""
    return (ENGLISH, *sorted(file.stem for file in (book.folder / LOCALE).glob("*.po")))


def translated(book: Rulebook, code: str) -> Rulebook:
    """Return the rulebook with its sentences in a language. Raises InputError if it has no catalogue for it."""
    codes = languages(book)
    if code not in codes:
        near = nearest(code, codes)
        help_ = f"did you mean `{near}`? " if near else ""
        listed = ", ".join(f"`{shipped}`" for shipped in codes)
        raise InputError.single(f"{book.title} has no sentences in `{short(code)}`", help=f"{help_}available: {listed}")
    if code == ENGLISH:
        return book
    file = book.folder / LOCALE / f"{code}.po"
    catalogue = _catalogue(file, stamp(file))

    def say(context: str, sentence: str) -> str:
        translation = catalogue.pgettext(context, sentence)
        if _slots(translation) != _slots(sentence):
            raise InputError.single(f"the sentence of `{context}` has other slots than `{sentence}`", str(file))
        if control := CONTROL.search(translation):
            message = f"the sentence of `{context}` has an invisible character, U+{ord(control[0]):04X}"
            raise InputError.single(message, str(file))
        return translation

    return replace(book, **_worded(book, say), speaks=code)


def _slots(sentence: str) -> set[str]:
    """Return the names of the slots of a sentence; other braces stand as they are."""
    return {slot[1] if (slot := SLOT.fullmatch(braces)) else braces for braces in _BRACES.findall(sentence)}


def sentences(book: Rulebook) -> list[tuple[str, str]]:
    """List the sentences that a catalogue of the rulebook holds, each as (context, sentence)."""
    entries: dict[tuple[str, str], None] = {}

    def note(context: str, sentence: str) -> str:
        entries[context, sentence] = None
        return sentence

    _worded(book, note)
    return [*entries]


@lru_cache(maxsize=32)
def _catalogue(file: Path, _stamp: tuple[int, int]) -> GNUTranslations:
    return parse_catalogue(read_bytes(file, str(file)), str(file))


def _worded(book: Rulebook, say: Say) -> dict[str, Any]:
    """Return the fields of a rulebook that hold sentences, with each sentence passed through `say`."""
    return {
        "entry_name": say("entry_name", book.entry_name),
        "move_name": _optional(say, "move_name", book.move_name),
        "edition": _optional(say, "edition", book.edition),
        "phases": _words("phase", book.phases, say),
        "topology": replace(book.topology, graph=_graph(book.topology.graph, say)),
        **{part: _fields(part, getattr(book, part), say) for part in ("places", "figures", "state")},
        "types": {name: _type(kind, say) for name, kind in book.types.items()},
        "actors": _words("actor", book.actors, say),
        "more_words": _words("word", book.more_words, say),
        "actions": _phrases("action", book.actions, say),
        "chances": _phrases("chance", book.chances, say),
        "events": _phrases("event", book.events, say),
        "gaps": _gaps(book.gaps, say),
        "variants": {n: replace(item, title=say(f"variant:{n}", item.title)) for n, item in book.variants.items()},
        "readings": {n: _reading(item, say) for n, item in book.readings.items()},
    }


def _graph(graph: Graph | None, say: Say) -> Graph | None:
    if graph is None:
        return None
    return replace(graph, sorts=_words("sort", graph.sorts, say), kinds=_words("link", graph.kinds, say))


def _fields(part: str, fields: Mapping[str, Field], say: Say) -> dict[str, Field]:
    """Translate the labels of fields; the rest of their sentences, which explains how to write them, is left out."""
    return {name: replace(item, says=say(f"{part}:{name}", item.label)) for name, item in fields.items()}


def _optional(say: Say, context: str, sentence: str) -> str:
    return say(context, sentence) if sentence else ""


def _words(kind: str, words: Mapping[str, str], say: Say) -> dict[str, str]:
    return {name: _optional(say, f"{kind}:{name}", says) for name, says in words.items()}


def _phrases(kind: str, table: Mapping[str, Spoken], say: Say) -> dict[str, Spoken]:
    return {name: replace(item, says=_optional(say, f"{kind}:{name}", item.says)) for name, item in table.items()}


def _gaps(gaps: Mapping[str, Phrase], say: Say) -> dict[str, Phrase]:
    """Translate gaps: those of the core by Drakdom's own catalogue, the others by `say`."""
    own = {name: gap for name, gap in gaps.items() if gap is not CORE_GAPS.get(name)}
    return {name: replace(gap, says=t(gap.says)) for name, gap in gaps.items()} | _phrases("gap", own, say)


def _type(kind: Enumeration, say: Say) -> Enumeration:
    return kind if kind.name in _WITHOUT_SENTENCES else replace(kind, choices=_phrases(kind.name, kind.choices, say))


def _reading(reading: Reading, say: Say) -> Reading:
    context = f"reading:{reading.clause}"
    options = {name: _optional(say, f"{context}={name}", says) for name, says in reading.options.items()}
    return replace(reading, question=_optional(say, context, reading.question), options=options)
