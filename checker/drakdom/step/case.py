"""A case: one scenario's facts together with the law that is in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from clingo import Function, Number, String, Symbol

from drakdom.language import t
from drakdom.law.facts import core_file, to_symbol
from drakdom.law.law import Law, load_law
from drakdom.rulebook import Rulebook
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value

#: A fluent and its value.
Fluent = tuple[Symbol, Symbol]
State = frozenset[Fluent]

PHASE, ENTRY = Function("phase"), Function("entry")


@dataclass(frozen=True)
class Case:
    """What the solver is given. `facts` hold for good, `start` is the first position.

    `readings` fixes how clauses are read; `options` are the registered readings of every clause that has some.
    `scenario` is where the case comes from, if it comes from a file: messages speak its words.
    """

    law: Law
    facts: tuple[Symbol, ...]
    start: State
    readings: tuple[tuple[str, str], ...]
    options: Mapping[str, tuple[str, ...]]
    scenario: Scenario | None = field(default=None, compare=False, repr=False)

    def reading(self, clause: str, option: str) -> Case:
        """The same case with one clause read in one way."""
        return replace(self, readings=(*self.readings, (clause, option)))

    def decided(self) -> Case:
        """The same case with every clause that is read in no way yet read in the first that is registered."""
        known = {clause for clause, _ in self.readings}
        first = ((clause, options[0]) for clause, options in self.options.items() if clause not in known)
        return replace(self, readings=(*self.readings, *first))

    @cached_property
    def static(self) -> tuple[Symbol, ...]:
        """The facts together with the fixed readings."""
        fixed = tuple(Function("fixed", [String(c), Function(r)]) for c, r in self.readings)
        return self.facts + fixed

    @cached_property
    def by_name(self) -> Mapping[str, list[Symbol]]:
        """The same by predicate."""
        found: dict[str, list[Symbol]] = {}
        for fact in self.static:
            found.setdefault(_predicate(fact), []).append(fact)
        return found


def law_of(rulebook: Rulebook) -> Law:
    """The core, the law of a rulebook, and that of the house rules in force."""
    return load_law((core_file("core.lp"), rulebook.folder / "rulebook.lp", *(r.law for r in rulebook.house_rules)))


def build_case(scenario: Scenario, without: frozenset[str] = frozenset()) -> Case:
    """The case of a scenario; clauses in `without` are switched off (mutation)."""
    rulebook = scenario.rulebook
    law = law_of(rulebook)
    in_force = sorted(set(scenario.in_force) & law.clauses - without)
    facts = [to_symbol(fact) for fact in scenario.facts]
    facts += map(_in_force, in_force)
    facts += [to_symbol(fact) for rule in rulebook.house_rules for fact in rule.facts]
    facts += [
        Function("face", [Function(pool.name), to_symbol(face), Number(weight)])
        for pool in rulebook.pools.values()
        for face, weight in pool.faces.items()
    ]
    facts += [
        Function("die_of", [Function(pool.name), to_symbol(face), Number(weight)])
        for pool in rulebook.pools.values()
        for face, weight in pool.die.items()
    ]
    facts += [Function("unencoded", [Function(word)]) for word in unencoded(scenario, law)]
    start = frozenset((to_symbol(fluent), to_symbol(value)) for fluent, value in scenario.given)
    options = {clause: tuple(reading.options) for clause, reading in rulebook.readings.items()}
    return Case(law, tuple(dict.fromkeys(facts)), start, tuple(sorted(scenario.readings.items())), options, scenario)


@lru_cache(maxsize=65536)  # most facts of a case are those of many others
def _predicate(fact: Symbol) -> str:
    return fact.name


@lru_cache(maxsize=4096)
def _in_force(clause: str) -> Symbol:
    return Function("in_force", [String(clause)])


def unencoded(scenario: Scenario, law: Law) -> list[str]:
    """Words of checked types that the scenario uses and that no rule in force mentions."""
    checked = {choice for kind in scenario.rulebook.types.values() if kind.must_be_ruled for choice in kind.choices}
    used: set[str] = set()
    for fact in scenario.facts:
        used |= _names(fact)
    for fluent, value in scenario.given:
        used |= _names(fluent) | _names(value)
    return sorted(law.unsaid(used & checked, frozenset(scenario.in_force)))


def unencoded_variants(scenario: Scenario) -> tuple[str, ...]:
    """What is said of the optional rules in force of which some clause that decides disputes is not encoded."""
    book = scenario.rulebook
    known = {book.principal(clause) for clause in law_of(book).clauses}
    found = []
    for name in scenario.variants:
        clauses = {
            book.principal(c.id) for c in book.ledger.values() if c.variant == name and c.adjudicable and not c.moot
        }
        if missing := len(clauses - known):
            told = {"title": book.variants[name].title, "n": len(clauses) - missing, "m": len(clauses)}
            none = t("of the optional rule {title} no clause is encoded yet", **told)
            some = t("of the optional rule {title} {n} of {m} clauses is encoded yet", **told)
            found.append(none if missing == len(clauses) else some)
    return tuple(found)


def _names(value: Value) -> set[str]:
    if not isinstance(value, Term):
        return set()
    return {value.name}.union(*(_names(part) for part in value.args))
