"""Which rules can fire in a moment: what no fact and no rule can supply is not even grounded.

Every positive literal of the law is a pattern: its predicate, and at each place the functor that it asks for, or None.
A pattern is possible when a fact fits it, or the head of a rule that can fire; a rule can fire when all patterns of its
body are possible. Where another literal says which few values a variable can have (`closed.py`), one of those must fit.
That is propositional, and its least fixpoint is counted out in well under a millisecond, where grounding a rule in
which nothing fits costs 0.05. Only what the facts can reach is looked at: law that they cannot reach costs nothing.
What is left out has no instance, so that no answer can differ.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Symbol, SymbolType

from drakdom.law.rules import Rule
from drakdom.step.dependencies import Dependencies, Functors, Predicate


class Progress(NamedTuple):
    """How far the counting has come: what each consequence still lacks, what is possible (1), which rules can fire."""

    lacks: array[int]
    possible: bytearray
    rules: list[int]

    def copy(self) -> Progress:
        """The same again, to go on from."""
        return Progress(self.lacks[:], self.possible[:], self.rules[:])


class _Patterns:
    """The patterns of one predicate, by number; which functors they ask for at each place, and at which places."""

    def __init__(self, numbers: dict[Functors, int]) -> None:
        self._numbers = numbers
        self._asked = [frozenset(filter(None, words)) for words in zip(*numbers, strict=True)]
        self._shapes = {tuple(at for at, word in enumerate(one) if word) for one in numbers}
        self._fits: dict[Functors, tuple[int, ...]] = {}

    def fitting(self, arguments: Sequence[Symbol]) -> tuple[int, ...]:
        """The patterns that an atom with these arguments fits."""
        functors = tuple(
            word if words and (word := functor_of(argument)) in words else None
            for argument, words in zip(arguments, self._asked, strict=True)
        )
        if functors not in self._fits:
            masked = (tuple(word if at in some else None for at, word in enumerate(functors)) for some in self._shapes)
            self._fits[functors] = tuple(self._numbers[one] for one in masked if one in self._numbers)
        return self._fits[functors]


class Firing:
    """Which of some rules can fire, counted out from what follows from what."""

    def __init__(self, rules: Sequence[Rule], links: Dependencies) -> None:
        self.rules, self._links = rules, links
        self._patterns: dict[Predicate, _Patterns | None] = {}
        self._facts: dict[Symbol, tuple[int, ...]] = {}

    @property
    def timeless_from_position(self) -> bool:
        """Whether a rule without a moment reads what holds in one."""
        return self._links.timeless_from_position

    def start(self, facts: Iterable[Symbol]) -> Progress:
        """What can fire on some facts."""
        state = Progress(self._links.needs[:], bytearray(len(self._links.uses)), [])
        found = set(self._links.at_once)
        for fact in facts:
            fitting = self._facts.get(fact)
            if fitting is None:
                name, arguments = fact.name, fact.arguments
                fitting = (*self._fitting(name, arguments), *self._opened_by(name, arguments))
                self._facts[fact] = fitting
            found.update(fitting)
        return self._reach(state, found)

    def fitted(self, atoms: Iterable[tuple[str, Sequence[Symbol]]]) -> frozenset[int]:
        """The patterns that some atoms fit, given as predicates with their arguments."""
        found: set[int] = set()
        for name, arguments in atoms:
            found.update(self._fitting(name, arguments))
        return frozenset(found)

    def more(self, state: Progress, found: Iterable[int]) -> Progress:
        """What can fire when more patterns are possible."""
        return self._reach(state.copy(), found)

    def _reach(self, state: Progress, found: Iterable[int]) -> Progress:
        lacks, possible, rules = state
        uses, gives = self._links.uses, self._links.gives
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

    def _opened_by(self, name: str, arguments: Sequence[Symbol]) -> Iterable[int]:
        """Where a fact adds to what the law takes to be closed, it is closed no more."""
        for place, argument in enumerate(arguments):
            closed = self._links.closed.get((name, len(arguments), place))
            if closed and functor_of(argument) not in closed.values:
                yield from closed.rests

    def _fitting(self, name: str, arguments: Sequence[Symbol]) -> tuple[int, ...]:
        """The patterns that an atom fits."""
        predicate = name, len(arguments)
        if predicate not in self._patterns:
            numbers = self._links.patterns.get(predicate)
            self._patterns[predicate] = _Patterns(numbers) if numbers else None
        patterns = self._patterns[predicate]
        return patterns.fitting(arguments) if patterns else ()


@lru_cache(maxsize=65536)
def functor_of(symbol: Symbol) -> str:
    """As the functor of a rule's term is written: constants by name, numbers and strings as themselves."""
    return symbol.name if symbol.type is SymbolType.Function and symbol.name else str(symbol)
