"""Measure coverage: rule on every scenario, then again without each clause that it can reach."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from drakdom.cluster import runner_for
from drakdom.coverage.mutation import Mutant, mutate_all, mutate_pinned
from drakdom.coverage.probing import Probe
from drakdom.coverage.rules import rules_of
from drakdom.coverage.values import ClauseCover, Coverage, Standing, Yield
from drakdom.coverage.work import Count, Progress, Ruled, Work
from drakdom.errors import DrakdomError, InputError, NothingRan
from drakdom.kept import Keep, ResultCache
from drakdom.rulebook import Clause, Rulebook, load_rulebook, resolve_rulebook
from drakdom.rulebook.words import did_you_mean, short
from drakdom.rulings.adjudication import Why, adjudicate, load_all
from drakdom.sandbox import Limits
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.tools.files import find_scenarios

if TYPE_CHECKING:
    from drakdom.cluster.door import Client

LIMITS = Limits(seconds=120)


def measure(
    rulebook_dirs: Iterable[str | Path],
    slug: str,
    scenario_paths: Iterable[str | Path],
    *,
    only: frozenset[str] = frozenset(),
    variants: frozenset[str] = frozenset(),
    whole: bool = True,
    jobs: int = 2,
    progress: Progress | None = None,
    limits: Limits = LIMITS,
    keep: Keep = "no",
    client: Client | None = None,
    results: Path | None = None,
) -> Coverage:
    """Measure the coverage of a rulebook's ledger by the scenarios under some paths.

    `only` are clause ids or prefixes to measure, `variants` optional rules whose clauses to measure (empty: all). If
    not `whole`, and expectations alone show that every clause is covered, the reasons of outcomes are not searched.
    That saves a third of the time. `cited_in` and `yielded` are then empty, and `fired_in` has the scenarios known to
    kill. `keep`, `client` and `results` are as for `check.check_paths`. Raises InputError for unknown paths, rulebooks,
    clauses and optional rules, ClusterError, NothingRan if no scenario uses this rulebook.
    """
    started, folders = time.perf_counter(), tuple(rulebook_dirs)
    cache = ResultCache.of(keep, "coverage", (Ruled, Probe, Mutant), slug, folders, place=results)
    folder = resolve_rulebook(slug, folders)
    if cache:  # before the law is read
        cache.prepare()
    work = Work(load_rulebook(folder), limits=limits, cache=cache)
    wanted = _wanted(work.rulebook, only, variants)
    _read(work, find_scenarios(scenario_paths), folders)
    encoded = _encoded(work)
    work.count = Count(progress=progress)
    with runner_for(client, jobs) as work.runner:
        mutants = {} if whole else _by_expectations(work, [clause for clause in wanted if clause in encoded])
        if whole or any(clause not in mutants for clause in wanted):
            _rule_on_all(work, "outcomes")
            mutants = mutate_all(work, [clause for clause in wanted if clause in encoded], mutants)
    clauses = tuple(_clauses(work, wanted, encoded, mutants, variants))
    runs = sum(mutant.tried for mutant in mutants.values())
    return _coverage(work, clauses, runs, time.perf_counter() - started)


# ---- scope of the measurement ---------------------------------------------------------------------------


def standings(rulebook: Rulebook) -> dict[str, tuple[Standing, str]]:
    """Return the standing of each clause with a note. Of clauses that say the same, only the principal counts."""
    adjudicable = {rulebook.principal(clause.id) for clause in rulebook.ledger.values() if clause.adjudicable}
    return {
        clause.id: _standing(clause, rulebook.principal(clause.id), adjudicable) for clause in rulebook.ledger.values()
    }


def _standing(clause: Clause, principal: str, adjudicable: set[str]) -> tuple[Standing, str]:
    if principal != clause.id:
        return "restates", principal
    if clause.moot:
        return "moot", clause.moot
    if clause.id not in adjudicable:
        return "not adjudicable", clause.why_not or ""
    return "counts", ""


def _wanted(rulebook: Rulebook, only: frozenset[str], variants: frozenset[str]) -> list[str]:
    ledger = rulebook.ledger
    for name in sorted(variants - set(rulebook.variants)):
        near = did_you_mean(name, rulebook.variants, most=len(rulebook.variants)) or "it has no optional rules"
        raise InputError.single(f"unknown optional rule `{short(name)}` in rulebook `{rulebook.slug}`", help=near)
    only = frozenset(name.rstrip("-") for name in only)
    prefixes = {name.rpartition("-")[0] for name in ledger}
    if unknown := sorted(only - set(ledger) - prefixes):
        message = f"unknown clause or prefix `{short(unknown[0])}` in rulebook `{rulebook.slug}`"
        raise InputError.single(message, help=did_you_mean(unknown[0], [*ledger, *sorted(prefixes)]))
    names = [name for name in ledger if not only or name in only or name.rpartition("-")[0] in only]
    principals = dict.fromkeys(rulebook.principal(name) for name in names) if only else dict.fromkeys(names)
    counting = standings(rulebook)
    asked = (name for name in principals if not variants or ledger[name].variant in variants)
    return [name for name in asked if counting[name][0] == "counts"]


def _read(work: Work, files: list[Path], folders: tuple[str | Path, ...]) -> None:
    for file in files:
        if work.cache:
            work.cache.seal(file)
        try:
            scenarios = load_all(file, folders)
        except DrakdomError as error:
            work.errors.append((str(file), str(error)))
            continue
        for scenario in scenarios:
            book = scenario.rulebook
            if book.folder.resolve() == work.rulebook.folder.resolve() and not book.house_rules:  # unchanged rulebook
                chosen = ", ".join(f"{axis}={choice}" for axis, choice in scenario.combination)
                work.scenarios[f"{file} [{chosen}]" if chosen else str(file)] = scenario
    if not work.scenarios and not work.errors:
        raise NothingRan(f"nothing ran: no scenario uses the rulebook `{work.rulebook.slug}`")


def _encoded(work: Work) -> frozenset[str]:
    for scenario in work.scenarios.values():
        return build_case(scenario).law.clauses
    return frozenset()


# ---- rulings with every clause in force ---------------------------------------------------------------------------


def _by_expectations(work: Work, clauses: list[str]) -> dict[str, Mutant]:
    """Return the mutants of the clauses that are shown to be covered by scenarios that pin them."""
    _rule_on_all(work, "claims")
    mutants = mutate_pinned(work, clauses)
    pinned = frozenset[str]().union(*(ruled.pins for ruled in work.ruled.values()))
    return {clause: mutant for clause, mutant in mutants.items() if mutant.killed_by and clause in pinned}


def _rule_on_all(work: Work, why: Why) -> None:
    names = list(work.scenarios)
    work.count.total = work.count.done + len(names)
    words = [(scenario, why) for scenario in work.scenarios.values()]
    for number, ruled in work.each(rule_on, words, [work.input([name], "ruled", why) for name in names]):
        if isinstance(ruled, DrakdomError):
            work.errors.append((names[number], str(ruled)))
        else:
            work.ruled[names[number]] = ruled


def rule_on(scenario: Scenario, why: Why = "outcomes") -> Ruled:
    """Rule on a scenario with the reasons for what happens ("outcomes"), or for its expectations alone ("claims")."""
    started = time.perf_counter()
    verdict = adjudicate(scenario, why=why)
    seconds = time.perf_counter() - started
    principal = scenario.rulebook.principal
    pins: set[str] = set()
    kills: set[str] = set()
    for claim, result in zip(scenario.claims, verdict.claims, strict=True):
        if result.passed:
            named = {principal(clause) for clause in claim.because}
            pins |= named
            kills |= named - {principal(clause) for clause in result.because}
    cited: set[str] = set()
    for branch in verdict.branches:
        cited.update(
            *(outcome.clauses for outcome in branch.outcomes), *(finding.clauses for finding in branch.findings)
        )
    return Ruled(
        passing=tuple(n for n, result in enumerate(verdict.claims) if result.passed),
        failing=not verdict.passed,
        pins=frozenset(pins),
        kills=frozenset(kills),
        cited=frozenset(cited),
        yielded=verdict.yielded,
        seconds=seconds,
    )


# ---- results ----------------------------------------------------------------------------------------


def _clauses(
    work: Work, wanted: list[str], encoded: frozenset[str], mutants: Mapping[str, Mutant], variants: frozenset[str]
) -> Iterator[ClauseCover]:
    asked, counting = set(wanted), standings(work.rulebook)
    rules, yields = rules_of(work.rulebook.folder), _yields(work)
    for clause in work.rulebook.ledger.values():
        standing, note = counting[clause.id]
        written = rules.get(clause.id, ())
        if standing != "counts":
            if not variants or clause.variant in variants:
                yield ClauseCover(clause.id, standing, note, clause.variant, written)
        elif clause.id in asked:
            mutant = mutants.get(clause.id, Mutant(None, 0, ()))
            cited_in = _where(work, clause.id, "cited")
            killed = {*_where(work, clause.id, "kills"), *filter(None, [mutant.killed_by])}
            yield ClauseCover(
                clause.id,
                standing,
                note,
                clause.variant,
                written,
                encoded=clause.id in encoded,
                pinned_by=_where(work, clause.id, "pins"),
                cited_in=cited_in,
                fired_in=_fired(work, clause.id, {*cited_in, *killed}),
                yielded=tuple(Yield(to, where) for to, where in sorted(yields.get(clause.id, {}).items())),
                killed_by=mutant.killed_by,
                killed_in=tuple(sorted(killed)),
                tried=mutant.tried,
            )


def _where(work: Work, clause: str, field: Literal["cited", "kills", "pins"]) -> tuple[str, ...]:
    return tuple(sorted(name for name, ruled in work.ruled.items() if clause in getattr(ruled, field)))


def _fired(work: Work, clause: str, names: set[str]) -> tuple[str, ...]:
    """Return the scenarios in which a clause fires; a probe overrides the outcomes' reasons."""
    if clause in work.probed:
        names = {name for name in names if name not in work.probes}
        names |= {name for name, probe in work.probes.items() if clause in probe.fired}
    return tuple(sorted(names))


def _yields(work: Work) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return, for each clause, the clauses that it yields to with the scenarios."""
    by_clause: dict[str, dict[str, set[str]]] = {}
    for name, ruled in work.ruled.items():
        probe = work.probes.get(name)
        for beaten, by in {*ruled.yielded, *(probe.yielded if probe else ())}:
            by_clause.setdefault(beaten, {}).setdefault(by, set()).add(name)
    return {
        beaten: {by: tuple(sorted(names)) for by, names in by_beating.items()}
        for beaten, by_beating in by_clause.items()
    }


def _coverage(work: Work, clauses: tuple[ClauseCover, ...], runs: int, seconds: float) -> Coverage:
    return Coverage(
        rulebook=work.rulebook.slug,
        clauses=clauses,
        titles={name: scenario.title for name, scenario in work.scenarios.items()},
        runs=runs,
        kept=work.kept,
        failing=tuple(sorted(name for name, ruled in work.ruled.items() if ruled.failing)),
        errors=tuple(dict.fromkeys(work.errors)),
        seconds=seconds,
    )
