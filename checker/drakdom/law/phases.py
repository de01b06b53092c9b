"""Rules by head, with two static analyses: the phases in which a rule can fire, and the sources of an atom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from drakdom.law.names import Names
from drakdom.law.rules import KEY_ARGUMENT, Rule, Signature

#: Predicates that the core opens from others of the same moment: chosen from option, shows from due.
_OPENED_FROM = {("chosen", 3): ("option", 3), ("shows", 3): ("due", 3)}

#: Fluents that everything depends on: they explain nothing.
BOOKKEEPING = frozenset({"phase", "entry", "step", "count"})


class Use(NamedTuple):
    """A rule restricted to one head: linked body signatures have the same functor as the head."""

    rule: Rule
    head: Signature
    positive: tuple[Signature, ...]


class Heads:
    """The rules by head; lookups may leave the functor open."""

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
        self._fitting: dict[Signature, tuple[Signature, ...]] = {}
        self._rests_on: dict[Signature, tuple[Signature, ...]] = {}
        self.sources: dict[Signature, Mapping[Signature, int]] = {}

    def rests_on(self, head: Signature) -> tuple[Signature, ...]:
        """Return the signatures that the rules of a head read, and those that write the fluents they read."""
        if head not in self._rests_on:
            new: set[Signature] = set()
            for use in self.uses[head]:
                new.update(use.positive)
                for fluent in set(use.rule.fluents) - BOOKKEEPING:
                    new |= {("becomes", 3, fluent), ("gains", 3, fluent), ("changes", 4, fluent)}
            self._rests_on[head] = tuple(sorted(new, key=str))
        return self._rests_on[head]

    def fitting(self, signature: Signature) -> tuple[Signature, ...]:
        """Return the heads whose atoms a literal of this signature can match."""
        if signature not in self._fitting:
            name, arity, functor = signature
            heads = self._by_name.get(_OPENED_FROM.get((name, arity), (name, arity)), [])
            self._fitting[signature] = tuple(
                head for head in heads if functor is None or head[2] is None or head[2] == functor
            )
        return self._fitting[signature]


def _uses(rule: Rule, names: Names) -> list[Use]:
    if rule.head is None:
        return []
    name, arity, functor = rule.head
    functors = names.of_head(rule) if functor is None and name not in KEY_ARGUMENT else frozenset()
    if not functors:
        return [Use(rule, rule.head, rule.positive)]
    narrowed = {signature for signature in rule.linked if signature[0] not in KEY_ARGUMENT}
    return [
        Use(
            rule,
            (name, arity, word),
            tuple((*signature[:2], word) if signature in narrowed else signature for signature in rule.positive),
        )
        for word in sorted(functors)
    ]


def phases_of(heads: Heads, goal: Signature, phases: frozenset[str]) -> frozenset[str]:
    """Return the phases in which some rule can derive a goal."""
    possible = _phases_of_heads(heads, heads.fitting(goal), phases)
    return frozenset[str]().union(*(possible[head] for head in heads.fitting(goal)))


def phases_of_options(heads: Heads, in_force: Collection[str]) -> Iterator[tuple[Rule, frozenset[str]]]:
    """Yield each rule in force that permits actions, with the phases in which it can fire."""
    options = [head for head in heads.uses if head[:2] == ("option", 3)]
    uses = [use for head in options for use in heads.uses[head] if use.rule.applies(in_force)]
    named = (use.rule for of_head in heads.uses.values() for use in of_head)
    phases = frozenset(rule.phase for rule in named if rule.phase and rule.timed and rule.applies(in_force))
    possible = _phases_of_heads(heads, options, phases, in_force)
    yield from ((use.rule, _phases_of_body(use, heads, possible, phases)) for use in uses)


def _phases_of_heads(
    heads: Heads, goals: Iterable[Signature], phases: frozenset[str], in_force: Collection[str] | None = None
) -> dict[Signature, frozenset[str]]:
    """Map goals and all heads that they rest on in one moment to the phases in which a rule can derive them.

    `in_force` leaves out the rules of other clauses. Heads of rules without a moment are left out, unless they are
    goals: they can hold in any phase. A least fixpoint: what rests on itself alone is never derived.
    """
    todo = [*goals]
    possible = dict.fromkeys(todo, frozenset[str]())
    uses: dict[Signature, list[Use]] = {}
    read_by: dict[Signature, list[Signature]] = defaultdict(list)
    for head in todo:
        uses[head] = [use for use in heads.uses[head] if in_force is None or use.rule.applies(in_force)]
        for source in {
            source for use in uses[head] for signature in use.positive for source in heads.fitting(signature)
        }:
            if source not in possible and all(use.rule.timed for use in heads.uses[source]):
                possible[source] = frozenset()
                todo.append(source)
            read_by[source].append(head)
    waiting = dict.fromkeys(todo)
    while waiting:
        head, _ = waiting.popitem()
        of_uses = (_phases_of_body(use, heads, possible, phases) for use in uses[head])
        if (more := frozenset[str]().union(*of_uses)) != possible[head]:
            possible[head] = more
            waiting.update(dict.fromkeys(read_by[head]))
    return possible


def phases_of_rules(rules: Sequence[Rule], phases: frozenset[str]) -> list[frozenset[str]]:
    """Return the phases in which each rule can fire."""
    heads = Heads(rules)
    possible = _phases_of_heads(heads, reversed(heads.uses), phases)
    return [_phases_of_body(Use(rule, ("", 0, None), rule.positive), heads, possible, phases) for rule in rules]


def _phases_of_body(
    use: Use, heads: Heads, possible: Mapping[Signature, frozenset[str]], phases: frozenset[str]
) -> frozenset[str]:
    """Return the phases in which a body can hold; what no rule derives, a fact from outside, can in any phase."""
    common = phases if use.rule.phase is None else frozenset({use.rule.phase})
    for signature in use.positive:
        if fitting := heads.fitting(signature):
            of_heads = [possible.get(head, phases) for head in fitting]
            common &= of_heads[0].union(*of_heads[1:])
        if not common:
            break
    return common


def sources_of(heads: Heads, goal: Signature) -> Mapping[Signature, int]:
    """Map each signature on which the goal can depend, also through earlier fluents, to its distance in rules."""
    if goal not in heads.sources:
        steps, todo = {goal: 0}, [goal]
        for signature in todo:
            for head in heads.fitting(signature):
                for source in (head, *heads.rests_on(head)):
                    if source not in steps:
                        steps[source] = steps[signature] + (source != head)
                        todo.append(source)
        heads.sources[goal] = steps
    return heads.sources[goal]
