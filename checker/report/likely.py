"""Odds with the rolls and choices that they hang on, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from checker.odds import ClaimOdds, Hangs, Kept, ReadingOdds, Rethrown
from checker.report.chances import is_undecided, odds_words
from checker.report.forcing import contested_lines
from checker.report.heading import heading, indifferent, law_json
from checker.report.page import Look, Page, Span, bold, columns, dim, joined
from checker.rulebook import Rulebook
from checker.scenario import Scenario
from checker.terms import Term, Value
from checker.verdict import json_form

SCHEMA = "drakdom/odds_of/1"


MOST_LINES, MOST_THROWS = 10, 5
"""So many lines of what to keep, and so many throws on each, are told unless all are wanted."""


def likely(claims: Sequence[ClaimOdds], scenario: Scenario, look: Look, full: bool = False) -> str:
    """The report on the odds of some claims."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario, full)
    if not claims:
        page.add(
            "the file expects nothing, and nothing that has a name is open; `drakdom rule` says what happens", indent=2
        )
    for claim in claims:
        page.gap()
        spoken = f" ({claim.sentence})" if claim.sentence not in ("", claim.claim) and "_" not in claim.sentence else ""
        page.add(bold(claim.claim), dim(spoken), hang=2)
        for one in claim.folded():
            _reading(page, book, one, full)
    doubtful = [clause for claim in claims for one in claim.by_reading for clause, _ in one.readings]
    matter = {clause for claim in claims for one in claim.folded() for clause, _ in one.readings}
    indifferent(page, [clause for clause in doubtful if clause not in matter])
    if any(one.odds.unruled for claim in claims for one in claim.by_reading):
        page.gap()
        page.add(dim("undecided, at least, at most: play may come to what is not ruled; `drakdom rule` says what"))
    return page.print()


def _reading(page: Page, book: Rulebook, one: ReadingOdds, full: bool) -> None:
    says = ", ".join(f"{clause}={option}" for clause, option in one.readings)
    page.add(Span(odds_words(one.odds), "cyan"), f"  if {says}" if says else "", indent=2)
    if one.contest:
        contested_lines(page, one.contest, indent=4)
    for asked in one.asked:
        told = [hangs for hangs in asked.hangs if any(not is_undecided(way.odds) for way in hangs.ways)]
        if told and asked.clauses:
            nearest, *others = asked.clauses
            page.add(f"{nearest} asks for{', because of ' if others else ''}{', '.join(others)}", indent=4)
        for hangs in told:
            _hangs(page, book, hangs, 6 if asked.clauses else 4)
    for rethrown in one.rethrown:
        _rethrown(page, book, rethrown, full)


def _asked(book: Rulebook, due: Hangs | Rethrown, by: str = "") -> Span:
    """Where a choice or a roll is due, and by which clauses."""
    when = f"{book.entry_name} {due.entry}, {book.phases.get(due.phase, due.phase)}"
    return dim(f" ({when}{by})")


def _hangs(page: Page, book: Rulebook, hangs: Hangs, indent: int) -> None:
    what = hangs.sentence if hangs.kind == "chance" else f"what {hangs.sentence} chooses"
    page.add(what, _asked(book, hangs), indent=indent, hang=2)
    odds = [odds_words(way.odds) for way in hangs.ways]
    width = max(map(columns, odds))
    for words, way in zip(odds, hangs.ways, strict=True):
        chance = dim(f", which has {way.chance}") if way.chance else ""
        page.pair(Span(words, "cyan"), f"if {_way(hangs, way.sentence)}", chance, indent=indent + 2, width=width)


def _way(hangs: Hangs, sentence: str) -> str:
    return sentence if hangs.kind == "choice" else f"it comes to {sentence}"


def _rethrown(page: Page, book: Rulebook, rethrown: Rethrown, full: bool) -> None:
    """What to keep for the greatest odds and for the least; once where nothing else can be kept."""
    left = {1: "once", 2: "twice"}.get(rethrown.left, f"{rethrown.left} times")
    by = f"; asked for by {', '.join(rethrown.clauses)}" if rethrown.clauses else ""
    page.add(
        f"{rethrown.sentence}, whose dice may be thrown again {left}", _asked(book, rethrown, by), indent=4, hang=2
    )
    most = [(one.dice, one.most) for one in rethrown.throws]
    least = [(one.dice, one.least) for one in rethrown.throws]
    if most == least:
        _policy(page, "it comes to", most, full)
    else:
        _policy(page, "at best", most, full)
        _policy(page, "at worst", least, full)


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
        page.pair(Span(odds, "cyan"), f"{keeps} of {_some(throws, full)}", indent=8, width=width)
    if left_out := len(ordered) - len(shown):
        page.add(dim(f"and {left_out} ways more (--full shows all)"), indent=8)


def _some(throws: Sequence[str], full: bool) -> str:
    more = [] if full or len(throws) <= MOST_THROWS + 1 else [f"{len(throws) - MOST_THROWS} more"]
    return joined([*throws[: MOST_THROWS if more else None], *more], "or")


def _keeps(dice: Value, kept: Kept) -> str:
    if kept.dice is None:
        return "keep, as all else comes up, some"
    if kept.dice == dice:
        return "keep all"
    return f"keep {_dice(kept.dice)}" if _dice(kept.dice) else "keep none"


def _dice(bag: Value) -> str:
    return " ".join(map(str, bag.args)) if isinstance(bag, Term) else str(bag)


def likely_json(claims: Sequence[ClaimOdds], scenario: Scenario) -> dict[str, Any]:
    """The JSON form of the odds of some claims."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "claims": [json_form(claim) for claim in claims],
    }
