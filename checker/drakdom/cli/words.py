"""`drakdom words`: everything that a scenario of a rulebook may say."""

from __future__ import annotations

import re
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
    from drakdom.report.word_list import choose, word_list, words_json, words_text
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.rulebook.words import nearest, short

    book = load_rulebook(resolve_rulebook(rulebook, folders))
    wanted, everything = " ".join(text), word_list(book)
    sections = choose(everything, wanted, book)
    if as_json:
        out(print_json(words_json(sections, book)))
    elif sections:
        out(words_text(sections, Look.of()))
    else:
        forms = (entry.form for section in everything for entry in section.entries)
        near = nearest(wanted, (word for form in forms for word in re.findall(r"[^\W\d]\w+", form)))
        help_ = f", did you mean `{near}`?" if near else "; without it, all are listed"
        out(f"no word of {book.title} fits `{short(wanted)}`{help_}\n")
