"""Kinds of actions for which the questions of each phase can ask, so that a stated action finds its question.

The core sets aside an action of another kind (`choice.lp`) until a later question of the entry asks for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from drakdom.law.canonical import functor, split
from drakdom.law.phases import phases_of_rules
from drakdom.law.rules import Rule


def topics(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield facts: `names_all(F)` for a phase whose questions name their actions, `asks_for(F, K)` for each kind.

    A phase with an option whose kind is a variable is left out: its questions can ask for anything.
    """
    timed = [rule for rule in rules if rule.timed]
    phases = frozenset(rule.phase for rule in timed if rule.phase)
    asked: dict[str, set[str | None]] = defaultdict(set)
    for rule, possible in zip(timed, phases_of_rules(timed, phases), strict=True):
        if rule.head and rule.head[:2] == ("option", 3):
            for phase in possible:
                asked[phase].update(_kinds(rule))
    for phase, kinds in sorted(asked.items()):
        if None not in kinds:
            yield f"names_all({phase})."
            yield from (f"asks_for({phase},{kind})." for kind in sorted(filter(None, kinds)))


def _kinds(rule: Rule) -> list[str | None]:
    """Return the kinds of actions in the head of an option; None for a variable, and for a head that is no atom."""
    if rule.head_atom is None:
        return [None]
    action = rule.head_atom.args[1]
    if action.startswith("("):
        return [functor(part) for part in split(action[1:-1], ";")]
    return [functor(action)]
