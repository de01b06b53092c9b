"""The gaps and conflicts that the core of the law derives in every game, and the words of claims that it reads."""

from __future__ import annotations

from drakdom.rulebook.declarations import Phrase
from drakdom.terms import Term, Var


def _core_gap(name: str, args: tuple[str, ...], says: str) -> Phrase:
    return Phrase(name, args, Term(name, tuple(Var(str(n)) for n in range(1, len(args) + 1))), says)


CORE_GAPS: dict[str, Phrase] = {
    phrase.name: phrase
    for phrase in (
        _core_gap("not_encoded", ("text",), "no rule of this rulebook folder mentions `{1}` yet"),
        _core_gap("unstated", ("text",), "the scenario does not state {1}"),
        _core_gap("unread", ("text", "text"), "no clause reads {2} on {1}"),
        _core_gap("nobody_may", ("figure",), "{1} must decide and nothing is granted"),
        _core_gap("no_fallback", ("figure",), "what {1} does otherwise is not permitted"),
        _core_gap("two_fallbacks", ("figure",), "two clauses say what {1} does otherwise"),
        _core_gap("nothing_to_pick", ("text",), "there is nothing to pick from for {1}"),
        _core_gap("standstill", (), "nothing happens and nobody is asked"),
        _core_gap("second_draw", ("text",), "the contents of {1} after the first draw are unknown: state the draws"),
        _core_gap("two_meanings", ("text",), "two clauses read {1} in different ways"),
        _core_gap("two_pools", ("text",), "two clauses ask for {1} with different dice or decks"),
        _core_gap("no_bag", ("text",), "the dice of {1} are no bag of equal dice, so none of them can be rerolled"),
        _core_gap("two_rethrows", ("text",), "two clauses allow different numbers of rerolls of {1}"),
        _core_gap("stray_choice", ("actor",), "{1} made a choice that is not asked for or not permitted"),
        _core_gap("late_option", ("actor",), "a clause permits {1} a further action after {1} chose"),
        _core_gap("two_values", ("text",), "two clauses give {1} different values"),
    )
}
"""Phrases by name; a rulebook may replace their sentences."""

RESERVED = frozenset(
    {
        "may",
        "answering",
        "illegal",
        "instead",
        "usurped",
        "unasked",
        "refused",
        "barred",
        "unruled",
        "conflict",
        "misstated",
        "finally",
    }
)
"""Names in claims besides events; no event may have them."""
