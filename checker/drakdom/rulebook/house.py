"""House rules: folders that add clauses, words and law to a rulebook, and replace clauses of it.

A folder holds `house.yaml` (what is added, in the same words as a `rulebook.yaml`) and `house.lp` (the law of it).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from drakdom.errors import InputError, Problem
from drakdom.rulebook.vocabulary import Choice, Clause, Enumeration, Rulebook
from drakdom.rulebook.words import did_you_mean, number, short
from drakdom.terms import Term

LAW = "house.lp"
SPEC = "house.yaml"

#: The sections that a house rule shares with a rulebook, and the fields of a rulebook that they extend.
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


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a house rule leaves open: its default, the least and the most that it may be."""

    name: str
    default: int
    range: tuple[int, int]
    says: str = ""


@dataclass(frozen=True, eq=False)
class HouseRule:
    """A house rule, read against the rulebook that it is for.

    `adds` extends the rulebook's vocabulary, by the names of its fields; `values` are those of the parameters.
    """

    name: str
    folder: Path
    title: str
    intent: str
    base: str
    clauses: Mapping[str, Clause]
    replaced: tuple[str, ...]
    parameters: Mapping[str, Parameter]
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    adds: Mapping[str, Mapping[Any, Any]]
    values: Mapping[str, int]

    @property
    def word(self) -> str:
        """Its name as law writes it."""
        return self.name.replace("-", "_")

    @property
    def file(self) -> str:
        """The file that says what it is."""
        return str(self.folder / SPEC)

    @property
    def law(self) -> Path:
        """The file that its law begins with."""
        return self.folder / LAW

    @property
    def facts(self) -> tuple[Term, ...]:
        """What law reads of its parameters."""
        return tuple(Term("parameter", (Term(self.word), Term(name), n)) for name, n in self.values.items())


def namespace(name: str) -> str:
    """What the ids of a house rule's clauses begin with."""
    return f"HOUSE-{name.upper()}-"


def set_parameters(rules: Iterable[HouseRule], settings: Iterable[str]) -> tuple[HouseRule, ...]:
    """The house rules with parameters set, each written `NAME=3`, or `RULE.NAME=3` where two have one of that name.

    Raises InputError with the nearest name, or the range.
    """
    found, problems = list(rules), list[Problem]()
    for text in settings:
        name, equals, value = (part.strip() for part in text.partition("="))
        owner, _, short_name = name.rpartition(".")
        places = [
            n for n, rule in enumerate(found) if short_name in rule.parameters and owner in ("", rule.name, rule.word)
        ]
        known = [f"{rule.name}.{one}" if owner else one for rule in found for one in rule.parameters]
        if not equals or not value:
            problems.append(Problem("", 0, 0, f"`{short(text)}` sets nothing", "write `NAME=3`"))
        elif not places:
            message = f"`{short(name)}` is no parameter of a house rule in force"
            problems.append(Problem("", 0, 0, message, did_you_mean(name, known)))
        elif len(places) > 1:
            help_ = f"write `{found[places[0]].name}.{short_name}={value}`"
            problems.append(Problem("", 0, 0, f"several house rules have a parameter `{short_name}`", help_))
        elif fault := cannot_be(found[places[0]].parameters[short_name], value):
            problems.append(Problem("", 0, 0, fault))
        else:
            rule = found[places[0]]
            found[places[0]] = replace(rule, values={**rule.values, short_name: int(value)})
    if problems:
        raise InputError(problems)
    return tuple(found)


def cannot_be(parameter: Parameter, value: str) -> str:
    """Why a parameter cannot have a value; empty if it can."""
    least, most = parameter.range
    n = number(value)
    if n is None:
        return f"`{parameter.name}` must be a number, not `{short(value)}`"
    return "" if least <= n <= most else f"`{parameter.name}` must be {least} to {most}, not {n}"


def house_problems(rules: Iterable[HouseRule], variants: Iterable[str]) -> list[tuple[str, str, str]]:
    """What is wrong with house rules together: which one, the message and its help."""
    rules = list(rules)
    names = {rule.name for rule in rules} | set(variants)
    found: list[tuple[str, str, str]] = []
    for rule in rules:
        missing = [other for other in rule.needs if other not in names]
        found += [
            (rule.name, f"the house rule `{rule.name}` needs `{o}`, which is not in force", f"add `{o}`")
            for o in missing
        ]
        barred = [other for other in rule.excludes if other in names]
        found += [(rule.name, f"the house rule `{rule.name}` and `{other}` exclude each other", "") for other in barred]
    return found


def with_house_rules(base: Rulebook, rules: Iterable[HouseRule]) -> Rulebook:
    """The rulebook with house rules in force beside those that are already.

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
        other = names.setdefault(rule.name, rule)
        if rule.base != base.slug:
            message = f"the house rule `{rule.name}` is for `{rule.base}`, not for `{base.slug}`"
            problems.append(Problem(rule.file, 0, 0, message))
        elif other is not rule:
            message = f"two house rules are called `{rule.name}`, so their clauses have the same ids"
            problems.append(Problem(rule.file, 0, 0, message, f"the other one lies in {other.folder}"))
        else:
            twice = [word for field, added in rule.adds.items() for word in _merge(merged[field], added)]
            problems += [
                Problem(rule.file, 0, 0, f"`{word}` of `{rule.name}` is defined by another house rule already")
                for word in twice
            ]
    if problems:
        raise InputError(problems)
    for name, words in (("phase", merged["phases"]), ("pool", {one: one for one in merged["pools"]})):
        choices = {one: Choice(one, (), says) for one, says in words.items()}
        own = merged["types"].get(name, Enumeration(name, {}))
        merged["types"][name] = replace(own, choices={**choices, **own.choices})
    ledger = dict(base.ledger)
    for rule in rules:
        ledger |= rule.clauses
    return replace(base, **merged, ledger=ledger, house_rules=(*base.house_rules, *rules))


def _merge(known: dict[Any, Any], added: Mapping[Any, Any]) -> list[str]:
    """Put in what is added, further values into types; words that mean something else already are given back."""
    twice = []
    for key, value in added.items():
        there = known.get(key, value)
        if isinstance(value, Enumeration):
            twice += [word for word, c in value.choices.items() if there.choices.get(word, c) != c]
            ruled = there.must_be_ruled or value.must_be_ruled
            known[key] = Enumeration(value.name, {**there.choices, **value.choices}, ruled)
        elif there != value:
            twice.append(str(key))
        else:
            known[key] = value
    return twice
