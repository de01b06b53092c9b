"""Provenance of one moment: the rule instances that fired, and those that only an exception held back.

A second program is made of the law: each rule becomes `because(number, head, positives, exceptions)` with the same
body. It is grounded on the atoms of the moment to be explained. It runs only for explanations; a verdict does not need
it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

from clingo import Function, Symbol

from drakdom.law.canonical import read_atom, statement_parts
from drakdom.law.exceptions import beaten_by
from drakdom.law.rules import KEY_ARGUMENT, Rule, Signature
from drakdom.step.batch_solver import Grounded
from drakdom.step.case import Fluent
from drakdom.step.firing import functor_of
from drakdom.step.moment import Moments
from drakdom.step.program import Program
from drakdom.step.state import PartialState
from drakdom.why.aggregates import supports
from drakdom.why.missing_premises import MissingPremise, missing_premises
from drakdom.why.near_misses import NearMiss, near_misses

_ANONYMOUS = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])_(?![\w\'])')

#: Most atoms behind the aggregates of one rule instance that are cited.
MOST_COUNTED = 12

#: Heads that are not explained: frame rules of the core, and declarations of the behaviour of fluents. A fluent is
#: traced to the rule that wrote it, not through every moment that kept it.
_FRAME = frozenset(
    {
        ("is", 3), ("next", 3), ("core_set", 2), ("core_altered", 2), ("core_summed", 3), ("core_below", 3),
        ("core_above", 3), ("core_goal", 3), ("core_moved", 1), ("over", 1), ("seen", 2), ("ceases", 3),
        ("comes_to_be", 3), ("passing", 1), ("firm", 1),
    }
)  # fmt: skip

#: Bounds of counters, and what the core derives where one is passed.
_BEYOND = {"most": "core_above", "least": "core_below"}


@dataclass(frozen=True)
class Cause:
    """An instance of a rule that fired. `body` and `lifted` are tuples of the solver."""

    rule: Rule
    head: Symbol
    body: Symbol
    lifted: Symbol

    @cached_property
    def positive(self) -> tuple[Symbol, ...]:
        """The atoms in the positive body."""
        return tuple(self.body.arguments)

    @property
    def exceptions(self) -> tuple[Symbol, ...]:
        """The exceptions that do not hold."""
        return tuple(self.lifted.arguments)


@dataclass(frozen=True, slots=True)
class Yielded:
    """An instance of a rule that would have fired but for an exception to its clause."""

    rule: Rule
    head: Symbol
    exception: Symbol


@dataclass(frozen=True, slots=True)
class _Second:
    """The second program's rules for one rule; their heads lack a name.

    `fires` derives its instances, `counted` the atoms behind their aggregates, `blocked` the instances that an
    exception holds back, by the clause of the exception.
    """

    number: int
    fires: str
    counted: tuple[str, ...]
    blocked: tuple[tuple[str, str], ...]


class Causes:
    """The causes in one moment, computed on first use. The moment is 0 in all atoms."""

    def __init__(self, program: Program, grounded: Grounded) -> None:
        self._program, self._rules, self._grounded = program, program.rules, grounded
        seconds = _second_law(program)
        self._seconds = [second for number in grounded.selection.rules if (second := seconds[number])]
        self._waiting: dict[tuple[str, int], list[_Second]] = {}
        for second in self._seconds:
            self._waiting.setdefault(self._head(second)[:2], []).append(second)
        self._asked: set[Signature] = set()
        self._fired: dict[Symbol, list[Cause]] = {}

    def of(self, atom: Symbol) -> Sequence[Cause]:
        """Return every rule instance that fired and derived an atom.

        Also compute the causes of the atoms on which it can rest: callers ask for those next.
        """
        if atom not in self._fired:
            self._find(self._behind(_signature(atom)))
        return self._fired.get(atom, ())

    @cached_property
    def fired(self) -> Mapping[Symbol, Sequence[Cause]]:
        """Every rule instance that fired, by its head."""
        waiting, self._waiting = self._waiting, {}
        self._find([second for seconds in waiting.values() for second in seconds])
        return self._fired

    def _behind(self, asked: Signature) -> list[_Second]:
        """Return the rules not grounded yet on which atoms of a signature can rest."""
        behind: list[_Second] = []
        todo = [asked]
        while todo:
            signature = todo.pop()
            if signature in self._asked:
                continue
            self._asked.add(signature)
            rest = self._waiting.pop(signature[:2], [])
            fitting = [second for second in rest if _fits(self._head(second), signature)]
            if len(fitting) < len(rest):
                self._waiting[signature[:2]] = [second for second in rest if not _fits(self._head(second), signature)]
            behind += fitting
            todo += (premise for second in fitting for premise in self._rules[second.number].positive)
        return behind

    def _find(self, seconds: Sequence[_Second]) -> None:
        """Store the causes that these rules yield. All rules of one head must come in the same call."""
        counted: dict[tuple[Symbol, ...], list[Symbol]] = {}
        texts = [text for second in seconds for text in second.counted]
        for symbol in self._grounded.derived("core_counted", 4, texts):
            counted.setdefault(tuple(symbol.arguments[:3]), []).extend(symbol.arguments[3].arguments)
        derived: dict[Symbol, list[Cause]] = {}
        for symbol in self._grounded.derived("core_because", 4, [second.fires for second in seconds]):
            number, head, positive, exceptions = symbol.arguments
            if atoms := counted.get((number, head, positive)):
                positive = Function("", [*positive.arguments, *sorted(set(atoms))[:MOST_COUNTED]])
            derived.setdefault(head, []).append(Cause(self._rules[number.number], head, positive, exceptions))
        for head, causes in derived.items():
            causes += self._fired.get(head, ())
            self._fired[head] = sorted(causes, key=lambda cause: (cause.rule.file, cause.rule.line, cause.positive))

    def _head(self, second: _Second) -> Signature:
        return cast("Signature", self._rules[second.number].head)  # rules without a head have no second rule

    @cached_property
    def yielded(self) -> Mapping[Symbol, Sequence[Yielded]]:
        """Every rule instance that only an exception held back, by its head, in a stable order."""
        seconds = [second for second in self._seconds if self._head(second)[0] != "except"]
        return dict(sorted((self._exceptions_yielded | self._held_back(seconds)).items()))

    def held_back(self, exception: Symbol) -> Sequence[Yielded]:
        """Return the rule instances that would derive an exception but for an exception to themselves."""
        return self._exceptions_yielded.get(exception, ())

    @cached_property
    def _exceptions_yielded(self) -> dict[Symbol, list[Yielded]]:
        return self._held_back([second for second in self._seconds if self._head(second)[0] == "except"])

    def _held_back(self, seconds: Iterable[_Second]) -> dict[Symbol, list[Yielded]]:
        """Return the instances held back by an exception. All rules of one head must come in the same call."""
        beaten = self._beaten
        texts = [text for second in seconds for clause, text in second.blocked if beaten is None or clause in beaten]
        yielded: dict[Symbol, list[Yielded]] = {}
        for symbol in self._grounded.derived("core_yielded", 3, texts):
            number, head, exception = symbol.arguments
            yielded.setdefault(head, []).append(Yielded(self._rules[number.number], head, exception))
        for instances in yielded.values():
            instances.sort(key=lambda instance: (instance.rule.file, instance.rule.line, instance.exception))
        return yielded

    @cached_property
    def _beaten(self) -> frozenset[str] | None:
        return beaten_by([self._rules[number] for number in self._grounded.selection.rules])

    def missing_premises(
        self, state: Collection[Fluent], in_force: frozenset[str], goal: Symbol
    ) -> tuple[MissingPremise, ...]:
        """Return the atoms that hold instead of a goal's missing premises; `state` is complete."""
        return missing_premises(self._program, self._grounded, state, in_force, goal)

    def near_misses(
        self,
        state: Collection[Fluent],
        in_force: frozenset[str],
        goals: Sequence[Symbol],
        is_of_the_event: Callable[[Symbol], bool],
    ) -> tuple[NearMiss, ...]:
        """Return the clauses that lack one premise to lead to a goal; `state` is complete."""
        return near_misses(self._program, self._grounded, state, in_force, goals, is_of_the_event)

    def clauses(self) -> frozenset[str]:
        """Return the ids of all clauses that fired or yielded; a bound fires where it holds a counter back."""
        fired = (causes for head, causes in self.fired.items() if head.name not in _BEYOND or head in self.bounds)
        clause_ids = {cause.rule.clause for causes in fired for cause in causes}
        clause_ids.update(instance.rule.clause for instances in self.yielded.values() for instance in instances)
        return frozenset(clause for clause in clause_ids if clause)

    @cached_property
    def bounds(self) -> frozenset[Symbol]:
        """The bounds that hold counters back, such as most(Counter, N)."""
        beyond = {(bound, atom.arguments[0]) for bound, name in _BEYOND.items() for atom in self.atoms(name, 3)}
        return frozenset(
            atom for bound, counter in beyond for atom in self.atoms(bound, 2) if atom.arguments[0] == counter
        )

    def writes(self, fluent: Symbol, value: Symbol) -> Sequence[Symbol]:
        """Return the atoms by which the moment gives a fluent a value."""
        return self._grounded.writes.get((fluent, value), ())

    def atoms(self, name: str, arity: int) -> Sequence[Symbol]:
        """Return the true atoms of one predicate of the law."""
        return self._grounded.true((name, arity))


def _signature(atom: Symbol) -> Signature:
    """Return the signature of an atom as a rule would write it."""
    key = KEY_ARGUMENT.get(atom.name, 0)
    arguments = atom.arguments
    return atom.name, len(arguments), functor_of(arguments[key]) if len(arguments) > key else None


def _fits(head: Signature, asked: Signature) -> bool:
    return head[2] is None or asked[2] is None or head[2] == asked[2]


class _SecondLaw(dict[int, _Second | None]):
    """The second rule of each rule of a program, made on first use; None for rules that explain nothing."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self._program = program

    def __missing__(self, number: int) -> _Second | None:
        rule = self._program.rules[number]
        derives = rule.head is not None and rule.head[:2] not in _FRAME and ":-" in rule.text
        parts = statement_parts(self._program.bare_text(number)) if derives else None
        self[number] = _second(rule, parts[1], number) if parts else None
        return self[number]


@lru_cache(maxsize=32)
def _second_law(program: Program) -> _SecondLaw:
    return _SecondLaw(program)


def _second(rule: Rule, body: list[str], number: int) -> _Second:
    counter = itertools.count(1)
    literals, positive, exceptions = list[str](), list[str](), list[str]()

    def named(text: str) -> str:
        """Name anonymous variables, so that the exact atom can be cited."""
        return _ANONYMOUS.sub(lambda m: f"Any{next(counter)}" if m[0] == "_" else m[0], text)

    for text in body:
        atom = read_atom(text)
        if atom and not atom.sign:
            text = named(text)
            positive.append(text)
        elif atom and atom.sign == "not" and atom.name == "except":
            exceptions.append(text.removeprefix("not "))
        literals.append(text)
    head = rule.head_text
    fires = f"({number},{head},{_tuple(positive)},{_tuple(exceptions)})"
    if literals:
        fires += f" :- {'; '.join(literals)}"
    counted = []
    for atoms, conditions in supports(head or "", literals):
        cited = {text: named(text) for text in atoms}
        rest = "; ".join((*literals, *(cited.get(text, text) for text in conditions)))
        counted.append(f"({number},{head},{_tuple(positive)},{_tuple([*cited.values()])}) :- {rest}.")
    blocked: list[tuple[str, str]] = []
    plain = [part for part in literals if part.removeprefix("not ") not in exceptions]
    for exception in exceptions:  # whatever its other exceptions say
        rest = "; ".join((*plain, exception))
        clause = re.match(r'except\(("[^"]*")', exception)
        blocked.append((clause[1] if clause else "", f"({number},{head},{exception}) :- {rest}."))
    return _Second(number, f"{fires}.", tuple(counted), tuple(blocked))


def _tuple(texts: list[str]) -> str:
    return f"({','.join(texts)}{',' if len(texts) == 1 else ''})"


def causes_of(moments: Moments, partial: PartialState) -> Causes:
    """Return the causes in the moment of a state or partial state."""
    return Causes(moments.program, moments.grounded(partial))
