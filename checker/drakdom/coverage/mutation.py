"""Mutation: rule again without one clause, until the result of some claim changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drakdom.coverage.probing import probe
from drakdom.coverage.work import Ruled, Work, passing
from drakdom.errors import DrakdomError, LimitError
from drakdom.kept import Input
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.value.solve import solve


@dataclass(frozen=True)
class Mutant:
    """One clause switched off: the scenario whose result changes, the number of runs, and the errors."""

    killed_by: str | None
    tried: int
    errors: tuple[tuple[str, str], ...]


class Case(NamedTuple):
    """A scenario with its name, and the numbers of its claims that hold."""

    name: str
    scenario: Scenario
    passing: tuple[int, ...]


def mutate_pinned(work: Work, clauses: list[str]) -> dict[str, Mutant]:
    """Switch every clause off in the scenarios that pin or cite it, as far as rulings did not do so already."""
    mutants = {clause: Mutant(name, 0, ()) for clause in clauses if (name := _killed_before(clause, work.ruled))}
    likely = {clause: _likely(clause, work.ruled) for clause in clauses if clause not in mutants}
    return mutants | _mutate(work, likely)


def mutate_all(work: Work, clauses: list[str], shown: Mapping[str, Mutant]) -> dict[str, Mutant]:
    """Switch every clause off that is not `shown` to be missed: where it is cited, then in all that can reach it."""
    mutants = {**shown, **mutate_pinned(work, [clause for clause in clauses if clause not in shown])}
    alive = [clause for clause in clauses if mutants[clause].killed_by is None]
    reached = _probe_all(work, alive) if alive else {}
    able = {clause: _able(clause, work.ruled, reached, _likely(clause, work.ruled)) for clause in alive}
    for clause, mutant in _mutate(work, able).items():
        before = mutants[clause]
        mutants[clause] = Mutant(mutant.killed_by, before.tried + mutant.tried, (*before.errors, *mutant.errors))
    work.errors += [error for mutant in mutants.values() if mutant.killed_by is None for error in mutant.errors]
    return mutants


def _killed_before(clause: str, ruled: Mapping[str, Ruled]) -> str | None:
    return next((name for name in sorted(ruled) if clause in ruled[name].kills), None)


def _likely(clause: str, ruled: Mapping[str, Ruled]) -> list[str]:
    """Return the scenarios that pin a clause, then those that cite it, quick ones first."""
    able = [name for name, result in ruled.items() if result.passing and clause in result.pins | result.cited]
    return sorted(able, key=lambda n: (clause not in ruled[n].pins, ruled[n].seconds, n))


def _able(
    clause: str, ruled: Mapping[str, Ruled], reached: Mapping[str, frozenset[str] | None], tried: list[str]
) -> list[str]:
    """Return the untried scenarios that can or may reach a clause, quick ones first."""
    names = [name for name, clauses in reached.items() if clauses is None or clause in clauses]
    return sorted(set(names) - set(tried), key=lambda name: (ruled[name].seconds, name))


def _probe_all(work: Work, clauses: list[str]) -> dict[str, frozenset[str] | None]:
    """Probe the scenarios for some clauses.

    Return the clauses that each scenario with a passing claim can reach; None if that is unknown.
    """
    names, asked = list(work.ruled), frozenset(clauses)
    work.count.total += len(names)
    reached: dict[str, frozenset[str] | None] = {}

    words = [(work.scenarios[name], asked) for name in names]
    for number, result in work.each(probe, words, [work.input([name], "probed", sorted(asked)) for name in names]):
        name = names[number]
        if not isinstance(result, DrakdomError):
            work.probes[name] = result
        if work.ruled[name].passing:
            reached[name] = None if isinstance(result, DrakdomError) else result.reached
    work.probed = asked
    return reached


def _mutate(work: Work, where: Mapping[str, list[str]]) -> dict[str, Mutant]:
    clauses = [clause for clause, names in where.items() if names]
    work.count.total += len(clauses)
    mutants = {clause: Mutant(None, 0, ()) for clause in where}

    def rests_on(clause: str) -> Input:
        return work.input(where[clause], "without", clause, [work.ruled[name].passing for name in where[clause]])

    def cases(clause: str) -> tuple[Case, ...]:
        return tuple(Case(name, work.scenarios[name], work.ruled[name].passing) for name in where[clause])

    words = [(clause, cases(clause)) for clause in clauses]
    for number, mutant in work.each(switch_off, words, [rests_on(clause) for clause in clauses]):
        clause = clauses[number]
        if isinstance(mutant, DrakdomError):
            mutant = Mutant(None, 0, ((f"without {clause}", str(mutant)),))
        mutants[clause] = mutant
    return mutants


def switch_off(clause: str, cases: Sequence[Case]) -> Mutant:
    """Rule on scenarios without one clause, until the result of a claim changes.

    If play no longer ends, or exceeds the limits of the engine, every claim that held counts as changed.
    """
    errors: list[tuple[str, str]] = []
    for tried, (name, scenario, before) in enumerate(cases, 1):
        try:
            after = passing(scenario, solve(build_case(scenario, frozenset({clause}))))
        except LimitError:
            return Mutant(name, tried, tuple(errors))
        except DrakdomError as error:
            errors.append((f"{name} without {clause}", str(error)))
            continue
        if set(before) - set(after):
            return Mutant(name, tried, tuple(errors))
    return Mutant(None, len(cases), tuple(errors))
