"""Which rules can fire in a moment: what no fact and no rule can supply is not even grounded.

Every positive literal of the law is a pattern: its predicate, and at each place the functor that it asks for, or None.
A pattern is possible when a fact fits it, or the head of a rule that can fire; a rule can fire when all patterns of its
body are possible. Where another literal says which few values a variable can have (`closed.py`), one of those must fit.
That is propositional, and its least fixpoint is counted out in well under a millisecond, where grounding a rule in
which nothing fits costs 0.05. Only what the facts can reach is looked at: law that they cannot reach costs nothing.
What is left out has no instance, so that no answer can differ.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Symbol, SymbolType

from checker.engine.canonical import ANY_OF_A_POOL, VARIABLE, Atom, functor, statement_parts
from checker.engine.closed import Closed, Few, closed_places, restricted
from checker.engine.rules import Rule

#: The functors that are asked for at the places of a predicate (None: anything).
Functors = tuple[str | None, ...]
Pattern = tuple[str, Functors]
Predicate = tuple[str, int]

_NAME = re.compile(r"_*[a-z][\w']*")
_DEFINED = re.compile(r"#defined ([\w']+)/(\d+)\.")

#: A predicate of more arguments, opened by a choice, is taken to be anything.
_MOST_ARGUMENTS = 10

#: What the engine states itself: no rule derives it and no file declares it.
_STATED = frozenset({("is", 3), ("picked", 3), ("thrown", 3)})


class State(NamedTuple):
    """How far the counting has come: what each consequence still lacks, what is possible (1), which rules can fire."""

    lacks: array[int]
    possible: bytearray
    rules: list[int]

    def copy(self) -> State:
        """The same again, to go on from."""
        return State(self.lacks[:], self.possible[:], self.rules[:])


class Firing:
    """The patterns of some rules, and what follows from which. Both have numbers, patterns after the rules."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self._opens = [_opened(rule) for rule in rules]
        self._known = _declared(rules, self._opens) | _STATED
        self._bodies = [[(a, _pattern(a)) for a in rule.body if (a.name, len(a.args)) in self._known] for rule in rules]
        self._closed = closed_places(rules, frozenset[str]().union(*self._opens))
        self._count = len(rules)
        self._numbers: dict[Pattern, int] = {}
        self._sets: dict[tuple[Pattern, int, Few], int] = {}
        self._closed_by: dict[Closed, list[int]] = defaultdict(list)
        self._by_predicate: dict[Predicate, list[Pattern]] = defaultdict(list)
        self._new: list[Pattern] = []
        self._used: dict[int, list[int]] = defaultdict(list)
        self._needs = array("I")
        self._gives: list[int] = []
        self._asked: dict[Predicate, list[frozenset[str]]] = {}
        self._shapes: dict[Predicate, frozenset[tuple[int, ...]]] = {}
        self._fits: dict[Pattern, tuple[int, ...]] = {}
        self._facts: dict[Symbol, tuple[int, ...]] = {}
        self._at_once: list[int] = []
        self._connect()
        self._uses = [tuple(self._used[one]) for one in range(self._count)]
        self.timeless_from_position = any(a.name == "is" for rule in rules if not rule.timed for a in rule.body)

    def start(self, facts: Iterable[Symbol]) -> State:
        """What can fire on some facts."""
        state = State(self._needs[:], bytearray(len(self._uses)), [])
        found = set(self._at_once)
        for fact in facts:
            fitting = self._facts.get(fact)
            if fitting is None:
                fitting = self._facts[fact] = (*self._fitting(fact.name, fact.arguments), *self._opened_by(fact))
            found.update(fitting)
        return self._reach(state, found)

    def fitted(self, atoms: Iterable[tuple[str, Sequence[Symbol]]]) -> frozenset[int]:
        """The patterns that some atoms fit, given as predicates with their arguments."""
        found: set[int] = set()
        for name, arguments in atoms:
            found.update(self._fitting(name, arguments))
        return frozenset(found)

    def more(self, state: State, found: Iterable[int]) -> State:
        """What can fire when more patterns are possible."""
        return self._reach(state.copy(), found)

    def _reach(self, state: State, found: Iterable[int]) -> State:
        lacks, possible, rules = state
        uses, gives = self._uses, self._gives
        todo = [one for one in found if not possible[one]]
        for one in todo:
            possible[one] = 1
        for one in todo:
            for use in uses[one]:
                lacks[use] = left = lacks[use] - 1
                if not left and not possible[given := gives[use]]:
                    possible[given] = 1
                    todo.append(given)
        most = len(self.rules)
        rules += [one for one in todo if one < most]
        return state

    def _opened_by(self, fact: Symbol) -> Iterable[int]:
        """Where a fact adds to what the law takes to be closed, it is closed no more."""
        for place, argument in enumerate(arguments := fact.arguments):
            key = fact.name, len(arguments), place
            if key in self._closed_by and functor_of(argument) not in self._closed[key]:
                yield from self._closed_by[key]

    def _fitting(self, name: str, arguments: Sequence[Symbol]) -> tuple[int, ...]:
        """The patterns that an atom fits."""
        asked = self._asked.get((name, len(arguments)))
        if asked is None:
            return ()
        functors = tuple(
            word if words and (word := functor_of(argument)) in words else None
            for argument, words in zip(arguments, asked, strict=True)
        )
        key = name, functors
        if key not in self._fits:
            masked = (
                (name, tuple(word if at in places else None for at, word in enumerate(functors)))
                for places in self._shapes[name, len(functors)]
            )
            self._fits[key] = tuple(self._numbers[pattern] for pattern in masked if pattern in self._numbers)
        return self._fits[key]

    # -- made once a law -----------------------------------------------------------------------------------

    def _connect(self) -> None:
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
        for (name, arity), patterns in self._by_predicate.items():
            self._asked[name, arity] = [frozenset(w for p in patterns if (w := p[1][at])) for at in range(arity)]
            self._shapes[name, arity] = frozenset(tuple(i for i, w in enumerate(p[1]) if w) for p in patterns)

    def _register(self) -> tuple[dict[Predicate, dict[Functors, list[int]]], dict[str, list[int]]]:
        """Note what every rule needs, and return the rules by their heads: plain ones, and what choices open."""
        heads: dict[Predicate, dict[Functors, list[int]]] = defaultdict(lambda: defaultdict(list))
        opened: dict[str, list[int]] = defaultdict(list)
        for number, (rule, body) in enumerate(zip(self.rules, self._bodies, strict=True)):
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
            self._by_predicate[pattern[0], len(pattern[1])].append(pattern)
            self._new.append(pattern)
        return self._numbers[pattern]

    def _next(self) -> int:
        self._count += 1
        return self._count - 1

    def _one_of_sets(self, body: Sequence[tuple[Atom, Pattern]]) -> Iterator[int]:
        """What a body needs besides its patterns: where a variable can have but a few values, that one of them fits."""
        known = restricted((atom for atom, _ in body), self._closed)
        for atom, pattern in body if known else ():
            for place, argument in enumerate(atom.args):
                if argument in known and (atom.name, len(atom.args), place) not in self._closed:
                    yield self._one_of(pattern, place, known[argument])

    def _one_of(self, pattern: Pattern, place: int, few: Few) -> int:
        """The number of a pattern that has one of a few values at a place."""
        key = pattern, place, few
        if key not in self._sets:
            self._sets[key] = number = self._next()
            for closed in few.places:
                self._closed_by[closed].append(number)
            name, functors = pattern
            for value in sorted(few.values):
                self._follows([self._number((name, (*functors[:place], value, *functors[place + 1 :])))], number)
        return self._sets[key]

    def _follows(self, conditions: Iterable[int], given: int) -> None:
        distinct = set(conditions)
        if not distinct:
            self._at_once.append(given)
            return
        for one in distinct:
            self._used[one].append(len(self._needs))
        self._needs.append(len(distinct))
        self._gives.append(given)

    def _narrowed(self, number: int, wanted: Functors, functors: Functors) -> Iterator[int]:
        """What besides its firing makes the head of a rule fit a pattern.

        A variable of the head has a functor only where every literal of the body that binds it can have it.
        """
        head = self.rules[number].head_atom
        for at, want in enumerate(wanted):
            if want is None or functors[at] is not None or head is None:
                continue
            variable = head.args[at]
            if variable == ANY_OF_A_POOL or not VARIABLE.match(variable):
                continue
            for atom, (name, known) in self._bodies[number]:
                for place, argument in enumerate(atom.args):
                    if argument == variable:
                        yield self._number((name, (*known[:place], want, *known[place + 1 :])))


@lru_cache(maxsize=65536)
def functor_of(symbol: Symbol) -> str:
    """As the functor of a rule's term is written: constants by name, numbers and strings as themselves."""
    return symbol.name if symbol.type is SymbolType.Function and symbol.name else str(symbol)


def _may_fit(functors: Functors, wanted: Functors) -> bool:
    for want, have in zip(wanted, functors, strict=True):
        if want != have and want is not None and have is not None:
            return False
    return True


def _pattern(atom: Atom) -> Pattern:
    return atom.name, tuple(functor(argument) for argument in atom.args)


def _opened(rule: Rule) -> frozenset[str]:
    """A head that is no plain atom (a choice) opens every predicate that it names, whatever its arguments."""
    parts = None if rule.head_atom else statement_parts(rule.text)
    return frozenset(_NAME.findall(parts[0])) if parts else frozenset()


def _declared(rules: Sequence[Rule], opened: Iterable[frozenset[str]]) -> set[Predicate]:
    """Predicates that some rule derives or some file declares. Others are the solver's to complain about."""
    found = {(name, arity) for names in opened for name in names for arity in range(_MOST_ARGUMENTS)}
    for rule in rules:
        if rule.head:
            found.add(rule.head[:2])
        elif declared := _DEFINED.match(rule.text):
            found.add((declared[1], int(declared[2])))
    return found
