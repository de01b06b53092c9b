"""Where one may flee, by which exit and by which clause, and what the next round makes of it, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from drakdom.language import t
from drakdom.paths.flight import Exit, Flight, Odds
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.report.ways import as_read, how_likely, readings
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show
from drakdom.verdict import json_form

SCHEMA = "drakdom/paths_flight/1"
_SURE = Fraction(1)


def flight(found: Flight, scenario: Scenario, look: Look) -> str:
    """The report on one flight."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario)
    page.gap()
    if not found.foes:
        page.add(bold(word(book, found.figure)), _unmet(found))
        readings(page, found.assumed)
        return page.print()
    who = joined(word(book, foe) for foe in found.foes)
    page.add(
        bold(word(book, found.figure)), t(" would flee from {figures} in {place}", figures=who, place=show(found.place))
    )
    names = [direction(book, one) for one in found.exits]
    width = max(map(columns, names), default=0)
    for name, one in zip(names, found.exits, strict=True):
        for line in exit_lines(book, found, one):
            page.pair(Span(name, "cyan"), line, indent=2, width=width)
            name = ""
    for line in _in_all(book, found):
        page.add(line, indent=2, hang=2)
    page.gap()
    for line in supposed(found):
        page.add(dim(line))
    readings(page, found.assumed)
    return page.print()


def supposed(found: Flight) -> Iterable[str]:
    """On what it rests that is told of a flight."""
    yield t("supposing that it is met by all who are in its room, and that its card says that it flees")
    if any(one.arrivals for one in found.exits):
        yield t("the round after it, if all others stay where they are and draw no card; odds once it is out so")


def _unmet(found: Flight) -> str:
    by = f" ({', '.join(found.unmet)})" if found.unmet else ""
    nobody = t(" is met by nobody in {place}", place=show(found.place))
    return nobody + by + t("; of flights without a meeting nothing is told")


def _in_all(book: Rulebook, found: Flight) -> Iterable[str]:
    """What there is to say of all exits together."""
    is_shut = not any(one.open for one in found.exits)
    if any(one.open is None for one in found.exits) and is_shut:
        yield t("whether it flees is not known")
    elif is_shut and (found.exits or not found.gaps):
        yield t("no exit is open to it: it does not flee")
    elif found.vanishes:
        yield t("whichever it takes, it is gone from the board")
    if any(found.stays):
        yield _likely(t("it does not get away"), found.stays)
    if any(found.lost):
        yield _likely(t("of these it falls, or is removed from the board"), found.lost)
    for gap in dict.fromkeys((*found.gaps, *(gap for one in found.exits for gap in one.gaps))):
        yield say(book, Term("unruled", (gap,)))


def direction(book: Rulebook, one: Exit) -> str:
    """The exit by its name."""
    return word(book, one.direction, "direction")


def exit_lines(book: Rulebook, found: Flight, one: Exit) -> Iterable[str]:
    """What there is to say of an exit."""
    by = f" ({', '.join(one.clauses)})" if one.clauses else ""
    said = t("open") if one.open else t("not open")
    if one.open is None:
        said = t("whether it is open is not known") if one.gaps else t("no clause says whether it is open")
    leads = t(", to {places}", places=joined(map(show, one.leads), t("or"))) if one.leads else ""
    yield f"{said}{by}{leads}"
    if not one.open or found.vanishes:
        return
    if not any(one.chosen):
        yield t("it takes another all the same")
        return
    if one.chosen != (_SURE, _SURE):
        yield t("by this one: {odds}", odds=how_likely(*one.chosen))
    yield from _completed(book, one)


def _completed(book: Rulebook, one: Exit) -> Iterable[str]:
    """What comes of a flight by an exit in the next round."""
    if one.gaps and not one.arrivals and not one.gone[0]:
        yield t("what comes of it is not known")
        return
    for arrival in one.arrivals:
        yield _likely(t("comes to {place}", place=show(arrival.place)), arrival.odds)
    for who, odds in one.meetings:
        yield _likely(t("meets {figure}", figure=word(book, who)), odds)
    for who, odds in one.slays:
        yield _likely(t("kills {figure} unmet", figure=word(book, who)), odds)
    if one.beside:
        yield t("there as well: {figures}", figures=joined(word(book, other) for other in one.beside))
    if any(one.gone):
        yield _likely(t("is removed from the board"), one.gone)


def sentences(found: Flight, scenario: Scenario) -> list[str]:
    """What there is to say: of each exit in one sentence without its clauses, then of all, and how clauses are read."""
    book = scenario.rulebook
    if not found.foes:
        return [word(book, found.figure) + _unmet(found), *as_read(found.assumed)]
    told = ((direction(book, one), replace(one, clauses=())) for one in found.exits)
    exits = (f"{name}: {'; '.join(exit_lines(book, found, one))}" for name, one in told)
    return [*exits, *_in_all(book, found), *as_read(found.assumed)]


def _likely(said: str, odds: Odds) -> str:
    return said if odds == (_SURE, _SURE) else t("{what}: {odds}", what=said, odds=how_likely(*odds))


def flight_json(found: Flight, scenario: Scenario) -> dict[str, Any]:
    """The JSON form of the same."""
    return {
        "schema": SCHEMA,
        **law_json(scenario),
        "figure": _text(found.figure),
        "place": _text(found.place),
        "foes": [_text(foe) for foe in found.foes],
        "exits": [
            {
                "direction": _text(one.direction),
                "open": one.open,
                "clauses": list(one.clauses),
                "leads": [_text(place) for place in one.leads],
                "chosen": _pair(one.chosen),
                "arrivals": [{"place": _text(a.place), "odds": _pair(a.odds)} for a in one.arrivals],
                "meetings": [{"figure": _text(who), "odds": _pair(odds)} for who, odds in one.meetings],
                "slays": [{"figure": _text(who), "odds": _pair(odds)} for who, odds in one.slays],
                "beside": [_text(other) for other in one.beside],
                "gone": _pair(one.gone),
                "gaps": [_text(gap) for gap in one.gaps],
            }
            for one in found.exits
        ],
        "vanishes": found.vanishes,
        "stays": _pair(found.stays),
        "lost": _pair(found.lost),
        "unmet": list(found.unmet),
        "gaps": [_text(gap) for gap in found.gaps],
        "readings": json_form(found.assumed),
    }


def _text(value: Value) -> str:
    return show(value)


def _pair(odds: Odds) -> dict[str, str]:
    return {"low": str(odds[0]), "high": str(odds[1])}
