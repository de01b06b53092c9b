"""Where several choose: what comes of choices at random, and what each of them can force, in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from drakdom.language import t, tn
from drakdom.report.chances import chance_words, odds_words
from drakdom.report.page import Page, Span, dim, joined
from drakdom.verdict import Contested, EventContested, Forced

MOST_EVENTS = 8
"""Of so many events it is told who can force them, unless all are wanted."""
_ALONE = 2


def contest_lines(page: Page, contests: Sequence[EventContested], full: bool, indent: int) -> None:
    """Who can force or prevent what; first what somebody can, and last what somebody decides alone."""
    ranked = sorted(contests, key=lambda one: _rank(one.contest))  # else in the order of the play
    shown = ranked if full else [one for one in ranked if _rank(one.contest) < _ALONE][:MOST_EVENTS]
    for one in shown:
        page.add(one.sentence, indent=indent, hang=2)
        contested_lines(page, one.contest, indent + 2)
    if left := len(ranked) - len(shown):
        some = tn("and of {n} more (--full shows it)", "and of {n} more (--full shows them)", left)
        none = tn("of {n} event (--full shows it)", "of {n} events (--full shows them)", left)
        page.add(dim(some if shown else none), indent=indent)


def contested_lines(page: Page, contest: Contested, indent: int) -> None:
    """What comes of choices at random, and what each chooser can force."""
    page.add(Span(odds_words(contest.at_random), "cyan"), "  " + t("if all choose at random"), indent=indent)
    values = {value for one in contest.forces for value in (one.at_least, one.at_most)}
    if len(values) == 1 and not values & {"0", "1"} and all(one.exact for one in contest.forces):
        best = chance_words(Fraction(values.pop()))
        page.add(Span(best, "cyan"), "  " + t("if all play their best, for it or against it"), indent=indent)
        return
    for one in contest.forces:
        page.add(_forces(one) + ("" if one.exact else t(" (nearly)")), indent=indent, hang=2)
    if contest.hidden:
        because = tn(
            "who can force what is not worked out, because {figures} chooses in secret",
            "who can force what is not worked out, because {figures} choose in secret",
            len(contest.hidden),
            figures=joined(contest.hidden),
        )
        page.add(because, indent=indent, hang=2)


def _rank(contest: Contested) -> int:
    """Whether somebody can make sure of something, or decides alone."""
    sure = [(Fraction(one.at_least), Fraction(one.at_most)) for one in contest.forces]
    if any(least == 1 and not most for least, most in sure):
        return _ALONE
    return 0 if any(least or most < 1 for least, most in sure) else 1


def _forces(one: Forced) -> str:
    least, most = Fraction(one.at_least), Fraction(one.at_most)
    parts = []
    if least:
        parts.append(t("force it") if least == 1 else t("make sure of at least {odds}", odds=chance_words(least)))
    if most < 1:
        parts.append(t("prevent it") if not most else t("make sure of at most {odds}", odds=chance_words(most)))
    if not parts:
        return t("{figure} can make sure of nothing", figure=one.sentence)
    return t("{figure} can {what}", figure=one.sentence, what=t(" or ").join(parts))
