"""Exact values of formulas on a play: probabilities over chance, intervals over choices, three-valued at gaps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from functools import cached_property

from clingo import Symbol

from drakdom.formula import Formula
from drakdom.graph.play import Edge, Node, Occasion, Place, Play
from drakdom.graph.watch import Marks, Watch
from drakdom.law.facts import to_value
from drakdom.terms import Value as Meaning
from drakdom.terms import match
from drakdom.value.components import MOST_TIMES, Components
from drakdom.value.values import (
    LEAF,
    Branching,
    Fate,
    Value,
    combine,
    reachable,
    solve_graph,
)

_NOTHING: frozenset[int] = frozenset()
#: A node, and the marks of the formula's atoms before it.
State = tuple[int, frozenset[int]]


class Evaluation:
    """Values of formulas on one play. A state is a node with the atoms seen before it.

    `has_cycle` is true if play has a cycle. `endless` are nodes from which play never ends: no choice or roll leads
    to an end.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        self._watches: dict[Formula, Watch] = {}
        self._hits: dict[Formula, list[Marks]] = {}
        self._states: dict[Formula, dict[State, Value]] = {}
        self._components = Components(play)
        self.has_cycle = self._components.cyclic
        self.endless = self._components.endless
        broken = [_ended_in(node) for node in play.nodes if node.kind == "end" and node.final is None]
        self._last_broken = max(broken, default=0)
        self._never_in: dict[int, list[Value]] = {}
        self._unseen = self._never(self._last_broken)

    def value(self, formula: Formula) -> Value:
        """Return the value of a formula from the beginning of play."""
        return self.states(formula)[0, frozenset()]

    def watch(self, formula: Formula) -> Watch:
        """Return the watch of a formula."""
        if formula not in self._watches:
            self._watches[formula] = Watch(formula, self.play.of_choices)
        return self._watches[formula]

    def hits(self, formula: Formula) -> list[Marks]:
        """Return for each node the formula's atoms that its events fit, as the formula's watch numbers them."""
        if formula not in self._hits:
            self._hits[formula] = self._find_hits(self.watch(formula))
        return self._hits[formula]

    def after(self, formula: Formula, state: State) -> Marks:
        """Return the marks of a formula's atoms after a state."""
        index, before = state
        return self.watch(formula).step(before, self.play.nodes[index].place, self.hits(formula)[index])

    def _find_hits(self, watch: Watch) -> list[Marks]:
        of_event = {symbol: hit for symbol in self._seen_in if (hit := watch.fitting(symbol))}
        last = [(i, atom.pattern.args) for i, atom in enumerate(watch.atoms) if atom.pattern.name == "finally"]
        hits = [_NOTHING] * len(self.play.nodes)
        for symbol, hit in of_event.items():
            for index in self._seen_in[symbol]:
                hits[index] |= hit
        for index, node in enumerate(self.play.nodes) if last else ():
            if node.final is not None:
                fluents = [(to_value(fluent), to_value(value)) for fluent, value in node.final]
                hits[index] |= {
                    i
                    for i, (name, wanted) in last
                    if any(match(name, fluent) and match(wanted, value) for fluent, value in fluents)
                }
        return hits

    @cached_property
    def _seen_in(self) -> dict[Symbol, list[int]]:
        """The nodes in which each event is seen."""
        nodes: dict[Symbol, list[int]] = {}
        for index, node in enumerate(self.play.nodes):
            for symbol in node.seen:
                nodes.setdefault(symbol, []).append(index)
        return nodes

    @cached_property
    def seen(self) -> dict[Symbol, Meaning]:
        """All events that are seen in any node, as values."""
        return {symbol: to_value(symbol) for symbol in self._seen_in}

    def visit(self, occasion: Occasion) -> int:
        """Return the visit of its phase, from 1 on, to which an occasion belongs: that of its `position`.

        Raises LookupError for an event that is never seen there.
        """
        return self._visits[self.position(occasion)[0]]

    def position(self, occasion: Occasion) -> tuple[int, int]:
        """Return the node to which an occasion belongs, and its number among those there.

        It is the first node up to which the event was seen as often on the path found first to that node. If no such
        path has it as often, as in a cycle, it is the first of those that have it most often. Raises LookupError for an
        event that is never seen there.
        """
        wanted = (occasion.symbol, occasion.place)
        numbers: dict[int, list[int]] = {}
        for index in self._seen_in[occasion.symbol]:
            node = self.play.nodes[index]
            for number, event in enumerate(node.happens() if node.places else sorted(node.happens())):
                if event == wanted:
                    numbers.setdefault(index, []).append(number)
        positions = [(index, number) for index, ranks in numbers.items() for number in ranks]
        if occasion.time == 1 or not positions:
            return positions[0]
        times: dict[tuple[int, int], int] = {}
        for index, ranks in numbers.items():
            earlier = sum(len(numbers[before]) for before in self._path(index) if before in numbers)
            times |= {(index, number): time for time, number in enumerate(ranks, earlier + 1)}
        return max(positions, key=lambda position: times[position] if times[position] <= occasion.time else 0)

    def _path(self, index: int) -> Iterator[int]:
        """Yield the nodes before a node on the path found first, the nearest first."""
        before = self._arrivals.get(index)
        while before is not None:
            yield before
            before = self._arrivals[before]

    @cached_property
    def _arrivals(self) -> dict[int, int | None]:
        return self.play.arrivals()

    @cached_property
    def _visits(self) -> list[int]:
        return self.play.visits()

    def states(self, formula: Formula) -> dict[State, Value]:
        """Return the value of a formula from every state that can be reached."""
        if formula not in self._states:
            self._states.clear()  # keep one formula only: the values of all would take much memory
            self._states[formula] = self._find_states(formula, {}, {}, range(len(self.play.nodes)))
        return self._states[formula]

    def value_if(self, formula: Formula, ways: Mapping[int, Sequence[Edge]]) -> Value:
        """Return the value of a formula if play leaves the first node of `ways` that it reaches by those edges."""
        return self._find_states(formula, ways, self.states(formula), self._components.leading_to(ways))[0, _NOTHING]

    def gaps_ahead(self) -> dict[int, frozenset[Symbol]]:
        """Return the gaps at which play can stop from each node from which it can stop at one."""
        ahead: dict[int, set[Symbol]] = {}
        for symbol, nodes in self._seen_in.items():
            if symbol.name == "unruled":
                for index in self._components.leading_to(nodes):
                    ahead.setdefault(index, set()).add(symbol)
        return {index: frozenset(symbols) for index, symbols in ahead.items()}

    def repeats(self, nodes: Collection[int]) -> bool:
        """Test if play can reach one of these nodes after it has reached one of them."""
        leading = self._components.leading_to(nodes)
        return any(edge.target in leading for index in nodes for edge in self.play.nodes[index].edges)

    def _find_states(
        self, formula: Formula, ways: Mapping[int, Sequence[Edge]], values: Mapping[State, Value], stale: Container[int]
    ) -> dict[State, Value]:
        """Return the value of every state that can be reached; `values` holds for all nodes that are not `stale`."""
        graph, memo = reachable((0, _NOTHING), self._branching(formula, ways, values, stale))
        self.solve(graph, memo)
        return memo

    def graph(self, formula: Formula) -> tuple[dict[State, Branching[State]], dict[State, Value]]:
        """Return the branchings of the states in which a formula is undecided, and the values of all others."""
        return reachable((0, _NOTHING), self._branching(formula, {}, {}, range(len(self.play.nodes))))

    def solve(self, graph: Mapping[State, Branching[State]], memo: dict[State, Value]) -> None:
        """Add the values of a graph to `memo`, which has those of all states outside to which it leads."""
        rank = self._components.rank
        solve_graph(graph, memo, lambda state: rank[state[0]], memo.__getitem__)

    def _branching(
        self, formula: Formula, ways: Mapping[int, Sequence[Edge]], values: Mapping[State, Value], stale: Container[int]
    ) -> Callable[[State], Value | Branching[State]]:
        hits, watch = self.hits(formula), self.watch(formula)
        fate = Fate(watch)

        def on(state: State) -> Value | Branching[State]:
            index, before = state
            if index not in stale:
                return values[state]
            node = self.play.nodes[index]
            seen = watch.step(before, node.place, hits[index])
            decided = fate.decided[seen]
            if decided is not None:
                return LEAF[decided]
            if node.kind == "end":
                return LEAF[None if node.final is None else fate.at_end[seen]]
            if (edges := ways.get(index)) is not None:
                return combine(node.kind, edges, [values[edge.target, seen] for edge in edges])
            return Branching(node.kind, node.edges, [(edge.target, seen) for edge in node.edges])

        return on

    def events(self) -> dict[Symbol, Value]:
        """Return the value of every event that is seen in any course of play."""
        return {symbol: self._event(nodes) for symbol, nodes in sorted(self._seen_in.items())}

    def occasions(self, leave_out: Collection[str] = ()) -> dict[Occasion, Value]:
        """Return the value of every event by its place and number of times, in the order of play.

        Events with a name in `leave_out` are left out.
        """
        counts: dict[tuple[Symbol, Place], dict[int, int]] = {}
        for index, node in enumerate(self.play.nodes):
            events = [event for event in node.happens() if event[0].name not in leave_out]
            new = [event for event in events if event not in counts]
            for event in new if node.places else sorted(new):
                counts[event] = {}
            for event in events:
                counts[event][index] = counts[event].get(index, 0) + 1
        return {
            Occasion(symbol, place, time): value
            for (symbol, place), times in counts.items()
            for time, value in enumerate(self._times(times, place[0]), 1)
        }

    def _times(self, times: Mapping[int, int], entry: int) -> list[Value]:
        """Return the values that an event of an entry happens once, twice .. ; `times` counts it in each node."""
        nodes, unseen = self._components.leading_to(times), self._never(entry)
        left: list[dict[int, Value]] = [{}]
        for wanted in range(1, min(self._components.most_times(nodes, times), MOST_TIMES) + 1):
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

    def _event(self, seen_in: list[int]) -> Value:
        """Return the value of an event; only nodes that lead to it differ from an event that is never seen."""
        memo = dict.fromkeys(seen_in, LEAF[True])
        self._fill(self._components.leading_to(seen_in) - memo.keys(), memo, self._unseen)
        return memo[0]

    def _never(self, entry: int) -> list[Value]:
        """Return at every node the value of an event that is never seen up to the end of an entry.

        It is false, not undecided, if play breaks off in a later entry.
        """
        entry = min(entry, self._last_broken)
        if entry not in self._never_in:
            ends = {
                index: LEAF[None if node.final is None and _ended_in(node) <= entry else False]
                for index, node in enumerate(self.play.nodes)
                if node.kind == "end"
            }
            self._fill(self._components.rank.keys() - ends.keys(), ends, ())
            self._never_in[entry] = [ends.get(index, LEAF[False]) for index in range(len(self.play.nodes))]
        return self._never_in[entry]

    def _fill(self, nodes: Collection[int], memo: dict[int, Value], otherwise: Sequence[Value]) -> None:
        """Add the values of `nodes` to `memo`; a target in neither takes its value from `otherwise`."""
        graph = {index: self._branchings[index] for index in nodes}
        solve_graph(graph, memo, self._components.rank.__getitem__, otherwise.__getitem__)

    @cached_property
    def _branchings(self) -> list[Branching[int]]:
        return [Branching(node.kind, node.edges, [edge.target for edge in node.edges]) for node in self.play.nodes]

    @cached_property
    def onward(self) -> list[Edge | None]:
        """For every node the edge on which most is seen until play ends; None at an end."""
        return self._components.richest_edges()


def _ended_in(node: Node) -> int:
    """Return the entry in which play ended."""
    return max((place[0] for _, place in node.happens()), default=node.entry)
