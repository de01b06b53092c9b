"""The second pass: for one answer, every rule instance that fired and every one that only an exception held back.

One non-recursive program is made of the law: each rule becomes `because(number, head, positives, negatives)` with
the same body, grounded in the solver that holds the answer (DESIGN section 5). Nothing here is needed for a verdict;
it runs only when somebody asks why.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from clingo import Symbol

from checker.engine.canonical import read_atom, statement_parts
from checker.engine.program import Program
from checker.engine.rules import Rule
from checker.engine.unrolled import Unrolled

_ANONYMOUS = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])_(?![\w\'])')

#: Frame rules of the core: a fluent is traced to what wrote it, not through every moment that kept it.
_FRAME = frozenset(
    {"next", "set", "altered", "summed", "below", "above", "moved", "over", "seen", "goal", "ceases", "comes_to_be"}
)

_KEPT = (("is", 3), ("seen", 2), ("becomes", 3), ("gains", 3), ("changes", 4), ("due", 3), ("asks", 2))


@dataclass(frozen=True, slots=True)
class Cause:
    """One instance of a rule that fired: the rule, what it derived, and what it rests on."""

    rule: Rule
    head: Symbol
    positive: tuple[Symbol, ...]
    exceptions: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Yielded:
    """One instance of a rule that would have fired but for an exception to its clause."""

    rule: Rule
    head: Symbol
    exception: Symbol


@dataclass(frozen=True)
class Causes:
    """All causes of one answer, by what they derived, with the atoms of it that tell when what was written or seen."""

    fired: dict[Symbol, list[Cause]]
    yielded: dict[Symbol, list[Yielded]]
    atoms: Mapping[tuple[str, int], tuple[Symbol, ...]]


@dataclass(frozen=True, slots=True)
class _Second:
    rule: Rule
    text: str
    blocked: tuple[tuple[str, str], ...]

    def lines(self, beaten: frozenset[str] | None) -> list[str]:
        """What can fire when only these clauses are beaten (None: any)."""
        return [self.text] + [text for clause, text in self.blocked if beaten is None or clause in beaten]


def find_causes(run: Unrolled) -> Causes:
    """Causes of every atom of the answer of a play that was told to an end. The run serves for nothing else then."""
    seconds = _second_law(run.program)
    rules = [number for number in sorted(run.fired) if number in seconds]
    beaten = _beaten(run.program.rules[number] for number in run.fired)
    lines = [line for number in rules for line in seconds[number].lines(beaten)]
    run.control.add("causes", [], "\n".join(lines))
    run.control.ground([("causes", [])])
    true = run.true_atoms(("because", 4), ("yielded", 3), *_KEPT)
    fired: dict[Symbol, list[Cause]] = {}
    for symbol in true["because", 4]:
        number, head, positive, exceptions = symbol.arguments
        cause = Cause(seconds[number.number].rule, head, tuple(positive.arguments), tuple(exceptions.arguments))
        fired.setdefault(head, []).append(cause)
    yielded: dict[Symbol, list[Yielded]] = {}
    for symbol in true["yielded", 3]:
        number, head, exception = symbol.arguments
        yielded.setdefault(head, []).append(Yielded(seconds[number.number].rule, head, exception))
    for some in fired.values():
        some.sort(key=lambda cause: (cause.rule.file, cause.rule.line, cause.positive))
    for others in yielded.values():
        others.sort(key=lambda one: (one.rule.file, one.rule.line, one.exception))
    return Causes(fired, yielded, {signature: tuple(true[signature]) for signature in _KEPT})


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


@lru_cache(maxsize=32)
def _second_law(program: Program) -> dict[int, _Second]:
    seconds: dict[int, _Second] = {}
    for number, rule in enumerate(program.rules):
        parts = statement_parts(rule.text)
        if rule.head is not None and rule.head[0] not in _FRAME and parts and parts[1]:
            seconds[number] = _second(rule, parts[1], number)
    return seconds


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
    text = f"because({number},{head},{_tuple(positive)},{_tuple(exceptions)}) :- {'; '.join(literals)}."
    blocked: list[tuple[str, str]] = []
    for exception in exceptions:
        rest = "; ".join(part if part != f"not {exception}" else exception for part in literals)
        clause = re.match(r'except\("([^"]*)"', exception)
        blocked.append((clause[1] if clause else "", f"yielded({number},{head},{exception}) :- {rest}."))
    return _Second(rule, text, tuple(blocked))


def _tuple(texts: list[str]) -> str:
    return f"({','.join(texts)}{',' if len(texts) == 1 else ''})"
