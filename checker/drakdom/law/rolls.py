"""Which rolls law folds: the faces of all others mean themselves.

`reads/4` folds the faces of a roll. Whether a roll is folded is settled here, once a law and by its name, and not in
the solver: "no rule reads it" would be a `not` inside the recursion of chance that calls for chance, and what depends
on it would no longer be a fact (measured: 5 to 15 times slower side by side).
"""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.law.names import Name, Names
from drakdom.law.rules import Rule


def roll_names(rules: Sequence[Rule]) -> Names:
    """The names that rolls can have; only where a rule leaves one open, fluents are asked for it too."""
    names = Names(rules)
    return Names(rules, fluents=True) if untold(names) else names


def untold(names: Names) -> list[Rule]:
    """The rules that ask for a roll, or read one, whose name cannot be told from the law."""
    return names.untold(("due", 3)) + names.untold(("reads", 4))


def plain_rolls(names: Names) -> tuple[Name, ...]:
    """Names of the rolls that are due somewhere and folded nowhere, sorted; none where any roll may be folded."""
    if names.is_open("reads", 4):
        return ()
    return tuple(sorted(names.of("due", 3) - names.of("reads", 4)))


def plain_rule(name: Name) -> str:
    """The rule by which the faces of an unfolded roll mean themselves."""
    arguments = ", ".join(f"A{n}" for n in range(1, name.arity + 1))
    roll = f"{name.functor}({arguments})" if arguments else name.functor
    return f"means({roll}, X, X, T) :- possible({roll}, X, T)."
