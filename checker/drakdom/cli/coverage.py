"""`drakdom coverage`: for each clause, its rules, where it fires or yields, and which scenarios cite or need it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli.options import (
    AsJson,
    Folders,
    Fresh,
    Full,
    Results,
    RulebookName,
    Scheduler,
    SchedulerFile,
    Workers,
    complete_clause,
    complete_variant,
)
from drakdom.cli.output import out
from drakdom.cli.reading import scenario_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from drakdom.coverage import Coverage
    from drakdom.errors import InputError
    from drakdom.rulebook import Rulebook


def coverage_command(
    rulebook: RulebookName,
    scenarios: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Scenarios; default: the rulebook's own.")
    ] = [],  # noqa: B006  (typer copies defaults)
    clause: Annotated[
        list[str],
        typer.Option(
            metavar="ID", help="Only this clause, or this prefix. Repeatable.", autocompletion=complete_clause
        ),
    ] = [],  # noqa: B006
    variant: Annotated[
        list[str],
        typer.Option(
            metavar="NAME", help="Only the clauses of this optional rule. Repeatable.", autocompletion=complete_variant
        ),
    ] = [],  # noqa: B006
    write: Annotated[bool, typer.Option("--write", help="Renew the list of covered clauses.")] = False,
    fail_under: Annotated[
        str | None, typer.Option(metavar="PERCENT", help="Exit with 1 if fewer clauses are covered; never rounded up.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the ledger as an HTML page: clauses, rules, scenarios."),
    ] = None,
    workers: Workers = None,
    scheduler: Scheduler = "",
    scheduler_file: SchedulerFile = "",
    results: Results = "",
    folders: Folders = [],  # noqa: B006
    fresh: Fresh = False,
    full: Full = False,
    as_json: AsJson = False,
) -> None:
    """Measure which clauses are encoded, fire, are cited and missed when switched off. Exit code 1 if one is lost."""
    from drakdom.cli.check import progress_bar
    from drakdom.cli.output import check_report
    from drakdom.cli.places import place_of, results_folder
    from drakdom.coverage import baseline_file, check_baseline, measure, write_baseline
    from drakdom.errors import InputError, NothingRan
    from drakdom.report.as_json import print_json
    from drakdom.report.cover import cover_json, cover_text
    from drakdom.report.page import Look
    from drakdom.rulebook import load_rulebook, resolve_rulebook

    place = place_of(workers, scheduler, scheduler_file)
    if html:
        check_report(html)
    least = None if fail_under is None else percentage(fail_under)
    book = load_rulebook(resolve_rulebook(rulebook, folders))
    own = scenario_folder(book)
    paths = scenarios or ([str(own)] if own else [])
    if not paths:
        raise NothingRan(f"nothing ran: there is no folder of scenarios for `{book.slug}`")
    with place.client() as client, progress_bar("measuring") as progress:
        coverage = measure(
            [*folders, book.folder],
            book.slug,
            paths,
            only=frozenset(clause),
            variants=frozenset(variant),
            whole=bool(clause or html or full or as_json),
            jobs=place.processes,
            progress=progress,
            keep="fresh" if fresh else "yes",
            client=client,
            results=results_folder(results),
        )
    if least and not coverage.counts().counting:
        raise NothingRan("nothing was measured: no outcome can depend on the selected clauses")
    baseline = baseline_file(book.folder)
    lost = check_baseline(coverage, baseline)
    if write:
        if coverage.errors:
            raise InputError.single("the list is not renewed while scenarios cannot be run", str(coverage.errors[0][0]))
        write_baseline(coverage, baseline)
    shown = [entry.id for entry in coverage.clauses if entry.standing == "counts" or entry.id in clause]
    details = shown if clause and len(shown) <= FEW else []
    unwritten = _write_page(html, coverage, book, lost) if html else None
    under = least is not None and coverage.counts().share < least
    asked = (fail_under or "").rstrip("%") if under else ""
    out(
        print_json(cover_json(coverage, lost, least))
        if as_json
        else cover_text(coverage, lost, book, Look.of(), full, details, asked)
    )
    if unwritten:
        raise unwritten
    if coverage.errors:
        raise typer.Exit(InputError.exit_code)
    raise typer.Exit(1 if (lost and not write) or under else 0)


def _write_page(file: Path, coverage: Coverage, book: Rulebook, lost: Sequence[str]) -> InputError | None:
    """Write the page whole or not at all; return the error, to be raised after the rest is printed."""
    from drakdom.errors import InputError
    from drakdom.report.ledger import ledger_page
    from drakdom.rulebook.whole_file import save_whole

    text = ledger_page(coverage, book, lost)
    try:
        save_whole(file, text)
    except OSError as error:
        return InputError.single(f"the page cannot be written: {(error.strerror or str(error)).lower()}", str(file))
    return None


def percentage(word: str) -> Fraction:
    """Read a percentage (`99.5` or `99.5%`), exactly. Raises InputError."""
    from fractions import Fraction

    from drakdom.errors import InputError
    from drakdom.rulebook.words import short

    match = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,30})?)%?", word)
    if not match or Fraction(match[1]) > 100:
        raise InputError.single(f"`{short(word)}` is not a percentage", help="write a number from 0 to 100, as `99.5`")
    return Fraction(match[1])


FEW = 5
"""Maximum number of clauses shown one by one."""
