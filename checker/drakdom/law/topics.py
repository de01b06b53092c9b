"""Kinds of actions for which the questions of each phase can ask, so that a stated action finds its question.

The core sets aside an action of another kind (`choice.lp`) until a later question of the entry asks for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from drakdom.law.canonical import functor, split
from drakdom.law.phases import phases_of_rules
from drakdom.law.rules import KEY_ARGUMENT, Rule

#: A predicate, its arity, and the place of an argument.
_Place = tuple[str, int, int]


def topics(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield facts: `names_all(F)` for a phase whose questions name their actions, `asks_for(F, K)` for each kind.

    A phase with an option whose kind nothing in the law bounds is left out: its questions can ask for anything.
    """
    timed = [rule for rule in rules if rule.timed]
    phases = frozenset(rule.phase for rule in timed if rule.phase)
    kinds = _Kinds(rules)
    asked: dict[str, set[str] | None] = defaultdict(set)
    for rule, possible in zip(timed, phases_of_rules(timed, phases), strict=True):
        if rule.head and rule.head[:2] == ("option", 3):
            new = kinds.written(rule, KEY_ARGUMENT["option"])
            for phase in possible:
                before = asked[phase]
                asked[phase] = None if before is None or new is None else before | new
    for phase, names in sorted(asked.items()):
        if names is not None:
            yield f"names_all({phase})."
            yield from (f"asks_for({phase},{kind})." for kind in sorted(names))


def asking(rules: Iterable[Rule], phases: Iterable[str], kind: str) -> frozenset[str]:
    """Return those of some phases whose questions can be about a kind of action, as the facts of `topics` have it."""
    facts = {rule.head_text for rule in rules if rule.head and rule.head[0] in ("names_all", "asks_for")}
    return frozenset(f for f in phases if f"names_all({f})" not in facts or f"asks_for({f},{kind})" in facts)


class _Kinds:
    """The kinds that an argument can have: a variable has those that the heads of a predicate of its body write."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules: dict[tuple[str, int], list[Rule]] = defaultdict(list)
        for rule in rules:
            if rule.head:
                self._rules[rule.head[:2]].append(rule)

    def written(self, rule: Rule, at: int, above: frozenset[_Place] = frozenset()) -> set[str] | None:
        """Return the kinds that a rule writes in an argument of its head; None if nothing bounds them."""
        kinds: set[str] = set()
        for args in _alternatives(rule.head_text or ""):
            new = self._of(rule, args[at], above)
            if new is None:
                return None
            kinds |= new
        return kinds

    def _of(self, rule: Rule, term: str, above: frozenset[_Place]) -> set[str] | None:
        if term.startswith("("):
            parts = [self._of(rule, part, above) for part in split(term[1:-1], ";")]
            return None if None in parts else set().union(*filter(None, parts))
        if kind := functor(term):
            return {kind}
        bounds = (
            self._at((atom.name, len(atom.args), at), above)
            for atom in rule.body
            for at, arg in enumerate(atom.args)
            if arg == term and atom.args[-1] == "T"  # scenarios state nothing about a moment but what is asked for
        )
        return next((kinds for kinds in bounds if kinds is not None), None)

    def _at(self, place: _Place, above: frozenset[_Place]) -> set[str] | None:
        name, arity, at = place
        if place in above:
            return set()
        kinds: set[str] = set()
        for rule in self._rules[name, arity]:
            new = self.written(rule, at, above | {place})
            if new is None:
                return None
            kinds |= new
        return kinds if self._rules[name, arity] else None


def _alternatives(head: str) -> list[list[str]]:
    """Return the arguments of a head; of each alternative of a pool such as `way(in; out)`."""
    return [split(arguments, ",") for arguments in split(head[head.index("(") + 1 : -1], ";")]
