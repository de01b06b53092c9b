"""`drakdom rulebooks`: list the rulebooks, or print the order of play of one."""

from __future__ import annotations

from typing import Annotated

import typer

from drakdom.cli.options import AsJson, Folders, complete_rulebook
from drakdom.cli.output import out


def rulebooks_command(
    rulebook: Annotated[
        str,
        typer.Argument(
            metavar="[RULEBOOK]",
            help="Print the order of play of this rulebook: its name, or its folder.",
            autocompletion=complete_rulebook,
            show_default=False,
        ),
    ] = "",
    folders: Folders = [],  # noqa: B006  (typer copies defaults)
    as_json: AsJson = False,
) -> None:
    """List the rulebooks: title, edition, clauses, optional rules, folder. Or print the order of play of one."""
    from drakdom.errors import InputError, NothingRan, Problem
    from drakdom.report.as_json import print_json
    from drakdom.report.books import rulebooks_json, rulebooks_text
    from drakdom.report.page import Look
    from drakdom.rulebook import find_rulebooks, load_rulebook

    if rulebook:
        _print_order(rulebook, folders, as_json)
        return
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


def _print_order(name: str, folders: list[str], as_json: bool) -> None:
    from drakdom.law.order_of_play import order_of_play
    from drakdom.report.as_json import print_json
    from drakdom.report.order_of_play import order_json, order_text
    from drakdom.report.page import Look
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.step.case import law_of

    book = load_rulebook(resolve_rulebook(name, folders))
    order = order_of_play(law_of(book))
    out(print_json(order_json(book, order)) if as_json else order_text(book, order, Look.of()))
