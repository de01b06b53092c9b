"""Rules by what they derive: in which phases each can fire, and what an atom can rest on. Both are static."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from drakdom.law.names import Names
from drakdom.law.rules import KEY_ARGUMENT, Rule, Signature

#: The core opens these from others of the same moment: chosen from option, shows from due.
_OPENED_FROM = {("chosen", 3): ("option", 3), ("shows", 3): ("due", 3)}

#: Fluents that everything rests on: they explain nothing.
_BOOKKEEPING = frozenset({"phase", "entry", "step", "count"})


class Use(NamedTuple):
    """A rule as far as it derives one head: whatever has the head's name first is narrowed to that name."""

    rule: Rule
    head: Signature
    positive: tuple[Signature, ...]


class Heads:
    """The rules by head, to be looked up with signatures that may leave the functor open."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        rules = tuple(rules)
        names = Names(rules)
        self.uses: dict[Signature, list[Use]] = defaultdict(list)
        for rule in rules:
            for use in _uses(rule, names):
                self.uses[use.head].append(use)
        self._by_name: dict[tuple[str, int], list[Signature]] = defaultdict(list)
        for head in self.uses:
            self._by_name[head[:2]].append(head)
        self._found: dict[Signature, tuple[Signature, ...]] = {}
        self._rests_on: dict[Signature, tuple[Signature, ...]] = {}
        self.sources: dict[Signature, Mapping[Signature, int]] = {}

    def rests_on(self, head: Signature) -> tuple[Signature, ...]:
        """What the rules of a head need, and what writes the fluents that they read."""
        if head not in self._rests_on:
            new: set[Signature] = set()
            for use in self.uses[head]:
                new.update(use.positive)
                for fluent in set(use.rule.fluents) - _BOOKKEEPING:
                    new |= {("becomes", 3, fluent), ("gains", 3, fluent), ("changes", 4, fluent)}
            self._rests_on[head] = tuple(sorted(new, key=str))
        return self._rests_on[head]

    def fitting(self, signature: Signature) -> tuple[Signature, ...]:
        """The heads whose atoms a literal of this signature can fit."""
        if signature not in self._found:
            name, arity, functor = signature
            heads = self._by_name.get(_OPENED_FROM.get((name, arity), (name, arity)), [])
            self._found[signature] = tuple(
                head for head in heads if functor is None or head[2] is None or head[2] == functor
            )
        return self._found[signature]


def _uses(rule: Rule, names: Names) -> list[Use]:
    if rule.head is None:
        return []
    name, arity, functor = rule.head
    functors = names.of_head(rule) if functor is None and name not in KEY_ARGUMENT else frozenset()
    if not functors:
        return [Use(rule, rule.head, rule.positive)]
    narrowed = {signature for signature in rule.linked if signature[0] not in KEY_ARGUMENT}
    return [
        Use(rule, (name, arity, one), tuple((*s[:2], one) if s in narrowed else s for s in rule.positive))
        for one in sorted(functors)
    ]


def phases_of_rules(rules: Sequence[Rule], phases: frozenset[str]) -> list[frozenset[str]]:
    """For each rule the phases in which it can fire: a greatest fixpoint over what its body can rest on.

    A positive literal that no rule derives is a fact from outside and holds in any phase.
    """
    heads = Heads(rules)
    possible = dict.fromkeys(heads.uses, phases)

    def of_body(rule: Rule, positive: Iterable[Signature]) -> frozenset[str]:
        where = phases if rule.phase is None else frozenset({rule.phase})
        for signature in positive:
            fitting = heads.fitting(signature)
            if fitting:
                where &= frozenset[str]().union(*(possible[head] for head in fitting))
        return where

    changed = True
    while changed:
        changed = False
        for head, uses in heads.uses.items():
            found = frozenset[str]().union(*(of_body(use.rule, use.positive) for use in uses))
            if found != possible[head]:
                possible[head] = found
                changed = True
    return [of_body(rule, rule.positive) for rule in rules]


def sources_of(heads: Heads, goal: Signature) -> Mapping[Signature, int]:
    """Every signature that the goal can rest on, through rules and fluents written earlier: in how many steps."""
    if goal not in heads.sources:
        found, todo = {goal: 0}, [goal]
        for signature in todo:
            for head in heads.fitting(signature):
                for one in (head, *heads.rests_on(head)):
                    if one not in found:
                        found[one] = found[signature] + (one != head)
                        todo.append(one)
        heads.sources[goal] = found
    return heads.sources[goal]
