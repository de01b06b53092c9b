"""A scenario as frozen values: facts for the solver, claims to check, and the place of each fact in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from drakdom.errors import Place
from drakdom.formula import Formula, Scope
from drakdom.language import t
from drakdom.rulebook import Rulebook
from drakdom.scenario.precedent import Precedent
from drakdom.terms import Term, Value
from drakdom.verdict import HouseRuleInForce

KINDS = (
    "always",
    "never",
    "sometimes",
    "odds",
    "at_best",
    "at_worst",
    "may",
    "may_not",
    "illegal",
    "unasked",
    "ambiguous",
    "gap",
    "contradiction",
)
"""The kinds of claims."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One expectation.

    `want` is an interval of exact odds (least, most) for `odds`. For `at_best` and `at_worst`, the odds under the
    best and the worst choices, both bounds are equal.
    """

    kind: str
    text: str
    formula: Formula
    place: Place
    want: tuple[Fraction, Fraction] | None = None
    because: tuple[str, ...] = ()
    not_because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A claim that a scenario asks about: its text, its formula, and its place in the file."""

    text: str
    formula: Formula
    place: Place


class Named(NamedTuple):
    """The words by which a scenario names its rulebook and its house rules: names, or paths from its folder."""

    rulebook: str
    house_rules: tuple[str, ...] = ()


UNNAMED = Named("")


@dataclass(frozen=True, eq=False)
class Scenario:
    """The content of a scenario file.

    `facts` and `given` are ground and without duplicates; `given` holds the initial state as pairs (fluent, value),
    which are not in `facts`. `sources` maps the facts of the file to their places, those of the initial state as
    `given(Fluent, Value)`. `places` are the named ones, without their neighbours. `combination` has the choices of
    a matrix; `without` are clauses that the scenario strikes. `skip` is the reason to leave it out of a check;
    `named` has the words by which it names its rulebook and house rules. Play ends with the scope `until`.
    """

    title: str
    file: str
    rulebook: Rulebook
    variants: tuple[str, ...]
    readings: Mapping[str, str]
    facts: tuple[Term, ...]
    given: tuple[tuple[Value, Value], ...]
    figures: tuple[str, ...]
    places: tuple[Value, ...]
    entries: int
    claims: tuple[Claim, ...]
    sources: Mapping[Term, Place]
    note: str = ""
    skip: str = ""
    combination: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()
    named: Named = UNNAMED
    questions: tuple[Question, ...] = ()
    until: Scope | None = None
    precedent: Precedent | None = None

    @property
    def house_rules(self) -> tuple[HouseRuleInForce, ...]:
        """The house rules in force."""
        return tuple(
            HouseRuleInForce(rule.name, rule.title, tuple(rule.values.items()), rule.replaced)
            for rule in self.rulebook.house_rules
        )

    @property
    def assumed(self) -> tuple[str, ...]:
        """Sentences about the fixed readings and the clauses that are struck."""
        read = (
            t("{clause} is read as `{option}`", clause=clause, option=option)
            for clause, option in self.readings.items()
        )
        return (*read, *(t("{clause} is not in force", clause=clause) for clause in self.without))

    @cached_property
    def in_force(self) -> tuple[str, ...]:
        """Ids of the clauses in force; striking a clause strikes its restatements too."""
        struck = {self.rulebook.principal(clause) for clause in self.without}
        return tuple(
            clause
            for clause in self.rulebook.clauses_in_force(self.variants)
            if self.rulebook.principal(clause) not in struck
        )
