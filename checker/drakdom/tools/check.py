"""Check scenario files against their expectations and collect the results in one report."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from drakdom import answer, verdict
from drakdom.cluster import runner_for
from drakdom.errors import BugError, DrakdomError, InputError, LimitError, NothingRan, Problem
from drakdom.kept import Answer, Input, Keep, Law, ResultCache, all_laws, run_each_kept
from drakdom.language import ENGLISH, using_language
from drakdom.rulebook.textfile import text_or_error
from drakdom.runner import Runner
from drakdom.sandbox import Limits
from drakdom.tools.files import STDIN, find_scenarios
from drakdom.verdict import Verdict

if TYPE_CHECKING:
    from drakdom.cluster.door import Client
    from drakdom.rulings.adjudication import Why
    from drakdom.scenario import Added, Scenario
    from drakdom.tools.selection import Selection

Outcome = Literal["passed", "failed", "errored", "silent", "skipped"]
Progress = Callable[[int, int], None]
"""Callback with the number of finished files and the number of all files."""

INTERRUPTED = 130
"""Exit code of an interrupted command."""
Combination = tuple[tuple[str, str], ...]
"""The choices of a matrix under which a scenario is ruled on."""
Only = Callable[[list[Path]], list[Path]]
"""Filter that returns the files to check out of all files found."""
FILES_A_WORKER = 8
"""Least number of files for a further child process, since each child reads the law anew."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The result of one file. `silent` is a scenario without expectations, `skipped` one with a `skip:`.

    A file with a matrix has one result for each combination. `problems` are the errors, and `exit_code` is their
    exit code (0 without errors). `reason` is the reason to skip. `seconds` is wall-clock time. `warnings` are
    what is suspect in the law.
    """

    file: str
    title: str
    outcome: Outcome
    verdict: Verdict | None
    problems: tuple[Problem, ...]
    seconds: float
    exit_code: int = 0
    reason: str = ""
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The results of all files, sorted by name.

    `unfinished` counts the files left unchecked, after an interrupt or after the first failure. `kept` counts the
    cases whose results come from the cache.
    """

    cases: tuple[CaseResult, ...]
    seconds: float
    unfinished: int = 0
    interrupted: bool = False
    kept: int = 0

    def count(self, outcome: Outcome) -> int:
        """Return the number of cases with this outcome."""
        return sum(case.outcome == outcome for case in self.cases)

    @property
    def exit_code(self) -> int:
        """Return the exit code: interrupt first, then bug, limit, input error, failure; 5 if nothing passed, else 0."""
        if self.interrupted:
            return INTERRUPTED
        codes = {case.exit_code for case in self.cases}
        for code in (BugError.exit_code, LimitError.exit_code, InputError.exit_code):
            if code in codes:
                return code
        if self.count("failed"):
            return 1
        return 0 if self.count("passed") else NothingRan.exit_code


def check_paths(
    paths: Iterable[str | Path],
    rulebook_dirs: Iterable[str | Path] = (),
    progress: Progress | None = None,
    *,
    jobs: int = 0,
    limits: Limits | None = None,
    why: Why = "claims",
    added: Added | None = None,
    lang: str = ENGLISH,
    select: Selection | None = None,
    most_failed: int = 0,
    only: Only | None = None,
    keep: Keep = "no",
    text: str | None = None,
    client: Client | None = None,
    results: Path | None = None,
) -> CheckReport:
    """Rule on every scenario under the paths and compare the verdicts with the expectations.

    `jobs` is the number of processes (0: the number of processors). `added` are house rules in force in all
    scenarios. Verdicts have claims with their reasons but no outcomes, unless `why` is "outcomes", which takes longer.
    `lang` is the language of their sentences; if a rulebook has no catalogue of it, its scenarios give errors.
    `only` filters the files, `select` the scenarios in them (files with errors always stay). The run stops after
    `most_failed` failures and errors, unless that is 0. `keep` stores results in the user's cache folder, or in the
    folder `results`, and reuses them, unless it is "fresh". `text` is a scenario that is checked instead of files; then
    `paths` has its one name. With a `client` of Dask its workers rule instead of processes of this machine.

    Raises InputError for a path that does not exist, NothingRan if no scenario is found, and ClusterError. An error in
    a file is its result and is not raised.
    """
    folders, started = tuple(rulebook_dirs), time.perf_counter()
    files = find_scenarios(paths) if text is None else [*map(Path, paths)]
    if only and not (files := only(candidates := files)):
        raise NothingRan(f"nothing ran: the selection matches none of {len(candidates)} scenarios")
    cases_of: dict[int, tuple[CaseResult, ...]] = {}
    from drakdom.scenario import Added

    added = added or Added()
    cache = ResultCache.of(
        keep if text is None else "no", "check", _KINDS, (why, lang, select), folders, added, results
    )
    job = Job(tuple(files), folders, why, added, lang, select, () if text is None else (text,))
    if client:
        job = job.for_machines()
    inputs = [Input((file,)) for file in files]
    kept, failed, interrupted = 0, 0, False
    try:
        with runner_for(client, jobs or os.cpu_count() or 1, FILES_A_WORKER) as runner:
            for number, result, before in run_each_kept(job, inputs, cache, runner, limits or Limits()):
                if isinstance(result, DrakdomError):
                    result = (_errored(str(files[number]), result),)
                elif client and not before and any(case.exit_code == InputError.exit_code for case in result):
                    result = _at_home(runner, job, number, limits or Limits())
                cases_of[number] = result
                kept += len(result) * before
                if progress:
                    progress(len(cases_of), len(files))
                failed += sum(case.outcome in ("failed", "errored") for case in result)
                if most_failed and failed >= most_failed:
                    break
    except (
        KeyboardInterrupt,
        SystemExit,
    ):  # SystemExit: a request to end. The report has the results so far and the number of missing files
        interrupted = True
    cases = tuple(case for n in sorted(cases_of) for case in cases_of[n])
    if select and select.is_narrow and not (cases or interrupted):
        raise NothingRan(f"nothing ran: the selection matches none of the scenarios in {len(files)} files")
    return CheckReport(cases, time.perf_counter() - started, len(files) - len(cases_of), interrupted, kept)


@dataclass(frozen=True, slots=True)
class Job:
    """Checks the file of a number. `texts` are those of the files, or errors of reading them; else they are read."""

    files: tuple[Path, ...]
    folders: tuple[str | Path, ...]
    why: Why
    added: Added
    lang: str
    select: Selection | None
    texts: tuple[str | DrakdomError, ...] = ()
    laws: tuple[Law, ...] = ()

    def __call__(self, number: int) -> Answer:
        """Return the cases of a file."""
        file, text = self.files[number], self.texts[number] if self.texts else None
        if isinstance(text, DrakdomError):
            return Answer((_errored(str(file), text),), lasting=False)
        with using_language(self.lang):
            return _check(file, self.folders, self.why, self.added, self.lang, self.select, text=text)

    def for_machines(self) -> Job:
        """Return the job with the texts, and with every law that a scenario may name."""
        texts = self.texts or tuple(map(text_or_error, self.files))
        return replace(self, texts=texts, laws=tuple(all_laws(self.folders, self.added)))


def _at_home(runner: Runner, job: Job, number: int, limits: Limits) -> tuple[CaseResult, ...]:
    """Check a file on this machine: a folder that it names, and a worker lacks, may be here."""
    try:
        cases: tuple[CaseResult, ...] = runner.alone(partial(job, number), limits).value
    except DrakdomError as error:
        return (_errored(str(job.files[number]), error),)
    return cases


#: Classes of the values in results, for the cache.
_KINDS = (
    CaseResult,
    Problem,
    *(kind for kind in (vars(answer) | vars(verdict)).values() if isinstance(kind, type) and is_dataclass(kind)),
)


def check_file(
    file: Path,
    rulebook_dirs: Iterable[str | Path] = (),
    *,
    added: Added | None = None,
    lang: str = ENGLISH,
    combination: Combination | None = None,
) -> tuple[CaseResult, ...]:
    """Check one file in this process, without limits. Errors are results and are not raised.

    With `combination`, only this combination of its matrix is ruled on.
    """
    with using_language(lang):
        checked = _check(file, tuple(rulebook_dirs), "claims", added, lang, None, combination)
    cases: tuple[CaseResult, ...] = checked.value
    return cases


def _check(
    file: Path,
    folders: tuple[str | Path, ...],
    why: Why,
    added: Added | None,
    lang: str,
    select: Selection | None,
    combination: Combination | None = None,
    text: str | None = None,
) -> Answer:
    """Return the cases of a file, and the laws behind them for the cache."""
    from drakdom.scenario import Added, read_combinations, read_combinations_text
    from drakdom.scenario.under import in_language

    started = time.perf_counter()
    try:
        if text is None:
            scenarios = read_combinations(file, folders, added=added or Added())
        else:
            folder = file.parent if file.name != STDIN else None
            scenarios = read_combinations_text(text, str(file), folders, added=added or Added(), folder=folder)
        if lang != ENGLISH:
            scenarios = tuple(in_language(scenario, lang) for scenario in scenarios)
    except DrakdomError as error:
        return Answer((_errored(str(file), error, time.perf_counter() - started),), lasting=False)
    laws = tuple(map(Law.of_scenario, scenarios))
    meant = [scenario for scenario in scenarios if select is None or select.takes_scenario(scenario)]
    meant = [scenario for scenario in meant if combination in (None, scenario.combination)]
    if meant and meant[0].skip:
        return Answer((CaseResult(str(file), meant[0].title, "skipped", None, (), 0.0, reason=meant[0].skip),), laws)
    each_claim = bool(select and select.clauses)  # finds the deciding clauses also for expectations without `because:`
    rulings = [(scenario, _check_one(str(file), scenario, why, each_claim)) for scenario in meant]
    cases = tuple(
        case
        for scenario, case in rulings
        if not (select and case.verdict) or select.takes_verdict(scenario, case.verdict)
    )
    return Answer(cases, laws, lasting=all(case.outcome != "errored" for case in cases))


def _check_one(file: str, scenario: Scenario, why: Why, each_claim: bool) -> CaseResult:
    from drakdom import adjudicate
    from drakdom.law.misspelt import derived_in_vain, misspelt
    from drakdom.step.case import law_of

    started = time.perf_counter()
    try:
        ruled = adjudicate(scenario, why=why, each_claim=each_claim)
    except DrakdomError as error:
        return _errored(file, error, time.perf_counter() - started)
    outcome: Outcome = "silent" if not ruled.claims else "passed" if ruled.passed else "failed"
    law = law_of(scenario.rulebook)
    warnings = (*misspelt(law, scenario.rulebook), *derived_in_vain(law))
    return CaseResult(file, ruled.title, outcome, ruled, (), time.perf_counter() - started, warnings=warnings)


def _errored(file: str, error: DrakdomError, seconds: float = 0.0) -> CaseResult:
    return CaseResult(file, "", "errored", None, _problems(file, error), seconds, error.exit_code)


def _problems(file: str, error: DrakdomError) -> tuple[Problem, ...]:
    if isinstance(error, InputError):
        return error.problems
    place = getattr(error, "place", None)
    if place is None:
        return (Problem(file, 0, 0, str(error)),)
    return (Problem(place.file, place.line, place.column, str(error).removeprefix(f"{place}: ")),)
