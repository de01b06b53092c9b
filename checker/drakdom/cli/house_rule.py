"""`drakdom house-rule`: write a new house rule, or list those of a rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from drakdom.cli.command import Command
from drakdom.cli.formats import with_format
from drakdom.cli.options import MEGABYTES, SECONDS, AsJson, Folders, RulebookName
from drakdom.cli.output import check_free, out, save_below
from drakdom.cli.reading import limits

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True)


@app.callback()
def house_rule() -> None:
    """Write a house rule to start from, or list those that come with a rulebook."""


@app.command("new", cls=Command)
def new_house_rule(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case words with hyphens: two-keys-a-round.")],
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder to write; default: ./NAME.")] = "",
    base: Annotated[
        str, typer.Option(metavar="RULEBOOK", help="The rulebook that it changes, by name or folder.")
    ] = "",
    folders: Folders = [],  # noqa: B006  (typer copies defaults)
) -> None:
    """Write a commented house rule that works at once, with an example from the rulebook's law."""
    from drakdom.cli.new import best_plan
    from drakdom.editors import modeline
    from drakdom.errors import InputError
    from drakdom.report.house_starter import house_files
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.rulebook.house_declared import SPEC
    from drakdom.rulebook.house_read import bad_name
    from drakdom.sandbox import run_limited

    if fault := bad_name(name):
        raise InputError.single(fault[0], help=fault[1])
    if not base:
        raise InputError.single("no rulebook is named for the house rule", help="add `--base RULEBOOK`")
    book, place = load_rulebook(resolve_rulebook(base, folders)), Path(folder or name)
    check_free(place, "house rule")
    files = run_limited(
        lambda: house_files(name, place.resolve().name, book, best_plan(book)), limits(SECONDS, MEGABYTES)
    )
    for file, text in files.items():
        line = modeline(place / file, book.folder, "house-rule") if file == SPEC else ""
        save_below(place / file, line + text)
    more = "".join(f" --rulebook {name}" for name in folders)
    out(f"wrote {place}; now: drakdom rule {place}/scenarios/first.yaml{more}\n")


@app.command("list", cls=Command)
@with_format
def list_house_rules(
    rulebook: RulebookName,
    folders: Folders = [],  # noqa: B006  (typer copies defaults)
    as_json: AsJson = False,
) -> None:
    """List the house rules that come with a rulebook: intent, clauses, parameters, folder."""
    from drakdom.report.as_json import print_json
    from drakdom.report.books import house_rules_json, house_rules_text
    from drakdom.report.page import Look
    from drakdom.rulebook import load_house_rule, load_rulebook, resolve_rulebook
    from drakdom.rulebook.find import find_house_rules

    book = load_rulebook(resolve_rulebook(rulebook, folders))
    rules = [load_house_rule(folder, book) for folder in find_house_rules(book.folder).values()]
    out(print_json(house_rules_json(rules, book)) if as_json else house_rules_text(rules, book, Look.of()))
