"""`drakdom compare`: one dispute under several laws side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drakdom.cli import options
from drakdom.cli.options import added_rules, check_folders, each_json, limits, out, read, read_all, scenario_text

if TYPE_CHECKING:
    from drakdom.rulebook import HouseRule
    from drakdom.tools.compare import Law


def compare_command(
    file: options.File,
    variant: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            help="A law with this optional rule in force; several as A,B.",
            autocompletion=options.complete_variant,
        ),
    ] = [],  # noqa: B006  (typer copies defaults)
    reading: Annotated[
        list[str], typer.Option(metavar="ID=OPTION", help="A law that reads clauses so; several as A=x,B=y.")
    ] = [],  # noqa: B006
    house_rule: Annotated[
        list[str], typer.Option(metavar="DIR", help="A law with this house rule in force; several as A,B.")
    ] = [],  # noqa: B006
    setting: options.Settings = [],  # noqa: B006
    rulebook: Annotated[
        list[str],
        typer.Option(
            "--rulebook",
            "-r",
            metavar="RULEBOOK",
            help="Another rulebook, by name or folder. The scenario's own is looked for in folders, too.",
        ),
    ] = [],  # noqa: B006
    other: Annotated[
        list[str], typer.Option("--with", metavar="RULEBOOK", help="The same, even if it has the scenario's name.")
    ] = [],  # noqa: B006
    lang: options.Lang = options.ENGLISH,
    full: options.Full = False,
    as_json: options.AsJson = False,
    seconds: options.Seconds = options.SECONDS,
    megabytes: options.Megabytes = options.MEGABYTES,
) -> None:
    """Rule under several laws: what comes out differently, by which clauses. 1 if anything does.

    Every option names a law of its own that is held against the scenario as it is written, under every combination of
    its matrix.
    """
    from drakdom.errors import InputError
    from drakdom.report.page import Look
    from drakdom.sandbox import run_limited

    folders = check_folders([word for word in rulebook if Path(word).is_dir()])
    look = Look.of()

    def work() -> tuple[str, bool]:
        from drakdom.language import speak
        from drakdom.report.compared import compared, compared_json
        from drakdom.tools.compare import compare

        others = [*_others(file, folders, rulebook), *other]
        if not (variant or reading or house_rule or others):
            options = "`--variant`, `--reading`, `--house-rule` or `--rulebook`"
            raise InputError.one("nothing to compare with", help=f"name a law: {options}")
        speak(lang)
        pages, values = [], []
        for number in range(len(read_all(file, folders))):
            laws = _told_in(lang, _laws(file, folders, variant, reading, others, house_rule, setting, number))
            values.append(compare(laws))
            pages.append(compared(values[-1], [law.scenario.rulebook for law in laws], look, full))
        page = each_json(map(compared_json, values)) if as_json else "\n".join(pages)
        return page, all(one.equal for one in values)

    page, equal = run_limited(work, limits(seconds, megabytes))
    out(page)
    raise typer.Exit(0 if equal else 1)


def _others(file: str, folders: list[str], words: list[str]) -> list[str]:
    """The rulebooks that are named and are not the scenario's own; a folder with several is only looked in."""
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
    others: list[str],
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
            Law(t("variant {names}", names=names), with_variants(scenario, [name.strip() for name in names.split(",")]))
        )
    for pairs in readings:
        laws.append(Law(t("reading {pairs}", pairs=pairs), read_as(scenario, pairs.split(","))))
    columns = [tuple(name.strip() for name in names.split(",")) for names in house_rules]
    for rules, sets in zip(columns, _settings(file, folders, columns, settings), strict=True):
        found = read_all(file, folders, None, added_rules(rules, sets))[number]
        new = [rule for rule in found.rulebook.house_rules if rule.name not in own]
        named = ", ".join(map(_label, new or found.rulebook.house_rules))
        laws.append(Law(t("house rule {names}", names=named), found))
    for name in others:
        book = load_rulebook(resolve_rulebook(name, folders))
        foreign = read_foreign(scenario_text(file), scenario.file, book, number)
        laws.append(Law(t("rulebook {name}", name=book.slug), *foreign))
    return laws


def _told_in(lang: str, laws: list[Law]) -> list[Law]:
    """The laws with their sentences in a language: the scenario's own rulebook must have it, another one need not."""
    from drakdom.rulebook.translated import languages
    from drakdom.scenario.under import in_language

    def has(law: Law) -> bool:
        return law is laws[0] or lang in languages(law.scenario.rulebook)

    return [replace(law, scenario=in_language(law.scenario, lang)) if has(law) else law for law in laws]


def _settings(file: str, folders: list[str], columns: list[tuple[str, ...]], settings: list[str]) -> list[list[str]]:
    """For each column the settings of parameters that it has; what none has is given to all, to be refused."""
    if not settings:
        return [[] for _ in columns]
    known = []
    for rules in columns:
        book = read(file, folders, None, added_rules(rules, ())).rulebook
        known.append({name for rule in book.house_rules for p in rule.parameters for name in (p, f"{rule.name}.{p}")})
    fits = [[text for text in settings if text.partition("=")[0].strip() in names] for names in known]
    lost = [text for text in settings if not any(text in some for some in fits)]
    return [some + lost for some in fits]


def _label(rule: HouseRule) -> str:
    """A house rule with what it sets."""
    return " ".join([rule.name, *(f"{name}={value}" for name, value in rule.values.items())])
