"""The law as rules: parsed once a rulebook, each rule with its clause and the phases in which it can fire.

The engine grounds for each moment only the rules that can fire in the phases then possible. The sorting is static
and sound: a rule is left out of a moment only if some positive literal of its body cannot hold in that phase
(DESIGN section 2.7).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from clingo import ast

from checker.engine.rolls import plain_rolls, plain_rule
from checker.errors import BugError

#: name, arity, functor of the key argument (None: any)
Signature = tuple[str, int, str | None]

#: Which argument tells atoms of one predicate apart; every other predicate is told apart by its first.
_KEY_ARGUMENT = {"option": 1, "chosen": 1}
#: The core opens these from others of the same moment: chosen from option, shows from due.
_OPENED_FROM = {("chosen", 3): ("option", 3), ("shows", 3): ("due", 3), ("reads", 4): ("due", 3)}

#: Fluents that everything rests on: they explain nothing.
_BOOKKEEPING = frozenset({"phase", "entry", "step", "count"})

_INCLUDE = re.compile(r"^\s*#include[^\n]*$", re.MULTILINE)
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])T(?![\w\'])')


@dataclass(frozen=True, slots=True)
class Rule:
    """One statement of the law."""

    text: str
    file: str
    line: int
    clause: str | None
    head: Signature | None
    head_text: str | None
    positive: tuple[Signature, ...]
    fluents: tuple[str, ...]
    phase: str | None
    timed: bool

    def at(self, moment: str) -> str:
        """The rule with its variable T replaced by the term `moment`."""
        return at_moment(self.text, moment)


@dataclass(frozen=True)
class Law:
    """A sorted law. `base` holds the rules without a moment; `parts` the rest by the phases they can fire in."""

    rules: tuple[Rule, ...]
    phases: frozenset[str]
    base: tuple[Rule, ...]
    parts: tuple[tuple[frozenset[str] | None, tuple[Rule, ...]], ...]
    signatures: frozenset[tuple[str, int]]
    constants: frozenset[str]

    @property
    def clauses(self) -> frozenset[str]:
        """Ids of the clauses that some rule carries."""
        return frozenset(rule.clause for rule in self.rules if rule.clause)


def at_moment(text: str, moment: str) -> str:
    """Replace the variable T outside of quoted strings."""
    return _TOKEN.sub(lambda m: m[0] if m[0][0] == '"' else moment, text)


def law_files(entry: Path) -> list[Path]:
    """The entry file and what it includes, in reading order, each once (sources: the raw text's #include lines)."""
    seen: dict[Path, None] = {}

    def walk(file: Path) -> None:
        if file in seen:
            return
        seen[file] = None
        for name in re.findall(r'^\s*#include\s+"([^"]+)"\s*\.', file.read_text("utf-8"), re.MULTILINE):
            walk((file.parent / name).resolve())

    walk(entry.resolve())
    return list(seen)


def read_rules(files: Iterable[Path]) -> list[Rule]:
    """Parse files into rules; `#include` lines are passed over (the caller resolves them)."""
    return [_rule(node, file.name) for file in files for node in _parse(file.read_text("utf-8"), file.name)]


def made_rules(files: Iterable[Path]) -> list[Rule]:
    """Rules that follow from how a law reads its rolls (`rolls.py`)."""
    statements = [node for file in files for node in _parse(file.read_text("utf-8"), file.name)]
    text = "\n".join(map(plain_rule, plain_rolls(statements)))
    return [_rule(node, "rolls that nothing folds") for node in _parse(text, "made")]


def _parse(text: str, name: str) -> list[ast.AST]:
    nodes: list[ast.AST] = []
    messages: list[str] = []
    try:
        ast.parse_string(_INCLUDE.sub("", text), nodes.append, logger=lambda _code, said: messages.append(said))
    except RuntimeError as error:
        detail = "; ".join(messages).replace("<string>", name) or str(error)
        raise BugError(f"the law cannot be parsed: {detail}") from error
    # a word in a comment is not a word that a rule mentions
    return [node for node in nodes if node.ast_type.name not in ("Program", "Comment")]


def sort_rules(rules: Iterable[Rule]) -> Law:
    """Sort the rules of a law by the phases in which they can fire."""
    rules = tuple(rules)
    timed = [rule for rule in rules if rule.timed]
    phases = frozenset(rule.phase for rule in timed if rule.phase)
    possible = _possible_phases(timed, phases)
    parts: dict[frozenset[str] | None, list[Rule]] = {}
    for rule in timed:
        where = _phases_of(rule, possible, phases)
        parts.setdefault(None if where == phases else where, []).append(rule)
    return Law(
        rules=rules,
        phases=phases,
        base=tuple(rule for rule in rules if not rule.timed),
        parts=tuple((where, tuple(some)) for where, some in parts.items()),
        signatures=frozenset(rule.head[:2] for rule in rules if rule.head),
        constants=frozenset(word for rule in rules for word in _words(rule.text)),
    )


def load_law(entries: tuple[Path, ...]) -> Law:
    """The sorted law of some entry files (core first, then the rulebook's), cached while the files are unchanged."""
    files = tuple(dict.fromkeys(file for entry in entries for file in law_files(entry)))
    return _load(tuple((file, file.stat().st_mtime_ns) for file in files))


@lru_cache(maxsize=32)
def _load(stamped: tuple[tuple[Path, int], ...]) -> Law:
    files = [file for file, _ in stamped]
    return sort_rules([*read_rules(files), *made_rules(files)])


def _rule(node: ast.AST, file: str) -> Rule:
    """The rule of a statement; statements that are no rules have neither head nor body."""
    text, line = str(node), node.location.begin.line
    head: Signature | None = None
    head_text: str | None = None
    clause: str | None = None
    phase: str | None = None
    positive: list[Signature] = []
    fluents: list[str] = []
    if node.ast_type == ast.ASTType.Rule and _is_atom(node.head):
        head, head_text = _signature(node.head.atom.symbol), str(node.head.atom)
    for literal in node.body if node.ast_type == ast.ASTType.Rule else ():
        signature = _signature(literal.atom.symbol) if _is_atom(literal) else None
        if signature is None or literal.sign != ast.Sign.NoSign:
            continue
        arguments = literal.atom.symbol.arguments
        if signature[:2] == ("clause", 1):
            clause = _string(arguments[0]) or clause
        elif signature == ("is", 3, "phase"):
            phase = _functor(arguments[1]) or phase
        elif signature[0] != "is":
            positive.append(signature)
        elif signature[2]:
            fluents.append(signature[2])
    timed = _has_moment(text)
    return Rule(text, file, line, clause, head, head_text, tuple(positive), tuple(fluents), phase, timed)


def _is_atom(node: ast.AST) -> bool:
    return node.ast_type == ast.ASTType.Literal and node.atom.ast_type == ast.ASTType.SymbolicAtom


def _has_moment(text: str) -> bool:
    return any(match[0] == "T" for match in _TOKEN.finditer(text))


def _functor(node: ast.AST) -> str | None:
    if node.ast_type == ast.ASTType.Function and node.name:
        return str(node.name)
    if node.ast_type == ast.ASTType.SymbolicTerm:
        return str(node.symbol)
    return None


def _string(node: ast.AST) -> str | None:
    if node.ast_type == ast.ASTType.SymbolicTerm and str(node.symbol).startswith('"'):
        return str(node.symbol.string)
    return None


def _signature(symbol: ast.AST) -> Signature | None:
    if symbol.ast_type != ast.ASTType.Function:
        return None
    key = _KEY_ARGUMENT.get(symbol.name, 0)
    functor = _functor(symbol.arguments[key]) if len(symbol.arguments) > key else None
    return symbol.name, len(symbol.arguments), functor


def sources_of(law: Law, goal: Signature) -> frozenset[Signature]:
    """Every signature that the goal can rest on, through rules and through fluents written earlier."""
    by_head: dict[Signature, list[Rule]] = {}
    for rule in law.rules:
        if rule.head:
            by_head.setdefault(rule.head, []).append(rule)
    found, todo = {goal}, [goal]
    while todo:
        name, arity, functor = todo.pop()
        name, arity = _OPENED_FROM.get((name, arity), (name, arity))
        for head, some in by_head.items():
            if head[:2] != (name, arity) or (functor and head[2] and functor != head[2]):
                continue
            new = {head, *(part for rule in some for part in rule.positive)}
            written = {fluent for rule in some for fluent in rule.fluents} - _BOOKKEEPING
            new |= {(verb, n, f) for f in written for verb, n in (("becomes", 3), ("gains", 3), ("changes", 4))}
            todo += sorted(new - found, key=str)
            found |= new
    return frozenset(found)


def _words(text: str) -> list[str]:
    return re.findall(r"(?<![\w\"'])[a-z]\w*", re.sub(r'"(?:\\.|[^"\\])*"', "", text))


def _possible_phases(timed: list[Rule], phases: frozenset[str]) -> dict[Signature, frozenset[str]]:
    """Greatest fixpoint: the phases in which an atom of each head signature can be derived."""
    by_head: dict[Signature, list[Rule]] = {}
    for rule in timed:
        if rule.head:
            by_head.setdefault(rule.head, []).append(rule)
    possible = dict.fromkeys(by_head, phases)
    changed = True
    while changed:
        changed = False
        for head, some in by_head.items():
            found = frozenset().union(*(_phases_of(rule, possible, phases) for rule in some))
            if found != possible[head]:
                possible[head] = found
                changed = True
    return possible


def _phases_of(rule: Rule, possible: dict[Signature, frozenset[str]], phases: frozenset[str]) -> frozenset[str]:
    where = phases if rule.phase is None else frozenset({rule.phase})
    for signature in rule.positive:
        where &= _where(signature, possible, phases)
    return where


def _where(signature: Signature, possible: dict[Signature, frozenset[str]], phases: frozenset[str]) -> frozenset[str]:
    name, arity, functor = signature
    name, arity = _OPENED_FROM.get((name, arity), (name, arity))
    found = [
        where
        for (n, a, f), where in possible.items()
        if n == name and a == arity and (functor is None or f is None or f == functor)
    ]
    return frozenset().union(*found) if found else phases
