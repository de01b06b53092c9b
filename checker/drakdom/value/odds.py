"""Exact values on the graph of a play: probabilities over chance, intervals over choices, three-valued at gaps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby

from clingo import Symbol

from drakdom.errors import BugError
from drakdom.formula import Atom, Formula
from drakdom.graph.play import Edge, Node, Occasion, Place, Play
from drakdom.graph.topological import leaves_first
from drakdom.law.facts import to_value
from drakdom.terms import Value as Meaning
from drakdom.terms import match
from drakdom.value.end_components import in_order
from drakdom.value.values import (
    LEAF,
    ONE,
    Branching,
    Fate,
    Value,
    atoms_of,
    combine,
    combine_component,
    explored,
    mean,
    settled,
)

_NOTHING: frozenset[int] = frozenset()
#: What happens still more often in one phase is counted no further.
MOST_TIMES = 20
#: A node, and the atoms of a formula (by number) that were seen before it.
State = tuple[int, frozenset[int]]


class Evaluation:
    """Values of formulas on one play. The state is a node together with the atoms seen on the way.

    `endless` are nodes from which play goes round for ever: no way of choosing or rolling leads to an end.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        self._hits: dict[Formula, list[frozenset[int]]] = {}
        self._states: dict[Formula, dict[State, Value]] = {}
        onward = [[edge.target for edge in node.edges] for node in play.nodes]
        order = leaves_first(onward)
        self.comes_back = order is None
        parts = [[index] for index in order] if order is not None else in_order(dict(enumerate(onward)))
        self.endless = [part[0] for part in parts if self.comes_back and _without_end(part, onward)]
        self._rank = {index: rank for rank, part in enumerate(parts) for index in part}
        broken = [_ended_in(node) for node in play.nodes if node.kind == "end" and node.final is None]
        self._last_broken = max(broken, default=0)
        self._never_in: dict[int, list[Value]] = {}
        self._unseen = self._never(self._last_broken)
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
            for symbol, value in self.seen.items()
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
    def seen(self) -> dict[Symbol, Meaning]:
        """Everything that is seen in some node, as a value."""
        return {symbol: to_value(symbol) for symbol in self._seen_in}

    def visit(self, occasion: Occasion) -> int:
        """Which time it is that play is in its phase when something happens: 1 is the first, on the way found first."""
        often = 0
        for index in self._seen_in.get(occasion.symbol, ()):
            node = self.play.nodes[index]
            often += node.place == occasion.place
            if often == occasion.time:
                return self._visits[index]
        return 1

    @cached_property
    def _visits(self) -> list[int]:
        return self.play.visits()

    def states(self, formula: Formula) -> dict[State, Value]:
        """The value of one formula from every node on, with the atoms seen before it."""
        if formula not in self._states:
            self._states.clear()  # several are asked of one formula in turn; of many it would be much to keep
            self._states[formula] = self._find_states(formula, {}, {}, range(len(self.play.nodes)))
        return self._states[formula]

    def value_if(self, formula: Formula, ways: Mapping[int, Sequence[Edge]]) -> Value:
        """The value of one formula if, of the first of some nodes that play comes to, only these edges lead on."""
        return self._find_states(formula, ways, self.states(formula), self._leading_to(ways))[0, _NOTHING]

    def repeats(self, nodes: Collection[int]) -> bool:
        """Whether play can come to one of these nodes after it has come to one of them."""
        leading = self._leading_to(nodes)
        return any(edge.target in leading for index in nodes for edge in self.play.nodes[index].edges)

    def _find_states(
        self, formula: Formula, ways: Mapping[int, Sequence[Edge]], known: Mapping[State, Value], other: Container[int]
    ) -> dict[State, Value]:
        """Values from every state on that can be reached; those `known` hold for all but `other` nodes."""
        branching = self._branching(formula, ways, known, other)
        if self.comes_back:
            return settled(explored((0, _NOTHING), branching))
        memo: dict[State, Value] = {}
        stack: list[State] = [(0, _NOTHING)]
        while stack:
            state = stack[-1]
            if state in memo:
                stack.pop()
                continue
            on = branching(state)
            if isinstance(on, Value):
                memo[state] = on
                continue
            missing = [one for one in on.onward if one not in memo]
            if missing:
                stack.extend(missing)
            else:
                memo[state] = combine(on.kind, on.edges, [memo[one] for one in on.onward])
        return memo

    def branchings(self, formula: Formula) -> dict[State, Value | Branching[State]]:
        """How play goes on from every node, with the atoms of the formula seen before it, or what it has come to."""
        return explored((0, _NOTHING), self._branching(formula, {}, {}, range(len(self.play.nodes))))

    def _branching(
        self, formula: Formula, ways: Mapping[int, Sequence[Edge]], known: Mapping[State, Value], other: Container[int]
    ) -> Callable[[State], Value | Branching[State]]:
        hits, fate = self.hits(formula), Fate(formula)

        def on(state: State) -> Value | Branching[State]:
            index, before = state
            if index not in other:
                return known[state]
            node, seen = self.play.nodes[index], before | hits[index]
            decided = fate.decided[seen]
            if decided is not None:
                return LEAF[decided]
            if node.kind == "end":
                return LEAF[None if node.final is None else fate.at_end[seen]]
            if (edges := ways.get(index)) is not None:
                return combine(node.kind, edges, [known[edge.target, seen] for edge in edges])
            return Branching(node.kind, node.edges, [(edge.target, seen) for edge in node.edges])

        return on

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
            for time, value in enumerate(self._times(times, place[0]), 1)
        }

    def _times(self, times: Mapping[int, int], entry: int) -> list[Value]:
        """The values of what happens so often in some nodes of an entry: that it does so once, twice .. on the way."""
        nodes, unseen = self._leading_to(times), self._never(entry)
        left: list[dict[int, Value]] = [{}]
        for wanted in range(1, min(self._most_times(nodes, times), MOST_TIMES) + 1):
            memo: dict[int, Value] = {}
            for index in nodes:
                node, more = self.play.nodes[index], wanted - times.get(index, 0)
                if more <= 0:
                    memo[index] = LEAF[True]
                elif node.kind == "end":
                    memo[index] = unseen[index]
                elif more < wanted:
                    values = [left[more].get(edge.target) or unseen[edge.target] for edge in node.edges]
                    memo[index] = combine(node.kind, node.edges, values)
            self._fill(nodes - memo.keys(), memo, unseen)
            left.append(memo)
        return [memo[0] for memo in left[1:]]

    def _most_times(self, nodes: Iterable[int], times: Mapping[int, int]) -> int:
        """How often something can happen on one way, if no more than MOST_TIMES."""
        most: dict[int, int] = {}
        for part, goes_round in self._in_parts(nodes):
            targets = {edge.target for index in part for edge in self.play.nodes[index].edges}
            onward = max((most.get(target, 0) for target in targets), default=0)
            here = sum(times.get(index, 0) for index in part)
            most |= dict.fromkeys(part, MOST_TIMES if here and goes_round else here + onward)
        return most[0]

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
        memo = dict.fromkeys(seen_in, LEAF[True])
        self._fill(self._leading_to(seen_in) - memo.keys(), memo, self._unseen)
        return memo[0]

    def _never(self, entry: int) -> list[Value]:
        """The value, at every node, of something that is never seen up to the end of an entry.

        Where play breaks off in a later entry, that much is known.
        """
        entry = min(entry, self._last_broken)
        if entry not in self._never_in:
            ends = {
                index: LEAF[None if node.final is None and _ended_in(node) <= entry else False]
                for index, node in enumerate(self.play.nodes)
                if node.kind == "end"
            }
            self._fill(self._rank.keys() - ends.keys(), ends, ())
            self._never_in[entry] = [ends.get(index, LEAF[False]) for index in range(len(self.play.nodes))]
        return self._never_in[entry]

    def _fill(self, nodes: Collection[int], memo: dict[int, Value], otherwise: Sequence[Value]) -> None:
        """Add to known values those of more nodes; what is neither has the value that it has otherwise."""
        for part, goes_round in self._in_parts(nodes):
            if goes_round:
                states = {index: _branching_of(self.play.nodes[index]) for index in part}
                out = {target for on in states.values() for target in on.onward} - states.keys()
                memo |= combine_component(states, {target: memo.get(target) or otherwise[target] for target in out})
            else:
                node = self.play.nodes[part[0]]
                values = [memo.get(edge.target) or otherwise[edge.target] for edge in node.edges]
                memo[part[0]] = combine(node.kind, node.edges, values)

    def _in_parts(self, nodes: Iterable[int]) -> Iterator[tuple[list[int], bool]]:
        """Nodes, those together that lead back to each other, each after what it leads to; whether they do so."""
        rank = self._rank.__getitem__
        for _, group in groupby(sorted(nodes, key=rank), rank):
            part = list(group)
            yield part, self.comes_back and any(e.target in part for i in part for e in self.play.nodes[i].edges)

    @cached_property
    def onward(self) -> list[Edge | None]:
        """For every node the edge on which most is seen until play ends; None at an end."""
        most = [0] * len(self.play.nodes)
        found: list[Edge | None] = [None] * len(self.play.nodes)
        for part, _ in self._in_parts(self._rank):
            todo = set(part)
            while todo:  # round in a circle those come first from which an edge leads out
                out = {i: [e for e in self.play.nodes[i].edges if e.target not in todo] for i in sorted(todo)}
                ready = [index for index, edges in out.items() if edges] or [*out]
                for index in ready:
                    found[index] = best = max(out[index], key=lambda edge: most[edge.target], default=None)
                    most[index] = len(self.play.nodes[index].seen) + (most[best.target] if best else 0)
                todo.difference_update(ready)
        return found

    def certain(self) -> Fraction:
        """The probabilities of all ends together, which must be 1 under every choice, none below 0 (self-check)."""
        if any(edge.weight < 1 for node in self.play.nodes for edge in node.edges):
            raise BugError("something comes up in less than one way")
        memo: dict[int, tuple[Fraction, Fraction]] = {}
        for part, goes_round in self._in_parts(self._rank):
            for index in part:
                node = self.play.nodes[index]
                edges = [edge for edge in node.edges if not goes_round or edge.target not in part]
                parts = [memo[edge.target] for edge in edges]
                if not parts:
                    memo[index] = ONE, ONE
                elif node.kind == "chance":
                    memo[index] = mean(edges, [p[0] for p in parts]), mean(edges, [p[1] for p in parts])
                else:
                    memo[index] = min(p[0] for p in parts), max(p[1] for p in parts)
        if memo[0] != (ONE, ONE):
            raise BugError(f"the probabilities of all outcomes sum to {memo[0][0]}, not to 1")
        return memo[0][0]


def _branching_of(node: Node) -> Branching[int]:
    return Branching(node.kind, node.edges, [edge.target for edge in node.edges])


def _ended_in(node: Node) -> int:
    """The entry in which play ended."""
    return max((place[0] for _, place in node.happens()), default=node.entry)


def _without_end(part: Sequence[int], onward: Sequence[Sequence[int]]) -> bool:
    """Whether play that comes to these nodes stays among them for ever."""
    inside = {*part}
    return all(onward[index] and inside.issuperset(onward[index]) for index in part)
