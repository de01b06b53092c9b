"""The second pass: for one moment, every rule instance that fired and every one that only an exception held back.

One non-recursive program is made of the law: each rule becomes `because(number, head, positives, negatives)` with
the same body, grounded together with the moment that is to be explained (DESIGN section 5). Nothing here is needed for
a verdict; it runs only when somebody asks why.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from clingo import Control, Symbol

from checker.engine.canonical import read_atom, statement_parts
from checker.engine.program import Program
from checker.engine.rules import Rule
from checker.errors import BugError

_ANONYMOUS = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])_(?![\w\'])')

#: What is not looked into. Frame rules of the core: a fluent is traced to what wrote it, not through every moment that
#: kept it; and what says for good how a fluent behaves.
_FRAME = frozenset(
    {
        "is", "next", "set", "altered", "summed", "below", "above", "moved", "over", "seen", "goal", "ceases",
        "comes_to_be", "passing", "firm", "least", "most",
    }
)  # fmt: skip

_KEPT = (("becomes", 3), ("gains", 3), ("changes", 4), ("due", 3), ("asks", 2), ("means", 4), ("reads", 4))


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


@dataclass(frozen=True)
class Causes:
    """All causes of one moment, by what they derived, and the atoms that say what is written, open and read in it."""

    fired: dict[Symbol, list[Cause]]
    yielded: dict[Symbol, list[Yielded]]
    atoms: Mapping[tuple[str, int], tuple[Symbol, ...]]


@dataclass(frozen=True, slots=True)
class _Second:
    text: str
    blocked: tuple[tuple[str, str], ...]

    def lines(self, beaten: frozenset[str] | None) -> list[str]:
        """What can fire when only these clauses are beaten (None: any)."""
        return [self.text] + [text for clause, text in self.blocked if beaten is None or clause in beaten]


def causes_program(program: Program, rules: Sequence[int]) -> str:
    """The rules that say which of these rules fire, or yield, and on what."""
    seconds = _second_law(program)
    beaten = _beaten(program.rules[number] for number in rules)
    lines = [line for number in rules if (second := seconds[number]) for line in second.lines(beaten)]
    return "\n".join(lines)


def read_causes(control: Control, program: Program) -> Causes:
    """The causes of every atom of a grounded moment, by `causes_program`."""
    true = _true_atoms(control, ("because", 4), ("yielded", 3), *_KEPT)
    fired: dict[Symbol, list[Cause]] = {}
    for symbol in true["because", 4]:
        number, head, positive, exceptions = symbol.arguments
        cause = Cause(program.rules[number.number], head, positive, exceptions)
        fired.setdefault(head, []).append(cause)
    yielded: dict[Symbol, list[Yielded]] = {}
    for symbol in true["yielded", 3]:
        number, head, exception = symbol.arguments
        yielded.setdefault(head, []).append(Yielded(program.rules[number.number], head, exception))
    for some in fired.values():
        if len(some) > 1:
            some.sort(key=lambda cause: (cause.rule.file, cause.rule.line, cause.positive))
    for others in yielded.values():
        others.sort(key=lambda one: (one.rule.file, one.rule.line, one.exception))
    return Causes(fired, yielded, {signature: tuple(true[signature]) for signature in _KEPT})


def _true_atoms(control: Control, *signatures: tuple[str, int]) -> dict[tuple[str, int], list[Symbol]]:
    """The atoms of some signatures in the one answer."""
    found = {one: list(control.symbolic_atoms.by_signature(*one)) for one in signatures}
    if all(atom.is_fact for atoms in found.values() for atom in atoms):
        return {one: [atom.symbol for atom in atoms] for one, atoms in found.items()}
    with control.solve(yield_=True) as handle:
        model = handle.model()
        if model is None:
            raise BugError("a moment has no answer when it is asked why")
        return {
            one: [atom.symbol for atom in atoms if atom.is_fact or model.contains(atom.symbol)]
            for one, atoms in found.items()
        }


def _beaten(rules: Iterable[Rule]) -> frozenset[str] | None:
    """The clauses that some of these rules beat; None where a rule does not say which."""
    found = set()
    for rule in rules:
        if rule.head_atom and rule.head_atom.name == "except":
            clause = rule.head_atom.args[0]
            if not clause.startswith('"'):
                return None
            found.add(clause.strip('"'))
    return frozenset(found)


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
    because = f"because({number},{head},{_tuple(positive)},{_tuple(exceptions)})"
    text = f"{because} :- {'; '.join(literals)}." if literals else f"{because}."
    blocked: list[tuple[str, str]] = []
    for exception in exceptions:
        rest = "; ".join(part if part != f"not {exception}" else exception for part in literals)
        clause = re.match(r'except\("([^"]*)"', exception)
        blocked.append((clause[1] if clause else "", f"yielded({number},{head},{exception}) :- {rest}."))
    return _Second(text, tuple(blocked))


def _tuple(texts: list[str]) -> str:
    return f"({','.join(texts)}{',' if len(texts) == 1 else ''})"
