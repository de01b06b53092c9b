"""Independence factoring: splits the differences between partial states into parts that no ground rule connects.

Two heroes who fall into two pits make a state for each combination of their outcomes. But the law for each hero does
not depend on the other's outcome. So the law is grounded once with every difference left open. Differences are
independent if no chain of ground rules connects them. Atoms that depend on one part do not change with the others (the
parts split the program). Each way of a part is evaluated once, all parts at the same time. The result of each partial
state is put together from these evaluations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import Function, Number, Observer, Symbol

from drakdom.errors import BugError
from drakdom.step.moment import Factored, Moments
from drakdom.step.program import Log
from drakdom.step.state import Evaluated, PartialState

#: Up to this many partial states are evaluated without factoring.
FEW = 24
#: Factoring is used if it reduces the number of evaluations by this factor.
PAYS = 3
#: Past this many connected partial states, they are grouped by a variable that connects them (a hub).
MANY = 10 * FEW
_MOST_HUBS = 6

_NOW = Number(0)


class _Links(Observer):
    """Union-find over the atoms of each ground rule. Facts connect nothing: the grounder leaves them out."""

    def __init__(self) -> None:
        self._above: dict[int | Symbol, int | Symbol] = {}
        self.shown: set[Symbol] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Connect the atoms of a normal or choice rule."""
        del choice
        self._join((*head, *body))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """Connect the atoms of a rule whose body is a sum."""
        del choice, lower_bound
        self._join((*head, *(literal for literal, _ in body)))

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        """Record a shown atom; the number 0 marks a fact."""
        self.shown.add(symbol)
        if atom:
            self._join([symbol, atom])

    def output_term(self, symbol: Symbol, condition: Sequence[int]) -> None:
        """Record a term that is shown under a condition."""
        self.shown.add(symbol)
        self._join([symbol, *condition])

    def root(self, node: int | Symbol) -> int | Symbol:
        """Return the representative of all that an atom or a shown symbol is connected with."""
        above = self._above
        while (up := above.get(node, node)) != node:
            above[node] = node = above.get(up, up)
        return node

    def _join(self, nodes: Iterable[int | Symbol]) -> None:
        roots = [self.root(abs(node) if isinstance(node, int) else node) for node in nodes]
        for root in roots[1:]:
            self._above[self.root(root)] = self.root(roots[0])


class Parts:
    """The independent parts of the differences between some partial states."""

    def __init__(self, moments: Moments, partials: Sequence[PartialState]) -> None:
        self._moments, self._items = moments, moments.items
        wholes = [state | openings for state, openings in partials]
        self._common = frozenset.intersection(*wholes)
        free = frozenset().union(*wholes) - self._common
        self._links = _Links()
        inputs = self._ground(free)
        roots = {number: self._links.root(atom) for number, atom in inputs.items()}
        order = {root: index for index, root in enumerate(dict.fromkeys(roots[number] for number in sorted(free)))}
        self._order = order
        self._part = {number: order[root] for number, root in roots.items()}
        self._ways: list[dict[frozenset[int], int]] = [{} for _ in order]
        self._keys = [self._key(whole) for whole in wholes]
        self._rests_on: dict[tuple[str, tuple[Symbol, ...]], int | None] = {}

    @property
    def most_ways(self) -> int:
        """The number of partial states to evaluate: the ways of the part that has most."""
        return max(map(len, self._ways), default=1)

    def _ground(self, free: frozenset[int]) -> dict[int, int]:
        """Ground the law with all differences left open, and return their atoms."""
        # the log and the solver must live while it grounds; messages about unreachable states do not matter
        control, inputs = self._moments.open_control(Log(), self._common, free, self._links)
        control.ground([("base", [])])
        return inputs

    def _key(self, whole: frozenset[int]) -> tuple[int, ...]:
        """Return the way of each part that a partial state shows."""
        local: list[list[int]] = [[] for _ in self._ways]
        for number in whole - self._common:
            local[self._part[number]].append(number)
        return tuple(ways.setdefault(frozenset(way), len(ways)) for ways, way in zip(self._ways, local, strict=True))

    def evaluate(self, partials: Sequence[PartialState]) -> Iterator[Evaluated]:
        """Evaluate each partial state from its parts."""
        common, parts = self._evaluated()
        for (_, openings), key in zip(partials, self._keys, strict=True):
            result = _together([common, *(ways[way] for ways, way in zip(parts, key, strict=True))])
            result.open(self._items, openings)
            yield result

    def _evaluated(self) -> tuple[Evaluated, list[list[Evaluated]]]:
        """Return the evaluation that depends on no difference, and by part the evaluations of its ways."""
        ways = [list(part) for part in self._ways]
        partials = [self._partial(part[min(turn, len(part) - 1)] for part in ways) for turn in range(self.most_ways)]
        common, parts = Evaluated(), [[Evaluated() for _ in part] for part in ways]
        for symbol in self._moments.answer(partials, apart=True):
            name, arguments = symbol.name, symbol.arguments
            turn = arguments.pop().number
            part = self._part_of(name, tuple(arguments))
            if part is None:
                if turn == 0:
                    common.take(self._items, name, arguments)
            elif turn < len(ways[part]):
                parts[part][turn].take(self._items, name, arguments)
        return common, parts

    def _part_of(self, name: str, arguments: tuple[Symbol, ...]) -> int | None:
        """Return the part on which a shown atom depends, given without its moment; None if it depends on none."""
        if (name, arguments) not in self._rests_on:
            now = Function(name, [*arguments, _NOW])
            if now not in self._links.shown:
                raise BugError(f"`{now}` holds in a state, but no state could derive it")
            self._rests_on[name, arguments] = self._order.get(self._links.root(now))
        return self._rests_on[name, arguments]

    def _partial(self, ways: Iterable[frozenset[int]]) -> PartialState:
        whole = self._common.union(*ways)
        openings = frozenset(number for number in whole if len(self._items.all[number]) == 3)
        return whole - openings, openings


def _together(parts: Sequence[Evaluated]) -> Evaluated:
    whole = Evaluated()
    for part in parts:
        for figure, actions in part.choices.items():
            whole.choices.setdefault(figure, []).extend(actions)
        whole.stated.update(part.stated)
        for roll, terms in part.reroll_terms.items():
            whole.reroll_terms.setdefault(roll, set()).update(terms)
        for roll, faces in part.chances.items():
            sums = whole.chances.setdefault(roll, {})
            for meaning, number in faces.items():
                sums[meaning] = sums.get(meaning, 0) + number
        whole.coming |= part.coming
        whole.ceasing |= part.ceasing
        whole.seen |= part.seen
        whole.doubts |= part.doubts
        whole.over |= part.over
        whole.broken |= part.broken
    whole.excepted = True
    return whole


class Plan(NamedTuple):
    """An evaluation that has not run yet: its cost, in partial states that the solver evaluates, and its results."""

    cost: int
    results: Iterator[Evaluated]


def plan(moments: Moments, partials: Sequence[PartialState], *, unlike: bool = False) -> Plan:
    """Plan the cheapest evaluation of partial states of one phase; it runs when the results are read.

    `unlike` skips factoring, for partial states that have little in common.
    """
    projected = moments.project(partials)
    unique = list(dict.fromkeys(projected))
    cost, results = Plan(len(unique), moments.evaluate(unique)) if unlike else _plan(moments, unique)
    return Plan(cost, _spread(projected, unique, results))


def _plan(moments: Moments, partials: Sequence[PartialState], parts: Parts | None = None) -> Plan:
    """Plan the evaluation of different partial states; `parts` are theirs, if they are known."""
    if len(partials) > FEW:
        if factored := moments.factored(partials):
            return Plan(factored.ways, iter(factored.results))
        parts = parts or Parts(moments, partials)
        if parts.most_ways * PAYS <= len(partials):
            return Plan(parts.most_ways, _remembered(moments, partials, parts))
    if len(partials) > MANY and (groups := _without_hub(moments, partials)):
        plans = [(group, _plan(moments, group, parts)) for group, parts in groups]
        return Plan(sum(plan.cost for _, plan in plans), _in_order(partials, plans))
    return Plan(len(partials), moments.evaluate(partials))


def _remembered(moments: Moments, partials: Sequence[PartialState], parts: Parts) -> Iterator[Evaluated]:
    results = [*parts.evaluate(partials)]
    moments.remember_factored(partials, Factored(parts.most_ways, results))
    yield from results


def _without_hub(
    moments: Moments, partials: Sequence[PartialState]
) -> list[tuple[list[PartialState], Parts | None]] | None:
    """Group partial states by the value of a hub: a variable that connects their other differences. None without one.

    If the order of two dangers is open, it connects their effects on each figure; in either order these are
    independent. The largest group comes with its parts.
    """
    for hub in _hubs(moments, partials):
        groups: dict[frozenset[int], list[PartialState]] = {}
        for state, openings in partials:
            groups.setdefault(hub & (state | openings), []).append((state, openings))
        largest = max(groups.values(), key=len)
        if len(groups) <= FEW < len(largest) and (parts := Parts(moments, largest)).most_ways * PAYS <= len(largest):
            return [(group, parts if group is largest else None) for group in groups.values()]
    return None


def _hubs(moments: Moments, partials: Sequence[PartialState]) -> list[frozenset[int]]:
    """Return the possible hubs: differing values of a fluent, or outcomes of a choice or roll; fewest values first."""
    wholes = [state | openings for state, openings in partials]
    hubs: dict[tuple[object, ...], set[int]] = {}
    for number in sorted(frozenset().union(*wholes) - frozenset.intersection(*wholes)):
        hubs.setdefault(moments.items.all[number][:-1], set()).add(number)
    return sorted(map(frozenset, hubs.values()), key=len)[:_MOST_HUBS]


def _in_order(
    partials: Iterable[PartialState], plans: Iterable[tuple[Sequence[PartialState], Plan]]
) -> Iterator[Evaluated]:
    results: dict[PartialState, Evaluated] = {}
    for group, group_plan in plans:
        results.update(zip(group, group_plan.results, strict=True))
    yield from map(results.__getitem__, partials)


def _spread(
    partials: Iterable[PartialState], unique: Iterable[PartialState], results: Iterator[Evaluated]
) -> Iterator[Evaluated]:
    """Yield the result of each partial state; equal ones share a result."""
    by_state: dict[PartialState, Evaluated] = {}
    rest = zip(unique, results, strict=True)
    for partial in partials:
        while partial not in by_state:
            evaluated, result = next(rest)
            by_state[evaluated] = result
        yield by_state[partial]
