"""Rolls whose faces the law does not fold: each face means itself.

`reads/4` folds the faces of a roll. This module decides by name, once for each law, if a roll is folded. In the solver,
"no rule reads it" would be a `not` inside the recursion from chances to further chances. Atoms that depend on it would
not be facts, and a batch would take 5 to 15 times as long (measured).
"""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.law.names import Name, Names
from drakdom.law.rules import Rule


def roll_names(rules: Sequence[Rule]) -> Names:
    """Return the names of each predicate; values of fluents count only if a rule leaves the name of a roll open."""
    names = Names(rules)
    return Names(rules, fluents=True) if unnamed_rolls(names) else names


def unnamed_rolls(names: Names) -> list[Rule]:
    """Return the rules that make a roll due, or fold one, without a name that the law bounds."""
    return names.unnamed(("due", 3)) + names.unnamed(("reads", 4))


def plain_rolls(names: Names) -> tuple[Name, ...]:
    """Return the names of rolls that a rule makes due and none folds, sorted; none if any roll may be folded."""
    if names.is_open("reads", 4):
        return ()
    return tuple(sorted(names.of("due", 3) - names.of("reads", 4)))


def plain_rule(name: Name) -> str:
    """Return the text of a rule: the faces of an unfolded roll mean themselves."""
    arguments = ", ".join(f"A{n}" for n in range(1, name.arity + 1))
    roll = f"{name.functor}({arguments})" if arguments else name.functor
    return f"means({roll}, X, X, T) :- possible({roll}, X, T)."
