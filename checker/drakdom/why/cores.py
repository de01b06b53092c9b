"""Minimal sets of clauses that alone lead to an event in one moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from clingo import Function, Number, Symbol

from drakdom.step.case import Case
from drakdom.step.moment import Moments
from drakdom.step.state import PartialState
from drakdom.why.causes import Causes, causes_of
from drakdom.why.clause_effect import renumbered

#: Most sets that are searched for.
MOST_CORES = 8

_FOR_GOOD = frozenset({"firm", "passing", "least", "most"})

Holds = Callable[[frozenset[str]], bool]


def cores_of(moments: Moments, partial: PartialState, seen: Symbol) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """Return the minimal sets of clauses with which a moment still shows an event; True if these are all.

    There are none if the event needs no clause, or needs clauses that only lift other clauses.
    """
    goal = Function(seen.name, [*seen.arguments, Number(0)])
    candidates = _behind(causes_of(moments, partial), goal) | _for_good(moments)

    def holds(clauses: frozenset[str]) -> bool:
        restricted = Moments(_with_only(moments.case, clauses))
        (evaluated,) = restricted.evaluate([renumbered(partial, moments, restricted)])
        return seen in evaluated.seen

    return minimal_sets(holds, candidates)


def minimal_sets(holds: Holds, candidates: frozenset[str]) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """Return the minimal sets for which `holds`, each proved by removing every member; True if these are all."""
    if not holds(candidates) or holds(frozenset()):
        return (), True
    cores: dict[frozenset[str], None] = {}
    todo, done = [frozenset[str]()], set[frozenset[str]]()
    while todo:
        without = todo.pop(0)
        if without in done:
            continue
        done.add(without)
        core = next((core for core in cores if not core & without), None)
        if core is None:
            if not holds(candidates - without):
                continue
            if len(cores) == MOST_CORES:
                return _sorted(cores), False
            core = _shrunk(holds, candidates - without)
            cores[core] = None
        todo += [without | {member} for member in sorted(core)]
    return _sorted(cores), True


def _shrunk(holds: Holds, clauses: frozenset[str]) -> frozenset[str]:
    """Remove members as long as possible; law need not be monotone, so one pass is not enough."""
    again = True
    while again:
        again = False
        for member in sorted(clauses):
            if holds(clauses - {member}):
                clauses, again = clauses - {member}, True
    return clauses


def _sorted(cores: dict[frozenset[str], None]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted((tuple(sorted(core)) for core in cores), key=lambda core: (len(core), core)))


def _behind(causes: Causes, atom: Symbol) -> frozenset[str]:
    """Return the clauses on which an atom rests within its moment."""
    clause_ids: set[str] = set()
    todo, done = [atom], {atom}
    for premise in todo:
        for cause in causes.of(premise):
            if cause.rule.clause:
                clause_ids.add(cause.rule.clause)
            more = [premise for premise in cause.positive if premise not in done]
            done.update(more)
            todo += more
    return frozenset(clause_ids)


def _for_good(moments: Moments) -> frozenset[str]:
    """Return the clauses that declare the behaviour of a fluent: no causes of a moment lead to them."""
    rules = moments.case.law.rules
    return frozenset(rule.clause for rule in rules if rule.clause and rule.head and rule.head[0] in _FOR_GOOD)


def _with_only(case: Case, clauses: frozenset[str]) -> Case:
    facts = (fact for fact in case.facts if fact.name != "in_force" or fact.arguments[0].string in clauses)
    return replace(case, facts=tuple(facts))
