"""`drakdom compare`: one dispute under several laws, side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.options import check_folders
from drakdom.cli.output import out
from drakdom.cli.reading import added_rules, limits, read, read_all, scenario_text
from drakdom.report.as_json import each_json

if TYPE_CHECKING:
    from drakdom.rulebook import HouseRule
    from drakdom.tools.compare import Law


def compare_command(
    file: options.File,
    variant: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            help="Compare with this optional rule in force; several as A,B.",
            autocompletion=options.complete_variant,
        ),
    ] = [],  # noqa: B006  (typer copies defaults)
    reading: Annotated[
        list[str], typer.Option(metavar="ID=OPTION", help="Compare with clauses read in this way; several as A=x,B=y.")
    ] = [],  # noqa: B006
    house_rule: Annotated[
        list[str], typer.Option(metavar="DIR", help="Compare with this house rule in force; several as A,B.")
    ] = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    rulebook: Annotated[
        list[str],
        typer.Option(
            "--rulebook",
            "-r",
            metavar="RULEBOOK",
            help="Compare with another rulebook, by name or folder. A folder may hold the scenario's own, too.",
        ),
    ] = [],  # noqa: B006
    named: Annotated[
        list[str],
        typer.Option(
            "--with",
            metavar="RULEBOOK",
            help="Compare with this rulebook even if it has the name of the scenario's own.",
        ),
    ] = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    full: options.Full = False,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Rule under several laws and show what differs, by which clauses. Exit code 1 if anything does.

    Each option names one law. It is compared with the scenario as written, under each combination of its matrix.
    """
    from drakdom.errors import InputError
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited
    from drakdom.tools.configuration import configuration

    folders = check_folders([word for word in rulebook if Path(word).is_dir()])
    folders = [*folders, *configuration().rulebooks]  # an option names what to compare with, so they are no default
    look = Look.of()

    def work() -> tuple[str, bool]:
        from drakdom.language import set_language
        from drakdom.report.compared import comparison_json, comparison_text
        from drakdom.tools.compare import compare

        books = [*_others(file, folders, rulebook), *named]
        if not (variant or reading or house_rule or books):
            options = "`--variant`, `--reading`, `--house-rule` or `--rulebook`"
            raise InputError.single("nothing to compare with", help=f"name a law: {options}")
        set_language(lang)
        pages, values = [], []
        for number in range(len(read_all(file, folders))):
            laws = _told_in(lang, _laws(file, folders, variant, reading, books, house_rule, setting, number))
            values.append(compare(laws))
            pages.append(comparison_text(values[-1], [law.scenario.rulebook for law in laws], look, full))
        page = each_json(map(comparison_json, values)) if as_json else "\n".join(pages)
        return page, all(comparison.equal for comparison in values)

    page, equal = run_limited(work, limits(seconds, megabytes))
    out(page)
    raise typer.Exit(0 if equal else 1)


def _others(file: str, folders: list[str], words: list[str]) -> list[str]:
    """Named rulebooks other than the scenario's own; a folder that holds several rulebooks names none."""
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.rulebook.find import is_rulebook

    own = read(file, folders).rulebook.slug if words else ""
    named = [word for word in words if not Path(word).is_dir() or is_rulebook(Path(word))]
    return [word for word in named if load_rulebook(resolve_rulebook(word, folders)).slug != own]


def _laws(
    file: str,
    folders: list[str],
    variants: list[str],
    readings: list[str],
    books: list[str],
    house_rules: list[str],
    settings: list[str],
    number: int,
) -> list[Law]:
    """The laws for one combination of the scenario's matrix."""
    from drakdom.language import t
    from drakdom.rulebook import load_rulebook, resolve_rulebook
    from drakdom.scenario import read_foreign
    from drakdom.scenario.under import read_as, with_variants
    from drakdom.tools.compare import Law

    scenario = read_all(file, folders)[number]
    laws = [Law(t("as written"), scenario)]
    own = {rule.name for rule in scenario.rulebook.house_rules}
    for names in variants:
        laws.append(
            Law(
                t("optional rule {names}", names=names),
                with_variants(scenario, [name.strip() for name in names.split(",")]),
            )
        )
    for pairs in readings:
        laws.append(Law(t("reading {pairs}", pairs=pairs), read_as(scenario, pairs.split(","))))
    columns = [tuple(name.strip() for name in names.split(",")) for names in house_rules]
    for rules, sets in zip(columns, _settings(file, folders, columns, settings), strict=True):
        ruled = read_all(file, folders, None, added_rules(rules, sets))[number]
        new = [rule for rule in ruled.rulebook.house_rules if rule.name not in own]
        named = ", ".join(map(_label, new or ruled.rulebook.house_rules))
        laws.append(Law(t("house rule {names}", names=named), ruled))
    for name in books:
        book = load_rulebook(resolve_rulebook(name, folders))
        foreign = read_foreign(scenario_text(file), scenario.file, book, number)
        laws.append(Law(t("rulebook {name}", name=book.slug), *foreign))
    return laws


def _told_in(lang: str, laws: list[Law]) -> list[Law]:
    """The laws with sentences in a language; the first law's rulebook must have it, others keep their own."""
    from drakdom.rulebook.translated import languages
    from drakdom.scenario.under import in_language

    def has(law: Law) -> bool:
        return law is laws[0] or lang in languages(law.scenario.rulebook)

    return [replace(law, scenario=in_language(law.scenario, lang)) if has(law) else law for law in laws]


def _settings(file: str, folders: list[str], columns: list[tuple[str, ...]], settings: list[str]) -> list[list[str]]:
    """For each column, the settings of its parameters."""
    from drakdom.rulebook.house import set_parameters, shared_settings

    if not (columns and settings):
        set_parameters((), settings)  # refuses them
        return [[] for _ in columns]
    books = (read(file, folders, None, added_rules(rules, ())).rulebook for rules in columns)
    return shared_settings((book.house_rules for book in books), settings)


def _label(rule: HouseRule) -> str:
    """The house rule's name with the parameters that it sets."""
    return " ".join([rule.name, *(f"{name}={value}" for name, value in rule.values.items())])
