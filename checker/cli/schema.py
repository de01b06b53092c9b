"""`drakdom schema`: the JSON Schemas by which an editor completes and checks a rulebook's files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from checker.cli.options import Folders, RulebookName, check_place, out, save


def complete_kind(incomplete: str) -> list[str]:
    """Kinds of files that begin so."""
    from checker.editors import KINDS

    return [kind for kind in KINDS if kind.startswith(incomplete)]


def schema_command(
    rulebook: RulebookName,
    kind: Annotated[
        str,
        typer.Option(
            "--of",
            metavar="KIND",
            help="Of which files: scenario, house-rule, rulebook, ledger or pictures.",
            autocompletion=complete_kind,
        ),
    ] = "scenario",
    file: Annotated[str, typer.Option("-o", metavar="FILE", help="Where to write it; by default it is printed.")] = "",
    write: Annotated[
        bool, typer.Option("--write", help="Renew all of them in the rulebook's folder, `schema/`.")
    ] = False,
    house_rules: Annotated[
        list[str],
        typer.Option("--house-rule", metavar="DIR", help="A house rule whose words scenarios may use. Repeatable."),
    ] = [],  # noqa: B006  (typer copies defaults)
    folders: Folders = [],  # noqa: B006
) -> None:
    """Print the JSON Schema of a rulebook's scenarios, house rules, vocabulary, ledger or pictures."""
    from checker.editors import KINDS, schema_file, schema_text
    from checker.errors import InputError
    from checker.rulebook import load_rulebook, resolve_rulebook
    from checker.rulebook.find import resolve_house_rule
    from checker.rulebook.words import did_you_mean, short

    if kind not in KINDS:
        raise InputError.one(f"there is no schema of `{short(kind)}`", help=did_you_mean(kind, KINDS))
    book = load_rulebook(resolve_rulebook(rulebook, folders))
    rules = [resolve_house_rule(word, book.folder, Path()) for word in house_rules]
    if write:
        if file or rules:
            raise InputError.one("`--write` renews the rulebook's own schemas, without `-o` and `--house-rule`")
        texts = {schema_file(book.folder, one): schema_text(book, one) for one in KINDS}
        make_folder(schema_file(book.folder, kind).parent)
        for target, text in texts.items():
            save(target, text)
        out("".join(f"wrote {target}\n" for target in texts))
        return
    if file:
        check_place(Path(file))
        save(Path(file), schema_text(book, kind, rules))
    else:
        out(schema_text(book, kind, rules))


def make_folder(folder: Path) -> None:
    """Make a folder if it is not there."""
    from checker.errors import InputError

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError.one(f"cannot be made: {(error.strerror or str(error)).lower()}", str(folder)) from None
