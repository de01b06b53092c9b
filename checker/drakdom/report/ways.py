"""Places that figures can reach, with rounds and odds, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from drakdom.language import t, tn
from drakdom.paths.model import SURE, Deed, Leg, Reach, Reached, Reaches
from drakdom.report.goals import add_fares, add_play, how_likely, round_name
from drakdom.report.heading import heading
from drakdom.report.page import Look, Page, Span, bold, columns, dim, joined
from drakdom.rulebook import Rulebook
from drakdom.rulebook.pictures import load_pictures
from drakdom.rulebook.sentences import say, word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value, show

_MARK = 7
"""The most letters of odds that fit into a place of a picture."""


def reach_text(result: Reaches, scenario: Scenario, look: Look, to: str = "") -> str:
    """Return the report on the places that figures can reach, or on their best ways `to` one place."""
    page, book = Page(look), scenario.rulebook
    heading(page, book, scenario)
    for reach in result.figures:
        page.gap()
        if reach.place is None:
            page.add(bold(str(reach.figure)), unmoved(scenario, reach.figure))
        elif to:
            _to(page, book, reach, to)
        else:
            _reach(page, book, reach)
    page.gap()
    page.add(dim(t("for each figure alone: nobody else is near its way")))
    readings(page, result.assumed)
    return page.print()


def unmoved(scenario: Scenario, figure: Value) -> str:
    """Return the words after the name of a figure for which the law knows no moves.

    They say that it is dead, gone or in a place that is no square, as far as the rulebook's pictures show.
    """
    pictures = load_pictures(scenario.rulebook)
    facts = (*scenario.facts, *(Term("given", given) for given in scenario.given))
    gone, at = (
        [(sight, slots) for sight in pictures[section] for fact in facts if (slots := sight.fits(fact)) is not None]
        for section in ("gone", "at")
    )
    looks = {sight.look(None) for sight, slots in gone if slots["figure"] == figure}
    if looks:
        return ": " + (t("dead") if "dead" in looks else t("has left the board"))
    place = next((slots["place"] for _, slots in at if slots["figure"] == figure), "")
    if isinstance(place, Term):
        return t(": {place}; ways from there are not covered", place=word(scenario.rulebook, place))
    return t(": the rules give it no moves of its own")


def readings(page: Page, assumed: tuple[tuple[str, str], ...]) -> None:
    """Add a line with the readings that were assumed, if there are any."""
    for line in as_read(assumed):
        page.add(dim(line), hang=2)


def as_read(assumed: tuple[tuple[str, str], ...]) -> list[str]:
    """Return a sentence with the readings that were assumed, or an empty list."""
    options = joined(f"{clause}={option}" for clause, option in assumed)
    if not options:
        return []
    return [t("read in this way, because nothing says how (`--reading`): {readings}", readings=options)]


def _reach(page: Page, book: Rulebook, reach: Reach) -> None:
    assert reach.place is not None
    page.add(bold(str(reach.figure)), t(" from {place}", place=word(book, reach.place)))
    rounds: dict[int, list[Reached]] = {}
    for reached in reach.near:
        if reached.place != reach.place:
            rounds.setdefault(reached.rounds, []).append(reached)
    names = {n: round_name(book, n) for n in rounds}
    width = max(map(columns, names.values()), default=0)
    for n, places in rounds.items():
        name = names[n]
        for line in _lines(book, places):
            page.pair(Span(name, "cyan"), line, indent=2, width=width)
            name = ""
    if far := len(reach.reached) - len(reach.near):
        last = round_name(book, reach.reached[-1].rounds)
        further = tn(
            "{n} place is farther away, at {round}", "{n} places are farther away, up to {round}", far, round=last
        )
        page.add(further, indent=2, hang=2)
    for deed in reach.deeds:
        page.add(_deed(book, reach.figure, deed), indent=2, hang=4)
    hard = _hard_moves(reach.near)
    width = max((columns(_move(leg)) for leg in hard), default=0)
    for leg in hard:
        page.pair(_move(leg), _hurdle(book, leg), indent=4, width=width)
    if reach.beyond:
        page.add(t("no discovered way to {places}", places=joined(map(show, reach.beyond))), indent=2, hang=2)


def _deed(book: Rulebook, figure: Value, deed: Deed) -> str:
    """Return a sentence on an action and the places from which a figure can take it, by the moves to them."""
    moves: dict[int, list[str]] = {}
    for place, n in deed.places:
        moves.setdefault(n, []).append(show(place))
    groups = (t("{places} ({round})", places=joined(places), round=round_name(book, n)) for n, places in moves.items())
    return t(
        "{action}: from {places}", action=say(book, Term("chosen", (figure, deed.action, 0))), places="; ".join(groups)
    )


def _hard_moves(near: Iterable[Reached]) -> list[Leg]:
    """Return the moves to places that may fail, each once, of all rounds."""
    legs = (leg for reached in near for leg in reached.legs if not leg.is_sure)
    return [*dict.fromkeys(replace(leg, round=0, extra=False) for leg in legs)]


def _move(leg: Leg) -> str:
    return f"{show(leg.start)} - {show(leg.end)}"


def _lines(book: Rulebook, places: Iterable[Reached]) -> Iterable[str]:
    """Yield one line with all places that are surely reached, then one for each other place with its hard moves.

    A longer way with better odds stands behind them.
    """
    certain = [reached for reached in places if reached.low == SURE]
    if certain:
        yield joined(_place(reached) for reached in certain)
    for reached in places:
        if reached.low != SURE:
            moves = joined(_move(leg) for leg in reached.legs if not leg.is_sure)
            odds = how_likely(reached.low, reached.high)
            way = t("{place}: {odds}, past {moves}", place=_place(reached), odds=odds, moves=moves)
            yield "; ".join(filter(None, (way, _safer(book, reached))))


def _safer(book: Rulebook, reached: Reached) -> str:
    """Return the round and the odds of the safest way, if a longer one is safer."""
    if not reached.safest:
        return ""
    safer = replace(reached, legs=reached.safest)
    return t("{odds} by {round}", odds=how_likely(safer.low, safer.high), round=round_name(book, safer.legs[-1].round))


def _place(reached: Reached) -> str:
    if reached.ends:
        return t("{place} (not followed further: {clause})", place=show(reached.place), clause=reached.ends)
    return t("{place} (undiscovered)", place=show(reached.place)) if reached.undiscovered else show(reached.place)


def _hurdle(book: Rulebook, leg: Leg) -> str:
    """Return the odds of a move that may fail, with its rolls or the gaps in the rules about it."""
    gaps = [say(book, Term("unruled", (gap,))) for gap in leg.gaps]
    causes = joined([word(book, roll.name) for roll in leg.rolls] or gaps)
    odds = how_likely(leg.low, leg.high)
    return f"{odds}, {causes}" if causes else odds


def _way_to(book: Rulebook, reach: Reach, to: str) -> Reached | None:
    """Return the nearest reached place that is the named one, or a part of it."""
    return next((reached for reached in reach.reached if book.topology.is_in(show(reached.place), to)), None)


def _to(page: Page, book: Rulebook, reach: Reach, to: str) -> None:
    reached = _way_to(book, reach, to)
    if reached is not None:
        _best_way(page, book, reach, reached, to)
    elif not reach.play or not any(turn.high for turn in reach.play.odds):
        page.add(bold(str(reach.figure)), t(": no way to {place}", place=to))
    if reach.fares:
        add_fares(page, book, reach, to)
    if reach.play:
        add_play(page, book, reach, reach.play)


def _best_way(page: Page, book: Rulebook, reach: Reach, reached: Reached, to: str) -> None:
    earliest, odds = round_name(book, reached.rounds), how_likely(reached.low, reached.high)
    title = t(" to {place}: {round} at the earliest, {odds} on the first try", place=to, round=earliest, odds=odds)
    page.add(bold(str(reach.figure)), title)
    _way(page, book, reach, reached.legs)
    if reached.safest:
        page.add(t("the safest way: {odds}", odds=_safer(book, reached)), indent=2)
        _way(page, book, reach, reached.safest)


def _way(page: Page, book: Rulebook, reach: Reach, legs: tuple[Leg, ...]) -> None:
    names = [_leg_name(book, leg) for leg in legs]
    width = max(map(columns, names), default=0)
    for name, leg in zip(names, legs, strict=True):
        moved = say(book, Term("chosen", (reach.figure, leg.action, 0)))
        more = "" if leg.is_sure else ": " + _hurdle(book, leg)
        page.pair(Span(name, "cyan"), f"{_move(leg)}: {moved}{more}", indent=2, width=width)


def _leg_name(book: Rulebook, leg: Leg) -> str:
    return t("at once") if leg.extra else round_name(book, leg.round)


def sentences(result: Reaches, scenario: Scenario, to: str = "") -> dict[Value, list[tuple[Leg | None, str]]]:
    """Return for each figure the sentences below a picture: on the moves that may fail, or on the way `to` a place."""
    book, read = scenario.rulebook, [(None, text) for text in as_read(result.assumed)]
    return {reach.figure: [*(_steps(book, reach, to) if to else _hard(book, reach)), *read] for reach in result.figures}


def _hard(book: Rulebook, reach: Reach) -> Iterator[tuple[Leg | None, str]]:
    for leg in _hard_moves(reach.near):
        yield leg, f"{_move(leg)}: {_hurdle(book, leg)}"
    for deed in reach.deeds:
        yield None, _deed(book, reach.figure, deed)
    for reached in reach.near:
        if reached.ends and reached.place != reach.place:
            yield None, _place(reached)
    if reach.beyond:
        yield None, t("no discovered way to {places}", places=joined(map(show, reach.beyond)))


def _steps(book: Rulebook, reach: Reach, to: str) -> Iterator[tuple[Leg | None, str]]:
    reached = _way_to(book, reach, to)
    if reached is None:
        yield None, str(reach.figure) + t(": no way to {place}", place=to)
        return
    for leg in reached.legs:
        moved = say(book, Term("chosen", (reach.figure, leg.action, 0)))
        yield leg, f"{_leg_name(book, leg)}: {moved}" + ("" if leg.is_sure else f": {_hurdle(book, leg)}")


def marks(result: Reaches, scenario: Scenario, to: str = "") -> dict[Value, dict[Value, tuple[str, str, str]]]:
    """Return for each figure and place the marks of a picture: the round, the odds, and both in words."""
    book = scenario.rulebook
    return {
        reach.figure: {
            reached.place: _mark(book, reached)
            for reached in (reach.reached if to else reach.near)
            if reached.place != reach.place and (not to or book.topology.is_in(show(reached.place), to))
        }
        for reach in result.figures
    }


def _mark(book: Rulebook, reached: Reached) -> tuple[str, str, str]:
    if reached.low == SURE:
        return str(reached.rounds), "", round_name(book, reached.rounds)
    odds = how_likely(reached.low, reached.high)
    brief = [_brief(bound) for bound in dict.fromkeys((reached.low, reached.high))]
    short = odds if len(odds) <= _MARK else t("{low} to {high}", low=brief[0], high=brief[1]) if brief[1:] else brief[0]
    return str(reached.rounds), short, f"{round_name(book, reached.rounds)}, {odds}"


def _brief(odds: Fraction) -> str:
    """Return odds in at most `_MARK` letters, for a place of a picture."""
    if len(str(odds)) <= _MARK:
        return str(odds)
    return f"≈{float(odds):.2g}" if odds >= Fraction(1, 1000) else "<0.001"
