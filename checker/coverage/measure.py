"""Measuring coverage: rule on every scenario, then again without each clause that it can reach."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from checker.adjudication import adjudicate, load
from checker.check import find_scenarios
from checker.claims import judge
from checker.coverage.values import ClauseCover, Coverage, Standing
from checker.engine.case import build_case
from checker.engine.reach import reachable_clauses
from checker.engine.solve import Branch, solve
from checker.errors import DrakdomError, InputError, LimitError, NothingRan
from checker.rulebook import Clause, Rulebook, load_rulebook, resolve_rulebook
from checker.sandbox import Limits, run_each
from checker.scenario import Scenario

Progress = Callable[[int, int], None]
"""Called with how many jobs are done, and how many there are."""

LIMITS = Limits(seconds=120)


@dataclass(frozen=True)
class Ruled:
    """One scenario as it is ruled on with every clause in force.

    `passing` are the numbers of the claims that hold; `pins` the clauses that hold as reasons of claims;
    `told` those in the reasons of outcomes; `reached` those that may matter (None: unknown, so all may).
    """

    passing: tuple[int, ...]
    failing: bool
    pins: frozenset[str]
    told: frozenset[str]
    reached: frozenset[str] | None
    seconds: float


@dataclass(frozen=True)
class Mutant:
    """One clause switched off: the scenario of which a result changed, and what could not be run."""

    killed_by: str | None
    tried: int
    errors: tuple[tuple[str, str], ...]


@dataclass
class _Work:
    """What both passes share; children see it as it was when they were forked."""

    rulebook: Rulebook
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    ruled: dict[str, Ruled] = field(default_factory=dict)
    errors: list[tuple[str, str]] = field(default_factory=list)


def measure(
    rulebook_dirs: Iterable[str | Path],
    slug: str,
    scenario_paths: Iterable[str | Path],
    *,
    only: frozenset[str] = frozenset(),
    jobs: int = 2,
    progress: Progress | None = None,
    limits: Limits = LIMITS,
) -> Coverage:
    """Measure how the scenarios under some paths cover the ledger of a rulebook.

    `only` are ids of clauses or prefixes of ids to look at (all if empty). Raises InputError for paths, rulebooks
    and clauses that do not exist, NothingRan where no scenario is of this rulebook.
    """
    started, folders = time.perf_counter(), tuple(rulebook_dirs)
    work = _Work(load_rulebook(resolve_rulebook(slug, folders)))
    wanted = _wanted(work.rulebook, only)
    _read(work, find_scenarios(scenario_paths), folders)
    encoded = _encoded(work)
    open_clauses = [one for one in wanted if one in encoded]
    total = len(work.scenarios) + len(open_clauses)
    for done, (name, found) in enumerate(_rule_on_all(work, jobs, limits), 1):
        if isinstance(found, DrakdomError):
            work.errors.append((name, str(found)))
        else:
            work.ruled[name] = found
        if progress:
            progress(done, total)
    mutants: dict[str, Mutant] = {}
    for clause, mutant in _mutate_all(work, open_clauses, jobs, limits):
        mutants[clause] = mutant
        work.errors += mutant.errors
        if progress:
            progress(len(work.scenarios) + len(mutants), total)
    return _coverage(work, wanted, encoded, mutants, time.perf_counter() - started)


# ---- what there is to measure ---------------------------------------------------------------------------


def standing(rulebook: Rulebook, clause: Clause) -> tuple[Standing, str]:
    """Whether a clause counts, and if not why. A group that says the same counts for its principal."""
    principal = rulebook.principal(clause.id)
    if principal != clause.id:
        return "restates", principal
    if clause.moot:
        return "moot", clause.moot
    group = [one for one in rulebook.ledger.values() if rulebook.principal(one.id) == clause.id]
    if not any(one.adjudicable for one in group):
        return "not adjudicable", clause.why_not or ""
    return "counts", ""


def _wanted(rulebook: Rulebook, only: frozenset[str]) -> list[str]:
    ledger = rulebook.ledger
    prefixes = {name.rpartition("-")[0] for name in ledger}
    if unknown := sorted(only - set(ledger) - prefixes):
        raise InputError.one(f"`{unknown[0]}` is no clause and no prefix of clauses of `{rulebook.slug}`")
    names = [name for name in ledger if not only or name in only or name.rpartition("-")[0] in only]
    principals = dict.fromkeys(rulebook.principal(name) for name in names) if only else dict.fromkeys(names)
    return [name for name in principals if standing(rulebook, ledger[name])[0] == "counts"]


def _read(work: _Work, files: list[Path], folders: tuple[str | Path, ...]) -> None:
    for file in files:
        try:
            scenario = load(file, folders)
        except DrakdomError as error:
            work.errors.append((str(file), str(error)))
            continue
        if scenario.rulebook.folder.resolve() == work.rulebook.folder.resolve():
            work.scenarios[str(file)] = scenario
    if not work.scenarios and not work.errors:
        raise NothingRan(f"nothing ran: no scenario is of the rulebook `{work.rulebook.slug}`")


def _encoded(work: _Work) -> frozenset[str]:
    for scenario in work.scenarios.values():
        return build_case(scenario).law.clauses
    return frozenset()


# ---- with every clause in force ---------------------------------------------------------------------------


def _rule_on_all(work: _Work, jobs: int, limits: Limits) -> Iterator[tuple[str, Ruled | DrakdomError]]:
    names = list(work.scenarios)
    for number, found in run_each(lambda n: rule_on(work.scenarios[names[n]]), len(names), jobs, limits):
        yield names[number], found


def rule_on(scenario: Scenario) -> Ruled:
    """Rule on a scenario with its reasons, and find what it can reach."""
    started = time.perf_counter()
    verdict = adjudicate(scenario)
    seconds = time.perf_counter() - started
    principal = scenario.rulebook.principal
    pins = {
        principal(clause)
        for claim, result in zip(scenario.claims, verdict.claims, strict=True)
        for clause in claim.because
        if result.passed
    }
    told: set[str] = set()
    for one in verdict.branches:
        told.update(*(outcome.clauses for outcome in one.outcomes), *(finding.clauses for finding in one.findings))
    return Ruled(
        passing=tuple(n for n, result in enumerate(verdict.claims) if result.passed),
        failing=not verdict.passed,
        pins=frozenset(pins),
        told=frozenset(told),
        reached=_reached(scenario, [one.readings for one in verdict.branches]),
        seconds=seconds,
    )


def _passing(scenario: Scenario, branches: tuple[Branch, ...]) -> tuple[int, ...]:
    """Numbers of the claims whose result holds, whatever their reasons."""
    held = []
    for number, claim in enumerate(scenario.claims):
        if judge(claim, [branch.evaluation.value(claim.formula) for branch in branches])[0]:
            held.append(number)
    return tuple(held)


def _reached(scenario: Scenario, readings: list[tuple[tuple[str, str], ...]]) -> frozenset[str] | None:
    found: set[str] = set()
    for some in readings:
        case = build_case(scenario)
        for clause, option in some:
            case = case.reading(clause, option)
        try:
            found |= reachable_clauses(case)
        except LimitError:
            return None
    return frozenset(found)


# ---- without one clause -----------------------------------------------------------------------------------


def _mutate_all(work: _Work, clauses: list[str], jobs: int, limits: Limits) -> Iterator[tuple[str, Mutant]]:
    for number, found in run_each(lambda n: switch_off(work, clauses[n]), len(clauses), jobs, limits):
        clause = clauses[number]
        yield clause, Mutant(None, 0, ((clause, str(found)),)) if isinstance(found, DrakdomError) else found


def switch_off(work: _Work, clause: str) -> Mutant:
    """Rule without one clause on the scenarios that can reach it, until the result of a claim changes."""
    errors: list[tuple[str, str]] = []
    tried = 0
    for name in likely_first(clause, work.ruled):
        scenario, before = work.scenarios[name], work.ruled[name]
        tried += 1
        try:
            after = _passing(scenario, solve(build_case(scenario, frozenset({clause}))))
        except DrakdomError as error:
            errors.append((f"{name} without {clause}", str(error)))
            continue
        if set(before.passing) - set(after):
            return Mutant(name, tried, tuple(errors))
    return Mutant(None, tried, tuple(errors))


def likely_first(clause: str, ruled: Mapping[str, Ruled]) -> list[str]:
    """The scenarios in which a clause may matter: those that pin it, then those that tell of it, quick ones first."""
    able = [name for name, one in ruled.items() if one.passing and (one.reached is None or clause in one.reached)]
    return sorted(able, key=lambda n: (clause not in ruled[n].pins, clause not in ruled[n].told, ruled[n].seconds, n))


def _coverage(
    work: _Work, wanted: list[str], encoded: frozenset[str], mutants: Mapping[str, Mutant], seconds: float
) -> Coverage:
    asked = set(wanted)
    clauses = []
    for clause in work.rulebook.ledger.values():
        kind, note = standing(work.rulebook, clause)
        if kind != "counts":
            clauses.append(ClauseCover(clause.id, kind, note))
        elif clause.id in asked:
            mutant = mutants.get(clause.id, Mutant(None, 0, ()))
            pinned = tuple(sorted(name for name, one in work.ruled.items() if clause.id in one.pins))
            told = sum(clause.id in one.told for one in work.ruled.values())
            clauses.append(
                ClauseCover(clause.id, kind, "", clause.id in encoded, pinned, told, mutant.killed_by, mutant.tried)
            )
    return Coverage(
        rulebook=work.rulebook.slug,
        clauses=tuple(clauses),
        scenarios=len(work.scenarios),
        runs=sum(mutant.tried for mutant in mutants.values()),
        failing=tuple(sorted(name for name, one in work.ruled.items() if one.failing)),
        errors=tuple(work.errors),
        seconds=seconds,
    )
