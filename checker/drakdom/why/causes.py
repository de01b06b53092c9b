"""The second pass: for one moment, every rule instance that fired and every one that only an exception held back.

A second law is made of the first: each rule becomes `because(number, head, positives, exceptions)` with the same body,
grounded on top of the moment that is to be explained. Nothing here is needed for a verdict; it runs
only when somebody asks why.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from clingo import Symbol

from drakdom.law.canonical import read_atom, statement_parts
from drakdom.law.rules import KEY_ARGUMENT, Rule, Signature
from drakdom.step.batch_solver import Grounded
from drakdom.step.case import Fluent
from drakdom.step.firing import functor_of
from drakdom.step.moment import Moments
from drakdom.step.program import Program
from drakdom.step.state import PartialState
from drakdom.why.missing_premises import MissingPremise, lacks

_ANONYMOUS = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])_(?![\w\'])')

#: What is not looked into. Frame rules of the core: a fluent is traced to what wrote it, not through every moment that
#: kept it; and what says for good how a fluent behaves.
_FRAME = frozenset(
    {
        "is", "next", "set", "altered", "summed", "below", "above", "moved", "over", "seen", "goal", "ceases",
        "comes_to_be", "passing", "firm", "least", "most",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Cause:
    """One instance of a rule that fired: the rule, what it derived, and what it rests on (as tuples of the solver)."""

    rule: Rule
    head: Symbol
    body: Symbol
    lifted: Symbol

    @cached_property
    def positive(self) -> tuple[Symbol, ...]:
        """The atoms that it rests on."""
        return tuple(self.body.arguments)

    @property
    def exceptions(self) -> tuple[Symbol, ...]:
        """The exceptions that do not hold."""
        return tuple(self.lifted.arguments)


@dataclass(frozen=True, slots=True)
class Yielded:
    """One instance of a rule that would have fired but for an exception to its clause."""

    rule: Rule
    head: Symbol
    exception: Symbol


@dataclass(frozen=True, slots=True)
class _Second:
    """What is made of one rule: that it fires, and by which clause's exception it is held back (heads lack a name)."""

    number: int
    fires: str
    blocked: tuple[tuple[str, str], ...]


class Causes:
    """The causes in one moment, found when somebody asks for them; atoms have 0 for their moment."""

    def __init__(self, program: Program, grounded: Grounded) -> None:
        self._program, self._rules, self._grounded = program, program.rules, grounded
        self._atoms: dict[tuple[str, int], Sequence[Symbol]] = {}
        seconds = _second_law(program)
        self._seconds = [second for number in grounded.selection.rules if (second := seconds[number])]
        self._waiting: dict[tuple[str, int], list[_Second]] = {}
        for second in self._seconds:
            self._waiting.setdefault(self._head(second)[:2], []).append(second)
        self._asked: set[Signature] = set()
        self._fired: dict[Symbol, list[Cause]] = {}
        self._parts = 0

    def of(self, atom: Symbol) -> Sequence[Cause]:
        """Every rule instance that fired and derived an atom.

        With them those are found on which the atom can rest: whoever asks for the one asks for the others next.
        """
        if atom not in self._fired:
            self._find(self._behind(_signature(atom)))
        return self._fired.get(atom, ())

    @cached_property
    def fired(self) -> Mapping[Symbol, Sequence[Cause]]:
        """Every rule instance that fired, by what it derived."""
        waiting, self._waiting = self._waiting, {}
        self._find([second for seconds in waiting.values() for second in seconds])
        return self._fired

    def _behind(self, asked: Signature) -> list[_Second]:
        """The rules that have not been looked at yet and on which atoms of a signature can rest."""
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

    def _find(self, seconds: Iterable[_Second]) -> None:
        """Note what some rules derive: rules of one head are found together."""
        derived: dict[Symbol, list[Cause]] = {}
        for symbol in self._more("because", 4, [second.fires for second in seconds]):
            number, head, positive, exceptions = symbol.arguments
            derived.setdefault(head, []).append(Cause(self._rules[number.number], head, positive, exceptions))
        for head, causes in derived.items():
            sorted_causes = self._fired.setdefault(head, [])
            sorted_causes += causes
            if len(sorted_causes) > 1:
                sorted_causes.sort(key=lambda cause: (cause.rule.file, cause.rule.line, cause.positive))

    def _head(self, second: _Second) -> Signature:
        head = self._rules[second.number].head
        assert head is not None  # else nothing second is made of it
        return head

    @cached_property
    def yielded(self) -> Mapping[Symbol, Sequence[Yielded]]:
        """Every rule instance that only an exception held back, by what it would have derived, in a stable order."""
        seconds = [second for second in self._seconds if self._head(second)[0] != "except"]
        return dict(sorted((self._exceptions_yielded | self._held_back(seconds)).items()))

    def held_back(self, exception: Symbol) -> Sequence[Yielded]:
        """The rule instances that would derive an exception but for another one."""
        return self._exceptions_yielded.get(exception, ())

    @cached_property
    def _exceptions_yielded(self) -> dict[Symbol, list[Yielded]]:
        return self._held_back([second for second in self._seconds if self._head(second)[0] == "except"])

    def _held_back(self, seconds: Iterable[_Second]) -> dict[Symbol, list[Yielded]]:
        """The instances of some rules that only an exception held back: rules of one head are found together."""
        blocked = (pair for second in seconds for pair in second.blocked)
        texts = [text for clause, text in blocked if self._beaten is None or clause in self._beaten]
        yielded: dict[Symbol, list[Yielded]] = {}
        for symbol in self._more("yielded", 3, texts):
            number, head, exception = symbol.arguments
            yielded.setdefault(head, []).append(Yielded(self._rules[number.number], head, exception))
        for instances in yielded.values():
            instances.sort(key=lambda instance: (instance.rule.file, instance.rule.line, instance.exception))
        return yielded

    @cached_property
    def _beaten(self) -> frozenset[str] | None:
        return _beaten(self._rules[number] for number in self._grounded.selection.rules)

    def lacks(self, position: Collection[Fluent], in_force: frozenset[str], goal: Symbol) -> tuple[MissingPremise, ...]:
        """What holds instead of what a goal lacks, in the whole position."""
        return lacks(self._program, self._grounded, position, in_force, goal)

    def clauses(self) -> frozenset[str]:
        """Ids of all clauses that fired or yielded."""
        clause_ids = {cause.rule.clause for instances in self.fired.values() for cause in instances}
        clause_ids.update(instance.rule.clause for instances in self.yielded.values() for instance in instances)
        return frozenset(clause for clause in clause_ids if clause)

    def atoms(self, name: str, arity: int) -> Sequence[Symbol]:
        """The law's own atoms of one predicate that hold."""
        if (name, arity) not in self._atoms:
            self._atoms[name, arity] = self._grounded.true((name, arity))
        return self._atoms[name, arity]

    def _more(self, name: str, arity: int, rules: Sequence[str]) -> Sequence[Symbol]:
        """What some rules derive whose heads lack but the name: no rules of that name were asked for before."""
        if not rules:
            return ()
        self._parts += 1
        name = f"{name}{self._parts}"
        self._grounded.more("\n".join(name + rule for rule in rules))
        return self._grounded.true((name, arity))


def _signature(atom: Symbol) -> Signature:
    """The signature of an atom, as a rule would write it."""
    key = KEY_ARGUMENT.get(atom.name, 0)
    arguments = atom.arguments
    return atom.name, len(arguments), functor_of(arguments[key]) if len(arguments) > key else None


def _fits(head: Signature, asked: Signature) -> bool:
    return head[2] is None or asked[2] is None or head[2] == asked[2]


def _beaten(rules: Iterable[Rule]) -> frozenset[str] | None:
    """The clauses that some of these rules beat; None where a rule does not say which."""
    beaten = set()
    for rule in rules:
        if rule.head_atom and rule.head_atom.name == "except":
            clause = rule.head_atom.args[0]
            if not clause.startswith('"'):
                return None
            beaten.add(clause)
    return frozenset(beaten)


class _SecondLaw(dict[int, _Second | None]):
    """The second rule of each rule of a program, made when it is first asked for; None for what explains nothing."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self._program = program

    def __missing__(self, number: int) -> _Second | None:
        rule = self._program.rules[number]
        derives = rule.head is not None and rule.head[0] not in _FRAME and ":-" in rule.text
        parts = statement_parts(self._program.lean(number)) if derives else None
        self[number] = _second(rule, parts[1], number) if parts else None
        return self[number]


@lru_cache(maxsize=32)
def _second_law(program: Program) -> _SecondLaw:
    return _SecondLaw(program)


def _second(rule: Rule, body: list[str], number: int) -> _Second:
    counter = itertools.count(1)
    literals: list[str] = []
    positive: list[str] = []
    exceptions: list[str] = []
    for text in body:
        atom = read_atom(text)
        if atom and not atom.sign:
            # an anonymous variable gets a name, so that the very atom can be cited
            text = _ANONYMOUS.sub(lambda m: f"Any{next(counter)}" if m[0] == "_" else m[0], text)
            positive.append(text)
        elif atom and atom.sign == "not" and atom.name == "except":
            exceptions.append(text.removeprefix("not "))
        literals.append(text)
    head = rule.head_text
    fires = f"({number},{head},{_tuple(positive)},{_tuple(exceptions)})"
    if literals:
        fires += f" :- {'; '.join(literals)}"
    blocked: list[tuple[str, str]] = []
    for exception in exceptions:
        rest = "; ".join(part if part != f"not {exception}" else exception for part in literals)
        clause = re.match(r'except\(("[^"]*")', exception)
        blocked.append((clause[1] if clause else "", f"({number},{head},{exception}) :- {rest}."))
    return _Second(number, f"{fires}.", tuple(blocked))


def _tuple(texts: list[str]) -> str:
    return f"({','.join(texts)}{',' if len(texts) == 1 else ''})"


def causes_of(moments: Moments, stage: PartialState) -> Causes:
    """Why everything of one stage is so."""
    return Causes(moments.program, moments.grounded(stage))
