"""One dispute under several laws, side by side: what differs, and by which clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from drakdom.language import mark, t, tn
from drakdom.report.chances import is_certain, odds_words
from drakdom.report.expected import combined
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.rulebook import Rulebook
from drakdom.scenario import LeftOut
from drakdom.tools.compare import Comparison, Difference, Ruled
from drakdom.verdict import json_form

SCHEMA = "drakdom/comparison/1"
_KINDS = {"gap": mark("gap"), "contradiction": mark("contradiction"), "illegal": mark("illegal")}
NEAREST = 4
"""So many clauses of a difference are named unless everything is asked for."""


def compared(found: Comparison, books: Sequence[Rulebook], look: Look, full: bool = False) -> str:
    """The whole report on one comparison; `books` are the rulebooks of its laws."""
    page = Page(look)
    page.add(bold(found.title or found.file))
    if found.verdicts[0].combination:
        page.add(t("under {choices}", choices=combined(found.verdicts[0].combination)))
    if found.equal:
        page.add(t("{laws}: the same under all of them", laws=joined(found.labels)), hang=2)
    shown = [one for one in found.differences if full or one.sentence] or found.differences
    if found.apart:
        _apart(page, found, shown, books, full)
    else:
        _by_phase(page, found, shown, books[0], full)
    for unknown, book in zip(found.unknown, books, strict=True):
        _unknown(page, unknown, book)
    page.gap()
    for note in _notes(found):
        page.add(t("note: {line}", line=note), hang=2)
    page.add(dim(tn("{n} outcome the same under every law", "{n} outcomes the same under every law", found.same)))
    return page.print()


def _by_phase(page: Page, found: Comparison, shown: Iterable[Difference], book: Rulebook, full: bool) -> None:
    for (entry, phase), some in groupby(shown, key=lambda one: (one.entry, one.phase)):
        page.head(f"{book.entry_name.capitalize()} {entry}, {book.phases.get(phase, phase)}")
        for one in some:
            _difference(page, found, one, full)


def _apart(page: Page, found: Comparison, shown: Sequence[Difference], books: Sequence[Rulebook], full: bool) -> None:
    """Differences of laws of several rulebooks: what all of them know, then what only some have a word for."""
    both = dict.fromkeys(book.title for book in books)
    if shared := [one for one in shown if all(one.known)]:
        page.head(t("What {books} both know", books=joined(both)) if len(both) == 2 else t("What all of them know"))
        for one in shared:
            _difference(page, found, one, full)
    for known in dict.fromkeys(one.known for one in shown if not all(one.known)):
        titles = dict.fromkeys(book.title for book, knows in zip(books, known, strict=True) if knows)
        page.head(tn("What only {books} knows", "What only {books} know", len(titles), books=joined(titles)))
        for one in shown:
            if one.known == known:
                _difference(page, found, one, full)


def _unknown(page: Page, unknown: tuple[LeftOut, ...], book: Rulebook) -> None:
    """What of the scenario a rulebook does not know."""
    if unknown:
        page.head(t("What {book} does not know, and was not told", book=book.title))
        for one in unknown:
            line = t("line {n}", n=one.place.line)
            page.add(f"{line}: `{one.text}` ({one.because})", indent=2, hang=2)


def _notes(found: Comparison) -> Iterable[str]:
    """The notes of all verdicts, each once; with several rulebooks, of whose they are."""
    labels = [f"{label}: " if found.apart else "" for label in found.labels]
    pairs = zip(labels, found.verdicts, strict=True)
    return dict.fromkeys(label + note for label, verdict in pairs for note in verdict.notes)


def _difference(page: Page, found: Comparison, one: Difference, full: bool) -> None:
    kind = f"{t(_KINDS[one.kind])}: " if one.kind in _KINDS else ""
    page.add(kind + (one.sentence or str(one.what)), *([dim(f" [{one.what}]")] if full else []), indent=2, hang=2)
    width = max(columns(label) for label in found.labels)
    for label, ruled, known in zip(found.labels, one.ruled, one.known, strict=True):
        if known:
            page.pair(Span(label, "cyan"), _words(ruled), indent=4, width=width)
    clauses = one.responsible if full else one.responsible[:NEAREST]
    if clauses:
        page.add(dim(t("by {clauses}", clauses=", ".join(clauses))), indent=4, hang=2)


def _words(ruled: Ruled) -> str:
    """The odds; where they turn on how a clause is read, each with the readings that give it."""
    values: dict[str, list[str]] = {}
    for readings, odds in ruled.odds:
        words = t("no") if odds is None else t("yes") if is_certain(odds) else odds_words(odds)
        values.setdefault(words, []).append(_reading(readings))
    if len(values) == 1:
        return next(iter(values))
    return "; ".join(f"{words} ({t(' or ').join(readings)})" for words, readings in values.items())


def _reading(reading: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{clause}={option}" for clause, option in reading)


def compared_json(found: Comparison) -> dict[str, Any]:
    """The JSON form of a comparison: the differences, and every verdict whole."""
    return {
        "schema": SCHEMA,
        "title": found.title,
        "file": found.file,
        "equal": found.equal,
        "same": found.same,
        "laws": list(found.labels),
        "unknown": [[json_form(one) for one in some] for some in found.unknown],
        "differences": [json_form(one) for one in found.differences],
        "verdicts": [verdict.to_json() for verdict in found.verdicts],
    }
