"""The ground law of a case as a dependency graph of atoms, with the solver's messages while it grounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clingo import Observer

from drakdom.errors import Problem
from drakdom.step.case import Case
from drakdom.step.complaints import complaints
from drakdom.step.unrolled import Unrolled

#: Maximum number of possible atoms; past it the graph ends.
MOST_ATOMS = 15_000


@dataclass
class GroundGraph:
    """Edges from heads to the atoms of their bodies, negated (`negative`) or not, over numbered atoms.

    Atoms without a name are parts of sums. `log` has the solver's messages, each at its rule. `doubts` are clauses
    without a fixed reading whose reading may matter. `cut` means that grounding stopped before the end of the play.
    """

    positive: set[tuple[int, int]] = field(default_factory=set)
    negative: set[tuple[int, int]] = field(default_factory=set)
    names: dict[int, str] = field(default_factory=dict)
    log: tuple[Problem, ...] = ()
    doubts: tuple[str, ...] = ()
    cut: bool = False

    def name(self, atom: int) -> str:
        """Return an atom as law writes it, with its moment last."""
        return self.names.get(atom, f"part {atom} of a sum")


class _Watcher(Observer):
    """Records ground rules as the solver makes them."""

    def __init__(self, graph: GroundGraph) -> None:
        self.graph = graph

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Record a normal or choice rule."""
        del choice
        self._note(head, body)

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """Record a rule whose body is a sum."""
        del choice, lower_bound
        self._note(head, [literal for literal, _ in body])

    def _note(self, heads: Sequence[int], body: Sequence[int]) -> None:
        for head in heads:
            for literal in body:
                (self.graph.positive if literal > 0 else self.graph.negative).add((head, abs(literal)))


def ground_graph(case: Case) -> GroundGraph:
    """Ground a case moment by moment until all play has ended, or more than MOST_ATOMS atoms are possible."""
    graph = GroundGraph()
    run = Unrolled(case)
    run.control.register_observer(_Watcher(graph))
    while not graph.cut and run.step():
        graph.cut = len(run.control.symbolic_atoms) > MOST_ATOMS
    graph.names = {atom.literal: str(atom.symbol) for atom in run.control.symbolic_atoms}
    graph.log = complaints(run.log.messages, run.lines, case.law)
    fixed = {clause for clause, _ in case.readings}
    doubts = {atom.symbol.arguments[0].string for atom in run.control.symbolic_atoms.by_signature("doubt", 2)}
    graph.doubts = tuple(sorted(doubts - fixed))
    return graph
