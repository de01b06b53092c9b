"""`drakdom rulebooks`: list the rulebooks."""

from __future__ import annotations

from drakdom.cli.options import AsJson, Folders
from drakdom.cli.output import out


def rulebooks_command(folders: Folders = [], as_json: AsJson = False) -> None:  # noqa: B006  (typer copies defaults)
    """List the rulebooks: title, edition, clauses, optional rules, folder."""
    from drakdom.cli.output import print_json
    from drakdom.errors import InputError, NothingRan, Problem
    from drakdom.report.books import rulebooks_json, rulebooks_text
    from drakdom.report.page import Look
    from drakdom.rulebook import find_rulebooks, load_rulebook

    books, problems = [], list[Problem]()
    for folder in find_rulebooks(folders).values():
        try:
            books.append(load_rulebook(folder))
        except InputError as error:
            problems += error.problems
    if not books and not problems:
        raise NothingRan("no rulebook was found")
    if books and not (as_json and problems):
        out(print_json(rulebooks_json(books)) if as_json else rulebooks_text(books, Look.of()))
    if problems:
        raise InputError(problems)
