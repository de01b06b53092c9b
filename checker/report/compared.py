"""One dispute under several laws, side by side: what differs, and by which clauses."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from checker.compare import Comparison, Difference, Ruled
from checker.report.chances import is_certain, odds_words
from checker.report.page import Look, Page, Span, bold, columns, dim, joined
from checker.rulebook import Rulebook
from checker.verdict import json_form

SCHEMA = "drakdom/comparison/1"
NEAREST = 4
"""So many clauses of a difference are named unless everything is asked for."""


def compared(found: Comparison, book: Rulebook, look: Look, full: bool = False) -> str:
    """The whole report on one comparison."""
    page = Page(look)
    page.add(bold(found.title or found.file))
    width = max(columns(label) for label in found.labels)
    if found.equal:
        page.add(f"{joined(found.labels)}: the same under all of them", hang=2)
    shown = [one for one in found.differences if full or one.sentence] or found.differences
    for (entry, phase), some in groupby(shown, key=lambda one: (one.entry, one.phase)):
        page.head(f"{book.entry_name.capitalize()} {entry}, {book.phases.get(phase, phase)}")
        for one in some:
            _difference(page, found, one, width, full)
    page.gap()
    notes = dict.fromkeys(note for verdict in found.verdicts for note in verdict.notes)
    for note in notes:
        page.add(f"note: {note}", hang=2)
    page.add(dim(f"{found.same} outcome{'s' if found.same != 1 else ''} the same under every law"))
    return page.print()


def _difference(page: Page, found: Comparison, one: Difference, width: int, full: bool) -> None:
    kind = "" if one.kind == "outcome" else f"{one.kind}: "
    page.add(kind + (one.sentence or str(one.what)), *([dim(f" [{one.what}]")] if full else []), indent=2, hang=2)
    for label, ruled in zip(found.labels, one.ruled, strict=True):
        page.pair(Span(label, "cyan"), _words(ruled), indent=4, width=width)
    clauses = one.responsible if full else one.responsible[:NEAREST]
    if clauses:
        page.add(dim(f"by {', '.join(clauses)}"), indent=4, hang=2)


def _words(ruled: Ruled) -> str:
    """The odds; where they turn on how a clause is read, each with the readings that give it."""
    values: dict[str, list[str]] = {}
    for readings, odds in ruled.odds:
        words = "no" if odds is None else "yes" if is_certain(odds) else odds_words(odds)
        values.setdefault(words, []).append(_reading(readings))
    if len(values) == 1:
        return next(iter(values))
    return "; ".join(f"{words} ({' or '.join(readings)})" for words, readings in values.items())


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
        "differences": [json_form(one) for one in found.differences],
        "verdicts": [verdict.to_json() for verdict in found.verdicts],
    }
