"""Rules of a law by what they derive: in which phases each can fire, and what an atom can rest on.

Both are static. Atoms of one predicate are told apart by the functor of their first argument (of the action, for
options): `event(hit(F, C), T)` and `event(dies(F), T)` are different heads.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: name, arity, functor of the key argument (None: any)
Signature = tuple[str, int, str | None]

#: Which argument tells atoms of one predicate apart; every other predicate is told apart by its first.
KEY_ARGUMENT = {"option": 1, "chosen": 1}

#: The core opens these from others of the same moment: chosen from option, shows from due.
_OPENED_FROM = {("chosen", 3): ("option", 3), ("shows", 3): ("due", 3)}

#: Fluents that everything rests on: they explain nothing.
_BOOKKEEPING = frozenset({"phase", "entry", "step", "count"})

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])T(?![\w\'])')


@dataclass(frozen=True, slots=True)
class Rule:
    """One statement of the law, with the signatures of its head and of its positive body.

    `fluents` are the functors of the fluents that it reads; `timed` says whether it has a moment.
    """

    text: str
    file: str
    line: int
    clause: str | None
    head: Signature | None
    head_text: str | None
    positive: tuple[Signature, ...]
    fluents: tuple[str, ...]
    phase: str | None
    timed: bool

    def at(self, moment: str) -> str:
        """The rule with its variable T replaced by the term `moment`."""
        return _TOKEN.sub(lambda m: m[0] if m[0][0] == '"' else moment, self.text)


def has_moment(text: str) -> bool:
    """Whether the variable T stands in a rule's text, outside of quoted strings."""
    return any(match[0] == "T" for match in _TOKEN.finditer(text))


class Heads:
    """The rules by head, to be looked up with signatures that may leave the functor open."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules: dict[Signature, list[Rule]] = defaultdict(list)
        for rule in rules:
            if rule.head:
                self.rules[rule.head].append(rule)
        self._by_name: dict[tuple[str, int], list[Signature]] = defaultdict(list)
        for head in self.rules:
            self._by_name[head[:2]].append(head)
        self._found: dict[Signature, tuple[Signature, ...]] = {}

    def fitting(self, signature: Signature) -> tuple[Signature, ...]:
        """The heads whose atoms a literal of this signature can fit."""
        if signature not in self._found:
            name, arity, functor = signature
            heads = self._by_name.get(_OPENED_FROM.get((name, arity), (name, arity)), [])
            self._found[signature] = tuple(
                head for head in heads if functor is None or head[2] is None or head[2] == functor
            )
        return self._found[signature]


def phases_of_rules(rules: Sequence[Rule], phases: frozenset[str]) -> list[frozenset[str]]:
    """For each rule the phases in which it can fire: a greatest fixpoint over what its body can rest on.

    A positive literal that no rule derives is a fact from outside and holds in any phase.
    """
    heads = Heads(rules)
    possible = dict.fromkeys(heads.rules, phases)

    def of_rule(rule: Rule) -> frozenset[str]:
        where = phases if rule.phase is None else frozenset({rule.phase})
        for signature in rule.positive:
            fitting = heads.fitting(signature)
            if fitting:
                where &= frozenset[str]().union(*(possible[head] for head in fitting))
        return where

    changed = True
    while changed:
        changed = False
        for head, some in heads.rules.items():
            found = frozenset[str]().union(*map(of_rule, some))
            if found != possible[head]:
                possible[head] = found
                changed = True
    return [of_rule(rule) for rule in rules]


def sources_of(heads: Heads, goal: Signature) -> frozenset[Signature]:
    """Every signature that the goal can rest on, through rules and through fluents written earlier."""
    found, todo = {goal}, [goal]
    while todo:
        for head in heads.fitting(todo.pop()):
            new = {head}
            for rule in heads.rules[head]:
                new.update(rule.positive)
                for fluent in set(rule.fluents) - _BOOKKEEPING:
                    new |= {("becomes", 3, fluent), ("gains", 3, fluent), ("changes", 4, fluent)}
            new -= found
            found |= new
            todo += new
    return frozenset(found)
