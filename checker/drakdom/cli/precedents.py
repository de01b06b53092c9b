"""`drakdom precedents`: rulings on record, in a folder of scenario files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.command import Command
from drakdom.cli.formats import with_format
from drakdom.cli.output import out
from drakdom.cli.reading import limits, scenario_text

if TYPE_CHECKING:
    from drakdom.precedents.entries import Entry
    from drakdom.sandbox import Limits

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)

Dir = Annotated[str, typer.Argument(metavar="DIR", help="The folder of precedents.")]
Book = Annotated[str, typer.Option("--of", metavar="RULEBOOK", help="Only precedents of this rulebook.")]
Status = Annotated[str, typer.Option(metavar="WORD", help="Only `standing`, `overruled` or `distinguished` ones.")]


@app.callback()
def precedents() -> None:
    """Put rulings on record, find them, and rule on them again when the law has changed."""


@app.command("add", cls=Command)
def add(
    folder: Dir,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The scenario that was ruled on; - reads one.")],
    by: Annotated[str, typer.Option(metavar="NAME", help="Who ruled so.")],
    when: Annotated[str, typer.Option(metavar="DATE", help="The day of the ruling, such as 2026-11-28.")],
    source: Annotated[str, typer.Option(metavar="TEXT", help="Where the ruling stands, or was made.")],
    claims: options.Claims = [],  # noqa: B006  (typer copies defaults)
    status: Annotated[str, typer.Option(metavar="WORD", help="standing, overruled or distinguished.")] = "standing",
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why; by what it is overruled.")] = "",
    folders: options.Folders = [],  # noqa: B006
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Put a ruling on record: on the claims, or else what the scenario expects. It must be that of today's law."""
    from drakdom.cli.ask import reader
    from drakdom.precedents.folder import save
    from drakdom.precedents.recording import recorded
    from drakdom.sandbox import run_limited
    from drakdom.scenario.precedent import Precedent

    _check_record(by, when, source)
    _check_status(status)
    read, precedent = reader(file, folders, options.ENGLISH), Precedent(by, when, source, status, note)
    given = scenario_text(file)
    text = run_limited(lambda: recorded(given, claims, precedent, read), limits(seconds, megabytes))
    out(f"wrote {Path(folder) / save(Path(folder), read(text), text)}\n")


@app.command("list", cls=Command)
@with_format
def list_precedents(
    folder: Dir,
    book: Book = "",
    status: Status = "",
    folders: options.Folders = [],  # noqa: B006
    as_json: options.AsJson = False,
) -> None:
    """List the precedents of a folder, the newest first."""
    _found(folder, folders, as_json, book=book, status=status, most=1_000_000)


@app.command("search", cls=Command)
@with_format
def search(
    folder: Dir,
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="Words; all must be there.")] = [],  # noqa: B006
    clause: Annotated[list[str], typer.Option(metavar="ID", help="Decided by this clause. Repeatable.")] = [],  # noqa: B006
    like: Annotated[str, typer.Option(metavar="FILE", help="Order by likeness to this scenario.")] = "",
    book: Book = "",
    status: Status = "",
    most: Annotated[int, typer.Option(metavar="N", min=1, help="Show at most this many.")] = 20,
    folders: options.Folders = [],  # noqa: B006
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Find precedents by words in the players' languages, by clause, and by likeness to a scenario."""
    alike = _alike(like, folders, limits(seconds, megabytes)) if like else None
    terms = tuple(words), tuple(clause)
    _found(folder, folders, as_json, book=book, status=status, most=most, terms=terms, like=alike)


@app.command("export", cls=Command)
def export(
    folder: Dir,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="The folder to write into.")],
    book: Book = "",
    status: Status = "",
    folders: options.Folders = [],  # noqa: B006
) -> None:
    """Copy precedents into another folder, which `drakdom check` runs as well."""
    _copied(folder, target, book, status, folders)


@app.command("import", cls=Command)
def import_precedents(
    folder: Dir,
    origin: Annotated[str, typer.Argument(metavar="ORIGIN", help="The folder to read from.")],
    folders: options.Folders = [],  # noqa: B006
) -> None:
    """Copy the precedents of another folder into this one; what is there already stays as it is."""
    _copied(origin, folder, "", "", folders)


@app.command("check", cls=Command)
@with_format
def check(
    folder: Dir,
    workers: options.Workers = None,
    folders: options.Folders = [],  # noqa: B006
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Rule on all precedents again; list those that come out otherwise, with both rulings. Exit code 1 if any does."""
    from drakdom.cli.check import progress_bar
    from drakdom.errors import InputError
    from drakdom.precedents.checked import check_again
    from drakdom.report.as_json import print_json
    from drakdom.report.page import Look
    from drakdom.report.precedents import checked_json, checked_text

    with progress_bar("ruling again") as progress:
        checked = check_again(folder, folders, limits(seconds, megabytes), workers or 0, progress)
    out(print_json(checked_json(checked)) if as_json else checked_text(checked, Look.of()))
    raise typer.Exit(InputError.exit_code if checked.problems else 1 if checked.otherwise else 0)


def _check_record(by: str, when: str, source: str) -> None:
    """Raise InputError for options of a record that are missing or wrong: a file that names them is not there yet."""
    from drakdom.errors import InputError, Problem
    from drakdom.rulebook.words import short
    from drakdom.scenario.precedent import is_date

    problems = [
        Problem("", 0, 0, f"the precedent has no `{name}`", f"add `--{name}`")
        for name, value in (("by", by), ("when", when), ("source", source))
        if not value
    ]
    if when and not is_date(when):
        problems.append(Problem("", 0, 0, f"`when` must be a date, not `{short(when)}`", "write `--when 2026-11-28`"))
    if problems:
        raise InputError(problems)


def _check_status(status: str) -> None:
    """Raise InputError for a status that there is not."""
    from drakdom.errors import InputError
    from drakdom.rulebook.words import did_you_mean, short
    from drakdom.scenario.precedent import STATUSES

    if status and status not in STATUSES:
        raise InputError.single(f"unknown status `{short(status)}`", help=did_you_mean(status, STATUSES))


def _alike(file: str, folders: list[str], most: Limits) -> Entry:
    """Return the entry of a scenario to compare with; its deciding clauses are ruled on if it names none."""
    from drakdom.cli.ask import reader
    from drakdom.precedents.likeness import case_of
    from drakdom.sandbox import run_limited

    text, read = scenario_text(file), reader(file, folders, options.ENGLISH)
    return run_limited(lambda: case_of(read(text)), most)


def _found(
    folder: str,
    folders: list[str],
    as_json: bool,
    *,
    book: str,
    status: str,
    most: int,
    terms: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    like: Entry | None = None,
) -> None:
    from drakdom.precedents.index import Index, Query
    from drakdom.report.as_json import print_json
    from drakdom.report.page import Look
    from drakdom.report.precedents import matches_json, matches_text

    entries = _entries(folder, folders, book, status)
    matches = Index(entries).search(Query(terms[1], terms[0], like, book, status), most)
    out(print_json(matches_json(matches, len(entries))) if as_json else matches_text(matches, Look.of()))


def _entries(folder: str, folders: list[str], book: str, status: str) -> list[Entry]:
    """Return the entries of a folder; files that are no precedents are named on standard error.

    Raises InputError for a status or a rulebook to select by that there is not.
    """
    from drakdom.errors import InputError
    from drakdom.precedents.folder import entries_of
    from drakdom.rulebook import find_rulebooks
    from drakdom.rulebook.words import did_you_mean, short

    _check_status(status)
    entries, errors = entries_of(folder, folders, limits(options.SECONDS, options.MEGABYTES))
    for error in errors:
        typer.echo(f"left out: {error}", err=True)
    books = {*(entry.rulebook for entry in entries), *find_rulebooks(folders)}
    if book and book not in books:
        raise InputError.single(f"unknown rulebook `{short(book)}`", help=did_you_mean(book, sorted(books)))
    return entries


def _copied(origin: str, target: str, book: str, status: str, folders: list[str]) -> None:
    from drakdom.precedents.folder import save
    from drakdom.precedents.index import Index, Query
    from drakdom.report.page import counted
    from drakdom.scenario import read_scenario

    matches = Index(_entries(origin, folders, book, status)).search(Query(rulebook=book, status=status), 1_000_000)
    for match in matches:
        file = Path(origin) / match.entry.file
        save(Path(target), read_scenario(file, folders), scenario_text(str(file)))
    out(f"wrote {counted(len(matches), 'precedent')} into {target}\n")
