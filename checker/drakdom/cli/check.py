"""`drakdom check`: compare scenarios with the results and reasons that they expect."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from drakdom.cli import options
from drakdom.cli.output import out
from drakdom.cli.places import Place, place_of, results_folder
from drakdom.cli.reading import added_rules, limits, scenario_text
from drakdom.cli.reports import FORMATS, WantedReport, asked_for, keep_apart, write_all
from drakdom.cli.warnings import warn
from drakdom.tools.files import STDIN

if TYPE_CHECKING:
    from drakdom.errors import Problem
    from drakdom.kept import Keep
    from drakdom.rulings.adjudication import Why
    from drakdom.sandbox import Limits
    from drakdom.scenario import Added
    from drakdom.tools.check import CheckReport, Progress
    from drakdom.tools.selection import Selection

LONG = 20
"""Runs of more files than this show a progress bar."""


def check_command(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH", help="Scenarios, their folders, or -; default: `paths` of drakdom.toml."),
    ],
    house_rule: options.HouseRules = [],  # noqa: B006  (typer copies defaults)
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    workers: options.Workers = None,
    scheduler: options.Scheduler = "",
    scheduler_file: options.SchedulerFile = "",
    results: options.Results = "",
    lang: options.Lang = options.ENGLISH,
    topic: Annotated[
        list[str], typer.Option(metavar="NAME", help="Only scenarios in a folder of this name. Repeatable.")
    ] = [],  # noqa: B006
    name: Annotated[
        list[str],
        typer.Option("--name", "-k", metavar="WORD", help="Only with this word in file name or title. Repeatable."),
    ] = [],  # noqa: B006
    clause: Annotated[
        list[str],
        typer.Option(metavar="ID", help="Only where an expectation names this clause or rests on it. Repeatable."),
    ] = [],  # noqa: B006
    under: Annotated[
        list[str], typer.Option(metavar="NAME", help="Only where this optional rule is in force. Repeatable.")
    ] = [],  # noqa: B006
    changed_since: Annotated[
        str, typer.Option(metavar="REV", help="Only where the file or the law has changed since a revision of git.")
    ] = "",
    only_failed: Annotated[
        bool, typer.Option("--last-failed", help="Only scenarios that failed last time, if any did.")
    ] = False,
    only_list: Annotated[bool, typer.Option("--list", help="List the scenarios that would be checked.")] = False,
    until_first: Annotated[bool, typer.Option("--exitfirst", "-x", help="Stop at the first failure.")] = False,
    most_failed: Annotated[
        int, typer.Option("--maxfail", metavar="N", min=0, help="Stop after N failures and errors; 0: never.")
    ] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="List only failures.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List every expectation, with its clauses.")] = False,
    durations: Annotated[
        int, typer.Option(metavar="N", min=0, help="List the N scenarios that took longest; 0: none.")
    ] = 0,
    form: Annotated[
        list[str],
        typer.Option(
            "--format",
            metavar="FORMAT[=FILE]",
            help="Print as table, json, junit, tap, sarif, github or summary; or write it into a file. Repeatable.",
            autocompletion=lambda incomplete: [form for form in FORMATS if form.startswith(incomplete)],
        ),
    ] = [],  # noqa: B006
    report: Annotated[
        list[str], typer.Option(hidden=True, metavar="FORMAT[=FILE]", help="The same as `--format`.")
    ] = [],  # noqa: B006
    watch: Annotated[bool, typer.Option("--watch", help="Keep running; recheck what a saved file affects.")] = False,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Exit with 0 if there is nothing to check.")
    ] = False,
    fresh: options.Fresh = False,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Check every scenario under the paths against what it expects: results and reasons."""
    from drakdom.errors import InputError, NothingRan
    from drakdom.language import using_language
    from drakdom.report.tally import Shown
    from drakdom.tools.check import CheckReport
    from drakdom.tools.selection import Selection

    from_input = paths == ["-"]
    if from_input and (watch or changed_since or only_failed or topic or only_list):
        raise InputError.single("options that select files do not go with standard input")
    asked = asked_for([*form, *report], as_json)
    if watch and any(wanted.file or wanted.form != "table" for wanted in asked):
        raise InputError.single("`--watch` prints only the table", help="leave out `--format`")
    if only_list and (watch or asked != asked_for((), as_json=False)):
        raise InputError.single("`--list` checks nothing, so it does not go with `--watch` and `--format`")
    place = place_of(workers, scheduler, scheduler_file)
    law = added_rules(house_rule, setting)
    run = _Run(
        paths=[STDIN] if from_input else paths,
        text=scenario_text("-") if from_input else None,
        folders=folders,
        added=law,
        topics=topic,
        select=Selection(tuple(name), tuple(under), tuple(clause)),
        changed_since=changed_since,
        only_failed=only_failed,
        asked=asked,
        saved=set(),
    )
    if only_list:
        raise typer.Exit(_list(run))
    most_failed = 1 if until_first else most_failed
    again = _again(folders, house_rule, setting, lang, seconds, megabytes)

    def check() -> CheckReport:
        try:
            keep: Keep = "fresh" if fresh else "yes"
            result = run.check(place, limits(seconds, megabytes), lang, most_failed, keep, results_folder(results))
        except NothingRan as error:
            if not allow_empty:
                raise NothingRan(f"{error}{run.nearest_words()}") from None
            result = CheckReport((), 0.0)
        warn(problem for case in result.cases for problem in case.warnings)
        write_all(asked, result, Shown(quiet, verbose, durations), again)
        return result

    with using_language(lang):
        result = check()
        if watch and not result.interrupted:
            _watch(run, check)
    is_fine = allow_empty and not result.unfinished and result.exit_code == NothingRan.exit_code
    raise typer.Exit(0 if is_fine else result.exit_code)


@dataclass(frozen=True, slots=True)
class _Run:
    """The input of a check: paths or a text, the law, and the options that select scenarios.

    `saved` are the files whose change makes a further check; empty at first.
    """

    paths: list[str]
    text: str | None
    folders: list[str]
    added: Added
    topics: list[str]
    select: Selection
    changed_since: str
    only_failed: bool
    asked: tuple[WantedReport, ...]
    saved: set[Path]

    def check(
        self, place: Place, most: Limits, lang: str, most_failed: int, keep: Keep, results: Path | None
    ) -> CheckReport:
        """Check the selected scenarios, and keep the failures for `--last-failed`. Raises NothingRan."""
        from drakdom.language import t
        from drakdom.tools.check import check_paths

        # only the JSON report shows outcomes
        why: Why = "outcomes" if any(wanted.form == "json" for wanted in self.asked) else "claims"
        with place.client() as client, progress_bar(t("checking")) as progress:
            result = check_paths(
                self.paths, self.folders, progress, jobs=place.processes, limits=most, why=why, added=self.added,
                lang=lang, only=self.selected, select=self.select, most_failed=most_failed, keep=keep, text=self.text,
                client=client, results=results,
            )  # fmt: skip
        if self.text is None:
            _remember(self.paths, result, partly=bool(self.select.variants or self.select.clauses))
        return result

    def selected(self, files: list[Path]) -> list[Path]:
        """The files that the options select. Raises InputError if a report would overwrite one of them."""
        from drakdom.rulebook.find import find_rulebooks
        from drakdom.tools import selection

        keep_apart(self.asked, files)
        rules = [Path(rule) for rule in self.added.rules]
        if self.saved:
            files = selection.touched_by(self.saved, files, find_rulebooks(self.folders), rules)
        files = [file for file in files if not self.topics or not {*file.parent.parts}.isdisjoint(self.topics)]
        if self.changed_since:
            files = selection.changed_since(self.changed_since, files, find_rulebooks(self.folders), rules)
        return selection.last_failed(self.paths, files) if self.only_failed else files

    def nearest_words(self) -> str:
        """The help for topics, optional rules and clauses that there are not; empty if no word is near."""
        from drakdom.rulebook.words import nearest
        from drakdom.tools.files import find_scenarios
        from drakdom.tools.selection import known_words

        files = find_scenarios(self.paths) if self.topics else ()
        valid = known_words(files, self.folders)
        asked = {"topics": self.topics, "variants": self.select.variants, "clauses": self.select.clauses}
        unknown = [(word, valid[kind]) for kind, words in asked.items() for word in words if word not in valid[kind]]
        near = [f"`{word}`" for word in (nearest(word, words) for word, words in unknown) if word]
        return f", did you mean {' '.join(near)}?" if near else ""


def _watch(run: _Run, check: Callable[[], CheckReport]) -> NoReturn:
    """Check the scenarios that a saved file affects again, until an interrupt."""
    from drakdom.cli.watch import watch as watch_files
    from drakdom.rulebook.find import find_rulebooks

    def once_more(changed: set[Path]) -> CheckReport:
        run.saved.clear()
        run.saved.update(changed)
        return check()

    watch_files(run.paths, map(Path, run.added.rules), find_rulebooks(run.folders), once_more)
    raise typer.Exit


def _list(run: _Run) -> int:
    """Print each selected scenario with its title, one a line; return the exit code."""
    from drakdom.errors import InputError, NothingRan
    from drakdom.report.page import printable
    from drakdom.scenario import read_combinations
    from drakdom.tools.files import find_scenarios

    if run.select.clauses:
        raise InputError.single("`--list` cannot select by clause: only a ruling tells what an expectation rests on")
    lines: list[str] = []
    problems: list[Problem] = []
    for file in run.selected(find_scenarios(run.paths)):
        try:
            scenarios = read_combinations(file, run.folders, added=run.added)
        except InputError as error:
            problems += error.problems
            continue
        titles = [scenario.title for scenario in scenarios if run.select.takes_scenario(scenario)]
        lines += [printable(f"{file}: {title}") for title in dict.fromkeys(titles)]
    out("".join(f"{line}\n" for line in lines))
    if problems:
        raise InputError(problems)
    return 0 if lines else NothingRan.exit_code


def _remember(paths: list[str], report: CheckReport, partly: bool) -> None:
    """Keep the failures for `--last-failed`; `partly` if some combinations of a matrix may not have been selected."""
    from drakdom.tools.selection import remember_failed

    failed = {case.file for case in report.cases if case.outcome in ("failed", "errored")}
    remember_failed(paths, failed, () if partly else {case.file for case in report.cases})


def _again(
    folders: list[str], house_rules: list[str], settings: list[str], lang: str, seconds: float, megabytes: int
) -> tuple[str, ...]:
    """The options that a rerun needs to give the same result."""
    named = (("--rulebook", folders), ("--house-rule", house_rules), ("--set", settings))
    words = [word for option, values in named for value in values for word in (option, value)]
    defaults = (("--lang", lang, options.ENGLISH), ("--timeout", f"{seconds:g}", f"{options.SECONDS:g}"),
            ("--memory", str(megabytes), str(options.MEGABYTES)))  # fmt: skip
    return (*words, *(word for option, value, default in defaults if value != default for word in (option, value)))


@contextmanager
def progress_bar(words: str) -> Iterator[Progress | None]:
    """Show a progress bar for long runs on a terminal; leave nothing behind."""
    from drakdom.report.page import is_plain

    if is_plain() or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(words, visible=False)

        def advance(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=total > LONG, refresh=True)

        yield advance
