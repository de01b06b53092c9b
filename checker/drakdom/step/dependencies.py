"""Dependencies between the rules of a law, as patterns; computed once and cached (`firing.py` uses them)."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from drakdom.law.canonical import VARIABLE, Atom, declared, functor, names_in, statement_parts
from drakdom.law.rules import Rule
from drakdom.step.closed import Closed, Few, closed_places, restricted

#: The functors wanted at the places of a predicate (None: anything).
Functors = tuple[str | None, ...]
Pattern = tuple[str, Functors]
Predicate = tuple[str, int]

#: A predicate opened by a choice counts as derived with every arity below this.
_MOST_ARGUMENTS = 10

#: Predicates that the engine states: no rule derives them and no file declares them.
_STATED = frozenset({("is", 3), ("picked", 3), ("thrown", 3)})


class ClosedValues(NamedTuple):
    """The values at a closed place, and the numbers of all that becomes possible if a fact adds another value."""

    values: frozenset[str]
    rests: list[int]


class Dependencies(NamedTuple):
    """A propositional program over numbers: first the rules, then patterns, then sets of patterns (one must fit).

    Consequence i holds once `needs[i]` different numbers that have i in their `uses` are possible; then `gives[i]` is
    possible. Numbers without conditions are in `at_once`.
    """

    patterns: dict[Predicate, dict[Functors, int]]
    uses: Sequence[Sequence[int]]
    needs: array[int]
    gives: Sequence[int]
    at_once: Sequence[int]
    closed: dict[Closed, ClosedValues]


def dependencies_of(rules: Sequence[Rule]) -> Dependencies:
    """Compute the dependencies between some rules."""
    return _Builder(rules).links()


class _Builder:
    """Dependencies under construction."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._opens = [_opened(rule) for rule in rules]
        self._declared = _declared(rules, self._opens) | _STATED
        self._bodies = [
            [(atom, _pattern(atom)) for atom in rule.body if (atom.name, len(atom.args)) in self._declared]
            for rule in rules
        ]
        self._closed = closed_places(rules, frozenset[str]().union(*self._opens))
        self._count = len(rules)
        self._numbers: dict[Pattern, int] = {}
        self._sets: dict[tuple[Pattern, int, Few], int] = {}
        self._closed_by: dict[Closed, list[int]] = defaultdict(list)
        self._new: list[Pattern] = []
        self._used: dict[int, list[int]] = defaultdict(list)
        self._needs = array("I")
        self._gives: list[int] = []
        self._at_once: list[int] = []

    def links(self) -> Dependencies:
        heads, opened = self._register()
        while self._new:
            name, wanted = pattern = self._new.pop()
            goal = self._numbers[pattern]
            for functors, numbers in heads[name, len(wanted)].items():
                if _may_fit(functors, wanted):
                    for number in numbers:
                        self._follows([number, *self._narrowed(number, wanted, functors)], goal)
            for number in opened[name]:
                self._follows([number], goal)
        patterns: dict[Predicate, dict[Functors, int]] = defaultdict(dict)
        for (name, functors), number in self._numbers.items():
            patterns[name, len(functors)][functors] = number
        return Dependencies(
            patterns=dict(patterns),
            uses=[self._used.get(number, ()) for number in range(self._count)],
            needs=self._needs,
            gives=self._gives,
            at_once=self._at_once,
            closed={place: ClosedValues(self._closed[place], rests) for place, rests in self._closed_by.items()},
        )

    def _register(self) -> tuple[dict[Predicate, dict[Functors, list[int]]], dict[str, list[int]]]:
        """Record the conditions of every rule.

        Return the rules with plain heads by predicate and functors, and the others by the names in their heads.
        """
        heads: dict[Predicate, dict[Functors, list[int]]] = defaultdict(lambda: defaultdict(list))
        opened: dict[str, list[int]] = defaultdict(list)
        for number, (rule, body) in enumerate(zip(self._rules, self._bodies, strict=True)):
            if rule.text.startswith("#"):
                continue  # a directive, no rule
            self._follows([*(self._number(pattern) for _, pattern in body), *self._one_of_sets(body)], number)
            if rule.head_atom:
                name, functors = _pattern(rule.head_atom)
                heads[name, len(functors)][functors].append(number)
            for name in self._opens[number]:
                opened[name].append(number)
        return heads, opened

    def _number(self, pattern: Pattern) -> int:
        if pattern not in self._numbers:
            self._numbers[pattern] = self._next()
            self._new.append(pattern)
        return self._numbers[pattern]

    def _next(self) -> int:
        self._count += 1
        return self._count - 1

    def _one_of_sets(self, body: Sequence[tuple[Atom, Pattern]]) -> Iterator[int]:
        """Yield a set of patterns for each literal with a variable of few values: one pattern of the set must fit."""
        limits = restricted((atom for atom, _ in body), self._closed)
        for atom, pattern in body if limits else ():
            for place, argument in enumerate(atom.args):
                if argument in limits and (atom.name, len(atom.args), place) not in self._closed:
                    yield self._one_of(pattern, place, limits[argument])

    def _one_of(self, pattern: Pattern, place: int, limited: Few) -> int:
        """Return the number of a pattern that has one of a few values at a place."""
        key = pattern, place, limited
        if key not in self._sets:
            self._sets[key] = number = self._next()
            for closed in limited.places:
                self._closed_by[closed].append(number)
            name, functors = pattern
            for value in sorted(limited.values):
                self._follows([self._number((name, (*functors[:place], value, *functors[place + 1 :])))], number)
        return self._sets[key]

    def _follows(self, conditions: Iterable[int], given: int) -> None:
        distinct = set(conditions)
        if not distinct:
            self._at_once.append(given)
            return
        for condition in distinct:
            self._used[condition].append(len(self._needs))
        self._needs.append(len(distinct))
        self._gives.append(given)

    def _narrowed(self, number: int, wanted: Functors, functors: Functors) -> Iterator[int]:
        """Yield the further conditions under which the head of a rule fits a pattern.

        A variable of the head can have a functor only if every body literal that binds the variable can have it.
        """
        head = self._rules[number].head_atom
        for at, want in enumerate(wanted):
            if want is None or functors[at] is not None or head is None:
                continue
            variable = head.args[at]
            if not VARIABLE.match(variable):
                continue
            for atom, (name, asked) in self._bodies[number]:
                for place, argument in enumerate(atom.args):
                    if argument == variable:
                        yield self._number((name, (*asked[:place], want, *asked[place + 1 :])))


def _may_fit(functors: Functors, wanted: Functors) -> bool:
    for want, have in zip(wanted, functors, strict=True):
        if want != have and want is not None and have is not None:
            return False
    return True


def _pattern(atom: Atom) -> Pattern:
    return atom.name, tuple(functor(argument) for argument in atom.args)


def _opened(rule: Rule) -> frozenset[str]:
    """Return the predicates that a head opens: all that it names, with any arguments, unless it is a plain atom."""
    parts = None if rule.head_atom else statement_parts(rule.text)
    return names_in(parts[0]) if parts else frozenset()


def _declared(rules: Sequence[Rule], opened: Iterable[frozenset[str]]) -> set[Predicate]:
    """Return the predicates that a rule derives or a file declares; clingo itself complains about any other."""
    predicates = {(name, arity) for names in opened for name in names for arity in range(_MOST_ARGUMENTS)}
    for rule in rules:
        if rule.head:
            predicates.add(rule.head[:2])
        elif predicate := declared(rule.text):
            predicates.add(predicate)
    return predicates
