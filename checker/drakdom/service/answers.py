"""Answers to questions: the JSON that the command line prints for the same text on its standard input."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from drakdom.audit.sweep import Progress
from drakdom.errors import InputError
from drakdom.interview.question import Given
from drakdom.interview.reading import reader_of
from drakdom.interview.trials import Read
from drakdom.language import set_language
from drakdom.report.as_json import each_json, print_json, verdicts_json
from drakdom.rulebook import HouseRule, Rulebook, load_rulebook, resolve_rulebook
from drakdom.rulebook.find import resolve_house_rule
from drakdom.sandbox import Limits
from drakdom.scenario import Added, Scenario, read_combinations_text, read_foreign
from drakdom.scenario.asked import agreeing, asking
from drakdom.scenario.under import in_language, read_as, with_variants
from drakdom.service.audits import audited
from drakdom.service.question import NAME, Kind, Question
from drakdom.tools.compare import Law, compare

ENGLISH = "en"
SHARE = 0.5
"""Fraction of the time limit for the search of `why-not`, as on the command line."""

Folders = tuple[str, ...]


def scenarios_of(question: Question, folders: Folders, house: Path | None) -> list[Scenario]:
    """Read the scenario of a question under each combination of its matrix that agrees with the question's readings.

    It has no folder, so it names rulebooks and house rules by name alone. `house` is the folder of a house rule that
    came as text; a comparison has it in a law of its own. Raises InputError, LimitError.
    """
    options = question.options
    if question.kind == "compare":
        return list(read_combinations_text(question.text, NAME, folders))
    variants = tuple(options.get("variants", ()))
    read = read_combinations_text(question.text, NAME, folders, added=added_by(question, house))
    return agreeing(read, variants, options.get("readings", ()))


def added_by(question: Question, house: Path | None) -> Added:
    """Return the rules and readings that a question adds to its scenario."""
    variants, names = (tuple(question.options.get(key, ())) for key in ("variants", "house_rules"))
    return Added(_added(house), (), variants, names)


def interview_reader(question: Question, folders: Folders, house: Path | None, lang: str) -> Read:
    """Return the function that reads the scenario of an interview, under the rules and readings of the question."""
    read = reader_of(NAME, folders, lang, added=added_by(question, house))
    variants, readings = (tuple(question.options.get(key, ())) for key in ("variants", "readings"))
    return lambda text: with_variants(read_as(read(text), readings), variants)


def _added(house: Path | None) -> tuple[str, ...]:
    return (str(house),) if house else ()


def answer(
    question: Question, folders: Folders, limits: Limits, house: Path | None = None, progress: Progress | None = None
) -> str:
    """Answer a question. `house` is the folder of its own house rule. Raises InputError, LimitError, BugError."""
    if question.kind == "audit":
        return audited(question.options, folders, house, limits, progress)
    scenarios = scenarios_of(question, folders, house)
    lang = question.options.get("lang") or ENGLISH
    if question.kind != "compare" and lang != ENGLISH:
        scenarios = [in_language(scenario, lang) for scenario in scenarios]
    if question.kind == "compare":
        return _compared(question, scenarios, folders, house)
    if question.kind == "ask":
        return _asked(question, interview_reader(question, folders, house, lang), limits)
    if question.kind == "precedent":
        return _recorded(question, reader_of(NAME, folders, ENGLISH))
    return _ANSWERS[question.kind](question, scenarios, limits)


def _ruled(question: Question, scenarios: list[Scenario], _: Limits) -> str:
    from drakdom import adjudicate

    asked = [asking(scenario, question.options.get("claims", ())) for scenario in scenarios]
    return verdicts_json(adjudicate(scenario, why="all").to_json() for scenario in asked)


def _likely(question: Question, scenarios: list[Scenario], _: Limits) -> str:
    from drakdom.report.likely import odds_json
    from drakdom.tools.odds import odds_of

    claims = list(question.options.get("claims", ()))
    return each_json(odds_json(odds_of(scenario, claims), scenario) for scenario in scenarios)


def _prevented(question: Question, scenarios: list[Scenario], limits: Limits) -> str:
    from drakdom import adjudicate
    from drakdom.report.remedies import why_not_json
    from drakdom.tools.why_not import why_not

    claim = question.options["claim"]
    prevented = why_not(scenarios[0], question.text, claim, limits.seconds * SHARE or math.inf)
    answers = adjudicate(asking(scenarios[0], [claim]), why="asked").answers
    return print_json(why_not_json(prevented, scenarios[0], answers))


def _reached(question: Question, scenarios: list[Scenario], _: Limits) -> str:
    from drakdom.paths.names import check_names
    from drakdom.paths.reach import reaches
    from drakdom.report.ways_json import reach_json

    figures = list(question.options.get("figures", ()))
    for scenario in scenarios:
        check_names(scenario, figures)
    return each_json(reach_json(reaches(scenario, figures), scenario) for scenario in scenarios)


def _drawn(question: Question, scenarios: list[Scenario], _: Limits) -> str:
    from drakdom.draw.svg import draw

    if question.options.get("board"):
        from drakdom.draw.still import board_scene

        scene = board_scene(scenarios[0])
    else:
        from drakdom.draw.scenes import ruled_and_drawn

        scene = ruled_and_drawn(scenarios[0], question.options.get("outcome", 1))[1]
    return draw(replace(scene, combinations=len(scenarios)), animated=question.options.get("animate", False))


def _recorded(question: Question, read: Read) -> str:
    from drakdom.precedents.recording import recorded
    from drakdom.scenario.precedent import KEYS, Precedent

    precedent = Precedent(**{key: question.options.get(key, "") for key in KEYS})
    text = recorded(question.text, question.options.get("claims", ()), precedent, read)
    return print_json({"schema": "drakdom/precedent/1", "text": text})


def _asked(question: Question, read: Read, limits: Limits) -> str:
    from drakdom.interview.session import Session
    from drakdom.report.interviewed import interview_json

    text, scenario = beginning(question, read)
    return print_json(interview_json(Session(text, answers_given(question, scenario)), read, limits))


def beginning(question: Question, read: Read) -> tuple[str, Scenario]:
    """Return the text with which an interview begins, with the claims that it is about, and its scenario."""
    from drakdom.interview.lines import asking as with_claims

    read(question.text)
    claims = list(question.options.get("claims", ()))
    text = with_claims(question.text, claims) if claims else question.text
    return text, read(text)


def answers_given(question: Question, scenario: Scenario) -> tuple[Given, ...]:
    """Return the answers of an interview. Raises InputError for one about a place that no question can have."""
    from drakdom.interview.stated import given_answer

    answers = question.options.get("answers", ())
    subjects = [
        (answer["subject"]["kind"], answer["subject"]["path"], answer["subject"].get("entry", 0)) for answer in answers
    ]
    times = [answer["subject"].get("time", 1) for answer in answers]
    return tuple(
        given_answer(scenario, *subject, time, answer.get("word", ""))
        for subject, time, answer in zip(subjects, times, answers, strict=True)
    )


def _compared(question: Question, scenarios: list[Scenario], folders: Folders, house: Path | None) -> str:
    from drakdom.report.compared import comparison_json

    set_language(question.options.get("lang") or ENGLISH)
    pages = [compare(_laws(question, scenario, number, folders, house)) for number, scenario in enumerate(scenarios)]
    return each_json(map(comparison_json, pages))


def _laws(question: Question, scenario: Scenario, number: int, folders: Folders, house: Path | None) -> list[Law]:
    """Return the laws to compare for one combination of the scenario's matrix, named as the command line names them."""
    from drakdom.language import t

    options, own = question.options, {rule.name for rule in scenario.rulebook.house_rules}
    laws = [Law(t("as written"), scenario)]
    for names in options.get("variants", ()):
        laws.append(Law(t("optional rule {names}", names=names), with_variants(scenario, _listed(names))))
    for pairs in options.get("readings", ()):
        laws.append(Law(t("reading {pairs}", pairs=pairs), read_as(scenario, pairs.split(","))))
    added = [tuple(house_rules(_listed(names), scenario)) for names in options.get("house_rules", ())]
    for rules in (*added, *([_added(house)] if house else [])):
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


_ANSWERS: dict[Kind, Callable[[Question, list[Scenario], Limits], str]] = {
    "rule": _ruled,
    "odds": _likely,
    "why-not": _prevented,
    "paths": _reached,
    "draw": _drawn,
}


def law_folders(books: Iterable[Rulebook]) -> tuple[str, Path, tuple[Path, ...]]:
    """Return the slug and the folder of a rulebook, and the folders of the house rules that it has in each book."""
    first, *more = books
    house = {rule.folder.absolute() for book in (first, *more) for rule in book.house_rules}
    return first.slug, first.folder.absolute(), tuple(sorted(house))
