"""The second pass: for one answer, every rule instance that fired and every one that only an exception held back.

One non-recursive program is made of the law: each rule becomes `because(number, head, positives, negatives)` with
the same body, evaluated over the answer's atoms as facts (DESIGN section 5). Nothing here is needed for a verdict;
it runs only when somebody asks why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from clingo import Symbol, ast

from checker.engine.law import Law, Rule
from checker.engine.program import Log, add_facts, new_control

_ANONYMOUS = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])_(?![\w\'])')

#: Frame rules of the core: a fluent is traced to what wrote it, not through every moment that kept it.
_FRAME = frozenset({"next", "set", "altered", "summed", "below", "above", "moved", "over", "seen"})


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
    blocked: tuple[str, ...]


def find_causes(law: Law, atoms: Iterable[Symbol]) -> Causes:
    """Causes of every atom of an answer."""
    seconds = _second_law(law)
    log = Log()
    control = new_control(log, "--warn=none")
    control.add("base", [], "\n".join(line for second in seconds for line in (second.text, *second.blocked)))
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


@lru_cache(maxsize=32)
def _second_law(law: Law) -> tuple[_Second, ...]:
    seconds: list[_Second] = []
    for rule in law.rules:
        if rule.head is None or rule.head[0] in _FRAME:
            continue
        nodes: list[ast.AST] = []
        ast.parse_string(rule.text, nodes.append)
        body = nodes[-1].body
        if body:
            seconds.append(_second(rule, list(body), len(seconds)))
    return tuple(seconds)


def _second(rule: Rule, body: list[ast.AST], number: int) -> _Second:
    counter = [0]

    def name(match: re.Match[str]) -> str:
        if match[0] != "_":
            return match[0]
        counter[0] += 1
        return f"Any{counter[0]}"

    literals, positive, exceptions = [], [], []
    for node in body:
        text = str(node)
        if _is_atom(node) and node.sign == ast.Sign.NoSign:
            text = _ANONYMOUS.sub(name, text)
            positive.append(text)
        elif _is_atom(node) and node.sign == ast.Sign.Negation and text.startswith("not except("):
            exceptions.append(text.removeprefix("not "))
        literals.append(text)
    head = rule.head_text
    bodies = "; ".join(literals)
    text = f"because({number},{head},{_tuple(positive)},{_tuple(exceptions)}) :- {bodies}."
    blocked = []
    for exception in exceptions:
        rest = "; ".join(lit if lit != f"not {exception}" else exception for lit in literals)
        blocked.append(f"yielded({number},{head},{exception}) :- {rest}.")
    return _Second(rule, text, tuple(blocked))


def _is_atom(node: ast.AST) -> bool:
    return (
        node.ast_type == ast.ASTType.Literal
        and node.atom.ast_type == ast.ASTType.SymbolicAtom
        and node.atom.symbol.ast_type == ast.ASTType.Function
    )


def _tuple(texts: list[str]) -> str:
    return f"({','.join(texts)}{',' if len(texts) == 1 else ''})"
