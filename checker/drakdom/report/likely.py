"""Odds of claims, with the rolls and choices that decide them, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drakdom.language import t
from drakdom.report.chances import is_undecided, odds_words
from drakdom.report.forcing import contested_lines
from drakdom.report.heading import heading, indifferent, law_json
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.rulebook import Rulebook
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value
from drakdom.tools.odds import ClaimOdds, Factor, Kept, ReadingOdds, Reroll
from drakdom.verdict import json_form

SCHEMA = "drakdom/odds_of/1"

MOST_LINES, MOST_THROWS = 10, 5
"""The most lines of a reroll policy, and the most throws on a line, unless the full report is wanted."""


def odds_text(claims: Sequence[ClaimOdds], scenario: Scenario, look: Look, full: bool = False) -> str:
    """Return the report on the odds of claims."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario, full)
    if not claims:
        reason = t("the file asks and expects nothing, and no named event is open; `drakdom rule` says what happens")
        page.add(reason, indent=2)
    for claim in claims:
        page.gap()
        is_spoken = claim.sentence not in ("", claim.claim) and "_" not in claim.sentence
        page.add(bold(claim.claim), dim(f" ({claim.sentence})" if is_spoken else ""), hang=2)
        for reading in claim.folded():
            _reading(page, book, reading, full)
        for hint in claim.hints:
            page.add(hint, indent=4, hang=2)
    doubtful = [clause for claim in claims for reading in claim.by_reading for clause, _ in reading.readings]
    matter = {clause for claim in claims for reading in claim.folded() for clause, _ in reading.readings}
    indifferent(page, [clause for clause in doubtful if clause not in matter])
    if any(reading.odds.unruled for claim in claims for reading in claim.by_reading):
        page.gap()
        note = t(
            "undecided, at least, at most: play may reach a point on which no clause rules; `drakdom rule` shows it"
        )
        page.add(dim(note))
    return page.print()


def _reading(page: Page, book: Rulebook, reading: ReadingOdds, full: bool) -> None:
    options = ", ".join(f"{clause}={option}" for clause, option in reading.readings)
    page.add(Span(odds_words(reading.odds), "cyan"), t("  if {what}", what=options) if options else "", indent=2)
    if reading.contest:
        contested_lines(page, reading.contest, indent=4)
    for group in reading.asked:
        decisive = [factor for factor in group.hangs if any(not is_undecided(way.odds) for way in factor.ways)]
        if decisive and group.clauses:
            nearest, *reasons = group.clauses
            because = t(" (because of {clauses})", clauses=", ".join(reasons)) if reasons else ""
            page.add(t("{clause} asks for:", clause=nearest + because), indent=4)
        for factor in decisive:
            _factor(page, book, factor, 6 if group.clauses else 4)
    for reroll in reading.rethrown:
        _reroll(page, book, reroll, full)


def _due(book: Rulebook, due: Factor | Reroll, by: str = "") -> Span:
    """Return where in the play a choice or a roll is due, followed by `by`."""
    when = f"{book.entry_word} {due.entry}, {book.phases.get(due.phase, due.phase)}"
    return dim(f" ({when}{by})")


def _factor(page: Page, book: Rulebook, factor: Factor, indent: int) -> None:
    """Add a roll or a choice, with the odds after each way that it can come out."""
    title = factor.sentence if factor.kind == "chance" else t("what {figure} chooses", figure=factor.sentence)
    page.add(title, _due(book, factor), indent=indent, hang=2)
    odds = [odds_words(way.odds) for way in factor.ways]
    width = max(map(columns, odds))
    for words, way in zip(odds, factor.ways, strict=True):
        chance = dim(t(" (chance {odds})", odds=way.chance)) if way.chance else ""
        page.pair(Span(words, "cyan"), _way(book, factor, way.sentence), chance, indent=indent + 2, width=width)


def _way(book: Rulebook, factor: Factor, sentence: str) -> str:
    """Return what a choice or a roll comes to, as a condition. The rulebook's own words for results are clauses."""
    if factor.kind == "choice" or sentence in book.more_words.values():
        return t("if at first {what}", what=sentence) if factor.again else t("if {what}", what=sentence)
    if factor.again:
        return t("if the first result is {what}", what=sentence)
    return t("if the result is {what}", what=sentence)


def _reroll(page: Page, book: Rulebook, reroll: Reroll, full: bool) -> None:
    """Add the dice to keep for the greatest and for the least odds; one list if both are the same."""
    left = {1: t("once"), 2: t("twice")}.get(reroll.left) or t("{n} times", n=reroll.left)
    by = t("; asked for by {clauses}", clauses=", ".join(reroll.clauses)) if reroll.clauses else ""
    title = t("{roll}, which may be rerolled {often}", roll=reroll.sentence, often=left)
    page.add(title, _due(book, reroll, by), indent=4, hang=2)
    most = [(throw.dice, throw.most) for throw in reroll.throws]
    least = [(throw.dice, throw.least) for throw in reroll.throws]
    if most == least:
        _policy(page, t("in every case"), most, full)
    else:
        _policy(page, t("at best"), most, full)
        _policy(page, t("at worst"), least, full)


def _policy(page: Page, name: str, best: Sequence[tuple[Value, Kept]], full: bool) -> None:
    """Add the dice to keep; throws with the same dice to keep and the same odds share a line, the longest first."""
    groups: dict[tuple[str, str], list[str]] = {}
    for dice, kept in best:
        groups.setdefault((odds_words(kept.odds), _keeps(dice, kept)), []).append(_dice(dice))
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    shown = ordered if full else ordered[:MOST_LINES]
    width = max(columns(odds) for (odds, _), _ in shown)
    page.add(name, indent=6)
    for (odds, keeps), throws in shown:
        advice = t("{keeps} of {throws}", keeps=keeps, throws=_listed(throws, full))
        page.pair(Span(odds, "cyan"), advice, indent=8, width=width)
    if left_out := len(ordered) - len(shown):
        page.add(dim(t("and {n} more ways (--full shows all)", n=left_out)), indent=8)


def _listed(throws: Sequence[str], full: bool) -> str:
    more = [] if full or len(throws) <= MOST_THROWS + 1 else [t("{n} more", n=len(throws) - MOST_THROWS)]
    return joined([*throws[: MOST_THROWS if more else None], *more], t("or"))


def _keeps(dice: Value, kept: Kept) -> str:
    if kept.dice is None:
        return t("keep some, depending on what else comes up")
    if kept.dice == dice:
        return t("keep all")
    return t("keep {dice}", dice=_dice(kept.dice)) if _dice(kept.dice) else t("keep none")


def _dice(bag: Value) -> str:
    return " ".join(map(str, bag.args)) if isinstance(bag, Term) else str(bag)


def odds_json(claims: Sequence[ClaimOdds], scenario: Scenario) -> dict[str, Any]:
    """Return the JSON form of the odds of claims."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "claims": [json_form(claim) for claim in claims],
    }
