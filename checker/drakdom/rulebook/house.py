"""House rules: folders that add clauses, words and law to a rulebook, and replace clauses of it.

A folder holds `house.yaml` (the additions, in the format of a `rulebook.yaml`) and `house.lp` (their law).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from drakdom.errors import InputError, Problem
from drakdom.rulebook.declarations import Choice, Enumeration
from drakdom.rulebook.house_declared import HouseRule, Parameter
from drakdom.rulebook.vocabulary import Rulebook
from drakdom.rulebook.words import did_you_mean, number, short

#: Sections of a house rule to the fields of `Rulebook` that they extend.
VOCABULARY = {
    "phases": "phases",
    "start": "start",
    "pools": "pools",
    "types": "types",
    "board": "places",
    "figures": "figures",
    "actors": "actors",
    "state": "state",
    "secrets": "secrets",
    "actions": "actions",
    "chances": "chances",
    "suppose": "suppose",
    "readings": "readings",
    "events": "events",
    "gaps": "gaps",
    "words": "more_words",
}


def namespace(name: str) -> str:
    """Return the prefix of the clause ids of a house rule."""
    return f"HOUSE-{name.upper()}-"


def shared_settings(columns: Iterable[Iterable[HouseRule]], settings: Sequence[str]) -> list[list[str]]:
    """Return the settings for each of several sets of house rules: those of its parameters, and those that fit none."""
    parameters = [
        {
            name
            for rule in rules
            for parameter in rule.parameters
            for name in (parameter, f"{rule.name}.{parameter}", f"{rule.word}.{parameter}")
        }
        for rules in columns
    ]
    fits = [[text for text in settings if text.partition("=")[0].strip() in names] for names in parameters]
    lost = [text for text in settings if not any(text in column for column in fits)]
    return [column + lost for column in fits]


def set_parameters(rules: Iterable[HouseRule], settings: Iterable[str]) -> tuple[HouseRule, ...]:
    """Return the house rules with parameters set, each written `NAME=3` or, if two share a name, `RULE.NAME=3`.

    Raises InputError with the nearest name, or the range.
    """
    in_force, problems = list(rules), list[Problem]()
    for text in settings:
        name, equals, value = (part.strip() for part in text.partition("="))
        owner, _, short_name = name.rpartition(".")
        places = [
            n
            for n, rule in enumerate(in_force)
            if short_name in rule.parameters and owner in ("", rule.name, rule.word)
        ]
        names = [
            f"{rule.name}.{parameter}" if owner else parameter for rule in in_force for parameter in rule.parameters
        ]
        if not equals or not value:
            problems.append(Problem("", 0, 0, f"`{short(text)}` sets nothing", "write `NAME=3`"))
        elif not in_force:
            message = f"`--set {short(text)}` sets a parameter of a house rule, but none is in force"
            problems.append(Problem("", 0, 0, message, "put one in force with `--house-rule`"))
        elif not places:
            message = f"unknown parameter `{short(name)}` of the house rules in force"
            problems.append(Problem("", 0, 0, message, did_you_mean(name, names)))
        elif len(places) > 1:
            help_ = f"write `{in_force[places[0]].name}.{short_name}={value}`"
            problems.append(Problem("", 0, 0, f"several house rules have a parameter `{short_name}`", help_))
        elif fault := parameter_fault(in_force[places[0]].parameters[short_name], value):
            problems.append(Problem("", 0, 0, fault))
        else:
            rule = in_force[places[0]]
            in_force[places[0]] = replace(rule, values={**rule.values, short_name: int(value)})
    if problems:
        raise InputError(problems)
    return tuple(in_force)


def parameter_fault(parameter: Parameter, value: str) -> str:
    """Return the reason why a parameter cannot have a value; empty if it can."""
    least, most = parameter.range
    n = number(value)
    if n is None:
        return f"`{parameter.name}` must be a number, not `{short(value)}`"
    return "" if least <= n <= most else f"`{parameter.name}` must be {least} to {most}, not {n}"


def house_problems(rules: Iterable[HouseRule], variants: Iterable[str]) -> list[tuple[str, str, str]]:
    """List the faults of a combination of house rules, each as (house rule, message, help)."""
    rules = list(rules)
    names = {rule.name for rule in rules} | set(variants)
    faults: list[tuple[str, str, str]] = []
    for rule in rules:
        missing = [word for word in rule.needs if word not in names]
        faults += [
            (rule.name, f"the house rule `{rule.name}` needs `{option}`, which is not in force", f"add `{option}`")
            for option in missing
        ]
        barred = [word for word in rule.excludes if word in names]
        faults += [(rule.name, f"the house rule `{rule.name}` and `{word}` exclude each other", "") for word in barred]
    return faults


def with_house_rules(base: Rulebook, rules: Iterable[HouseRule]) -> Rulebook:
    """Return the rulebook with more house rules in force.

    Raises InputError for house rules of another rulebook, two of one name, and words that two of them define.
    """
    rules = tuple(rules)
    return _with(base, rules) if rules else base


@lru_cache(maxsize=64)
def _with(base: Rulebook, rules: tuple[HouseRule, ...]) -> Rulebook:
    merged: dict[str, Any] = {field: dict(getattr(base, field)) for field in VOCABULARY.values()}
    names = {rule.name: rule for rule in base.house_rules}
    problems: list[Problem] = []
    for rule in rules:
        namesake = names.setdefault(rule.name, rule)
        if rule.base != base.slug:
            message = f"the house rule `{rule.name}` is for `{rule.base}`, not for `{base.slug}`"
            problems.append(Problem(rule.file, 0, 0, message))
        elif namesake is not rule:
            message = f"two house rules are called `{rule.name}`, so their clauses have the same ids"
            problems.append(Problem(rule.file, 0, 0, message, f"the other one lies in {namesake.folder}"))
        else:
            twice = [word for field, added in rule.adds.items() for word in _merge(merged[field], added)]
            problems += [
                Problem(rule.file, 0, 0, f"`{word}` of `{rule.name}` is defined by another house rule already")
                for word in twice
            ]
    if problems:
        raise InputError(problems)
    for name, words in (("phase", merged["phases"]), ("pool", {word: word for word in merged["pools"]})):
        choices = {word: Choice(word, (), says) for word, says in words.items()}
        own = merged["types"].get(name, Enumeration(name, {}))
        merged["types"][name] = replace(own, choices={**choices, **own.choices})
    ledger = dict(base.ledger)
    for rule in rules:
        ledger |= rule.clauses
    return replace(base, **merged, ledger=ledger, house_rules=(*base.house_rules, *rules))


def _merge(words: dict[Any, Any], added: Mapping[Any, Any]) -> list[str]:
    """Merge additions into `words`; return the words that already mean something else."""
    twice = []
    for key, value in added.items():
        present = words.get(key, value)
        if isinstance(value, Enumeration):
            twice += [word for word, choice in value.choices.items() if present.choices.get(word, choice) != choice]
            ruled = present.must_be_ruled or value.must_be_ruled
            words[key] = Enumeration(value.name, {**present.choices, **value.choices}, ruled)
        elif present != value:
            twice.append(str(key))
        else:
            words[key] = value
    return twice
