"""`drakdom check`: whether scenarios come out as they expect, for the reasons that they expect."""

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

if TYPE_CHECKING:
    from drakdom.rulings.adjudication import Why
    from drakdom.tools.check import CheckReport, Progress

LONG = 20
"""Runs of more files than this show a progress bar."""


def check_command(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Scenarios, or folders of them.")],
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
        typer.Option("--name", "-k", metavar="WORD", help="Only with this in file name or title. Repeatable."),
    ] = [],  # noqa: B006
    clause: Annotated[
        list[str],
        typer.Option(metavar="ID", help="Only where this clause is expected, or decides an expectation. Repeatable."),
    ] = [],  # noqa: B006
    under: Annotated[
        list[str], typer.Option(metavar="NAME", help="Only where this optional rule is in force. Repeatable.")
    ] = [],  # noqa: B006
    changed_since: Annotated[
        str, typer.Option(metavar="REV", help="Only where the file or the law has changed since a revision of git.")
    ] = "",
    only_failed: Annotated[
        bool, typer.Option("--last-failed", help="Only what did not hold last time, if anything.")
    ] = False,
    until_first: Annotated[
        bool, typer.Option("--exitfirst", "-x", help="End with the first that does not hold.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="List only what does not hold.")] = False,
    report: Annotated[
        list[str],
        typer.Option(
            metavar="FORMAT[=FILE]",
            help="Report as table, json, junit, tap, sarif or github; into a file, if one is named. Repeatable.",
            autocompletion=lambda incomplete: [one for one in FORMATS if one.startswith(incomplete)],
        ),
    ] = [],  # noqa: B006
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on until interrupted: check what a saved file touches again.")
    ] = False,
    allow_empty: Annotated[bool, typer.Option("--allow-empty", help="That there is nothing to check is fine.")] = False,
    fresh: options.Fresh = False,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Check every scenario under the paths against what it expects: results and reasons."""
    from drakdom.errors import InputError, NothingRan
    from drakdom.language import speaking, t
    from drakdom.rulebook.find import find_rulebooks
    from drakdom.tools import selection
    from drakdom.tools.check import CheckReport, check_paths
    from drakdom.tools.selection import Selection

    asked = asked_for(report, as_json)
    most, added = limits(seconds, megabytes), added_rules(house_rule, setting)
    # a report for machines of outcomes, too: others show none
    why: Why = "all" if any(one.form == "json" for one in asked) else "claims"

    if watch and any(one.file or one.form != "table" for one in asked):
        raise InputError.one("`--watch` prints the table alone", help="leave out `--report` and `--json`")
    saved: set[Path] = set()
    select = Selection(tuple(name), tuple(under), tuple(clause))
    again = _again(folders, house_rule, setting, lang, seconds, megabytes)

    def meant(files: list[Path]) -> list[Path]:
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
                found = check_paths(
                    paths, folders, progress, jobs=jobs, limits=most, why=why, added=added, lang=lang, only=meant,
                    select=select, until_first=until_first, keep="fresh" if fresh else "yes",
                )  # fmt: skip
            _remember(paths, found, partly=bool(under or clause))
        except NothingRan:
            if not allow_empty:
                raise
            found = CheckReport((), 0.0)
        write_all(asked, found, quiet, again)
        return found

    def once_more(changed: set[Path]) -> CheckReport:
        saved.clear()
        saved.update(changed)
        return check()

    with speaking(lang):
        found = check()
        if watch and not found.interrupted:
            from drakdom.cli.watch import watch as watch_files

            watch_files(paths, map(Path, house_rule), find_rulebooks(folders), once_more)
            raise typer.Exit
    fine = allow_empty and not found.unfinished and found.exit_code == NothingRan.exit_code
    raise typer.Exit(0 if fine else found.exit_code)


def _remember(paths: list[str], found: CheckReport, partly: bool) -> None:
    """Keep what failed for `--last-failed`; `partly` where of a matrix some combinations may not have been meant."""
    from drakdom.tools.selection import remember_failed

    failed = {one.file for one in found.cases if one.outcome in ("failed", "errored")}
    remember_failed(paths, failed, () if partly else {one.file for one in found.cases})


def _again(
    folders: list[str], house_rules: list[str], settings: list[str], lang: str, seconds: float, megabytes: int
) -> tuple[str, ...]:
    """The options without which a scenario would not come out the same."""
    named = (("--rulebook", folders), ("--house-rule", house_rules), ("--set", settings))
    words = [word for option, values in named for value in values for word in (option, value)]
    said = (("--lang", lang, options.ENGLISH), ("--timeout", f"{seconds:g}", f"{options.SECONDS:g}"),
            ("--memory", str(megabytes), str(options.MEGABYTES)))  # fmt: skip
    return (*words, *(word for option, value, default in said if value != default for word in (option, value)))


@contextmanager
def progress_bar(words: str) -> Iterator[Progress | None]:
    """A bar on a terminal that may be steered, for runs that are long; it leaves nothing behind."""
    from drakdom.report.page import is_plain

    if is_plain() or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, visible=False)

        def advance(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, visible=total > LONG)

        yield advance
