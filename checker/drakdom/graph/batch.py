"""A batch: similar cases played in one graph, with shortest paths from each case to the nodes of interest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from clingo import Function, Symbol

from drakdom.errors import BugError
from drakdom.graph.explore import explore
from drakdom.graph.play import Play
from drakdom.graph.rerolls import KEEPS
from drakdom.step.case import Case
from drakdom.step.moment import Moments
from drakdom.step.state import Opening, opened_in

#: An opening on a path: the entry, the opening, and a face of the roll that has this meaning (the action of a choice).
Opened = tuple[int, Opening, Symbol]


@dataclass(frozen=True)
class Batch:
    """The play of cases that differ only in their first states. `starts` has the first node of each case."""

    moments: Moments
    play: Play
    starts: tuple[int, ...]

    def cases_reaching(self, nodes: Iterable[int]) -> list[int]:
        """Return the numbers of the cases from which at least one of the nodes can be reached."""
        met = set(nodes)
        todo = list(met)
        for node in todo:
            more = [before for before in self._before[node] if before not in met]
            met.update(more)
            todo += more
        return [number for number, start in enumerate(self.starts) if start in met]

    @cached_property
    def whole_moments(self) -> tuple[int, ...]:
        """The nodes that are whole moments: no choice and no roll is open in them."""
        return tuple(n for n, node in enumerate(self.play.nodes) if node.kind in ("then", "end"))

    @cached_property
    def _before(self) -> list[list[int]]:
        before: list[list[int]] = [[] for _ in self.play.nodes]
        for number, node in enumerate(self.play.nodes):
            for edge in node.edges:
                before[edge.target].append(number)
        return before

    def way(self, case: int, goals: Iterable[int]) -> tuple[int, tuple[Opened, ...]]:
        """Return the goal nearest to the start of a case, and the openings on a shortest path to it."""
        return self._way(self.starts[case], set(goals))

    def onward(self, node: int) -> tuple[Opened, ...]:
        """Return the openings on a shortest path from a node to an unbroken end of play; empty if there is none."""
        ends = {number for number, end in enumerate(self.play.nodes) if end.kind == "end" and end.final is not None}
        try:
            return self._way(node, ends)[1]
        except BugError:
            return ()

    def _way(self, first: int, goals: set[int]) -> tuple[int, tuple[Opened, ...]]:
        came: dict[int, tuple[int, tuple[Opening, ...]]] = {first: (first, ())}
        queue = [first]
        for node in queue:
            if node in goals:
                return node, self._opened(came, first, node)
            for edge in self.play.nodes[node].edges:
                if edge.target not in came:
                    came[edge.target] = node, edge.openings
                    queue.append(edge.target)
        raise BugError("no path leads to a goal")

    def _opened(self, came: dict[int, tuple[int, tuple[Opening, ...]]], first: int, node: int) -> tuple[Opened, ...]:
        steps: list[Opened] = []
        while node != first:
            before, taken = came[node]
            entry = self.play.nodes[before].entry
            steps[:0] = [(entry, opening, self._face(before, opening)) for opening in taken if opening[0] != KEEPS]
            node = before
        return tuple(steps)

    def _face(self, node: int, opening: Opening) -> Symbol:
        """Return the smallest face with the meaning of a resolved roll; for a choice, its action."""
        kind, subject, result = opening
        if kind == "choice":
            return result
        faces = [
            arguments[3]
            for arguments in opened_in(self.moments.answer([self.play.partials[node]]))
            if arguments[1:3] == [subject, result] and len(arguments) == 5
        ]
        return min(faces) if faces else result


def endless(case: Case) -> Case:
    """Return the case with endless decks: each draw can show any card of its deck."""
    decks = sorted({fact.arguments[0] for fact in case.facts if fact.name == "deck"})
    return replace(case, facts=(*case.facts, *(Function("endless", [deck]) for deck in decks)))


def play_together(cases: Sequence[Case]) -> Batch:
    """Play cases with equal facts, with endless decks. Raises the errors of `explore`."""
    moments = Moments(endless(cases[0]))
    starts = list(dict.fromkeys(case.start for case in cases))
    numbers = {start: number for number, start in enumerate(starts)}
    play = explore(moments, starts=starts)
    return Batch(moments, play, tuple(numbers[case.start] for case in cases))
