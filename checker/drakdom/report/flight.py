"""Flights in words: open exits with their clauses, and the outcome of the next round for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from drakdom.language import t
from drakdom.paths.ask.query import law_about_paths
from drakdom.paths.flight import Exit, Flight, Odds
from drakdom.report.goals import how_likely
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.report.ways import as_read, readings
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show
from drakdom.verdict import json_form

SCHEMA = "drakdom/paths_flight/1"
_SURE = Fraction(1)


def flight_text(result: Flight, scenario: Scenario, look: Look) -> str:
    """Return the report on one flight."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario)
    page.gap()
    if not result.foes:
        page.add(bold(word(book, result.figure)), _unmet(result))
        readings(page, result.assumed)
        return page.print()
    foes = joined(word(book, foe) for foe in result.foes)
    title = t(" would flee from {figures} in {place}", figures=foes, place=show(result.place))
    page.add(bold(word(book, result.figure)), title)
    names = [direction(book, exit_) for exit_ in result.exits]
    width = max(map(columns, names), default=0)
    for name, exit_ in zip(names, result.exits, strict=True):
        for line in exit_lines(book, result, exit_):
            page.pair(Span(name, "cyan"), line, indent=2, width=width)
            name = ""
    for line in _in_all(book, result):
        page.add(line, indent=2, hang=2)
    page.gap()
    for line in supposed(result):
        page.add(dim(line))
    readings(page, result.assumed)
    return page.print()


def supposed(result: Flight) -> Iterable[str]:
    """Yield the assumptions on which a report on a flight rests."""
    yield t("assuming a meeting with everybody in its room, and a card that says that it flees")
    if any(exit_.arrivals for exit_ in result.exits):
        yield t(
            "in the next round, if all others stay where they are and draw no card; odds given that it leaves by that "
            "exit"
        )


def _unmet(result: Flight) -> str:
    by = f" ({', '.join(result.unmet)})" if result.unmet else ""
    nobody = t(" is met by nobody in {place}", place=show(result.place))
    return nobody + by + t("; a flight without a meeting is not covered")


def _in_all(book: Rulebook, result: Flight) -> Iterable[str]:
    """Yield the sentences about all exits together."""
    is_shut = not any(exit_.open for exit_ in result.exits)
    if any(exit_.open is None for exit_ in result.exits) and is_shut:
        yield t("whether it flees is not known")
    elif is_shut and (result.exits or not result.gaps):
        yield t("no exit is open to it: it does not flee")
    elif result.vanishes:
        yield t("whichever exit it takes, it is gone from the board")
    if any(result.stays):
        yield _likely(t("it does not get away"), result.stays)
    if any(result.lost):
        yield _likely(t("of this: it falls, or is removed from the board"), result.lost)
    for gap in dict.fromkeys((*result.gaps, *(gap for exit_ in result.exits for gap in exit_.gaps))):
        yield say(book, Term("unruled", (gap,)))


def direction(book: Rulebook, exit_: Exit) -> str:
    """Return the name of an exit."""
    return word(book, exit_.direction, "direction")


def exit_lines(book: Rulebook, result: Flight, exit_: Exit) -> Iterable[str]:
    """Yield the sentences about one exit."""
    by = f" ({', '.join(exit_.clauses)})" if exit_.clauses else ""
    state = t("open") if exit_.open else t("not open")
    if exit_.open is None:
        state = t("whether it is open is not known") if exit_.gaps else t("no clause says whether it is open")
    leads = t(", to {places}", places=joined(map(show, exit_.leads), t("or"))) if exit_.leads else ""
    yield f"{state}{by}{leads}"
    if not exit_.open or result.vanishes:
        return
    if not any(exit_.chosen):
        yield t("it still takes another one")
        return
    if exit_.chosen != (_SURE, _SURE):
        yield t("by this one: {odds}", odds=how_likely(*exit_.chosen))
    yield from _completed(book, exit_)


def _completed(book: Rulebook, exit_: Exit) -> Iterable[str]:
    """Yield the outcomes of a flight by an exit in the next round."""
    if exit_.gaps and not exit_.arrivals and not exit_.gone[0]:
        yield t("the result is not known")
        return
    for arrival in exit_.arrivals:
        yield _likely(t("comes to {place}", place=show(arrival.place)), arrival.odds)
    for figure, odds in exit_.meetings:
        yield _likely(t("meets {figure}", figure=word(book, figure)), odds)
    for figure, odds in exit_.slays:
        yield _likely(t("kills {figure} without a meeting", figure=word(book, figure)), odds)
    if exit_.beside:
        yield t("there as well: {figures}", figures=joined(word(book, figure) for figure in exit_.beside))
    if any(exit_.gone):
        yield _likely(t("is removed from the board"), exit_.gone)


def sentences(result: Flight, scenario: Scenario) -> list[str]:
    """Return a sentence for each exit, without its clauses, then those about all exits and assumed readings."""
    book = scenario.rulebook
    if not result.foes:
        return [word(book, result.figure) + _unmet(result), *as_read(result.assumed)]
    named = ((direction(book, exit_), replace(exit_, clauses=())) for exit_ in result.exits)
    exits = (f"{name}: {'; '.join(exit_lines(book, result, exit_))}" for name, exit_ in named)
    return [*exits, *_in_all(book, result), *as_read(result.assumed)]


def _likely(sentence: str, odds: Odds) -> str:
    return sentence if odds == (_SURE, _SURE) else t("{what}: {odds}", what=sentence, odds=how_likely(*odds))


def flight_json(result: Flight, scenario: Scenario) -> dict[str, Any]:
    """Return the JSON form of a flight."""
    return {
        "schema": SCHEMA,
        **law_json(scenario, law_about_paths(scenario.rulebook)),
        "figure": _text(result.figure),
        "place": _text(result.place),
        "foes": [_text(foe) for foe in result.foes],
        "exits": [
            {
                "direction": _text(exit_.direction),
                "open": exit_.open,
                "clauses": list(exit_.clauses),
                "leads": [_text(place) for place in exit_.leads],
                "chosen": _pair(exit_.chosen),
                "arrivals": [
                    {"place": _text(arrival.place), "odds": _pair(arrival.odds)} for arrival in exit_.arrivals
                ],
                "meetings": [{"figure": _text(figure), "odds": _pair(odds)} for figure, odds in exit_.meetings],
                "slays": [{"figure": _text(figure), "odds": _pair(odds)} for figure, odds in exit_.slays],
                "beside": [_text(figure) for figure in exit_.beside],
                "gone": _pair(exit_.gone),
                "gaps": [_text(gap) for gap in exit_.gaps],
            }
            for exit_ in result.exits
        ],
        "vanishes": result.vanishes,
        "stays": _pair(result.stays),
        "lost": _pair(result.lost),
        "unmet": list(result.unmet),
        "gaps": [_text(gap) for gap in result.gaps],
        "readings": json_form(result.assumed),
    }


def _text(value: Value) -> str:
    return show(value)


def _pair(odds: Odds) -> dict[str, str]:
    return {"low": str(odds[0]), "high": str(odds[1])}
