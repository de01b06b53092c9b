"""Check scenario files against their expectations and collect the results in one report."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from drakdom import answer, verdict
from drakdom.errors import BugError, DrakdomError, InputError, LimitError, NothingRan, Problem
from drakdom.kept import Answer, Input, Keep, Law, ResultCache, run_each_kept
from drakdom.language import ENGLISH, using_language
from drakdom.sandbox import Limits
from drakdom.verdict import Verdict

if TYPE_CHECKING:
    from drakdom.rulings.adjudication import Why
    from drakdom.scenario import Added, Scenario
    from drakdom.tools.selection import Selection

Outcome = Literal["passed", "failed", "errored", "silent", "skipped"]
Progress = Callable[[int, int], None]
"""Callback with the number of finished files and the number of all files."""

INTERRUPTED = 130
"""Exit code of an interrupted command."""
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
    until_first: bool = False,
    only: Only | None = None,
    keep: Keep = "no",
) -> CheckReport:
    """Rule on every scenario under the paths and compare the verdicts with the expectations.

    `jobs` is the number of processes (0: the number of processors). `added` are house rules in force in all
    scenarios. Verdicts have claims with their reasons but no outcomes, unless `why` is "outcomes", which takes longer.
    `lang` is the language of their sentences; if a rulebook has no catalogue of it, its scenarios give errors.
    `only` filters the files, `select` the scenarios in them (files with errors always stay). `until_first` stops after
    the first failure or error. `keep` stores results in the user's cache folder and reuses them, unless it is "fresh".

    Raises InputError for a path that does not exist and NothingRan if no scenario is found. An error in a file is its
    result and is not raised.
    """
    files, folders, started = find_scenarios(paths), tuple(rulebook_dirs), time.perf_counter()
    if only and not (files := only(candidates := files)):
        raise NothingRan(f"nothing ran: the selection matches none of {len(candidates)} scenarios")
    results: dict[int, tuple[CaseResult, ...]] = {}
    from drakdom.scenario import Added

    asked = (why, lang, select)
    cache = ResultCache.of(keep, "check", _KINDS, asked, folders, added or Added())

    def job(number: int) -> Answer:
        with using_language(lang):
            return _check(files[number], folders, why, added, lang, select)

    def workers(count: int) -> int:
        return max(1, min(jobs or os.cpu_count() or 1, -(-count // FILES_A_WORKER)))

    inputs = [Input((file,)) for file in files]
    kept, interrupted = 0, False
    try:
        for number, result, before in run_each_kept(job, inputs, cache, workers, limits or Limits()):
            results[number] = (_errored(str(files[number]), result),) if isinstance(result, DrakdomError) else result
            kept += len(results[number]) * before
            if progress:
                progress(len(results), len(files))
            if until_first and any(case.outcome in ("failed", "errored") for case in results[number]):
                break
    except (
        KeyboardInterrupt,
        SystemExit,
    ):  # SystemExit: a request to end. The report has the results so far and the number of missing files
        interrupted = True
    cases = tuple(case for n in sorted(results) for case in results[n])
    if select and select.is_narrow and not (cases or interrupted):
        raise NothingRan(f"nothing ran: the selection matches none of the scenarios in {len(files)} files")
    return CheckReport(cases, time.perf_counter() - started, len(files) - len(results), interrupted, kept)


#: Classes of the values in results, for the cache.
_KINDS = (
    CaseResult,
    Problem,
    *(kind for kind in (vars(answer) | vars(verdict)).values() if isinstance(kind, type) and is_dataclass(kind)),
)

#: Endings of the names of scenario files, in lower case.
_ENDINGS = frozenset({".yaml", ".yml"})


def find_scenarios(paths: Iterable[str | Path]) -> list[Path]:
    """Return the given files and all YAML files under the given folders, sorted within each folder, without duplicates.

    Raises InputError for paths that cannot be read and NothingRan if there is no file.
    """
    scenario_files: dict[Path, None] = {}
    missing: list[Problem] = []
    words = [str(path) for path in paths]
    wanted = [Path(word) for word in words]
    for path, word in zip(wanted, words, strict=True):
        if not word:  # as a path it would be the current folder
            missing.append(Problem("", 0, 0, "a path is empty"))
        elif word == "-":
            message = "`check` reads files and folders, not standard input"
            missing.append(Problem("", 0, 0, message, "`drakdom rule -` rules on a scenario from standard input"))
        elif os.path.isdir(path):  # noqa: PTH112  (a `Path` raises where a folder above it cannot be read)
            files = (file for file in _files_under(path, missing) if file.suffix.lower() in _ENDINGS)
            scenario_files |= dict.fromkeys(sorted(file for file in files if not _is_of_law(file)))
        else:
            try:
                path.lstat()
            except (OSError, ValueError) as error:
                gone = isinstance(error, FileNotFoundError | NotADirectoryError)
                why = "no such file or folder" if gone else _unreadable(error)
                missing.append(Problem(str(path), 0, 0, why))
            else:
                scenario_files[path] = None  # a broken link gives an error later
    if missing:
        raise InputError(missing)
    if not scenario_files:
        places = ", ".join(f"`{path}`" for path in wanted)
        raise NothingRan(f"nothing ran: there is no scenario (*.yaml) under {places}")
    return list(scenario_files)


def _files_under(folder: Path, missing: list[Problem]) -> Iterator[Path]:
    """Yield all files under a folder, also through links, each folder once. Adds unreadable folders to `missing`."""

    def note(error: OSError) -> None:
        missing.append(Problem(str(error.filename), 0, 0, _unreadable(error)))

    seen: set[str] = set()
    todo = [str(folder)]
    while todo:  # links come last, so that a folder is listed under its own name if it has one
        for current, folders, files in os.walk(todo.pop(0), onerror=note):
            real = os.path.realpath(current)
            if real in seen:
                folders.clear()
                continue
            seen.add(real)
            below = (os.path.join(current, name) for name in sorted(folders))  # noqa: PTH118
            todo += [link for link in below if os.path.islink(link)]  # noqa: PTH114
            yield from (Path(current, name) for name in files)


def _unreadable(error: OSError | ValueError) -> str:
    return f"it cannot be read: {(getattr(error, 'strerror', None) or str(error)).lower()}"


#: YAML files of a rulebook or a house rule, which are not scenarios: the main file, and its companions.
_OF_LAW = {"rulebook.yaml": ("clauses.yaml", "pictures.yaml", "board.yaml"), "house.yaml": ()}


def _is_of_law(file: Path) -> bool:
    """Return True if a file is part of the rulebook or house rule in its folder."""
    return any(
        file.name == first or (file.name in parts and (file.parent / first).is_file())
        for first, parts in _OF_LAW.items()
    )


def check_file(file: Path, rulebook_dirs: Iterable[str | Path] = ()) -> tuple[CaseResult, ...]:
    """Check one file in this process, without limits. Errors are results and are not raised."""
    cases: tuple[CaseResult, ...] = _check(file, tuple(rulebook_dirs), "claims", None, ENGLISH, None).value
    return cases


def _check(
    file: Path, folders: tuple[str | Path, ...], why: Why, added: Added | None, lang: str, select: Selection | None
) -> Answer:
    """Return the cases of a file, and the laws behind them for the cache."""
    from drakdom.scenario import Added, read_combinations
    from drakdom.scenario.under import in_language

    started = time.perf_counter()
    try:
        scenarios = read_combinations(file, folders, added=added or Added())
        if lang != ENGLISH:
            scenarios = tuple(in_language(scenario, lang) for scenario in scenarios)
    except DrakdomError as error:
        return Answer((_errored(str(file), error, time.perf_counter() - started),), lasting=False)
    laws = tuple(map(Law.of_scenario, scenarios))
    meant = [scenario for scenario in scenarios if select is None or select.takes_scenario(scenario)]
    if meant and meant[0].skip:
        return Answer((CaseResult(str(file), meant[0].title, "skipped", None, (), 0.0, reason=meant[0].skip),), laws)
    each_claim = bool(select and select.clauses)  # finds the deciding clauses also for expectations without `because:`
    rulings = [(scenario, _check_one(str(file), scenario, why, each_claim)) for scenario in meant]
    cases = tuple(
        c for scenario, c in rulings if not (select and c.verdict) or select.takes_verdict(scenario, c.verdict)
    )
    return Answer(cases, laws, lasting=all(case.outcome != "errored" for case in cases))


def _check_one(file: str, scenario: Scenario, why: Why, each_claim: bool) -> CaseResult:
    from drakdom import adjudicate
    from drakdom.law.undefined import misspelt
    from drakdom.step.case import law_of

    started = time.perf_counter()
    try:
        ruled = adjudicate(scenario, why=why, each_claim=each_claim)
    except DrakdomError as error:
        return _errored(file, error, time.perf_counter() - started)
    outcome: Outcome = "silent" if not ruled.claims else "passed" if ruled.passed else "failed"
    warnings = misspelt(law_of(scenario.rulebook), scenario.rulebook)
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
