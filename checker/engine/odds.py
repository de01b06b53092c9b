"""Exact values on the graph of a play: probabilities over chance, intervals over choices, three-valued at gaps."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from clingo import Symbol

from checker.engine.facts import to_value
from checker.engine.play import Edge, Kind, Occasion, Place, Play
from checker.errors import BugError, LimitError
from checker.formula import And, Atom, Formula, Not, Or
from checker.terms import Value as Meaning
from checker.terms import match

ONE, ZERO = Fraction(1), Fraction(0)
_NOTHING: frozenset[int] = frozenset()
#: What happens still more often in one phase is counted no further.
MOST_TIMES = 20
#: True, False or None (broken off before it was decided).
Verdict3 = bool | None
#: A node, and the atoms of a formula (by number) that were seen before it.
State = tuple[int, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Value:
    """How likely a formula is: between the worst and the best choice, not counting what is not ruled.

    `unruled` is the greatest probability with which play breaks off before the formula is decided; `results` are
    the truth values that some way of playing gives.
    """

    low: Fraction
    high: Fraction
    unruled: Fraction
    results: frozenset[Verdict3]


_LEAF = {
    True: Value(ONE, ONE, ZERO, frozenset({True})),
    False: Value(ZERO, ZERO, ZERO, frozenset({False})),
    None: Value(ZERO, ONE, ONE, frozenset({None})),
}


def atoms_of(formula: Formula) -> list[Atom]:
    """The atoms of a formula, each once, in the order of writing."""
    if isinstance(formula, Atom):
        return [formula]
    parts = formula.items if isinstance(formula, And | Or) else (formula.item,)
    return list(dict.fromkeys(atom for part in parts for atom in atoms_of(part)))


def truth(formula: Formula, known: Callable[[Atom], Verdict3]) -> Verdict3:
    """Kleene's three-valued truth of a formula."""
    if isinstance(formula, Atom):
        return known(formula)
    if isinstance(formula, Not):
        inner = truth(formula.item, known)
        return None if inner is None else not inner
    values = [truth(part, known) for part in formula.items]
    decisive = isinstance(formula, Or)
    if decisive in values:
        return decisive
    return None if None in values else not decisive


class _Fate:
    """What a formula comes to once some of its atoms, by number, were seen: in the end, or already decided before."""

    def __init__(self, formula: Formula) -> None:
        number = {atom: index for index, atom in enumerate(atoms_of(formula))}
        self.decided = _Memo(lambda seen: truth(formula, lambda atom: True if number[atom] in seen else None))
        self.at_end = _Memo(lambda seen: truth(formula, lambda atom: number[atom] in seen))


class _Memo(dict[frozenset[int], Verdict3]):
    def __init__(self, find: Callable[[frozenset[int]], Verdict3]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, seen: frozenset[int]) -> Verdict3:
        self[seen] = found = self._find(seen)
        return found


class Evaluation:
    """Values of formulas on one play. The state is a node together with the atoms seen on the way."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self._hits: dict[Formula, list[frozenset[int]]] = {}
        self._states: dict[Formula, dict[State, Value]] = {}
        self._order = _leaves_first(play)
        self._rank = {index: rank for rank, index in enumerate(self._order)}
        self._unseen = self._never()
        self._sources: list[list[int]] = [[] for _ in play.nodes]
        for index, node in enumerate(play.nodes):
            for edge in node.edges:
                self._sources[edge.target].append(index)

    def value(self, formula: Formula) -> Value:
        """The value of one formula from the beginning of play."""
        return self.states(formula)[0, frozenset()]

    def hits(self, formula: Formula) -> list[frozenset[int]]:
        """Which atoms of the formula, by number, each node shows."""
        if formula not in self._hits:
            self._hits[formula] = self._find_hits(atoms_of(formula))
        return self._hits[formula]

    def _find_hits(self, atoms: list[Atom]) -> list[frozenset[int]]:
        of_event = {
            symbol: hit
            for symbol, value in self._seen.items()
            if (hit := frozenset(i for i, atom in enumerate(atoms) if match(atom.pattern, value)))
        }
        last = [
            (i, atom.pattern.args) for i, atom in enumerate(atoms) if getattr(atom.pattern, "name", "") == "finally"
        ]
        found = [_NOTHING] * len(self.play.nodes)
        for symbol, hit in of_event.items():
            for index in self._seen_in[symbol]:
                found[index] |= hit
        for index, node in enumerate(self.play.nodes) if last else ():
            if node.final is not None:
                fluents = [(to_value(fluent), to_value(value)) for fluent, value in node.final]
                found[index] |= {
                    i for i, (one, wanted) in last if any(match(one, f) and match(wanted, v) for f, v in fluents)
                }
        return found

    @cached_property
    def _seen_in(self) -> dict[Symbol, list[int]]:
        """The nodes in which each thing that is seen is seen."""
        where: dict[Symbol, list[int]] = {}
        for index, node in enumerate(self.play.nodes):
            for symbol in node.seen:
                where.setdefault(symbol, []).append(index)
        return where

    @cached_property
    def _seen(self) -> dict[Symbol, Meaning]:
        """Everything that is seen in some node, as a value."""
        return {symbol: to_value(symbol) for symbol in self._seen_in}

    def states(self, formula: Formula) -> dict[State, Value]:
        """The value of one formula from every node on, with the atoms seen before it."""
        if formula not in self._states:
            self._states.clear()  # several are asked of one formula in turn; of many it would be much to keep
            self._states[formula] = self._find_states(formula, {}, {}, range(len(self.play.nodes)))
        return self._states[formula]

    def value_if(self, formula: Formula, ways: Mapping[int, Sequence[Edge]]) -> Value:
        """The value of one formula if of some nodes only these edges lead on."""
        return self._find_states(formula, ways, self.states(formula), self._leading_to(ways))[0, _NOTHING]

    def _find_states(
        self, formula: Formula, ways: Mapping[int, Sequence[Edge]], known: Mapping[State, Value], other: Container[int]
    ) -> dict[State, Value]:
        """Values from every state on that can be reached; those `known` hold for all but `other` nodes."""
        memo: dict[State, Value] = {}
        hits = self.hits(formula)
        fate = _Fate(formula)
        stack: list[State] = [(0, _NOTHING)]
        while stack:
            state = stack[-1]
            if state in memo:
                stack.pop()
                continue
            index, before = state
            if index not in other:
                memo[state] = known[state]
                continue
            node, seen = self.play.nodes[index], before | hits[index]
            decided = fate.decided[seen]
            if decided is not None:
                memo[state] = _LEAF[decided]
            elif node.kind == "end":
                memo[state] = _LEAF[None if node.final is None else fate.at_end[seen]]
            else:
                edges = ways.get(index, node.edges)
                states = [(edge.target, seen) for edge in edges]
                missing = [one for one in states if one not in memo]
                if missing:
                    stack.extend(missing)
                    continue
                memo[state] = _combine(node.kind, edges, [memo[one] for one in states])
        return memo

    def events(self) -> dict[Symbol, Value]:
        """The value of every event that some way of playing shows."""
        return {symbol: self._event(nodes) for symbol, nodes in sorted(self._seen_in.items())}

    def occasions(self, leave_out: Collection[str] = ()) -> dict[Occasion, Value]:
        """The value of everything that some way of playing shows, by where and how often, as it comes in the play.

        What has a name of `leave_out` is left out.
        """
        where: dict[tuple[Symbol, Place], dict[int, int]] = {}
        for index, node in enumerate(self.play.nodes):
            happens = [what for what in node.happens() if what[0].name not in leave_out]
            new = [what for what in happens if what not in where]
            for what in new if node.places else sorted(new):
                where[what] = {}
            for what in happens:
                where[what][index] = where[what].get(index, 0) + 1
        return {
            Occasion(symbol, place, time): value
            for (symbol, place), times in where.items()
            for time, value in enumerate(self._times(times), 1)
        }

    def _times(self, times: Mapping[int, int]) -> list[Value]:
        """The values of what happens so often in some nodes: that it does so once, twice .. on the way."""
        nodes = sorted(self._leading_to(times), key=self._rank.__getitem__)
        most: dict[int, int] = {}
        for index in nodes:
            onward = max((most.get(edge.target, 0) for edge in self.play.nodes[index].edges), default=0)
            most[index] = times.get(index, 0) + onward
        left: list[dict[int, Value]] = [{}]
        for wanted in range(1, min(most[0], MOST_TIMES) + 1):
            left.append({})
            for index in nodes:
                node, more = self.play.nodes[index], wanted - times.get(index, 0)
                if more <= 0:
                    left[wanted][index] = _LEAF[True]
                elif node.kind == "end":
                    left[wanted][index] = self._unseen[index]
                else:
                    values = [left[more].get(edge.target) or self._unseen[edge.target] for edge in node.edges]
                    left[wanted][index] = _combine(node.kind, node.edges, values)
        return [memo[0] for memo in left[1:]]

    def _leading_to(self, nodes: Iterable[int]) -> set[int]:
        """Some nodes, and all from which one of them can be reached."""
        before = set(nodes)
        todo = list(before)
        while todo:
            for source in self._sources[todo.pop()]:
                if source not in before:
                    before.add(source)
                    todo.append(source)
        return before

    def _event(self, seen_in: list[int]) -> Value:
        """The value of an event: only the nodes that lead to it differ from one that is never seen."""
        memo = dict.fromkeys(seen_in, _LEAF[True])
        for index in sorted(self._leading_to(seen_in) - memo.keys(), key=self._rank.__getitem__):
            node = self.play.nodes[index]
            values = [memo.get(edge.target) or self._unseen[edge.target] for edge in node.edges]
            memo[index] = _combine(node.kind, node.edges, values)
        return memo[0]

    def _never(self) -> list[Value]:
        """The value, at every node, of something that is never seen."""
        found = [_LEAF[False]] * len(self.play.nodes)
        for index in self._order:
            node = self.play.nodes[index]
            if node.kind == "end":
                found[index] = _LEAF[None if node.final is None else False]
            else:
                found[index] = _combine(node.kind, node.edges, [found[edge.target] for edge in node.edges])
        return found

    @cached_property
    def onward(self) -> list[Edge | None]:
        """For every node the edge on which most is seen until play ends; None at an end."""
        most = [0] * len(self.play.nodes)
        found: list[Edge | None] = [None] * len(self.play.nodes)
        for index in self._order:
            node = self.play.nodes[index]
            best = max(node.edges, key=lambda edge: most[edge.target], default=None)
            most[index] = len(node.seen) + (most[best.target] if best else 0)
            found[index] = best
        return found

    def certain(self) -> Fraction:
        """The probabilities of all ends together, which must be 1 under every choice, none below 0 (self-check)."""
        if any(edge.weight < 1 for node in self.play.nodes for edge in node.edges):
            raise BugError("something comes up in less than one way")
        memo: dict[int, tuple[Fraction, Fraction]] = {}
        for index in self._order:
            node = self.play.nodes[index]
            if node.kind == "end":
                memo[index] = ONE, ONE
                continue
            parts = [memo[edge.target] for edge in node.edges]
            if node.kind == "chance":
                memo[index] = _mean(node.edges, [p[0] for p in parts]), _mean(node.edges, [p[1] for p in parts])
            else:
                memo[index] = min(p[0] for p in parts), max(p[1] for p in parts)
        if memo[0] != (ONE, ONE):
            raise BugError(f"the probabilities of all outcomes sum to {memo[0][0]}, not to 1")
        return memo[0][0]


def _combine(kind: Kind, edges: Sequence[Edge], values: list[Value]) -> Value:
    first = values[0]
    if all(value is first for value in values):
        return first
    results = frozenset[Verdict3]().union(*(value.results for value in values))
    if kind == "chance":
        low, unruled = _mean(edges, [v.low for v in values]), _mean(edges, [v.unruled for v in values])
        high = low if all(v.low == v.high for v in values) else _mean(edges, [v.high for v in values])
        return Value(low, high, unruled, results)
    return Value(min(v.low for v in values), max(v.high for v in values), max(v.unruled for v in values), results)


def _mean(edges: Sequence[Edge], values: Sequence[Fraction]) -> Fraction:
    """The mean of the values at the ends of some edges, by their weights; reduced but once, at the end."""
    common = math.lcm(*(value.denominator for value in values))
    parts = (e.weight * v.numerator * (common // v.denominator) for e, v in zip(edges, values, strict=True))
    return Fraction(sum(parts), common * sum(edge.weight for edge in edges))


def _leaves_first(play: Play) -> list[int]:
    """Nodes with every node after all that follow it; a play that comes back to a position is refused."""
    order: list[int] = []
    state = [0] * len(play.nodes)
    stack: list[tuple[int, Iterable[int]]] = [(0, iter([e.target for e in play.nodes[0].edges]))]
    state[0] = 1
    while stack:
        index, targets = stack[-1]
        for target in targets:
            if state[target] == 1:
                raise LimitError("play can come back to an earlier position, which has no exact odds yet")
            if state[target] == 0:
                state[target] = 1
                stack.append((target, iter([e.target for e in play.nodes[target].edges])))
                break
        else:
            state[index] = 2
            order.append(index)
            stack.pop()
    return order
