"""Odds with the rolls and choices that they hang on, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checker.odds import ClaimOdds, Hangs, ReadingOdds
from checker.report.chances import odds_words
from checker.report.page import Look, Page, Span, bold, columns, dim
from checker.rulebook import Rulebook
from checker.scenario import Scenario
from checker.verdict import json_form

SCHEMA = "drakdom/odds_of/1"


def likely(claims: Sequence[ClaimOdds], scenario: Scenario, look: Look) -> str:
    """The report on the odds of some claims."""
    page, book = Page(look), scenario.rulebook
    page.add(bold(scenario.title or scenario.file))
    if not claims:
        page.add("nothing is open, and nothing is expected: everything that happens is certain", indent=2)
    for claim in claims:
        page.gap()
        spoken = f" ({claim.sentence})" if claim.sentence and "_" not in claim.sentence else ""
        page.add(bold(claim.claim), dim(spoken), hang=2)
        for one in claim.by_reading:
            _reading(page, book, one)
    return page.print()


def _reading(page: Page, book: Rulebook, one: ReadingOdds) -> None:
    says = ", ".join(f"{clause}={option}" for clause, option in one.readings)
    page.add(Span(odds_words(one.odds), "cyan"), f"  if {says}" if says else "", indent=2)
    for hangs in one.hangs_on:
        _hangs(page, book, hangs)


def _hangs(page: Page, book: Rulebook, hangs: Hangs) -> None:
    when = f"{book.entry_name} {hangs.entry}, {book.phases.get(hangs.phase, hangs.phase)}"
    asked = f"; asked for by {', '.join(hangs.clauses)}" if hangs.clauses else ""
    what = hangs.sentence if hangs.kind == "chance" else f"{hangs.sentence} chooses"
    page.add(what, dim(f" ({when}{asked})"), indent=4, hang=2)
    odds = [odds_words(way.odds) for way in hangs.ways]
    width = max(map(columns, odds))
    for words, way in zip(odds, hangs.ways, strict=True):
        chance = dim(f", which has {way.chance}") if way.chance else ""
        page.pair(Span(words, "cyan"), f"if {_way(hangs, way.sentence)}", chance, indent=6, width=width)


def _way(hangs: Hangs, sentence: str) -> str:
    return sentence if hangs.kind == "choice" else f"it comes to {sentence}"


def likely_json(claims: Sequence[ClaimOdds], scenario: Scenario) -> dict[str, Any]:
    """The JSON form of the odds of some claims."""
    return {
        "schema": SCHEMA,
        "title": scenario.title,
        "file": scenario.file,
        "claims": [json_form(claim) for claim in claims],
    }
