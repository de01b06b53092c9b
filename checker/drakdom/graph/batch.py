"""Many situations played side by side: what is seen from which of them, and on which way."""

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

#: A choice or a roll that was opened on a way: the entry, what was opened, and a face that means what the roll shows.
Opened = tuple[int, Opening, Symbol]


@dataclass(frozen=True)
class Batch:
    """The play of cases that differ in their first positions only. `starts` has the node of each case."""

    moments: Moments
    play: Play
    starts: tuple[int, ...]

    def from_where(self, nodes: Iterable[int]) -> list[int]:
        """The numbers of the cases from which some of these nodes can be reached."""
        met = set(nodes)
        todo = list(met)
        for node in todo:
            more = [before for before in self._before[node] if before not in met]
            met.update(more)
            todo += more
        return [number for number, start in enumerate(self.starts) if start in met]

    @cached_property
    def moments_of(self) -> tuple[int, ...]:
        """The nodes that are whole moments."""
        return tuple(n for n, node in enumerate(self.play.nodes) if node.kind in ("then", "end"))

    @cached_property
    def _before(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.play.nodes]
        for number, node in enumerate(self.play.nodes):
            for edge in node.edges:
                found[edge.target].append(number)
        return found

    def way(self, case: int, goals: Iterable[int]) -> tuple[int, tuple[Opened, ...]]:
        """The nearest of some nodes from a case, and what is opened on a shortest way there."""
        return self._way(self.starts[case], set(goals))

    def onward(self, node: int) -> tuple[Opened, ...]:
        """What is opened on a shortest way from a node to an unbroken end of play, if there is one."""
        ends = {number for number, one in enumerate(self.play.nodes) if one.kind == "end" and one.final is not None}
        try:
            return self._way(node, ends)[1]
        except BugError:
            return ()

    def _way(self, first: int, ends: set[int]) -> tuple[int, tuple[Opened, ...]]:
        came: dict[int, tuple[int, tuple[Opening, ...]]] = {first: (first, ())}
        queue = [first]
        for node in queue:
            if node in ends:
                return node, self._opened(came, first, node)
            for edge in self.play.nodes[node].edges:
                if edge.target not in came:
                    came[edge.target] = node, edge.taken
                    queue.append(edge.target)
        raise BugError("there is no way to what was found")

    def _opened(self, came: dict[int, tuple[int, tuple[Opening, ...]]], first: int, node: int) -> tuple[Opened, ...]:
        steps: list[Opened] = []
        while node != first:
            before, taken = came[node]
            entry = self.play.nodes[before].entry
            steps[:0] = [(entry, one, self._face(before, one)) for one in taken if one[0] != KEEPS]
            node = before
        return tuple(steps)

    def _face(self, node: int, opening: Opening) -> Symbol:
        """Some face that means what a roll shows; an action stands for itself."""
        kind, who, what = opening
        if kind == "choice":
            return what
        faces = [
            some[3]
            for some in opened_in(self.moments.answer([self.play.stages[node]]))
            if some[1:3] == [who, what] and len(some) == 5
        ]
        return min(faces) if faces else what


def endless(case: Case) -> Case:
    """The case with decks of which every draw can show whatever they hold."""
    decks = sorted({fact.arguments[0] for fact in case.facts if fact.name == "deck"})
    return replace(case, facts=(*case.facts, *(Function("endless", [deck]) for deck in decks)))


def play_together(cases: Sequence[Case]) -> Batch:
    """Play cases with the same facts, every deck endless; raises what `explore` raises."""
    moments = Moments(endless(cases[0]))
    positions = list(dict.fromkeys(case.start for case in cases))
    numbers = {position: number for number, position in enumerate(positions)}
    play = explore(moments, starts=positions)
    return Batch(moments, play, tuple(numbers[case.start] for case in cases))
