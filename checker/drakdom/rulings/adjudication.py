"""Adjudication of a scenario, from the file to the verdict."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from drakdom.answer import Answer
from drakdom.errors import BugError, InputError, Problem
from drakdom.formula import Formula
from drakdom.graph.explore import Progress
from drakdom.law.digest import law_name
from drakdom.law.facts import to_value
from drakdom.rulebook.sentences import word
from drakdom.rulings.answers import answers
from drakdom.rulings.claims import check_claim, so_far
from drakdom.rulings.deciding import Grounds
from drakdom.rulings.law_faults import blame_law
from drakdom.rulings.lifted import WithoutClauses, asked_of, up_to_answers
from drakdom.rulings.notes import endless, unencoded_variants, unreached_entries, unused_statements
from drakdom.rulings.outcomes import ruled_in
from drakdom.rulings.readings import indifferent
from drakdom.rulings.settled import settled_by_refusals
from drakdom.scenario import Scenario, read_combinations, read_scenario, read_scenario_text
from drakdom.step.case import build_case
from drakdom.value.solve import Branch, solve
from drakdom.verdict import Citation, ClaimResult, ReadingRuled, Verdict
from drakdom.version import __version__
from drakdom.why.reasons import Reasons

_NOTHING: frozenset[str] = frozenset()

#: The results for which clauses are searched: outcomes and answers, one of them, claims of a check only, or none.
Why = Literal["all", "outcomes", "asked", "claims", "none"]


def load(path: str | Path, rulebook_dirs: Iterable[str | Path] = ()) -> Scenario:
    """Read a scenario file.

    For a file with a `matrix:` return the first combination; `load_all` returns all. Raises InputError with every
    fault in the file, LimitError if it is too large.
    """
    return read_scenario(path, rulebook_dirs)


def loads(text: str, rulebook_dirs: Iterable[str | Path] = (), *, name: str = "scenario") -> Scenario:
    """Read a scenario from text, as `load` reads one from a file; messages call it `name`."""
    return read_scenario_text(text, name, rulebook_dirs)


def load_all(path: str | Path, rulebook_dirs: Iterable[str | Path] = ()) -> tuple[Scenario, ...]:
    """Read a scenario file under each combination of its `matrix:`; one scenario if it has none."""
    return read_combinations(path, rulebook_dirs)


def adjudicate(
    scenario: Scenario,
    *,
    why: Why = "all",
    without: frozenset[str] = _NOTHING,
    progress: Progress | None = None,
    each_claim: bool = False,
) -> Verdict:
    """Rule on a scenario.

    `why` selects the results for which clauses are searched: outcomes and answers ("all"), one of the two ("outcomes",
    "asked"), the claims ("claims"), or none. With "claims" the verdict has no outcomes and answers. A claim that holds
    and names no clause gets its clauses only with `each_claim`. `without` switches clauses off. Raises InputError if a
    stated roll is impossible, LimitError if too much is open, BugError if a verdict fails its self-checks. Raises
    TypeError for a path: use `load` first.
    """
    if not isinstance(scenario, Scenario):
        raise TypeError(f"adjudicate() takes a scenario, as load(..) returns it, not {type(scenario).__name__}")
    started = time.perf_counter()
    scenario = settled_by_refusals(scenario)
    branches = played(scenario, without, progress, asked_of(scenario, claims=why in ("asked", "claims")))
    return judged(scenario, branches, started, why=why, each_claim=each_claim)


def judged(
    scenario: Scenario,
    branches: tuple[Branch, ...],
    started: float,
    *,
    why: Why = "all",
    each_claim: bool = False,
) -> Verdict:
    """Return the verdict on explored branches. `started` is a `perf_counter` time; the rest is as in `adjudicate`."""
    reasons = tuple(Reasons(branch) for branch in branches)
    states = sum(len(branch.play.nodes) for branch in branches)
    without_clause = WithoutClauses(scenario, branches) if why != "none" else None
    claims = _checked(scenario, branches, reasons, without_clause, each_claim)
    refusing = _refusing(branches)
    if why == "claims":
        ruled = tuple(ReadingRuled(branch.readings, (), ()) for branch in branches)
    else:
        short, without_reasons = why == "asked", why == "none"
        ruled = tuple(
            ruled_in(scenario, branch, None if without_reasons else reason, findings_only=short)
            for branch, reason in zip(branches, reasons, strict=True)
        )
    answered: tuple[Answer, ...] = ()
    if without_clause is not None and why in ("all", "asked"):
        answered = answers(scenario, branches, Grounds(scenario.rulebook, branches, reasons, without_clause.tried))
    return Verdict(
        title=scenario.title,
        file=scenario.file,
        rulebook=scenario.rulebook.slug,
        edition=scenario.rulebook.edition,
        variants=scenario.variants,
        branches=ruled,
        claims=claims,
        citations=_citations(scenario, ruled, claims, answered),
        yielded=tuple(sorted({pair for branch_reasons in reasons for pair in branch_reasons.yielded()}))
        if why in ("all", "outcomes")
        else (),
        assumed=scenario.assumed,
        notes=(
            *unencoded_variants(scenario, branches[0].case.law),
            *endless(scenario, branches),
            *(unreached_entries(scenario, branches) if why in ("all", "outcomes", "asked") else ()),
            *(unused_statements(scenario, branches) if why in ("all", "outcomes", "asked") else ()),
        ),
        positions=states,
        seconds=time.perf_counter() - started,
        combination=scenario.combination,
        indifferent=indifferent(ruled, _values(scenario, branches)) if why != "claims" else (),
        house_rules=scenario.house_rules,
        refusing=refusing,
        language=scenario.rulebook.speaks,
        answers=answered,
        program=f"drakdom {__version__}",
        law=law_name(branches[0].case.law, scenario.rulebook),
    )


def _checked(
    scenario: Scenario,
    branches: tuple[Branch, ...],
    reasons: tuple[Reasons, ...],
    without_clause: WithoutClauses | None,
    each_claim: bool,
) -> tuple[ClaimResult, ...]:
    """Check the expectations; the clauses that they name, in the play up to where all of them are decided."""
    case = branches[0].case
    if without_clause and not case.asked and any(claim.because or claim.not_because for claim in scenario.claims):
        branches = up_to_answers(scenario, case)
        reasons = tuple(Reasons(branch) for branch in branches)
        without_clause = WithoutClauses(scenario, branches)
    return tuple(
        check_claim(clause, branches, reasons, scenario.rulebook, without_clause, each_claim)
        for clause in scenario.claims
    )


def _values(scenario: Scenario, branches: Iterable[Branch]) -> list[list[object]]:
    """Return the values of all questions and expectations in each branch, as far as play goes."""
    formulas = [question.formula for question in scenario.questions] + [claim.formula for claim in scenario.claims]
    return [[so_far(branch.evaluation.value(formula), formula) for formula in formulas] for branch in branches]


def played(
    scenario: Scenario,
    without: frozenset[str] = _NOTHING,
    progress: Progress | None = None,
    asked: tuple[Formula, ...] = (),
    most: int | None = None,
) -> tuple[Branch, ...]:
    """Return the play of a scenario under each reading, as far as the formulas `asked` depend on it.

    Raises InputError if a stated roll is impossible, LimitError past `most` states under all readings.
    """
    with blame_law(scenario):
        branches = solve(build_case(scenario, without, asked), progress, most)
    for branch in branches:
        _refuse_misstated(scenario, branch)
    return branches


def _refusing(branches: Iterable[Branch]) -> tuple[str, ...]:
    """Return the ids of the clauses that forbid an action in any course of play."""
    seen = (symbol for branch in branches for symbol in branch.evaluation.seen)
    ids = (to_value(symbol.arguments[0]) for symbol in seen if symbol.name == "refused")
    return tuple(sorted({id_ for id_ in ids if isinstance(id_, str)}))


def _refuse_misstated(scenario: Scenario, branch: Branch) -> None:
    problems = []
    for symbol in sorted(symbol for symbol in branch.evaluation.seen if symbol.name == "misstated"):
        roll, face = (to_value(part) for part in symbol.arguments)
        places = [
            place
            for fact, place in scenario.sources.items()
            if fact.name == "told" and fact.args[0] == roll and fact.args[2] == face
        ]
        place = places[0] if places else None
        message = f"`{word(scenario.rulebook, face)}` cannot come up for {word(scenario.rulebook, roll)}"
        line, column = (place.line, place.column) if place else (0, 0)
        problems.append(Problem(scenario.file, line, column, message))
    if problems:
        raise InputError(problems)


def _citations(
    scenario: Scenario,
    ruled: tuple[ReadingRuled, ...],
    claims: tuple[ClaimResult, ...],
    answered: tuple[Answer, ...],
) -> tuple[Citation, ...]:
    cited = dict.fromkeys(ground.clause for answer in answered for ground in answer.grounds)
    for reading in ruled:
        for finding in reading.findings:
            cited |= dict.fromkeys(finding.clauses)
        for outcome in reading.outcomes:
            cited |= dict.fromkeys(outcome.clauses)
        cited |= dict.fromkeys(clause for clause, _ in reading.readings)
    for claim in claims:
        cited |= dict.fromkeys(claim.because)
    ledger = scenario.rulebook.ledger
    unknown = [clause for clause in cited if clause not in ledger]
    if unknown:
        raise BugError(f"the law cites {unknown[0]}, which is not in the ledger")
    return tuple(Citation(clause, ledger[clause].section, ledger[clause].text) for clause in cited)
