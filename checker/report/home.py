"""Whether figures still get home, in words and as a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from checker.language import t
from checker.paths.homeward import Homes, HomeWay
from checker.paths.model import SURE, Leg
from checker.paths.stands import HOME, UNRULED
from checker.report.chances import chance_words
from checker.report.heading import heading, law_json
from checker.report.page import Look, Page, Span, bold, columns, dim, joined
from checker.report.plot import bars
from checker.report.ways import readings
from checker.rulebook import Rulebook
from checker.rulebook.sentences import say, word
from checker.scenario import Scenario
from checker.terms import Term, Value, show
from checker.verdict import Odds, json_form

SCHEMA = "drakdom/paths_home/1"
#: Beside a bar a fraction of a greater denominator is told as a decimal.
MOST = 1000
#: Columns of a bar on a terminal.
BAR = 20


def homeward(found: Homes, scenario: Scenario, look: Look) -> str:
    """The report on the way home of some figures."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario)
    for one in found.figures:
        page.gap()
        _figure(page, book, one)
    page.gap()
    page.add(
        dim(t("each figure by itself, with nobody else near its way, no card drawn and the board as it is")), hang=2
    )
    if found.supposed:
        what = joined(word(book, one) for one in found.supposed)
        page.add(dim(t("supposed by the scenario, since the rules do not say it: {what}", what=what)), hang=2)
    readings(page, found.assumed)
    return page.print()


def _figure(page: Page, book: Rulebook, one: HomeWay) -> None:
    if one.place is None:
        page.add(bold(str(one.figure)), t(": the law knows of no moves of its own"))
        return
    place = word(book, one.place)
    if one.rounds is None:
        page.add(bold(str(one.figure)), t(" from {place}: no discovered way leads home", place=place))
        return
    soonest = f"{book.entry_name} {one.rounds}"
    told = t(" from {place}: home with {odds}, in {round} at the soonest", place=place, odds=_odds(one), round=soonest)
    page.add(bold(str(one.figure)), told)
    names = [f"{book.entry_name} {leg.round}" if not leg.extra else t("at once") for leg in one.legs]
    width = max(map(columns, names), default=0)
    for name, leg in zip(names, one.legs, strict=True):
        page.pair(Span(name, "cyan"), _leg(book, one, leg), indent=2, width=width)
    ends = [(chance_words(odds), _ended(book, fate)) for fate, odds in one.fates if fate != HOME]
    if ends:
        page.add(t("otherwise, if one goes for the best"), indent=2)
    width = max((columns(odds) for odds, _ in ends), default=0)
    for odds, fate in ends:
        page.pair(Span(odds, "cyan"), fate, indent=4, width=width)
    page.add(t("with rounds spent on something else, a search each"), indent=2)
    rows = list(_rows(one))
    width = max(columns(rounds) for rounds, _ in rows)
    for rounds, chance in rows:
        page.pair(Span(rounds, "cyan"), _bar(page.look, chance), " " + _short(chance), indent=4, width=width)


def _ended(book: Rulebook, fate: Value) -> str:
    return t("what no clause rules") if fate == UNRULED else word(book, fate)


def _bar(look: Look, odds: Odds) -> str:
    """Odds as a bar of a terminal; what is not known is lighter."""
    sure, open_ = "█░" if look.unicode else "#-"
    low, high = round(odds.low * BAR), round(odds.high * BAR)
    return sure * low + open_ * (high - low) + "\0" * (BAR - high)


def _leg(book: Rulebook, one: HomeWay, leg: Leg) -> str:
    moved = say(book, Term("chosen", (one.figure, leg.action, 0)))
    way = show(leg.start) if leg.end == HOME else f"{show(leg.start)} - {show(leg.end)}"
    if leg.is_sure:
        return f"{way}: {moved}"
    odds = _between(Odds(leg.low, leg.high))
    return t("{way}: {moved}, {odds} at the first try", way=way, moved=moved, odds=odds)


def _rows(one: HomeWay) -> Iterator[tuple[str, Odds]]:
    """How likely one gets home after so many rounds; rounds in which that stays the same on one line."""
    first = 0
    if not one.spent:
        return
    for now, further in zip(one.spent, (*one.spent[1:], None), strict=True):
        if further is None or (further.low, further.high) != (now.low, now.high):
            rounds = str(first) if first == now.rounds else t("{first} to {last}", first=first, last=now.rounds)
            yield rounds, Odds(now.low, now.high)
            first = now.rounds + 1


def _odds(one: HomeWay) -> str:
    return _between(Odds(one.low, one.high))


def _between(odds: Odds, words: Callable[[Fraction], str] = chance_words) -> str:
    if odds.low == odds.high:
        return words(odds.low)
    if odds.low == 0 and odds.high == SURE:
        return t("unknown")
    return t("{low} to {high}", low=words(odds.low), high=words(odds.high))


def _short(odds: Odds) -> str:
    """Odds as they stand beside a bar."""

    def words(chance: Fraction) -> str:
        return str(chance) if chance.denominator < MOST else t("about {odds}", odds=f"{float(chance):.4f}")

    return _between(odds, words)


def homeward_plot(found: Homes, scenario: Scenario) -> str:
    """The chart: for each figure a bar for every number of rounds spent; pale is what is not known."""
    rows = [
        (t("{figure} home, rounds spent: {rounds}", figure=one.figure, rounds=rounds), odds, _short(odds))
        for one in found.figures
        for rounds, odds in _rows(one)
    ]
    return bars(scenario.title or scenario.file, rows)


def homeward_json(found: Homes, scenario: Scenario) -> dict[str, Any]:
    """The JSON form of the way home of some figures."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "figures": json_form(found.figures),
        "supposed": json_form(found.supposed),
        "readings": json_form(found.assumed),
    }
