"""A scenario under other law: readings and optional rules that a caller sets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from drakdom.errors import InputError, Problem
from drakdom.language import set_language
from drakdom.rulebook import Rulebook
from drakdom.rulebook.house import house_problems
from drakdom.rulebook.translated import translated
from drakdom.rulebook.words import did_you_mean, short
from drakdom.scenario.model import Scenario


def in_language(scenario: Scenario, code: str) -> Scenario:
    """Return the scenario with its rulebook in a language, and make Drakdom's own sentences use that language.

    Raises InputError if the rulebook has no catalogue for it.
    """
    set_language(code)
    return replace(scenario, rulebook=translated(scenario.rulebook, code))


def read_as(scenario: Scenario, readings: Iterable[str]) -> Scenario:
    """Return the scenario with readings fixed, each written `ID=OPTION`; they override those of the file.

    Raises InputError with the nearest word for an unknown clause or option.
    """
    named = stated_readings(scenario.rulebook, readings)
    fitting = tuple((axis, says) for axis, says in scenario.combination if named.get(axis, says) == says)
    return replace(scenario, readings=dict(sorted({**scenario.readings, **named}.items())), combination=fitting)


def stated_readings(book: Rulebook, readings: Iterable[str]) -> dict[str, str]:
    """Map clauses to their readings, each written `ID=OPTION`; raises InputError as `read_as`."""
    doubts, named, problems = book.readings, dict[str, str](), []
    for text in readings:
        clause, _, option = (part.strip() for part in text.partition("="))
        if not option:
            problems.append(_problem(f"the reading `{short(text)}` has no option", "write `ID=OPTION`"))
        elif clause not in doubts:
            message = f"`{short(clause)}` is not a clause with several readings"
            problems.append(_problem(message, did_you_mean(clause, doubts)))
        elif option not in doubts[clause].options:
            message = f"unknown reading `{short(option)}` of `{clause}`"
            problems.append(_problem(message, did_you_mean(option, doubts[clause].options)))
        elif named.setdefault(clause, option) != option:
            problems.append(_problem(f"`{clause}` cannot be read as `{named[clause]}` and as `{option}`", "name one"))
    if problems:
        raise InputError(problems)
    return named


def with_variants(scenario: Scenario, variants: Iterable[str]) -> Scenario:
    """Return the scenario with further optional rules in force; raises InputError as `read_as`."""
    names = tuple(dict.fromkeys([*scenario.variants, *variants]))
    check_variants(scenario.rulebook, names)
    return replace(scenario, variants=names)


def check_variants(book: Rulebook, names: tuple[str, ...]) -> None:
    """Raise InputError if optional rules do not go together, or not with the house rules in force."""
    wrong = [*variant_problems(book, names), *house_problems(book.house_rules, names)]
    if wrong:
        raise InputError(_problem(message, help_) for _, message, help_ in wrong)


def variant_problems(book: Rulebook, names: Iterable[str], words: Iterable[str] = ()) -> list[tuple[str, str, str]]:
    """List the faults of a choice of optional rules, each as (name, message, help).

    `words` are valid beside the names of optional rules; a help may name them.
    """
    chosen, declared = list(names), book.variants
    faults: list[tuple[str, str, str]] = []
    for name in chosen:
        if name not in declared:
            valid = (*words, *declared)
            near = did_you_mean(name, valid, most=len(valid)) or "the rulebook has no optional rules"
            faults.append((name, f"unknown optional rule `{short(name)}` in this rulebook", near))
            continue
        missing = [word for word in declared[name].requires if word not in chosen]
        faults += [(name, f"the optional rule `{name}` requires `{word}`", f"add `{word}`") for word in missing]
        barred = [word for word in declared[name].excludes if word in chosen]
        faults += [(name, f"the optional rules `{name}` and `{word}` exclude each other", "") for word in barred]
    return faults


def _problem(message: str, help_: str) -> Problem:
    return Problem("", 0, 0, message, help_)
