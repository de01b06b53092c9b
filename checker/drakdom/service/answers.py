"""Answers to questions: the JSON that the command line prints for the same text on its standard input."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from drakdom.errors import InputError
from drakdom.language import set_language
from drakdom.report.as_json import each_json, print_json, verdicts_json
from drakdom.rulebook import HouseRule, load_rulebook, resolve_rulebook
from drakdom.rulebook.find import resolve_house_rule
from drakdom.sandbox import Limits
from drakdom.scenario import Added, Scenario, read_combinations_text, read_foreign
from drakdom.scenario.asked import agreeing, asking
from drakdom.scenario.under import in_language, read_as, with_variants
from drakdom.service.question import NAME, Kind, Question
from drakdom.tools.compare import Law, compare

ENGLISH = "en"
SHARE = 0.5
"""Fraction of the time limit for the search of `why-not`, as on the command line."""

Folders = tuple[str, ...]


def scenarios_of(question: Question, folders: Folders) -> list[Scenario]:
    """Read the scenario of a question under each combination of its matrix that agrees with the question's readings.

    It has no folder, so it names rulebooks and house rules by name alone. Raises InputError, LimitError.
    """
    options = question.options
    if question.kind == "compare":
        return list(read_combinations_text(question.text, NAME, folders))
    variants = tuple(options.get("variants", ()))
    read = read_combinations_text(question.text, NAME, folders, added=Added(variants=variants))
    return agreeing(read, variants, options.get("readings", ()))


def answer(question: Question, folders: Folders, limits: Limits) -> str:
    """Answer a question. Raises InputError, LimitError, BugError."""
    scenarios = scenarios_of(question, folders)
    lang = question.options.get("lang") or ENGLISH
    if question.kind != "compare" and lang != ENGLISH:
        scenarios = [in_language(scenario, lang) for scenario in scenarios]
    return _ANSWERS[question.kind](question, scenarios, folders, limits)


def _ruled(question: Question, scenarios: list[Scenario], _: Folders, __: Limits) -> str:
    from drakdom import adjudicate

    asked = [asking(scenario, question.options.get("claims", ())) for scenario in scenarios]
    return verdicts_json(adjudicate(scenario, why="all").to_json() for scenario in asked)


def _likely(question: Question, scenarios: list[Scenario], _: Folders, __: Limits) -> str:
    from drakdom.report.likely import odds_json
    from drakdom.tools.odds import odds_of

    claims = list(question.options.get("claims", ()))
    return each_json(odds_json(odds_of(scenario, claims), scenario) for scenario in scenarios)


def _prevented(question: Question, scenarios: list[Scenario], _: Folders, limits: Limits) -> str:
    from drakdom import adjudicate
    from drakdom.report.remedies import why_not_json
    from drakdom.tools.why_not import why_not

    claim = question.options["claim"]
    prevented = why_not(scenarios[0], question.text, claim, limits.seconds * SHARE or math.inf)
    answers = adjudicate(asking(scenarios[0], [claim]), why="asked").answers
    return print_json(why_not_json(prevented, scenarios[0], answers))


def _reached(question: Question, scenarios: list[Scenario], _: Folders, __: Limits) -> str:
    from drakdom.paths.names import check_names
    from drakdom.paths.reach import reaches
    from drakdom.report.ways_json import reach_json

    figures = list(question.options.get("figures", ()))
    for scenario in scenarios:
        check_names(scenario, figures)
    return each_json(reach_json(reaches(scenario, figures), scenario) for scenario in scenarios)


def _compared(question: Question, scenarios: list[Scenario], folders: Folders, _: Limits) -> str:
    from drakdom.report.compared import comparison_json

    set_language(question.options.get("lang") or ENGLISH)
    pages = [compare(_laws(question, scenario, number, folders)) for number, scenario in enumerate(scenarios)]
    return each_json(map(comparison_json, pages))


def _laws(question: Question, scenario: Scenario, number: int, folders: Folders) -> list[Law]:
    """Return the laws to compare for one combination of the scenario's matrix, named as the command line names them."""
    from drakdom.language import t

    options, own = question.options, {rule.name for rule in scenario.rulebook.house_rules}
    laws = [Law(t("as written"), scenario)]
    for names in options.get("variants", ()):
        laws.append(Law(t("optional rule {names}", names=names), with_variants(scenario, _listed(names))))
    for pairs in options.get("readings", ()):
        laws.append(Law(t("reading {pairs}", pairs=pairs), read_as(scenario, pairs.split(","))))
    for names in options.get("house_rules", ()):
        rules = tuple(house_rules(_listed(names), scenario))
        ruled = read_combinations_text(question.text, NAME, folders, added=Added(rules))[number]
        new = [rule for rule in ruled.rulebook.house_rules if rule.name not in own]
        named = ", ".join(map(_label, new or ruled.rulebook.house_rules))
        laws.append(Law(t("house rule {names}", names=named), ruled))
    for name in options.get("rulebooks", ()):
        book = load_rulebook(resolve_rulebook(name, folders, paths=False))
        if book.slug != scenario.rulebook.slug:
            laws.append(Law(t("rulebook {name}", name=book.slug), *read_foreign(question.text, NAME, book, number)))
    if len(laws) == 1:
        raise InputError.single("nothing to compare with", help="name a law: `variants`, `readings`, `house_rules` ..")
    return [_told(law, question.options.get("lang") or ENGLISH, is_first=law is laws[0]) for law in laws]


def house_rules(names: Iterable[str], scenario: Scenario) -> list[str]:
    """Return names of house rules of the scenario's rulebook. Raises InputError for anything else, also for a path."""
    for name in names:
        resolve_house_rule(name, scenario.rulebook.folder, None)
    return list(names)


def _told(law: Law, lang: str, *, is_first: bool) -> Law:
    """Return a law with sentences in a language; laws of other rulebooks without it keep their own."""
    from drakdom.rulebook.translated import languages

    if not is_first and lang not in languages(law.scenario.rulebook):
        return law
    return replace(law, scenario=in_language(law.scenario, lang))


def _label(rule: HouseRule) -> str:
    return " ".join([rule.name, *(f"{name}={value}" for name, value in rule.values.items())])


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",")]


_ANSWERS: dict[Kind, Callable[[Question, list[Scenario], Folders, Limits], str]] = {
    "rule": _ruled,
    "odds": _likely,
    "why-not": _prevented,
    "compare": _compared,
    "paths": _reached,
}


def law_folders(scenarios: Iterable[Scenario]) -> tuple[str, Path, tuple[Path, ...]]:
    """Return the slug and the folder of the scenarios' rulebook, and the folders of their house rules."""
    books = [scenario.rulebook for scenario in scenarios]
    house = {rule.folder.absolute() for book in books for rule in book.house_rules}
    return books[0].slug, books[0].folder.absolute(), tuple(sorted(house))
