"""Clauses that nearly prevented an event: those that would forbid the act behind it, or beat a clause behind it."""

from __future__ import annotations

from collections.abc import Collection

from clingo import Function, Number, Symbol, SymbolType

from drakdom.law.facts import ANY
from drakdom.law.phases import BOOKKEEPING
from drakdom.why.explain import Trace
from drakdom.why.naming import atom_of
from drakdom.why.near_misses import NearMiss

_NOW = Number(0)


def spared(trace: Trace, event: Symbol, moment: int, in_force: Collection[str]) -> tuple[NearMiss, ...]:
    """Return the near misses for an event of a moment, in that moment and in that of the last choice behind it."""
    behind, permission = trace.behind(event, moment), atom_of(event)
    chosen = [at for at, atom in behind if atom.name == "chosen"]
    moments = {moment, max(chosen, key=trace.path.index)} if chosen else {moment}
    misses: dict[NearMiss, None] = {}
    for at in sorted(moments, key=trace.path.index, reverse=True):
        atoms = {atom for now, atom in behind if now == at}
        acts = {atom for atom in atoms if atom.name == "chosen"} or {atom for atom in atoms if atom == permission}
        goals = sorted(_exceptions(trace, atoms, at) | {_prohibition(act) for act in acts})
        if goals:
            of_event = _OfEvent(trace, at, atoms)
            causes = trace.causes(at)
            misses |= dict.fromkeys(causes.near_misses(trace.state(at), frozenset(in_force), goals, of_event))
    return tuple(misses)


def _exceptions(trace: Trace, atoms: Collection[Symbol], moment: int) -> set[Symbol]:
    """Return the exceptions that would have kept atoms from being true."""
    causes = trace.causes(moment)
    return {exception for atom in atoms for cause in causes.of(atom) for exception in cause.exceptions}


def _prohibition(act: Symbol) -> Symbol:
    """Return the refusal, by any clause, of what a figure chooses or may choose."""
    return Function("refused", [ANY, *act.arguments[:2], _NOW])


class _OfEvent:
    """Tests if an atom of a moment rests on nothing of the state but that on which the event rests."""

    def __init__(self, trace: Trace, moment: int, behind: Collection[Symbol]) -> None:
        self._causes, self._rests = trace.causes(moment), dict.fromkeys(behind, True)

    def __call__(self, atom: Symbol) -> bool:
        if atom not in self._rests:
            self._rests[atom] = True  # in a cycle
            self._rests[atom] = self._find(atom)
        return self._rests[atom]

    def _find(self, atom: Symbol) -> bool:
        if atom.match("is", 3):
            fluent = atom.arguments[0]
            return fluent.type is SymbolType.Function and fluent.name in BOOKKEEPING
        causes = self._causes.of(atom)
        return not causes or any(all(map(self, cause.positive)) for cause in causes)
