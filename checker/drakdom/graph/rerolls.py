"""Dice that may be thrown again: a roll of several equal dice, some kept and the others thrown anew, a few times over.

Law values only what lies there in the end. What leads there is a small graph of its own, made here: bags of dice in
which somebody decides what to keep, and throws of the rest. Odds between the worst and the best policy follow from it
like from any other choice and chance; where the law or the scenario says what is kept, nothing is left to decide.
Every way to keep some of the dice that lie there is marked with them (`keeping.py` tells what hangs on it).
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

#: Faces that lie there, sorted.
Bag = tuple[Symbol, ...]
#: The kind of opening that marks what is kept: `(bag, bag of what is kept of it, throws left)`.
KEEPS = "keeps"
Add = Callable[[Kind, tuple[Edge, ...]], int]


@dataclass(slots=True)
class Reroll:
    """A roll whose dice may be thrown again: how often, what one die shows, what each bag means.

    `keeps` says, for a bag and the number of throws left, what is kept of it, where anything says so.
    """

    roll: Symbol
    times: int = 0
    die: dict[Symbol, int] = field(default_factory=dict)
    means: dict[Bag, Symbol] = field(default_factory=dict)
    keeps: dict[tuple[Bag, int], set[Bag]] = field(default_factory=dict)

    @classmethod
    def of(cls, roll: Symbol, said: Iterable[Symbol]) -> Reroll:
        """What is said of one roll: `rethrown(R, P, N)`, `die_of(R, X, N)`, `lies(R, X, M)`, `keeps(R, X, X', N)`."""
        found = cls(roll)
        for one in said:
            match one.name:
                case "rethrown":
                    found.times = max(found.times, one.arguments[2].number)
                case "die_of":
                    found.die[one.arguments[1]] = one.arguments[2].number
                case "lies":
                    found.means[_bag(one.arguments[1])] = one.arguments[2]
                case _:
                    bag, kept, left = one.arguments[1:]
                    found.keeps.setdefault((_bag(bag), left.number), set()).add(_bag(kept))
        return found

    def fold(self, targets: Mapping[Symbol, int], add: Add) -> tuple[Edge, ...]:
        """The edges of the first throw; `targets` are the nodes where the roll means something in the end.

        `add` makes a node and returns its number.
        """
        size = len(next(iter(self.means)))
        first = [*self._throws(size)]
        if self.means.keys() != {
            bag for bag, _ in first
        }:  # of two pools at once: a conflict, with which the branch ends
            return tuple(Edge(1, node, (("chance", self.roll, meaning),)) for meaning, node in targets.items())
        on: dict[tuple[Bag, int], int] = {}
        thrown: dict[tuple[Bag, int], int] = {}

        def to(bag: Bag, left: int, weight: int) -> Edge:
            if not left:
                return Edge(weight, targets[self.means[bag]], (("chance", self.roll, self.means[bag]),))
            if (bag, left) not in on:
                on[bag, left] = add("choice", tuple(keep(bag, kept, left) for kept in self._kept(bag, left)))
            return Edge(weight, on[bag, left])

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
        """Every bag of so many dice, with the number of ways to throw it."""
        for bag in combinations_with_replacement(sorted(self.die), dice):
            orders = factorial(dice) // prod(factorial(n) for n in Counter(bag).values())
            yield bag, orders * prod(self.die[face] for face in bag)

    def _kept(self, bag: Bag, left: int) -> Iterable[Bag]:
        """What may be kept of a bag: everything, unless something says what is."""
        said = self.keeps.get((bag, left))
        for kept in said or ():
            if Counter(kept) - Counter(bag):
                raise BugError(f"of {self.roll} more is kept than lies there: {kept} of {bag}")
        every = {kept for size in range(len(bag) + 1) for kept in _choose(bag, size)}
        return sorted(said or every)


def _choose(bag: Bag, size: int) -> Iterator[Bag]:
    counts = Counter(bag)
    for some in combinations_with_replacement(sorted(counts), size):
        if not Counter(some) - counts:
            yield some


def _bag(term: Symbol) -> Bag:
    return _sorted(term.arguments)


def _sorted(faces: Iterable[Symbol]) -> Bag:
    return tuple(sorted(faces))


def _term(bag: Bag) -> Symbol:
    return Function("bag", bag)


def _summed(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Throws that lead to the same and take the same, each once with all their ways."""
    weights: dict[tuple[int, tuple[Opening, ...]], int] = {}
    for edge in edges:
        key = edge.target, edge.taken
        weights[key] = weights.get(key, 0) + edge.weight
    return tuple(Edge(weight, target, taken) for (target, taken), weight in weights.items())
