"""A scenario, read: facts for the solver, claims to check, and the line that each fact came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from drakdom.errors import Place
from drakdom.formula import Formula
from drakdom.language import t
from drakdom.rulebook import Rulebook
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
    "ambiguous",
    "gap",
    "contradiction",
)
"""The kinds of claims."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One expectation.

    `want` is an interval of exact odds (least, most), for `odds`; for `at_best` and `at_worst`, the odds under the
    best and the worst choices, it is one value twice.
    """

    kind: str
    text: str
    formula: Formula
    place: Place
    want: tuple[Fraction, Fraction] | None = None
    because: tuple[str, ...] = ()
    not_because: tuple[str, ...] = ()


class Named(NamedTuple):
    """The words by which a scenario names its rulebook and its house rules: names, or paths from its folder."""

    rulebook: str
    house_rules: tuple[str, ...] = ()


UNNAMED = Named("")


@dataclass(frozen=True, eq=False)
class Scenario:
    """Everything that a scenario file says.

    `facts` and `given` are ground and without duplicates; `given` holds the first position as pairs (fluent,
    value), which are not repeated in `facts`. `sources` has the place of every fact that stands in the file,
    those of the first position under `given(Fluent, Value)`. `places` are the named ones, without the ring.
    `combination` is what a matrix chose for this one; `without` are clauses that the scenario strikes.
    `skip` says why a check leaves it out; `named` are the words by which it names its law.
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

    @property
    def house_rules(self) -> tuple[HouseRuleInForce, ...]:
        """The house rules in force."""
        return tuple(
            HouseRuleInForce(rule.name, rule.title, tuple(rule.values.items()), rule.replaced)
            for rule in self.rulebook.house_rules
        )

    @property
    def assumed(self) -> tuple[str, ...]:
        """How clauses are to be read, and which ones are not in force."""
        read = (t("{clause} is read as `{option}`", clause=c, option=option) for c, option in self.readings.items())
        return (*read, *(t("{clause} is not in force", clause=clause) for clause in self.without))

    @property
    def in_force(self) -> tuple[str, ...]:
        """Ids of the clauses in force; whoever strikes a clause strikes what restates it."""
        struck = {self.rulebook.principal(clause) for clause in self.without}
        return tuple(
            c for c in self.rulebook.clauses_in_force(self.variants) if self.rulebook.principal(c) not in struck
        )
