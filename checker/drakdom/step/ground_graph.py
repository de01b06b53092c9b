"""The ground law of a case as a graph: which atom rests on which, and what the solver said while grounding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clingo import Function, Number, Observer, Symbol

from drakdom.step.case import Case
from drakdom.step.unrolled import Unrolled

#: A play in which more is possible is not grounded farther for a look at its graph.
MOST_ATOMS = 15_000


@dataclass
class GroundGraph:
    """Edges from heads to what their bodies hold, negated or not, over numbered atoms.

    Atoms without a name stand for parts of sums. `log` is what the solver said; `doubts` are the clauses whose
    reading the play may turn on and that the case does not fix. `cut` says that so much is possible in the play that
    it was not grounded to its end.
    """

    positive: set[tuple[int, int]] = field(default_factory=set)
    negative: set[tuple[int, int]] = field(default_factory=set)
    names: dict[int, str] = field(default_factory=dict)
    log: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    cut: bool = False

    def name(self, atom: int) -> str:
        """An atom as law writes it, its moment last."""
        return self.names.get(atom, f"part {atom} of a sum")


class _Watcher(Observer):
    """Notes the ground rules as they come."""

    def __init__(self, graph: GroundGraph) -> None:
        self.graph = graph

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A normal or choice rule."""
        del choice
        self._note(head, body)

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A rule whose body is a sum."""
        del choice, lower_bound
        self._note(head, [literal for literal, _ in body])

    def _note(self, heads: Sequence[int], body: Sequence[int]) -> None:
        for head in heads:
            for literal in body:
                (self.graph.positive if literal > 0 else self.graph.negative).add((head, abs(literal)))


def ground_graph(case: Case) -> GroundGraph:
    """Ground a case moment after moment until no way of playing it goes on, or MOST_ATOMS are possible."""
    graph = GroundGraph()
    run = _ground(case, graph)
    graph.cut = len(run.control.symbolic_atoms) > MOST_ATOMS
    graph.names = {atom.literal: str(atom.symbol) for atom in run.control.symbolic_atoms}
    graph.log = tuple(run.log.messages)
    fixed = {clause for clause, _ in case.readings}
    doubts = {atom.symbol.arguments[0].string for atom in run.control.symbolic_atoms.by_signature("doubt", 2)}
    graph.doubts = tuple(sorted(doubts - fixed))
    return graph


def ground_atoms(case: Case) -> list[Symbol]:
    """Every atom that is possible in some way of playing the case. Raises LimitError when play does not end."""
    run = _ground(case)  # held while its atoms are read: they die with it
    return [atom.symbol for atom in run.control.symbolic_atoms]


def _ground(case: Case, watched: GroundGraph | None = None) -> Unrolled:
    run = Unrolled(case)
    if watched is not None:
        run.control.register_observer(_Watcher(watched))
    while True:
        run.step()
        too_much = watched is not None and len(run.control.symbolic_atoms) > MOST_ATOMS
        if too_much or run.surely("over") or not _goes_on(run):
            return run


def _goes_on(run: Unrolled) -> bool:
    """Whether some way of playing is not over after the present moment."""
    moment = Number(run.moment)
    over = Function("over", [moment])
    if run.control.symbolic_atoms[over] is None:
        return True
    entries = [
        atom.symbol
        for atom in run.control.symbolic_atoms.by_signature("is", 3)
        if atom.symbol.arguments[0] == Function("entry") and atom.symbol.arguments[2] == moment
    ]
    return any(run.control.solve(assumptions=[(over, False), (entry, True)]).satisfiable for entry in entries)
