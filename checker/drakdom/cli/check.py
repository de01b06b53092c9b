"""`drakdom check`: compare scenarios with the results and reasons that they expect."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.reading import added_rules, limits
from drakdom.cli.reports import FORMATS, asked_for, keep_apart, write_all
from drakdom.cli.warnings import warn

if TYPE_CHECKING:
    from drakdom.rulings.adjudication import Why
    from drakdom.tools.check import CheckReport, Progress

LONG = 20
"""Runs of more files than this show a progress bar."""


def check_command(
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Scenarios, or folders of scenarios.")],
    house_rule: options.HouseRules = [],  # noqa: B006  (typer copies defaults)
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes; 0: one for each processor.")] = 0,
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
    until_first: Annotated[bool, typer.Option("--exitfirst", "-x", help="Stop at the first failure.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="List only failures.")] = False,
    report: Annotated[
        list[str],
        typer.Option(
            metavar="FORMAT[=FILE]",
            help="Report as table, json, junit, tap, sarif or github; optionally into a file. Repeatable.",
            autocompletion=lambda incomplete: [form for form in FORMATS if form.startswith(incomplete)],
        ),
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
    from drakdom.language import t, using_language
    from drakdom.rulebook.find import find_rulebooks
    from drakdom.tools import selection
    from drakdom.tools.check import CheckReport, check_paths
    from drakdom.tools.selection import Selection

    asked = asked_for(report, as_json)
    most, added = limits(seconds, megabytes), added_rules(house_rule, setting)
    # only the JSON report shows outcomes
    why: Why = "outcomes" if any(report.form == "json" for report in asked) else "claims"

    if watch and any(report.file or report.form != "table" for report in asked):
        raise InputError.single("`--watch` prints only the table", help="leave out `--report` and `--json`")
    saved: set[Path] = set()
    select = Selection(tuple(name), tuple(under), tuple(clause))
    again = _again(folders, house_rule, setting, lang, seconds, megabytes)

    def selected(files: list[Path]) -> list[Path]:
        keep_apart(asked, files)
        if saved:
            files = selection.touched_by(saved, files, find_rulebooks(folders), map(Path, house_rule))
        files = [file for file in files if not topic or not {*file.parent.parts}.isdisjoint(topic)]
        if changed_since:
            files = selection.changed_since(changed_since, files, find_rulebooks(folders), map(Path, house_rule))
        return selection.last_failed(paths, files) if only_failed else files

    def check() -> CheckReport:
        try:
            with progress_bar(t("checking")) as progress:
                result = check_paths(
                    paths, folders, progress, jobs=jobs, limits=most, why=why, added=added, lang=lang, only=selected,
                    select=select, until_first=until_first, keep="fresh" if fresh else "yes",
                )  # fmt: skip
            _remember(paths, result, partly=bool(under or clause))
        except NothingRan:
            if not allow_empty:
                raise
            result = CheckReport((), 0.0)
        warn(problem for case in result.cases for problem in case.warnings)
        write_all(asked, result, quiet, again)
        return result

    def once_more(changed: set[Path]) -> CheckReport:
        saved.clear()
        saved.update(changed)
        return check()

    with using_language(lang):
        result = check()
        if watch and not result.interrupted:
            from drakdom.cli.watch import watch as watch_files

            watch_files(paths, map(Path, house_rule), find_rulebooks(folders), once_more)
            raise typer.Exit
    is_fine = allow_empty and not result.unfinished and result.exit_code == NothingRan.exit_code
    raise typer.Exit(0 if is_fine else result.exit_code)


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
