"""`drakdom clauses`: browse and search the clauses of a rulebook."""

from __future__ import annotations

from typing import Annotated

import typer

from drakdom.cli.options import AsJson, Folders, Full, RulebookName
from drakdom.cli.output import out


def clauses_command(
    rulebook: RulebookName,
    text: Annotated[
        list[str],
        typer.Argument(metavar="TEXT", help="Whole words in id, section, topic or text; `fle*`: a beginning."),
    ] = [],  # noqa: B006  (typer copies defaults)
    section: Annotated[str, typer.Option(help="Only clauses of this section.")] = "",
    topic: Annotated[str, typer.Option(help="Only clauses of this topic.")] = "",
    folders: Folders = [],  # noqa: B006
    full: Full = False,
    as_json: AsJson = False,
) -> None:
    """Browse and search the clauses of a rulebook."""
    from drakdom.errors import InputError
    from drakdom.report.as_json import print_json
    from drakdom.report.books import choose, clauses_json, clauses_text
    from drakdom.report.page import Look
    from drakdom.report.search import nothing_fits, search
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.rulebook.words import short

    book = load_rulebook(resolve_rulebook(rulebook, folders))
    clauses = list(book.ledger.values())
    for field, wanted in (("section", section), ("topic", topic)):
        if wanted:
            clauses, help_ = choose(clauses, field, wanted)
            if not clauses:
                raise InputError.single(f"no clause has the {field} `{short(wanted)}`", help=help_)
    words = " ".join(text)
    clauses = search(clauses, words, book)
    if as_json:
        out(print_json(clauses_json(clauses, book)))
    elif clauses:
        out(clauses_text(clauses, book, Look.of(), full))
    else:
        out(nothing_fits(book, words) + "\n")
