"""Whether figures still get home, in words and as a chart."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby, product
from typing import Any

from drakdom.language import t
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
from drakdom.rulebook.sentences import say, word
from drakdom.rulebook.vocabulary import One
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, bind, show
from drakdom.verdict import Odds, json_form

SCHEMA = "drakdom/paths_home/1"
#: Beside a bar a fraction of a greater denominator is told as a decimal.
MOST = 1000
#: Columns of a bar on a terminal.
BAR = 20


def homeward(found: Homes, scenario: Scenario, look: Look) -> str:
    """The report on the way home of some figures."""
    page = Page(look)
    heading(page, scenario.rulebook, scenario)
    for one in found.figures:
        page.gap()
        _figure(page, scenario, one)
    page.gap()
    for line in _notes(found, scenario):
        page.add(dim(line), hang=2)
    return page.print()


def _figure(page: Page, scenario: Scenario, one: HomeWay) -> None:
    book = scenario.rulebook
    page.add(bold(str(one.figure)), _soonest(scenario, one))
    names = [f"{book.entry_name} {leg.round}" if not leg.extra else t("at once") for leg in one.legs]
    width = max(map(columns, names), default=0)
    for name, leg in zip(names, one.legs, strict=True):
        page.pair(Span(name, "cyan"), _leg(book, one, leg), indent=2, width=width)
    ends = [(_words(odds), _ended(book, fate)) for fate, odds in one.fates if fate != HOME]
    if ends:
        no_way, otherwise = t("how it ends by discovered ways alone"), t("otherwise, if one goes for the best")
        page.add(no_way if one.rounds is None else otherwise, indent=2)
    width = max((columns(odds) for odds, _ in ends), default=0)
    for odds, fate in ends:
        page.pair(Span(odds, "cyan"), fate, indent=4, width=width)
    rows = list(_rows(one))
    if rows:
        page.add(t("with rounds spent on something else, a search each"), indent=2)
    width = max((columns(row.label) for row in rows), default=0)
    for row in rows:
        page.pair(Span(row.label, "cyan"), _bar(page.look, row.odds), " " + row.told, indent=4, width=width)


def _soonest(scenario: Scenario, one: HomeWay) -> str:
    """Whether a figure gets home, and how soon: what is said behind its name."""
    book = scenario.rulebook
    if one.place is None:
        return unmoved(scenario, one.figure)
    place = word(book, one.place)
    if one.rounds is not None:
        soonest = f"{book.entry_name} {one.rounds}"
        odds = _between(Odds(one.low, one.high))
        return t(" from {place}: home with {odds}, in {round} at the soonest", place=place, odds=odds, round=soonest)
    told = t(" from {place}: no discovered way leads home", place=place)
    if one.high == SURE:
        return told + t("; whether others do is not known")
    return told + t("; others do with at most {odds}", odds=_words(one.high)) if one.high else told


def _notes(found: Homes, scenario: Scenario) -> list[str]:
    """On what all of it rests."""
    book = scenario.rulebook
    lines = [t("each figure by itself, with nobody else near its way, no card drawn and the board as it is")]
    for gap in dict.fromkeys(gap for one in found.figures for gap in one.gaps):
        lines.append(say(book, Term("unruled", (gap,))))
    if found.supposed:
        what = joined(word(book, one) for one in found.supposed)
        lines.append(t("supposed by the scenario, since the rules do not say it: {what}", what=what))
    if denied := list(_denied(found, scenario)):
        lines.append(t("supposed by the scenario: {what}", what="; ".join(denied)))
    return lines + as_read(found.assumed)


def _denied(found: Homes, scenario: Scenario) -> Iterator[str]:
    """What the scenario supposes in a word, where somebody has no way home and no way rests on that."""
    if all(one.place is None or one.rounds is not None for one in found.figures):
        return
    book = scenario.rulebook
    for field in book.suppose.values():
        what = Term(field.name)
        if what in found.supposed or word(book, what) == show(what) or not isinstance(field.shape, One):
            continue
        for pattern, fact in product(field.facts, scenario.facts):
            said = bind(pattern, fact)
            if said and isinstance(answer := said.get("value"), Term):
                yield f"{word(book, what)}: {word(book, answer)}"


def _ended(book: Rulebook, fate: Value) -> str:
    return t("what no clause rules") if fate == UNRULED else word(book, fate)


def _bar(look: Look, odds: Odds) -> str:
    """Odds as a bar of a terminal; what is not known is lighter."""
    sure, open_ = "█░" if look.unicode else "#-"
    low, high = _cells(odds.low), _cells(odds.high)
    return sure * low + open_ * (high - low) + "\0" * (BAR - high)


def _cells(chance: Fraction) -> int:
    """How long a bar is: full for what is sure, empty for what cannot be, for nothing else."""
    if chance in (0, SURE):
        return int(chance * BAR)
    return min(max(round(chance * BAR), 1), BAR - 1)


def _leg(book: Rulebook, one: HomeWay, leg: Leg) -> str:
    moved = say(book, Term("chosen", (one.figure, leg.action, 0)))
    way = show(leg.start) if leg.end == HOME else f"{show(leg.start)} - {show(leg.end)}"
    if leg.is_sure:
        return f"{way}: {moved}"
    odds = _between(Odds(leg.low, leg.high))
    return t("{way}: {moved}, {odds} at the first try", way=way, moved=moved, odds=odds)


def _rows(one: HomeWay) -> Iterator[Bar]:
    """How likely one gets home after so many rounds; on one line those after which it is told alike.

    There are none where nobody gets home in any case.
    """
    odds = [Odds(spent.low, spent.high) for spent in one.spent if one.high]
    for told, some in groupby(enumerate(odds), key=lambda row: _short(row[1])):
        rows = list(some)
        (first, likely), (last, _) = rows[0], rows[-1]
        yield Bar(str(first) if first == last else t("{first} to {last}", first=first, last=last), likely, told)


def _words(chance: Fraction) -> str:
    return chance_words(chance) if chance.denominator < 10**MOST_DIGITS else _decimal(chance, 6)


def _between(odds: Odds, words: Callable[[Fraction], str] = _words) -> str:
    if odds.low == 0 and odds.high == SURE:
        return t("unknown")
    low, high = words(odds.low), words(odds.high)
    return low if low == high else t("{low} to {high}", low=low, high=high)


def _short(odds: Odds) -> str:
    """Odds as they stand beside a bar."""
    return _between(odds, lambda chance: str(chance) if chance.denominator < MOST else _decimal(chance, 4))


def _decimal(chance: Fraction, digits: int) -> str:
    """A chance as a decimal of so many digits, which looks like 0 or 1 for nothing else."""
    nearest, least = round(chance, digits), Fraction(1, 10**digits)
    if nearest == SURE != chance:
        return t("more than {odds}", odds=f"{float(SURE - least):.{digits}f}")
    if nearest == 0 != chance:
        return t("less than {odds}", odds=f"{float(least):.{digits}f}")
    return t("about {odds}", odds=f"{float(nearest):.{digits}f}")


def homeward_plot(found: Homes, scenario: Scenario) -> str:
    """The chart: for each figure a bar for every number of rounds spent; pale is what is not known."""
    page = Page(Look(sys.maxsize))
    heading(page, scenario.rulebook, scenario)
    title, *law = page.lines
    what = t("how likely each figure gets home, by the rounds that it spends on something else first, a search each")
    groups = tuple(Group(f"{one.figure}{_soonest(scenario, one)}", tuple(_rows(one))) for one in found.figures)
    legend = {
        SOLID: t("at least so likely"),
        PALE: t("not known: what no clause rules, and what is not reckoned with here"),
    }
    return drawn(
        Chart(
            title,
            groups,
            axis=t("probability of getting home"),
            rows=t("rounds spent"),
            says=(*law, what),
            legend=legend,
            notes=tuple(_notes(found, scenario)),
            language=scenario.rulebook.speaks,
        )
    )


def homeward_json(found: Homes, scenario: Scenario) -> dict[str, Any]:
    """The JSON form of the way home of some figures."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "figures": json_form(found.figures),
        "supposed": json_form(found.supposed),
        "readings": json_form(found.assumed),
    }
