"""`drakdom words`: everything that a scenario of a rulebook may say."""

from __future__ import annotations

from typing import Annotated

import typer

from drakdom.cli.options import AsJson, Folders, RulebookName
from drakdom.cli.output import out


def words_command(
    rulebook: RulebookName,
    text: Annotated[
        list[str],
        typer.Argument(metavar="TEXT", help="Whole words of an entry, or the title of a section; `fle*`: a beginning."),
    ] = [],  # noqa: B006  (typer copies defaults)
    folders: Folders = [],  # noqa: B006
    as_json: AsJson = False,
) -> None:
    """List what a scenario may say: fields, actions, draws, claims, cards, each with a sentence and an example."""
    from drakdom.report.as_json import print_json
    from drakdom.report.page import Look
    from drakdom.report.word_list import choose, nothing_chosen, word_list, words_json, words_text
    from drakdom.rulebook import load_rulebook, resolve_rulebook

    book = load_rulebook(resolve_rulebook(rulebook, folders))
    wanted, everything = " ".join(text), word_list(book)
    sections = choose(everything, wanted, book)
    if as_json:
        out(print_json(words_json(sections, book)))
    elif sections:
        out(words_text(sections, Look.of()))
    else:
        out(nothing_chosen(everything, wanted, book) + "\n")
