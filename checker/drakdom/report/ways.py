"""What figures can reach, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from drakdom.language import t
from drakdom.paths.model import SURE, Leg, Reach, Reached, Reaches
from drakdom.report.chances import chance_words
from drakdom.report.heading import heading, law_json
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.rulebook import Rulebook
from drakdom.rulebook.pictures import load_pictures
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show
from drakdom.verdict import json_form

SCHEMA = "drakdom/paths/1"
#: So many letters of odds have room in a place of a picture.
_MARK = 7


def ways(found: Reaches, scenario: Scenario, look: Look, to: str = "") -> str:
    """The report on what figures can reach, or on their best ways `to` one place."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario)
    for one in found.figures:
        page.gap()
        if one.place is None:
            page.add(bold(str(one.figure)), unmoved(scenario, one.figure))
        elif to:
            _to(page, book, one, to)
        else:
            _reach(page, book, one)
    page.gap()
    page.add(dim(t("each figure by itself, with nobody else near its way")))
    readings(page, found.assumed)
    return page.print()


def unmoved(scenario: Scenario, figure: Value) -> str:
    """What is said of a figure of whose moves the law knows nothing, by what the scenario says of it.

    That is that it is dead or gone, or where it is but in a square, as far as the pictures of the rulebook tell.
    """
    pictures = load_pictures(scenario.rulebook)
    holds = (*scenario.facts, *(Term("given", one) for one in scenario.given))
    gone, at = (
        [(sight, found) for sight in pictures[section] for fact in holds if (found := sight.fits(fact)) is not None]
        for section in ("gone", "at")
    )
    looks = {sight.look(None) for sight, found in gone if found["figure"] == figure}
    if looks:
        return ": " + (t("dead") if "dead" in looks else t("has left the board"))
    place = next((found["place"] for _, found in at if found["figure"] == figure), "")
    if isinstance(place, Term):
        return t(": {place}; no ways from there are told", place=word(scenario.rulebook, place))
    return t(": the law knows of no moves of its own")


def readings(page: Page, assumed: tuple[tuple[str, str], ...]) -> None:
    """How doubtful clauses were read of which the scenario does not say how."""
    for line in as_read(assumed):
        page.add(dim(line), hang=2)


def as_read(assumed: tuple[tuple[str, str], ...]) -> list[str]:
    """The sentence on that, if there is anything to say."""
    said = joined(f"{clause}={option}" for clause, option in assumed)
    return [t("read so, since nothing says how (`--reading`): {readings}", readings=said)] if assumed else []


def _reach(page: Page, book: Rulebook, one: Reach) -> None:
    assert one.place is not None
    page.add(bold(str(one.figure)), t(" from {place}", place=word(book, one.place)))
    rounds: dict[int, list[Reached]] = {}
    for reached in one.reached:
        if reached.place != one.place:
            rounds.setdefault(reached.rounds, []).append(reached)
    names = {n: round_name(book, n) for n in rounds}
    width = max(map(columns, names.values()), default=0)
    for n, some in rounds.items():
        name = names[n]
        for line in _lines(some):
            page.pair(Span(name, "cyan"), line, indent=2, width=width)
            name = ""
    hard = dict.fromkeys(_any_round(leg) for reached in one.reached for leg in reached.legs if not leg.is_sure)
    width = max((columns(_move(leg)) for leg in hard), default=0)
    for leg in hard:
        page.pair(_move(leg), _hurdle(book, leg), indent=4, width=width)
    if one.beyond:
        page.add(t("no discovered way to {places}", places=joined(map(show, one.beyond))), indent=2, hang=2)


def _any_round(leg: Leg) -> Leg:
    """The move itself, in whatever round it is made."""
    return replace(leg, round=0, extra=False)


def _move(leg: Leg) -> str:
    return f"{show(leg.start)} - {show(leg.end)}"


def round_name(book: Rulebook, n: int) -> str:
    """A round by its number, 0 for the beginning."""
    if n == 0:
        return t("at once")
    return f"{book.entry_name} {n}"


def _lines(some: Iterable[Reached]) -> Iterable[str]:
    """Places that are surely reached on one line, every other on its own with the moves that may fail."""
    sure = [one for one in some if one.low == SURE]
    if sure:
        yield joined(_place(one) for one in sure)
    for one in some:
        if one.low != SURE:
            past = joined(_move(leg) for leg in one.legs if not leg.is_sure)
            yield t("{place}: {odds}, past {moves}", place=_place(one), odds=how_likely(one.low, one.high), moves=past)


def _place(one: Reached) -> str:
    if one.ends:
        return t("{place} (ways on not followed: {clause})", place=show(one.place), clause=one.ends)
    return t("{place} (undiscovered)", place=show(one.place)) if one.undiscovered else show(one.place)


def _hurdle(book: Rulebook, leg: Leg) -> str:
    """What may go wrong with a move, with the odds that it does not, or what nobody can say of it."""
    what = joined([word(book, roll.name) for roll in leg.rolls] or [say(book, Term("unruled", (g,))) for g in leg.gaps])
    return f"{how_likely(leg.low, leg.high)}, {what}" if what else how_likely(leg.low, leg.high)


def how_likely(low: Fraction, high: Fraction) -> str:
    """Odds between two bounds."""
    if low == high:
        return chance_words(low)
    if low == 0 and high == SURE:
        return t("unknown")
    return t("{low} to {high}", low=chance_words(low), high=chance_words(high))


def _to(page: Page, book: Rulebook, one: Reach, to: str) -> None:
    found = next((reached for reached in one.reached if show(reached.place) == to), None)
    if found is None:
        page.add(bold(str(one.figure)), t(": no way to {place}", place=to))
        return
    told, odds = round_name(book, found.rounds), how_likely(found.low, found.high)
    soonest = t(" to {place}: {round} at the soonest, {odds} at the first try", place=to, round=told, odds=odds)
    page.add(bold(str(one.figure)), soonest)
    names = [round_name(book, leg.round) if not leg.extra else t("at once") for leg in found.legs]
    width = max(map(columns, names), default=0)
    for name, leg in zip(names, found.legs, strict=True):
        moved = say(book, Term("chosen", (one.figure, leg.action, 0)))
        more = "" if leg.is_sure else ": " + _hurdle(book, leg)
        page.pair(Span(name, "cyan"), f"{_move(leg)}: {moved}{more}", indent=2, width=width)


def sentences(found: Reaches, scenario: Scenario, to: str = "") -> dict[Value, list[tuple[Leg | None, str]]]:
    """What a picture says below the board of each figure: of the moves that may fail, or of the way `to` a place."""
    book, read = scenario.rulebook, [(None, text) for text in as_read(found.assumed)]
    return {one.figure: [*(_steps(book, one, to) if to else _hard(book, one)), *read] for one in found.figures}


def _hard(book: Rulebook, one: Reach) -> Iterator[tuple[Leg | None, str]]:
    for leg in dict.fromkeys(_any_round(leg) for reached in one.reached for leg in reached.legs if not leg.is_sure):
        yield leg, f"{_move(leg)}: {_hurdle(book, leg)}"
    for reached in one.reached:
        if reached.ends and reached.place != one.place:
            yield None, _place(reached)
    if one.beyond:
        yield None, t("no discovered way to {places}", places=joined(map(show, one.beyond)))


def _steps(book: Rulebook, one: Reach, to: str) -> Iterator[tuple[Leg | None, str]]:
    found = next((reached for reached in one.reached if show(reached.place) == to), None)
    if found is None:
        yield None, str(one.figure) + t(": no way to {place}", place=to)
        return
    for leg in found.legs:
        name = round_name(book, leg.round) if not leg.extra else t("at once")
        moved = say(book, Term("chosen", (one.figure, leg.action, 0)))
        yield leg, f"{name}: {moved}" + ("" if leg.is_sure else f": {_hurdle(book, leg)}")


def marks(found: Reaches, scenario: Scenario, to: str = "") -> dict[Value, dict[Value, tuple[str, str, str]]]:
    """What a picture writes into the places that each figure reaches: the round, the odds, and both in words."""
    book = scenario.rulebook
    return {
        one.figure: {
            reached.place: _mark(book, reached)
            for reached in one.reached
            if reached.place != one.place and (not to or show(reached.place) == to)
        }
        for one in found.figures
    }


def _mark(book: Rulebook, one: Reached) -> tuple[str, str, str]:
    if one.low == SURE:
        return str(one.rounds), "", round_name(book, one.rounds)
    odds = how_likely(one.low, one.high)
    brief = [_brief(bound) for bound in dict.fromkeys((one.low, one.high))]
    short = odds if len(odds) <= _MARK else t("{low} to {high}", low=brief[0], high=brief[1]) if brief[1:] else brief[0]
    return str(one.rounds), short, f"{round_name(book, one.rounds)}, {odds}"


def _brief(odds: Fraction) -> str:
    """Odds for a place in a picture, which has no room for many digits."""
    if len(str(odds)) <= _MARK:
        return str(odds)
    return f"≈{float(odds):.2g}" if odds >= Fraction(1, 1000) else "<0.001"


def ways_json(found: Reaches, scenario: Scenario) -> dict[str, Any]:
    """The JSON form of what figures can reach."""
    figures = [
        {
            **json_form(one),
            "reached": [json_form(r) | {"low": str(r.low), "high": str(r.high)} for r in one.reached],
        }
        for one in found.figures
    ]
    return {"schema": SCHEMA, **law_json(scenario), "figures": figures, "readings": json_form(found.assumed)}
