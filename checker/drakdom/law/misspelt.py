"""Names of predicates that are probably misspelt: nothing defines them, or nothing reads them."""

from __future__ import annotations

from drakdom.errors import Problem
from drakdom.law.forbidden import GIVEN
from drakdom.law.law import Law
from drakdom.law.pieces import include_help
from drakdom.rulebook import Rulebook
from drakdom.rulebook.stated import stated_facts
from drakdom.rulebook.words import did_you_mean


def derived_in_vain(law: Law) -> tuple[Problem, ...]:
    """Return a problem for each predicate that rules derive and nothing reads, most likely instead of the core's."""
    return tuple(
        Problem(str(file), line, 0, f"`{name}/{arity}` is derived, but nothing reads it", f"did you mean `{meant}`?")
        for name, arity, file, line, meant in law.unread
    )


def misspelt(law: Law, rulebook: Rulebook) -> tuple[Problem, ...]:
    """Return a problem for each predicate that rules read although nothing defines it and no scenario can state it."""
    stated = stated_facts(rulebook)
    strange = [predicate for predicate in law.undefined if predicate[:2] not in stated]
    if not strange:
        return ()
    names = sorted(f"{name}/{arity}" for name, arity in law.signatures | stated | GIVEN)
    return tuple(
        Problem(
            str(file),
            line,
            0,
            f"`{name}/{arity}` is used in a body, but no rule defines it",
            include_help(name, arity) or did_you_mean(f"{name}/{arity}", names),
        )
        for name, arity, file, line in strange
    )
