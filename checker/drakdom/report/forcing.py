"""Events on which several players have an influence: odds of random choices, and of what each can force."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from drakdom.language import t, tn
from drakdom.report.chances import chance_words, odds_words
from drakdom.report.page import Page, Span, dim, joined
from drakdom.verdict import Contested, EventContested, Forced

MOST_EVENTS = 8
"""The most events listed, unless the full report is wanted."""
_ALONE = 2


def contest_lines(page: Page, contests: Sequence[EventContested], full: bool, indent: int) -> None:
    """Add what each player can force or prevent; events that one player decides alone come last."""
    ranked = sorted(contests, key=lambda event: _rank(event.contest))  # else in the order of the play
    shown = ranked if full else [event for event in ranked if _rank(event.contest) < _ALONE][:MOST_EVENTS]
    for event in shown:
        page.add(event.sentence, indent=indent, hang=2)
        contested_lines(page, event.contest, indent + 2)
    if left := len(ranked) - len(shown):
        if shown:
            hidden = tn("and {n} more event (--full shows it)", "and {n} more events (--full shows them)", left)
        else:
            hidden = tn("for {n} event (--full shows it)", "for {n} events (--full shows them)", left)
        page.add(dim(hidden), indent=indent)


def contested_lines(page: Page, contest: Contested, indent: int) -> None:
    """Add the odds of random choices, and what each player can force."""
    page.add(Span(odds_words(contest.at_random), "cyan"), "  " + t("if all choose at random"), indent=indent)
    values = {value for forced in contest.forces for value in (forced.at_least, forced.at_most)}
    if len(values) == 1 and not values & {"0", "1"} and all(forced.exact for forced in contest.forces):
        best = chance_words(Fraction(values.pop()))
        page.add(Span(best, "cyan"), "  " + t("if all play their best for it or against it"), indent=indent)
        return
    for forced in contest.forces:
        page.add(_forces(forced) + ("" if forced.exact else t(" (nearly)")), indent=indent, hang=2)
    if contest.hidden:
        because = tn(
            "it is not computed who can force what, because {figures} chooses in secret",
            "it is not computed who can force what, because {figures} choose in secret",
            len(contest.hidden),
            figures=joined(contest.hidden),
        )
        page.add(because, indent=indent, hang=2)


def _rank(contest: Contested) -> int:
    """Return 0 if a player can guarantee something, 1 if none can, and `_ALONE` if one player decides alone."""
    bounds = [(Fraction(forced.at_least), Fraction(forced.at_most)) for forced in contest.forces]
    if any(least == 1 and not most for least, most in bounds):
        return _ALONE
    return 0 if any(least or most < 1 for least, most in bounds) else 1


def _forces(forced: Forced) -> str:
    least, most = Fraction(forced.at_least), Fraction(forced.at_most)
    parts = []
    if least:
        parts.append(t("force it") if least == 1 else t("guarantee at least {odds}", odds=chance_words(least)))
    if most < 1:
        parts.append(t("prevent it") if not most else t("keep it to at most {odds}", odds=chance_words(most)))
    if not parts:
        return t("{figure} cannot guarantee anything", figure=forced.sentence)
    return t("{figure} can {what}", figure=forced.sentence, what=t(" or ").join(parts))
