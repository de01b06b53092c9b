"""Goals of figures in words: the odds to be there by which turn, and the cheapest ways."""

from __future__ import annotations

from fractions import Fraction

from drakdom.language import t, tn
from drakdom.paths.model import SURE, BestPlay, Fare, Reach
from drakdom.report.chances import chance_words
from drakdom.report.page import Page, Span, bold, columns, joined
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import say
from drakdom.terms import Term, Value, show

_GAPS = 3
"""The most gaps that a page names."""
_FARE = 10
"""The width of the name of a price."""


def round_name(book: Rulebook, n: int) -> str:
    """Return the name of round `n`; 0 is the beginning."""
    if n == 0:
        return t("at once")
    return f"{book.move_name or book.entry_word} {n}"


def how_likely(low: Fraction, high: Fraction) -> str:
    """Return the odds between two bounds in words."""
    if low == high:
        return chance_words(low)
    if low == 0 and high == SURE:
        return t("unknown")
    return t("{low} to {high}", low=chance_words(low), high=chance_words(high))


def add_play(page: Page, book: Rulebook, reach: Reach, play: BestPlay) -> None:
    """Add the odds by turns, those of turns that round to the same percentage once."""
    turns = [turn for turn in play.odds if turn.high]
    if not turns:
        return
    page.add(bold(str(reach.figure)), t(" to {place}, played for as well as possible", place=play.goal))
    by_odds = {(round(turn.low, 2), round(turn.high, 2)): turn for turn in reversed(turns)}
    names = {turn.turn: t("by {round}", round=round_name(book, turn.turn)) for turn in by_odds.values()}
    width = max(map(columns, names.values()))
    for turn in sorted(by_odds.values(), key=lambda turn: turn.turn):
        page.pair(Span(names[turn.turn], "cyan"), how_likely(turn.low, turn.high), indent=2, width=width)
    for gap in play.gaps[:_GAPS]:
        page.add(t("open: {gap}", gap=_open(book, gap)), indent=2, hang=4)
    if (further := len(play.gaps) - _GAPS) > 0:
        page.add(tn("open: {n} point more", "open: {n} points more", further), indent=2)
    if play.most:
        page.add(t("later turns are not computed: there are more than {n} positions", n=play.most), indent=2, hang=4)


def _open(book: Rulebook, gap: Value) -> str:
    """Return the words for a gap, or for a phase that is not followed."""
    if isinstance(gap, Term) and gap.name == "phase":
        return t("not followed here: {phase}", phase=book.phases[str(gap.args[0])])
    return say(book, Term("unruled", (gap,)))


def add_fares(page: Page, book: Rulebook, reach: Reach, to: str) -> None:
    """Add the cheapest ways, by turns and by each price."""
    page.add(bold(str(reach.figure)), t(" to {place}, the cheapest ways", place=to))
    for fare in reach.fares:
        name = t("in {price}", price=fare.cheapest_in or f"{book.entry_word}s")
        paid = joined([f"{book.entry_word}s: {fare.turns}", *(f"{price}: {amount}" for price, amount in fare.paid)])
        page.pair(Span(name, "cyan"), f"{paid}; {_stops(fare)}", indent=2, width=_FARE)


def _stops(fare: Fare) -> str:
    """Return the places of a way in their order, with the prices on arrival."""
    prices = {stop: joined(f"{price}: {amount}" for price, amount in stop.paid) for stop in fare.stops}
    return " - ".join(f"{show(stop.place)} ({prices[stop]})" if stop.paid else show(stop.place) for stop in fare.stops)
