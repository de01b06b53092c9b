"""A case: the facts of one scenario together with the law in force."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from clingo import Function, Number, String, Symbol

from drakdom.errors import InputError
from drakdom.formula import Formula, Scope
from drakdom.law.facts import core_file, to_symbol
from drakdom.law.forbidden import GIVEN, OF_ENGINES, STATED
from drakdom.law.law import MOST_LOADED, Law, load_law, read_rules, rule_of
from drakdom.law.lawtext import law_files
from drakdom.law.moments import timed
from drakdom.rulebook import Rulebook, law_folder
from drakdom.rulebook.stated import stated_facts
from drakdom.scenario import Scenario
from drakdom.step.unknown_words import law_of_fields, unknown_words
from drakdom.terms import Term, Value

#: A fluent and its value.
Fluent = tuple[Symbol, Symbol]
State = frozenset[Fluent]

PHASE, ENTRY = Function("phase"), Function("entry")


@dataclass(frozen=True)
class Case:
    """The input of the solver: lasting `facts` and the first state, `start`.

    `readings` are the fixed readings of clauses; `options` are the registered readings of each ambiguous clause.
    `secrets` maps templates of fluents to the players who alone know them. `scenario` is the source of the case, if it
    has one; messages use its words. Play ends where all formulas `asked` are decided, and with the scope `until`.
    `of_choices` are the events that can come about by a choice of the same moment. They and the facts about topics
    (`law/topics.py`) rest on the clauses that the scenario has in force. They stay if one of these clauses is switched
    off: what it could ask for is then refused, and the question means the same.
    """

    law: Law
    facts: tuple[Symbol, ...]
    start: State
    readings: tuple[tuple[str, str], ...]
    options: Mapping[str, tuple[str, ...]]
    secrets: Mapping[Term, Value] = field(default_factory=dict)
    scenario: Scenario | None = field(default=None, compare=False, repr=False)
    asked: tuple[Formula, ...] = ()
    until: Scope | None = None
    of_choices: frozenset[str] = frozenset()

    def with_reading(self, clause: str, option: str) -> Case:
        """Return the case with the reading of one clause fixed."""
        return replace(self, readings=(*self.readings, (clause, option)))

    def without(self, clause: str) -> Case:
        """Return the case with one more clause switched off (mutation)."""
        return replace(self, facts=tuple(fact for fact in self.facts if fact != _in_force(clause)))

    def with_first_readings(self) -> Case:
        """Return the case with all readings fixed; clauses without one get their first registered reading."""
        fixed = {clause for clause, _ in self.readings}
        first = ((clause, options[0]) for clause, options in self.options.items() if clause not in fixed)
        return replace(self, readings=(*self.readings, *first))

    @cached_property
    def static(self) -> tuple[Symbol, ...]:
        """The facts and the fixed readings."""
        fixed = tuple(Function("fixed", [String(clause), Function(option)]) for clause, option in self.readings)
        return self.facts + fixed

    @cached_property
    def in_force(self) -> frozenset[str]:
        """The clauses in force."""
        return frozenset(fact.arguments[0].string for fact in self.facts if fact.name == "in_force")

    @cached_property
    def by_name(self) -> Mapping[str, list[Symbol]]:
        """The facts and the fixed readings by the names of their predicates."""
        by_name: dict[str, list[Symbol]] = {}
        for fact in self.static:
            by_name.setdefault(_predicate(fact), []).append(fact)
        return by_name


def law_of(rulebook: Rulebook) -> Law:
    """Load the core, the law of a rulebook and the law of its house rules. Raises InputError for faulty law."""
    law = load_law(
        (
            core_file("core.lp"),
            rulebook.folder / "rulebook.lp",
            *(house_rule.law for house_rule in rulebook.house_rules),
        )
    )
    _refuse_unknown_words(law, rulebook)
    return _declaring(law, stated_facts(rulebook)) if law.undefined else law


@lru_cache(maxsize=MOST_LOADED)
def _refuse_unknown_words(law: Law, rulebook: Rulebook) -> None:
    """Raise InputError for words that a law from outside has and its rulebook lacks; the lint checks shipped law."""
    shipped = law_folder().resolve()
    problems = [
        problem
        for file in law.files
        if not file.is_relative_to(shipped)
        for problem in unknown_words(read_rules([file]), file, rulebook)
    ]
    if not all(file.is_relative_to(shipped) for file in law.files):
        core = read_rules(law_files(core_file("core.lp")))
        derived = {rule.head[:2] for rule in core if rule.head}
        problems += law_of_fields(rulebook, (timed(law.rules) | derived | OF_ENGINES | GIVEN) - STATED)
    if problems:
        raise InputError(problems)


@lru_cache(maxsize=MOST_LOADED)
def _declaring(law: Law, stated: frozenset[tuple[str, int]]) -> Law:
    """Return the law with a `#defined` line for each predicate that it reads and the vocabulary states."""
    wanted = [predicate for predicate in law.undefined if predicate[:2] in stated]
    lines = [rule_of(f"#defined {name}/{arity}.", file.name, line) for name, arity, file, line in wanted]
    return replace(law, rules=(*law.rules, *lines)) if lines else law


def build_case(scenario: Scenario, without: frozenset[str] = frozenset(), asked: tuple[Formula, ...] = ()) -> Case:
    """Build the case of a scenario. Clauses in `without` are switched off (mutation)."""
    rulebook, words = scenario.rulebook, _checked_words(scenario)
    law = law_of(rulebook)
    in_force = law.clauses.intersection(scenario.in_force)
    facts = [to_symbol(fact) for fact in scenario.facts]
    facts += map(to_symbol, rulebook.topology.graph.facts if rulebook.topology.graph else ())
    facts += map(_in_force, sorted(in_force - without))
    facts += topic_facts(law.topics(in_force))
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
    unencoded = sorted(law.unmentioned(words, frozenset(scenario.in_force)))
    facts += [Function("unencoded", [Function(word)]) for word in unencoded]
    start = frozenset((to_symbol(fluent), to_symbol(value)) for fluent, value in scenario.given)
    options = {clause: tuple(reading.options) for clause, reading in rulebook.readings.items()}
    readings = tuple(sorted(scenario.readings.items()))
    lasting = tuple(dict.fromkeys(facts))
    of_choices = law.of_choices(in_force)
    return Case(law, lasting, start, readings, options, rulebook.secrets, scenario, asked, scenario.until, of_choices)


def topic_facts(topics: Mapping[str, Collection[str]]) -> Iterator[Symbol]:
    """Yield the facts of topics: `names_all(F)` for each phase, `asks_for(F, K)` for each kind in it."""
    for phase, kinds in topics.items():
        yield Function("names_all", [Function(phase)])
        yield from (Function("asks_for", [Function(phase), Function(kind)]) for kind in sorted(kinds))


@lru_cache(maxsize=65536)  # cases share most of their facts
def _predicate(fact: Symbol) -> str:
    return fact.name


@lru_cache(maxsize=4096)
def _in_force(clause: str) -> Symbol:
    return Function("in_force", [String(clause)])


def _checked_words(scenario: Scenario) -> set[str]:
    """Return the words of checked types that the scenario uses."""
    checked = {choice for kind in scenario.rulebook.types.values() if kind.must_be_ruled for choice in kind.choices}
    values = (*scenario.facts, *itertools.chain(*scenario.given))
    return checked & set[str]().union(*map(_names, values))


def _names(value: Value) -> set[str]:
    if not isinstance(value, Term):
        return set()
    return {value.name}.union(*(_names(part) for part in value.args))
