"""Chances of figures to get home, in words and as a chart."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby, product
from typing import Any

from drakdom.answer import Odds
from drakdom.language import t
from drakdom.paths.ask.query import law_about_paths
from drakdom.paths.model import SURE, Homes, HomeWay, Leg
from drakdom.paths.state_space import HOME, UNRULED
from drakdom.report.chances import MOST_DIGITS, chance_words
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.report.plot import OPEN as PALE
from drakdom.report.plot import SURE as SOLID
from drakdom.report.plot import Bar, Chart, Group, drawn
from drakdom.report.ways import as_read, unmoved
from drakdom.rulebook import Rulebook
from drakdom.rulebook.declarations import Single
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, bind, show
from drakdom.verdict import json_form

SCHEMA = "drakdom/paths_home/1"
MOST = 1000
"""From this denominator on, a fraction beside a bar is shown as a decimal."""
BAR = 20
"""Columns of a bar on a terminal."""


def home_text(result: Homes, scenario: Scenario, look: Look) -> str:
    """Return the report on the way home of figures."""
    page = Page(look)
    heading(page, scenario.rulebook, scenario)
    for way in result.figures:
        page.gap()
        _figure(page, scenario, way)
    page.gap()
    for line in _notes(result, scenario):
        page.add(dim(line), hang=2)
    return page.print()


def _figure(page: Page, scenario: Scenario, way: HomeWay) -> None:
    book = scenario.rulebook
    page.add(bold(str(way.figure)), _soonest(scenario, way))
    names = [f"{book.entry_word} {leg.round}" if not leg.extra else t("at once") for leg in way.legs]
    width = max(map(columns, names), default=0)
    for name, leg in zip(names, way.legs, strict=True):
        page.pair(Span(name, "cyan"), _leg(book, way, leg), indent=2, width=width)
    ends = [(_words(odds), _ended(book, fate)) for fate, odds in way.fates if fate != HOME]
    if ends:
        no_way, else_ends = t("how it ends on discovered ways alone"), t("otherwise, with the best choices")
        page.add(no_way if way.rounds is None else else_ends, indent=2)
    width = max((columns(odds) for odds, _ in ends), default=0)
    for odds, fate in ends:
        page.pair(Span(odds, "cyan"), fate, indent=4, width=width)
    rows = list(_rows(way))
    if rows:
        page.add(t("after rounds spent on something else (one search each)"), indent=2)
    width = max((columns(row.label) for row in rows), default=0)
    for row in rows:
        page.pair(Span(row.label, "cyan"), _bar(page.look, row.odds), " " + row.words, indent=4, width=width)


def _soonest(scenario: Scenario, way: HomeWay) -> str:
    """Return the words after a figure's name: its place, its odds to get home, and the earliest round."""
    book = scenario.rulebook
    if way.place is None:
        return unmoved(scenario, way.figure)
    place = word(book, way.place)
    if way.rounds is not None:
        earliest = f"{book.entry_word} {way.rounds}"
        odds = _between(Odds(way.low, way.high))
        return t(
            " from {place}: gets home with probability {odds}, in {round} at the earliest",
            place=place,
            odds=odds,
            round=earliest,
        )
    words = t(" from {place}: no discovered way leads home", place=place)
    if way.high == SURE:
        return words + t("; whether other ways do is not known")
    return words + t("; other ways do with probability {odds} at most", odds=_words(way.high)) if way.high else words


def _notes(result: Homes, scenario: Scenario) -> list[str]:
    """Return the assumptions on which the odds rest, and the gaps in the rules."""
    book = scenario.rulebook
    lines = [
        t("for each figure alone: nobody else is near its way, no card is drawn, and the board stays as it is"),
    ]
    for gap in dict.fromkeys(gap for way in result.figures for gap in way.gaps):
        lines.append(say(book, Term("unruled", (gap,))))
    if result.supposed:
        names = joined(word(book, name) for name in result.supposed)
        lines.append(t("assumed by the scenario, because the rules do not say it: {what}", what=names))
    if denied := list(_denied(result, scenario)):
        lines.append(t("assumed by the scenario: {what}", what="; ".join(denied)))
    return lines + as_read(result.assumed)


def _denied(result: Homes, scenario: Scenario) -> Iterator[str]:
    """Yield the one-word suppositions of the scenario on which no way rests, if a figure has no way home."""
    if all(way.place is None or way.rounds is not None for way in result.figures):
        return
    book = scenario.rulebook
    for field in book.suppose.values():
        name = Term(field.name)
        if name in result.supposed or word(book, name) == show(name) or not isinstance(field.shape, Single):
            continue
        for pattern, fact in product(field.facts, scenario.facts):
            bound = bind(pattern, fact)
            if bound and isinstance(answer := bound.get("value"), Term):
                yield f"{word(book, name)}: {word(book, answer)}"


def _ended(book: Rulebook, fate: Value) -> str:
    return t("no clause says how it ends") if fate == UNRULED else word(book, fate)


def _bar(look: Look, odds: Odds) -> str:
    """Return odds as a bar of `BAR` columns; the part that is not known is lighter."""
    full, light = "█░" if look.unicode else "#-"
    low, high = _cells(odds.low), _cells(odds.high)
    return full * low + light * (high - low) + "\0" * (BAR - high)


def _cells(chance: Fraction) -> int:
    """Return the columns of a bar; only 0 gives an empty bar, and only 1 a full one."""
    if chance in (0, SURE):
        return int(chance * BAR)
    return min(max(round(chance * BAR), 1), BAR - 1)


def _leg(book: Rulebook, way: HomeWay, leg: Leg) -> str:
    moved = say(book, Term("chosen", (way.figure, leg.action, 0)))
    places = show(leg.start) if leg.end == HOME else f"{show(leg.start)} - {show(leg.end)}"
    if leg.is_sure:
        return f"{places}: {moved}"
    odds = _between(Odds(leg.low, leg.high))
    return t("{way}: {moved}, {odds} on the first try", way=places, moved=moved, odds=odds)


def _rows(way: HomeWay) -> Iterator[Bar]:
    """Yield a bar for each number of rounds spent, with equal odds on one line; none if nobody can get home."""
    odds = [Odds(spent.low, spent.high) for spent in way.spent if way.high]
    for label, group in groupby(enumerate(odds), key=lambda row: _short(row[1])):
        rows = list(group)
        (first, likely), (last, _) = rows[0], rows[-1]
        yield Bar(str(first) if first == last else t("{first} to {last}", first=first, last=last), likely, label)


def _words(chance: Fraction) -> str:
    return chance_words(chance) if chance.denominator < 10**MOST_DIGITS else _decimal(chance, 6)


def _between(odds: Odds, words: Callable[[Fraction], str] = _words) -> str:
    if odds.low == 0 and odds.high == SURE:
        return t("unknown")
    low, high = words(odds.low), words(odds.high)
    return low if low == high else t("{low} to {high}", low=low, high=high)


def _short(odds: Odds) -> str:
    """Return odds in the short form that stands beside a bar."""
    return _between(odds, lambda chance: str(chance) if chance.denominator < MOST else _decimal(chance, 4))


def _decimal(chance: Fraction, digits: int) -> str:
    """Return a chance as a decimal of at most `digits` digits, never rounded to 0 or 1."""
    nearest, least = round(chance, digits), Fraction(1, 10**digits)
    if nearest == SURE != chance:
        return t("more than {odds}", odds=f"{float(SURE - least):.{digits}f}")
    if nearest == 0 != chance:
        return t("less than {odds}", odds=f"{float(least):.{digits}f}")
    return t("about {odds}", odds=f"{float(nearest):.{digits}f}")


def home_plot(result: Homes, scenario: Scenario) -> str:
    """Return the chart as SVG: a bar for each figure and number of rounds spent; the pale part is not known."""
    page = Page(Look(sys.maxsize))
    heading(page, scenario.rulebook, scenario)
    title, *law = page.lines
    subtitle = t(
        "how likely each figure is to get home, by the number of rounds that it first spends on something else (one "
        "search each)"
    )
    groups = tuple(Group(f"{way.figure}{_soonest(scenario, way)}", tuple(_rows(way))) for way in result.figures)
    legend = {
        SOLID: t("at least this likely"),
        PALE: t("not known: no clause says, or it is not taken into account here"),
    }
    return drawn(
        Chart(
            title,
            groups,
            axis=t("probability of getting home"),
            rows=t("rounds spent"),
            says=(*law, subtitle),
            legend=legend,
            notes=tuple(_notes(result, scenario)),
            language=scenario.rulebook.speaks,
        )
    )


def home_json(result: Homes, scenario: Scenario) -> dict[str, Any]:
    """Return the JSON form of the way home of figures."""
    return {
        "schema": SCHEMA,
        **law_json(scenario, law_about_paths(scenario.rulebook)),
        "figures": json_form(result.figures),
        "supposed": json_form(result.supposed),
        "readings": json_form(result.assumed),
    }
