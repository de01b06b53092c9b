"""`drakdom schema`: JSON Schemas that let an editor complete and check a rulebook's files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from drakdom.cli.options import Folders, HouseRules, complete_rulebook
from drakdom.cli.output import check_report, out, save


def complete_kind(incomplete: str) -> list[str]:
    """Kinds of files with this beginning."""
    from drakdom.editors import KINDS

    return [kind for kind in KINDS if kind.startswith(incomplete)]


def schema_command(
    rulebook: Annotated[
        str,
        typer.Argument(
            metavar="RULEBOOK",
            help="Its name, or its folder; with `--write`, default: all.",
            autocompletion=complete_rulebook,
        ),
    ] = "",
    kind: Annotated[
        str,
        typer.Option(
            "--of",
            metavar="KIND",
            help="Kind of file: scenario, house-rule, rulebook, ledger, pictures or board.",
            autocompletion=complete_kind,
        ),
    ] = "scenario",
    file: Annotated[str, typer.Option("-o", metavar="FILE", help="Write it into this file; default: print it.")] = "",
    write: Annotated[
        bool, typer.Option("--write", help="Renew all kinds in the rulebook's folder, `schema/`.")
    ] = False,
    house_rules: HouseRules = [],  # noqa: B006  (typer copies defaults)
    folders: Folders = [],  # noqa: B006
) -> None:
    """Print the JSON Schema of a rulebook's scenarios, house rules, vocabulary, ledger, pictures or map."""
    from drakdom.editors import KINDS, schema_text
    from drakdom.errors import InputError
    from drakdom.rulebook import find_rulebooks, load_rulebook, resolve_rulebook
    from drakdom.rulebook.find import resolve_house_rule
    from drakdom.rulebook.words import did_you_mean, short

    if kind not in KINDS:
        raise InputError.single(f"there is no schema for `{short(kind)}`", help=did_you_mean(kind, KINDS))
    if write:
        if file or house_rules:
            raise InputError.single("`--write` renews the rulebook's own schemas, without `-o` and `--house-rule`")
        renew(_writable([resolve_rulebook(rulebook, folders)] if rulebook else [*find_rulebooks(folders).values()]))
        return
    if not rulebook:
        names = ", ".join(f"`{name}`" for name in find_rulebooks(folders))
        raise InputError.single("no rulebook is named", help=f"name one: {names}; or write all with `--write`")
    book = load_rulebook(resolve_rulebook(rulebook, folders))
    rules = [resolve_house_rule(word, book.folder, Path()) for word in house_rules]
    if file:
        check_report(Path(file))
        save(Path(file), schema_text(book, kind, rules))
    else:
        out(schema_text(book, kind, rules))


def _writable(folders: list[Path]) -> list[Path]:
    """Return the folders outside of an installed package. Raises InputError if there is none."""
    from drakdom.errors import InputError
    from drakdom.rulebook.find import INSTALLED, law_folder

    shipped = law_folder().resolve()
    own = [folder for folder in folders if shipped.name != INSTALLED or not folder.resolve().is_relative_to(shipped)]
    if not own:
        message = "the rulebooks of an installed Drakdom are not written to; their schemas are there already"
        raise InputError.single(message, help="`drakdom schema RULEBOOK -o FILE` writes one elsewhere")
    return own


def renew(folders: Iterable[Path]) -> None:
    """Write the schemas of rulebooks into their `schema/` folders."""
    from drakdom.editors import schema_files
    from drakdom.rulebook import load_rulebook

    for folder in folders:
        for file, text in schema_files(load_rulebook(folder)).items():
            make_folder(file.parent)
            save(file, text)
            out(f"wrote {file}\n")


def make_folder(folder: Path) -> None:
    """Make a folder if it does not exist. Raises InputError."""
    from drakdom.errors import InputError

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError.single(f"cannot be made: {(error.strerror or str(error)).lower()}", str(folder)) from None
