"""Stages taken apart: what differs between them, in parts that nothing in the law of the moment brings together.

Two heroes who fall into two pits make as many positions as the ways of the one times those of the other, and the law
says the same of the one whatever became of the other. So the law is grounded once with everything possible
that differs anywhere. Differences that no ground rule connects, through however many others, are independent: what
rests on one part is the same whatever holds in the others (the parts split the program). The ways of each part are then
evaluated once, those of all parts at the same time, and what each stage comes to is put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import Function, Number, Observer, Symbol

from drakdom.errors import BugError
from drakdom.step.moment import Moments
from drakdom.step.program import Log
from drakdom.step.state import Evaluated, PartialState

#: So few stages are evaluated as they are.
FEW = 24
#: To take stages apart must leave no more than one of so many to be evaluated.
PAYS = 3
#: Of more stages that hang together it is tried what they hang on.
MANY = 10 * FEW
_MOST_HUBS = 6

_NOW = Number(0)


class _Links(Observer):
    """Joins what stands in one ground rule, while it is grounded. Facts join nothing: the grounder leaves them out."""

    def __init__(self) -> None:
        self._above: dict[int | Symbol, int | Symbol] = {}
        self.shown: set[Symbol] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A normal or choice rule."""
        del choice
        self._join((*head, *body))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A rule whose body is a sum."""
        del choice, lower_bound
        self._join((*head, *(literal for literal, _ in body)))

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        """An atom that is shown; 0 is a fact."""
        self.shown.add(symbol)
        if atom:
            self._join([symbol, atom])

    def output_term(self, symbol: Symbol, condition: Sequence[int]) -> None:
        """A term that is shown on some condition."""
        self.shown.add(symbol)
        self._join([symbol, *condition])

    def root(self, one: int | Symbol) -> int | Symbol:
        """What stands for everything that one atom or shown symbol is joined with."""
        above = self._above
        while (up := above.get(one, one)) != one:
            above[one] = one = above.get(up, up)
        return one

    def _join(self, some: Iterable[int | Symbol]) -> None:
        roots = [self.root(abs(one) if isinstance(one, int) else one) for one in some]
        for other in roots[1:]:
            self._above[self.root(other)] = self.root(roots[0])


class Parts:
    """The parts into which what differs between some stages falls."""

    def __init__(self, moments: Moments, stages: Sequence[PartialState]) -> None:
        self._moments, self._items = moments, moments.items
        whole = [position | openings for position, openings in stages]
        self._common = frozenset.intersection(*whole)
        free = frozenset().union(*whole) - self._common
        self._links = _Links()
        inputs = self._ground(free)
        roots = {number: self._links.root(atom) for number, atom in inputs.items()}
        order = {root: index for index, root in enumerate(dict.fromkeys(roots[number] for number in sorted(free)))}
        self._order = order
        self._part = {number: order[root] for number, root in roots.items()}
        self._ways: list[dict[frozenset[int], int]] = [{} for _ in order]
        self._keys = [self._key(one) for one in whole]
        self._rests_on: dict[tuple[str, tuple[Symbol, ...]], int | None] = {}

    @property
    def most_ways(self) -> int:
        """How many stages have to be evaluated: the ways of that part which has most."""
        return max(map(len, self._ways), default=1)

    def _ground(self, free: frozenset[int]) -> dict[int, int]:
        """Ground the law with whatever differs left open; return the atoms of that."""
        # held while it is grounded: what the grounder says of positions that never come up is of no concern
        control, inputs = self._moments.open_control(Log(), self._common, free, self._links)
        control.ground([("base", [])])
        return inputs

    def _key(self, whole: frozenset[int]) -> tuple[int, ...]:
        """Which way of each part a stage shows."""
        local: list[list[int]] = [[] for _ in self._ways]
        for number in whole - self._common:
            local[self._part[number]].append(number)
        return tuple(ways.setdefault(frozenset(one), len(ways)) for ways, one in zip(self._ways, local, strict=True))

    def evaluate(self, stages: Sequence[PartialState]) -> Iterator[Evaluated]:
        """What the law says of each stage, put together from its parts."""
        common, parts = self._evaluated()
        for (_, openings), key in zip(stages, self._keys, strict=True):
            result = _together([common, *(ways[way] for ways, way in zip(parts, key, strict=True))])
            result.open(self._items, openings)
            yield result

    def _evaluated(self) -> tuple[Evaluated, list[list[Evaluated]]]:
        """What rests on nothing that differs, and for each part what rests on each of its ways."""
        ways = [list(some) for some in self._ways]
        stages = [self._stage(some[min(turn, len(some) - 1)] for some in ways) for turn in range(self.most_ways)]
        common, parts = Evaluated(), [[Evaluated() for _ in some] for some in ways]
        for symbol in self._moments.answer(stages, apart=True):
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
        """The part on which something that is shown rests, its moment left out; None where it rests on none."""
        if (name, arguments) not in self._rests_on:
            now = Function(name, [*arguments, _NOW])
            if now not in self._links.shown:
                raise BugError(f"`{now}` holds in a position and was not possible in any")
            self._rests_on[name, arguments] = self._order.get(self._links.root(now))
        return self._rests_on[name, arguments]

    def _stage(self, ways: Iterable[frozenset[int]]) -> PartialState:
        whole = self._common.union(*ways)
        openings = frozenset(number for number in whole if len(self._items.all[number]) == 3)
        return whole - openings, openings


def _together(parts: Sequence[Evaluated]) -> Evaluated:
    whole = Evaluated()
    for part in parts:
        for who, actions in part.choices.items():
            whole.choices.setdefault(who, []).extend(actions)
        whole.told.update(part.told)
        for roll, said in part.again.items():
            whole.again.setdefault(roll, set()).update(said)
        for roll, faces in part.chances.items():
            known = whole.chances.setdefault(roll, {})
            for meaning, number in faces.items():
                known[meaning] = known.get(meaning, 0) + number
        whole.coming |= part.coming
        whole.ceasing |= part.ceasing
        whole.seen |= part.seen
        whole.doubts |= part.doubts
        whole.over |= part.over
        whole.broken |= part.broken
    whole.excepted = True
    return whole


class Plan(NamedTuple):
    """How some stages are evaluated: what that costs, in stages that the solver works out, and what comes of it."""

    cost: int
    results: Iterator[Evaluated]


def plan(moments: Moments, stages: Sequence[PartialState], *, unlike: bool = False) -> Plan:
    """Evaluate some stages of one phase, as few as their parts allow; nothing is worked out before it is asked for.

    Stages that are `unlike` have no parts worth looking for.
    """
    projected = moments.project(stages)
    unique = list(dict.fromkeys(projected))
    cost, results = Plan(len(unique), moments.evaluate(unique)) if unlike else _plan(moments, unique)
    return Plan(cost, _spread(projected, unique, results))


def _plan(moments: Moments, stages: Sequence[PartialState]) -> Plan:
    if len(stages) > FEW:
        parts = Parts(moments, stages)
        if parts.most_ways * PAYS <= len(stages):
            return Plan(parts.most_ways, parts.evaluate(stages))
    if len(stages) > MANY and (groups := _without_hub(moments, stages)):
        plans = [_plan(moments, group) for group in groups]
        return Plan(sum(plan.cost for plan in plans), _in_order(stages, groups, plans))
    return Plan(len(stages), moments.evaluate(stages))


def _without_hub(moments: Moments, stages: Sequence[PartialState]) -> list[list[PartialState]] | None:
    """Stages in groups of which each has one value of something on which all their differences hang, if there is that.

    Which of two dangers strikes first ties together what each of them does to whom; under either the parts are free.
    """
    for hub in _hubs(moments, stages):
        groups: dict[frozenset[int], list[PartialState]] = {}
        for position, openings in stages:
            groups.setdefault(hub & (position | openings), []).append((position, openings))
        largest = max(groups.values(), key=len)
        if len(groups) <= FEW < len(largest) and Parts(moments, largest).most_ways * PAYS <= len(largest):
            return [*groups.values()]
    return None


def _hubs(moments: Moments, stages: Sequence[PartialState]) -> list[frozenset[int]]:
    """What differs between some stages, values of a fluent or ways of a choice or roll; what has the fewest first."""
    whole = [position | openings for position, openings in stages]
    found: dict[tuple[object, ...], set[int]] = {}
    for number in sorted(frozenset().union(*whole) - frozenset.intersection(*whole)):
        found.setdefault(moments.items.all[number][:-1], set()).add(number)
    return sorted(map(frozenset, found.values()), key=len)[:_MOST_HUBS]


def _in_order(
    stages: Iterable[PartialState], groups: Iterable[Sequence[PartialState]], plans: Iterable[Plan]
) -> Iterator[Evaluated]:
    found: dict[PartialState, Evaluated] = {}
    for group, one in zip(groups, plans, strict=True):
        found.update(zip(group, one.results, strict=True))
    return map(found.__getitem__, stages)


def _spread(
    stages: Iterable[PartialState], unique: Iterable[PartialState], results: Iterator[Evaluated]
) -> Iterator[Evaluated]:
    """The result of each stage, several of which may have one."""
    found: dict[PartialState, Evaluated] = {}
    rest = zip(unique, results, strict=True)
    for stage in stages:
        while stage not in found:
            one, result = next(rest)
            found[one] = result
        yield found[stage]
