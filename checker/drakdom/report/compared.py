"""Comparisons of one dispute under several laws: the differences, and the clauses behind them."""

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
from drakdom.terms import show
from drakdom.tools.compare import Comparison, Difference, Ruled
from drakdom.verdict import json_form

SCHEMA = "drakdom/comparison/1"
_KINDS = {"gap": mark("gap"), "contradiction": mark("contradiction")}
"""The kinds of findings whose sentences do not say the kind."""
NEAREST = 4
"""The most clauses named with a difference, unless the full report is wanted."""


def comparison_text(comparison: Comparison, books: Sequence[Rulebook], look: Look, full: bool = False) -> str:
    """Return the report on a comparison; `books` are the rulebooks of its laws, in the same order."""
    page = Page(look)
    comparison_on(page, comparison, books, full)
    return page.print()


def comparison_on(page: Page, comparison: Comparison, books: Sequence[Rulebook], full: bool = False) -> None:
    """Write the report on a comparison on a page."""
    page.add(bold(comparison.title or comparison.file))
    if comparison.verdicts[0].combination:
        page.add(t("under {choices}", choices=combined(comparison.verdicts[0].combination)))
    if comparison.equal:
        page.add(t("{laws}: the same under all of them", laws=joined(comparison.labels)), hang=2)
    shown = [difference for difference in comparison.differences if full or difference.sentence]
    shown = shown or [*comparison.differences]
    if comparison.apart:
        _apart(page, comparison, shown, books, full)
    else:
        _by_phase(page, comparison, shown, books[0], full)
    for unknown, book in zip(comparison.unknown, books, strict=True):
        _unknown(page, unknown, book)
    page.gap()
    for note in _notes(comparison):
        page.add(t("note: {line}", line=note), hang=2)
    same = tn("{n} outcome is the same under every law", "{n} outcomes are the same under every law", comparison.same)
    page.add(dim(same))


def _by_phase(page: Page, comparison: Comparison, shown: Iterable[Difference], book: Rulebook, full: bool) -> None:
    """Add the differences under their round and phase."""
    for (entry, phase), group in groupby(shown, key=lambda difference: (difference.entry, difference.phase)):
        head = f"{book.entry_word.capitalize()} {entry}, {book.phases.get(phase, phase)}"
        page.head(head if entry else t("What the file asks or expects"))
        for difference in group:
            _difference(page, comparison, difference, full)


def _apart(
    page: Page, comparison: Comparison, shown: Sequence[Difference], books: Sequence[Rulebook], full: bool
) -> None:
    """Add the differences between rulebooks: first those that all of them have words for, then the others."""
    titles = dict.fromkeys(book.title for book in books)
    if shared := [difference for difference in shown if all(difference.known)]:
        is_pair = len(titles) == 2
        page.head(t("What {books} both know", books=joined(titles)) if is_pair else t("What all of them know"))
        for difference in shared:
            _difference(page, comparison, difference, full)
    for knowing in dict.fromkeys(difference.known for difference in shown if not all(difference.known)):
        titles = dict.fromkeys(book.title for book, knows in zip(books, knowing, strict=True) if knows)
        page.head(tn("What only {books} knows", "What only {books} know", len(titles), books=joined(titles)))
        for difference in shown:
            if difference.known == knowing:
                _difference(page, comparison, difference, full)


def _unknown(page: Page, unknown: tuple[LeftOut, ...], book: Rulebook) -> None:
    """Add the parts of the scenario for which a rulebook has no words."""
    if unknown:
        page.head(t("Left out: {book} has no words for this", book=book.title))
        for part in unknown:
            line = t("line {n}", n=part.place.line)
            page.add(f"{line}: `{part.text}` ({part.because})", indent=2, hang=2)


def _notes(comparison: Comparison) -> Iterable[str]:
    """Return the notes of all verdicts, each once; with more than one rulebook, labelled by law."""
    labels = [f"{label}: " if comparison.apart else "" for label in comparison.labels]
    pairs = zip(labels, comparison.verdicts, strict=True)
    return dict.fromkeys(label + note for label, verdict in pairs for note in verdict.notes)


def _difference(page: Page, comparison: Comparison, difference: Difference, full: bool) -> None:
    kind = f"{t(_KINDS[difference.kind])}: " if difference.kind in _KINDS else ""
    words = kind + (difference.sentence or show(difference.what))
    page.add(words, *([dim(f" [{show(difference.what)}]")] if full else []), indent=2, hang=2)
    width = max(columns(label) for label in comparison.labels)
    for label, ruled, knows in zip(comparison.labels, difference.ruled, difference.known, strict=True):
        if knows:
            page.pair(Span(label, "cyan"), _words(ruled), indent=4, width=width)
    clauses = difference.responsible if full else difference.responsible[:NEAREST]
    if clauses:
        page.add(dim(t("by {clauses}", clauses=", ".join(clauses))), indent=4, hang=2)


def _words(ruled: Ruled) -> str:
    """Return the odds; if they depend on the reading of a clause, each value with its readings."""
    values: dict[str, list[str]] = {}
    for readings, odds in ruled.odds:
        words = t("no") if odds is None else t("yes") if is_certain(odds) else odds_words(odds)
        values.setdefault(words, []).append(_reading(readings))
    if len(values) == 1:
        return next(iter(values))
    return "; ".join(f"{words} ({t(' or ').join(readings)})" for words, readings in values.items())


def _reading(reading: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{clause}={option}" for clause, option in reading)


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Return the JSON form of a comparison: the differences, and each verdict in full."""
    return {
        "schema": SCHEMA,
        "title": comparison.title,
        "file": comparison.file,
        "equal": comparison.equal,
        "same": comparison.same,
        "laws": list(comparison.labels),
        "unknown": [[json_form(part) for part in parts] for parts in comparison.unknown],
        "differences": [json_form(difference) for difference in comparison.differences],
        "verdicts": [verdict.to_json() for verdict in comparison.verdicts],
    }
