"""Rerolls: of several equal dice some are kept and the others thrown again, up to a number of times.

Law evaluates only the final dice. This module makes the graph that leads there: a choice of the dice to keep in each
bag, and a chance for each further throw. Its odds follow from it as from any other choice and chance. If the law or the
scenario prescribes the kept dice, nothing is left to choose. Each way to keep dice is marked on its edge (`KEEPS`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import factorial, prod

from clingo import Function, Number, Symbol

from drakdom.errors import BugError
from drakdom.graph.play import Edge, Kind
from drakdom.step.state import Opening

#: The faces of some dice, sorted.
Bag = tuple[Symbol, ...]
#: The kind of opening that marks kept dice: `(bag, kept bag, throws left)`.
KEEPS = "keeps"
Add = Callable[[Kind, tuple[Edge, ...]], int]


@dataclass(slots=True)
class Reroll:
    """A roll whose dice may be rethrown `times` times.

    `die` has the faces of one die with their numbers, `means` the meaning of each final bag. `keeps` has the kept bags
    that law or scenario prescribe for a bag and a number of throws left.
    """

    roll: Symbol
    times: int = 0
    die: dict[Symbol, int] = field(default_factory=dict)
    means: dict[Bag, Symbol] = field(default_factory=dict)
    keeps: dict[tuple[Bag, int], set[Bag]] = field(default_factory=dict)

    @classmethod
    def of(cls, roll: Symbol, terms: Iterable[Symbol]) -> Reroll:
        """Read the terms of one roll: `rethrown(R, P, N)`, `die_of(R, X, N)`, `lies(R, X, M)`, `keeps(R, X, X', N)`."""
        reroll = cls(roll)
        for term in terms:
            match term.name:
                case "rethrown":
                    reroll.times = max(reroll.times, term.arguments[2].number)
                case "die_of":
                    reroll.die[term.arguments[1]] = term.arguments[2].number
                case "lies":
                    reroll.means[_bag(term.arguments[1])] = term.arguments[2]
                case _:
                    bag, kept, left = term.arguments[1:]
                    reroll.keeps.setdefault((_bag(bag), left.number), set()).add(_bag(kept))
        return reroll

    def fold(self, targets: Mapping[Symbol, int], add: Add) -> tuple[Edge, ...]:
        """Return the edges of the first throw; `targets` has the node for each final meaning of the roll.

        `add` makes a node and returns its number. Raises BugError if more dice are kept than were thrown.
        """
        size = len(next(iter(self.means)))
        first = [*self._throws(size)]
        if self.means.keys() != {bag for bag, _ in first}:
            # dice of two pools: a conflict, with which play ends
            return tuple(Edge(1, node, (("chance", self.roll, meaning),)) for meaning, node in targets.items())
        decided: dict[tuple[Bag, int], int] = {}
        thrown: dict[tuple[Bag, int], int] = {}

        def to(bag: Bag, left: int, weight: int) -> Edge:
            if not left:
                return Edge(weight, targets[self.means[bag]], (("chance", self.roll, self.means[bag]),))
            if (bag, left) not in decided:
                decided[bag, left] = add("choice", tuple(keep(bag, kept, left) for kept in self._kept(bag, left)))
            return Edge(weight, decided[bag, left])

        def keep(bag: Bag, kept: Bag, left: int) -> Edge:
            marked: Opening = KEEPS, self.roll, Function("", [_term(bag), _term(kept), Number(left)])
            if kept == bag:
                return Edge(1, targets[self.means[bag]], (marked, ("chance", self.roll, self.means[bag])))
            return Edge(1, throw(kept, left), (marked,))

        def throw(kept: Bag, left: int) -> int:
            if (kept, left) not in thrown:
                edges = [to(_sorted((*kept, *new)), left - 1, ways) for new, ways in self._throws(size - len(kept))]
                thrown[kept, left] = add("chance", _summed(edges))
            return thrown[kept, left]

        return _summed(to(bag, self.times, ways) for bag, ways in first)

    def _throws(self, dice: int) -> Iterator[tuple[Bag, int]]:
        """Yield each bag of a number of dice, with the number of ways to throw it."""
        for bag in combinations_with_replacement(sorted(self.die), dice):
            orders = factorial(dice) // prod(factorial(n) for n in Counter(bag).values())
            yield bag, orders * prod(self.die[face] for face in bag)

    def _kept(self, bag: Bag, left: int) -> Iterable[Bag]:
        """Return the bags that may be kept of a bag: the prescribed ones, else all parts of it."""
        prescribed = self.keeps.get((bag, left))
        for kept in prescribed or ():
            if Counter(kept) - Counter(bag):
                raise BugError(f"more dice of {self.roll} are kept than were thrown: {kept} of {bag}")
        parts = {kept for size in range(len(bag) + 1) for kept in _choose(bag, size)}
        return sorted(prescribed or parts)


def _choose(bag: Bag, size: int) -> Iterator[Bag]:
    counts = Counter(bag)
    for part in combinations_with_replacement(sorted(counts), size):
        if not Counter(part) - counts:
            yield part


def _bag(term: Symbol) -> Bag:
    return _sorted(term.arguments)


def _sorted(faces: Iterable[Symbol]) -> Bag:
    return tuple(sorted(faces))


def _term(bag: Bag) -> Symbol:
    return Function("bag", bag)


def _summed(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Merge edges with the same target and openings; their weights are added."""
    weights: dict[tuple[int, tuple[Opening, ...]], int] = {}
    for edge in edges:
        key = edge.target, edge.openings
        weights[key] = weights.get(key, 0) + edge.weight
    return tuple(Edge(weight, target, taken) for (target, taken), weight in weights.items())
