"""Odds with the rolls and choices that they hang on, in words."""

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
from drakdom.tools.odds import ClaimOdds, Hangs, Kept, ReadingOdds, Rethrown
from drakdom.verdict import json_form

SCHEMA = "drakdom/odds_of/1"


MOST_LINES, MOST_THROWS = 10, 5
"""So many lines of what to keep, and so many throws on each, are told unless all are wanted."""


def likely(claims: Sequence[ClaimOdds], scenario: Scenario, look: Look, full: bool = False) -> str:
    """The report on the odds of some claims."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario, full)
    if not claims:
        nothing = t("the file expects nothing, and nothing that has a name is open; `drakdom rule` says what happens")
        page.add(nothing, indent=2)
    for claim in claims:
        page.gap()
        spoken = f" ({claim.sentence})" if claim.sentence not in ("", claim.claim) and "_" not in claim.sentence else ""
        page.add(bold(claim.claim), dim(spoken), hang=2)
        for one in claim.folded():
            _reading(page, book, one, full)
        for hint in claim.hints:
            page.add(hint, indent=4, hang=2)
    doubtful = [clause for claim in claims for one in claim.by_reading for clause, _ in one.readings]
    matter = {clause for claim in claims for one in claim.folded() for clause, _ in one.readings}
    indifferent(page, [clause for clause in doubtful if clause not in matter])
    if any(one.odds.unruled for claim in claims for one in claim.by_reading):
        page.gap()
        page.add(dim(t("undecided, at least, at most: play may come to what is not ruled; `drakdom rule` says what")))
    return page.print()


def _reading(page: Page, book: Rulebook, one: ReadingOdds, full: bool) -> None:
    says = ", ".join(f"{clause}={option}" for clause, option in one.readings)
    page.add(Span(odds_words(one.odds), "cyan"), t("  if {what}", what=says) if says else "", indent=2)
    if one.contest:
        contested_lines(page, one.contest, indent=4)
    for asked in one.asked:
        told = [hangs for hangs in asked.hangs if any(not is_undecided(way.odds) for way in hangs.ways)]
        if told and asked.clauses:
            nearest, *others = asked.clauses
            because = t(", because of {clauses}", clauses=", ".join(others)) if others else ""
            page.add(t("{clause} asks for", clause=nearest) + because, indent=4)
        for hangs in told:
            _hangs(page, book, hangs, 6 if asked.clauses else 4)
    for rethrown in one.rethrown:
        _rethrown(page, book, rethrown, full)


def _asked(book: Rulebook, due: Hangs | Rethrown, by: str = "") -> Span:
    """Where a choice or a roll is due, and by which clauses."""
    when = f"{book.entry_name} {due.entry}, {book.phases.get(due.phase, due.phase)}"
    return dim(f" ({when}{by})")


def _hangs(page: Page, book: Rulebook, hangs: Hangs, indent: int) -> None:
    what = hangs.sentence if hangs.kind == "chance" else t("what {figure} chooses", figure=hangs.sentence)
    page.add(what, _asked(book, hangs), indent=indent, hang=2)
    odds = [odds_words(way.odds) for way in hangs.ways]
    width = max(map(columns, odds))
    for words, way in zip(odds, hangs.ways, strict=True):
        chance = dim(t(", which has {odds}", odds=way.chance)) if way.chance else ""
        page.pair(Span(words, "cyan"), _way(hangs, way.sentence), chance, indent=indent + 2, width=width)


def _way(hangs: Hangs, sentence: str) -> str:
    if hangs.again:
        first = t("if first {what}", what=sentence)
        return first if hangs.kind == "choice" else t("if it first comes to {what}", what=sentence)
    return t("if {what}", what=sentence) if hangs.kind == "choice" else t("if it comes to {what}", what=sentence)


def _rethrown(page: Page, book: Rulebook, rethrown: Rethrown, full: bool) -> None:
    """What to keep for the greatest odds and for the least; once where nothing else can be kept."""
    left = {1: t("once"), 2: t("twice")}.get(rethrown.left) or t("{n} times", n=rethrown.left)
    by = t("; asked for by {clauses}", clauses=", ".join(rethrown.clauses)) if rethrown.clauses else ""
    told = t("{roll}, whose dice may be thrown again {often}", roll=rethrown.sentence, often=left)
    page.add(told, _asked(book, rethrown, by), indent=4, hang=2)
    most = [(one.dice, one.most) for one in rethrown.throws]
    least = [(one.dice, one.least) for one in rethrown.throws]
    if most == least:
        _policy(page, t("it comes to"), most, full)
    else:
        _policy(page, t("at best"), most, full)
        _policy(page, t("at worst"), least, full)


def _policy(page: Page, name: str, best: Sequence[tuple[Value, Kept]], full: bool) -> None:
    """Throws of which the same is kept, with the same odds, share a line; those of the most throws come first."""
    groups: dict[tuple[str, str], list[str]] = {}
    for dice, kept in best:
        groups.setdefault((odds_words(kept.odds), _keeps(dice, kept)), []).append(_dice(dice))
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    shown = ordered if full else ordered[:MOST_LINES]
    width = max(columns(odds) for (odds, _), _ in shown)
    page.add(name, indent=6)
    for (odds, keeps), throws in shown:
        told = t("{keeps} of {throws}", keeps=keeps, throws=_some(throws, full))
        page.pair(Span(odds, "cyan"), told, indent=8, width=width)
    if left_out := len(ordered) - len(shown):
        page.add(dim(t("and {n} ways more (--full shows all)", n=left_out)), indent=8)


def _some(throws: Sequence[str], full: bool) -> str:
    more = [] if full or len(throws) <= MOST_THROWS + 1 else [t("{n} more", n=len(throws) - MOST_THROWS)]
    return joined([*throws[: MOST_THROWS if more else None], *more], t("or"))


def _keeps(dice: Value, kept: Kept) -> str:
    if kept.dice is None:
        return t("keep, as all else comes up, some")
    if kept.dice == dice:
        return t("keep all")
    return t("keep {dice}", dice=_dice(kept.dice)) if _dice(kept.dice) else t("keep none")


def _dice(bag: Value) -> str:
    return " ".join(map(str, bag.args)) if isinstance(bag, Term) else str(bag)


def likely_json(claims: Sequence[ClaimOdds], scenario: Scenario) -> dict[str, Any]:
    """The JSON form of the odds of some claims."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "claims": [json_form(claim) for claim in claims],
    }
