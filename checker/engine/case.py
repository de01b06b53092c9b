"""A case: one scenario's facts together with the law that is in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from clingo import Function, String, Symbol

from checker.engine.facts import to_symbol
from checker.engine.law import Law, load_law
from checker.rulebook import Rulebook
from checker.scenario import Scenario
from checker.terms import Term

#: A fluent and its value.
Fluent = tuple[Symbol, Symbol]
Position = frozenset[Fluent]

_PHASE = Function("phase")


@dataclass(frozen=True)
class Case:
    """What the solver is given. `facts` hold for good, `start` is the first position.

    `readings` fixes how clauses are read; `options` are the registered readings of every clause that has some.
    """

    law: Law
    facts: tuple[Symbol, ...]
    start: Position
    readings: tuple[tuple[str, str], ...]
    options: Mapping[str, tuple[str, ...]]

    def reading(self, clause: str, option: str) -> Case:
        """The same case with one clause read in one way."""
        return replace(self, readings=(*self.readings, (clause, option)))

    @cached_property
    def static(self) -> tuple[Symbol, ...]:
        """The facts together with the fixed readings."""
        fixed = tuple(Function("fixed", [String(c), Function(r)]) for c, r in self.readings)
        return self.facts + fixed

    @property
    def first_phases(self) -> frozenset[str]:
        """The phases in which play can begin: one, or any if the position names none."""
        return phases_of(self.start) or self.law.phases


def phases_of(position: Iterable[Fluent]) -> frozenset[str]:
    """The values of the fluent `phase` in a position."""
    return frozenset(str(value) for fluent, value in position if fluent == _PHASE)


def core_folder(rulebook: Rulebook) -> Path:
    """The shared core lies beside the shipped rulebooks."""
    from checker.rulebook import asp_folder

    return asp_folder() / "core"


def build_case(
    rulebook: Rulebook, scenario: Scenario, without: frozenset[str] = frozenset()
) -> Case:
    """The case of a scenario under a rulebook; clauses in `without` are switched off (mutation)."""
    law = load_law((core_folder(rulebook) / "core.lp", rulebook.folder / "rulebook.lp"))
    in_force = sorted(set(rulebook.clauses_in_force(scenario.variants)) & law.clauses - without)
    facts = [to_symbol(fact) for fact in scenario.facts]
    facts += [Function("in_force", [String(clause)]) for clause in in_force]
    facts += [Function("face", [Function(pool), *map(to_symbol, face)]) for pool, face in rulebook.faces()]
    facts += [Function("unencoded", [to_symbol(word)]) for word in unencoded(rulebook, scenario, law)]
    start = frozenset((to_symbol(fluent), to_symbol(value)) for fluent, value in scenario.given)
    options = {clause: reading.option_names for clause, reading in rulebook.readings.items()}
    return Case(law, tuple(dict.fromkeys(facts)), start, tuple(sorted(scenario.readings.items())), options)


def unencoded(rulebook: Rulebook, scenario: Scenario, law: Law) -> list[Term]:
    """Words of checked types that the scenario uses and that no loaded rule mentions (DESIGN section 2.2)."""
    return [Term(word, ()) for word in sorted(scenario.words) if word not in law.constants]
