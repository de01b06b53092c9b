"""The second pass: for one answer, every rule instance that fired and every one that only an exception held back.

One non-recursive program is made of the law: each rule becomes `because(number, head, positives, negatives)` with
the same body, evaluated over the answer's atoms as facts (DESIGN section 5). Nothing here is needed for a verdict;
it runs only when somebody asks why.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from clingo import Symbol, SymbolType

from checker.engine.canonical import read_atom, statement_parts
from checker.engine.facts import core_file
from checker.engine.law import Law
from checker.engine.program import Log, add_facts, extra_rules, new_control
from checker.engine.rules import KEY_ARGUMENT, Rule, Signature

_ANONYMOUS = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])_(?![\w\'])')

#: Frame rules of the core: a fluent is traced to what wrote it, not through every moment that kept it.
_FRAME = frozenset(
    {"next", "set", "altered", "summed", "below", "above", "moved", "over", "seen", "goal", "ceases", "comes_to_be"}
)


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
    """All causes of one answer, by what they derived."""

    fired: dict[Symbol, list[Cause]]
    yielded: dict[Symbol, list[Yielded]]


@dataclass(frozen=True, slots=True)
class _Second:
    rule: Rule
    text: str
    blocked: tuple[tuple[str, str], ...]

    def lines(self, heads: frozenset[Signature], beaten: frozenset[str]) -> list[str]:
        """What can fire on an answer with these heads and these beaten clauses."""
        head = self.rule.head
        fires = head is not None and (head in heads or (head[2] is None and (*head[:2], None) in heads))
        return [self.text] * fires + [text for clause, text in self.blocked if clause in beaten]


def find_causes(law: Law, atoms: Iterable[Symbol]) -> Causes:
    """Causes of every atom of an answer of the unrolled engine."""
    atoms = list(atoms)
    seconds = _second_law(law, extra_rules(core_file("pinned.lp"), core_file("told.lp")))
    heads, beaten = _present(atoms)
    log = Log()
    control = new_control(log, "--warn=none")
    control.add("base", [], "\n".join(line for second in seconds for line in second.lines(heads, beaten)))
    add_facts(control, atoms)
    control.ground([("base", [])])
    fired: dict[Symbol, list[Cause]] = {}
    for atom in control.symbolic_atoms.by_signature("because", 4):
        number, head, positive, exceptions = atom.symbol.arguments
        cause = Cause(seconds[number.number].rule, head, tuple(positive.arguments), tuple(exceptions.arguments))
        fired.setdefault(head, []).append(cause)
    yielded: dict[Symbol, list[Yielded]] = {}
    for atom in control.symbolic_atoms.by_signature("yielded", 3):
        number, head, exception = atom.symbol.arguments
        yielded.setdefault(head, []).append(Yielded(seconds[number.number].rule, head, exception))
    for some in fired.values():
        some.sort(key=lambda cause: (cause.rule.file, cause.rule.line, cause.positive))
    for others in yielded.values():
        others.sort(key=lambda one: (one.rule.file, one.rule.line, one.exception))
    return Causes(fired, yielded)


def _present(atoms: Iterable[Symbol]) -> tuple[frozenset[Signature], frozenset[str]]:
    """Which heads an answer has, with their functors and without, and which clauses are beaten in it."""
    heads: set[Signature] = set()
    beaten: set[str] = set()
    for atom in atoms:
        name, arguments = atom.name, atom.arguments
        key = KEY_ARGUMENT.get(name, 0)
        functor = _functor(arguments[key]) if len(arguments) > key else None
        heads |= {(name, len(arguments), functor), (name, len(arguments), None)}
        if name == "except":
            beaten.add(arguments[0].string)
    return frozenset(heads), frozenset(beaten)


def _functor(symbol: Symbol) -> str:
    """As the functor of a rule's term is written: constants by name, numbers and strings as themselves."""
    return symbol.name if symbol.type is SymbolType.Function and symbol.name else str(symbol)


@lru_cache(maxsize=32)
def _second_law(law: Law, opening: Law) -> tuple[_Second, ...]:
    seconds: list[_Second] = []
    for rule in (*law.rules, *opening.rules):
        parts = statement_parts(rule.text)
        if rule.head is not None and rule.head[0] not in _FRAME and parts and parts[1]:
            seconds.append(_second(rule, parts[1], len(seconds)))
    return tuple(seconds)


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
