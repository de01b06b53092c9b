"""`drakdom check`: whether scenarios come out as they expect, for the reasons that they expect."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli import options
from checker.cli.options import added_rules, limits, out, print_json

if TYPE_CHECKING:
    from checker.adjudication import Why
    from checker.check import Progress

LONG = 20
"""Runs of more files than this show a progress bar."""


def check_command(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Scenarios, or folders of them.")],
    house_rule: options.HouseRules = [],  # noqa: B006  (typer copies defaults)
    setting: options.Settings = [],  # noqa: B006
    folders: options.Folders = [],  # noqa: B006
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Processes; 0: one for each processor.")] = 0,
    lang: options.Lang = options.ENGLISH,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="List only what does not hold.")] = False,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Check every scenario under the paths against what it expects: results and reasons."""
    from checker.check import check_paths
    from checker.language import speaking, t

    most, added = limits(seconds, megabytes), added_rules(house_rule, setting)
    why: Why = "all" if as_json else "claims"  # the table shows no outcomes
    with speaking(lang):
        with progress_bar(t("checking")) as progress:
            report = check_paths(paths, folders, progress, jobs=jobs, limits=most, why=why, added=added, lang=lang)
        if as_json:
            from checker.report.tally import tally_json

            page = print_json(tally_json(report))
        else:
            from checker.report.page import Look
            from checker.report.tally import tally

            page = tally(report, Look.of(), quiet)
    out(page)
    raise typer.Exit(report.exit_code)


@contextmanager
def progress_bar(words: str) -> Iterator[Progress | None]:
    """A bar on a terminal that may be steered, for runs that are long; it leaves nothing behind."""
    from checker.report.page import is_plain

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
