"""The syntax of the law as plain values: statements, literals, expressions. The lint uses it.

The values contain no objects of the solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal as OneOf

from clingo import ast

from drakdom.law.lawtext import trials

Signature = tuple[str, int]
HeadKind = OneOf["atom", "constraint", "choice", "disjunction", "theory", ""]

_TYPE = ast.ASTType


@dataclass(frozen=True, slots=True)
class Expr:
    """A term as written. `name` is the variable, the word, the quoted text, the number or the functor."""

    kind: OneOf["variable", "word", "text", "number", "function", "tuple", "pool", "external", "other"]
    name: str
    args: tuple[Expr, ...]
    source: str

    @property
    def signature(self) -> Signature:
        """The name and the arity."""
        return self.name, len(self.args)

    def walk(self) -> Iterator[Expr]:
        """Yield the expression and all expressions inside of it."""
        yield self
        for part in self.args:
            yield from part.walk()


@dataclass(frozen=True, slots=True)
class Literal:
    """A part of a body, or a head. `atom` is None for comparisons and aggregates; `inner` has their literals."""

    sign: OneOf["", "not", "not not"]
    atom: Expr | None
    inner: tuple[Literal, ...]
    source: str
    line: int
    expressions: tuple[Expr, ...] = ()

    def atoms(self) -> Iterator[tuple[str, Expr]]:
        """Yield each atom of the literal with its sign."""
        if self.atom is not None:
            for atom in self.atom.args if self.atom.kind == "pool" else (self.atom,):
                yield self.sign, atom
        for part in self.inner:
            yield from part.atoms()


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement. `kind` is `rule`, `defined` or the name of a directive; `head_kind` is the form of the head."""

    kind: str
    line: int
    source: str
    head_kind: HeadKind = ""
    heads: tuple[Literal, ...] = ()
    conditions: tuple[Literal, ...] = ()
    body: tuple[Literal, ...] = ()
    declares: Signature | None = None
    expressions: tuple[Expr, ...] = field(default=(), repr=False)

    @property
    def head(self) -> Expr | None:
        """The head atom of a normal rule (the first of a pool); None for any other statement."""
        if self.head_kind != "atom" or not self.heads:
            return None
        return next((atom for _, atom in self.heads[0].atoms()), None)

    def head_atoms(self) -> Iterator[Expr]:
        """Yield the atoms that the head derives."""
        for literal in self.heads:
            for _, atom in literal.atoms():
                yield atom

    def body_atoms(self) -> Iterator[tuple[str, Expr]]:
        """Yield the atoms of the body and of conditions in the head, with their signs."""
        for literal in (*self.body, *self.conditions):
            yield from literal.atoms()


class LawSyntaxError(ValueError):
    """A syntax error in an answer-set program; `line` is 0 if it is not known."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def parse_law(text: str) -> tuple[Statement, ...]:
    """Parse the text of a file into statements, without `#include` lines. Raises LawSyntaxError."""
    statements: list[Statement] = []
    words: list[str] = []
    try:
        for trial in trials(text):
            statements.clear()
            ast.parse_string(
                trial,
                lambda node: statements.extend(_statement(node)),
                logger=lambda _code, message: words.append(message),
            )
    except RuntimeError as error:
        raise _fault(words, str(error)) from None
    return tuple(statements)


def _fault(words: list[str], fallback: str) -> LawSyntaxError:
    match = re.match(r"<string>:(\d+):\S+\s+(?:error:\s*)?(.*)", " ".join(" ".join(words[:1]).split()))
    return LawSyntaxError(match[2], int(match[1])) if match else LawSyntaxError(fallback, 0)


def _statement(node: ast.AST) -> Iterator[Statement]:
    line = node.location.begin.line
    if node.ast_type == _TYPE.Program:
        if node.name != "base" or node.parameters:
            yield Statement("program", line, str(node))
    elif node.ast_type == _TYPE.Rule:
        kind, heads, conditions = _head(node.head)
        body = tuple(_literal(part) for part in node.body)
        yield Statement("rule", line, str(node), kind, heads, conditions, body, None, tuple(_expressions(node)))
    elif node.ast_type == _TYPE.Defined:
        yield Statement("defined", line, str(node), declares=(node.name, node.arity))
    elif node.ast_type == _TYPE.ShowSignature:
        yield Statement("show", line, str(node), declares=(node.name, node.arity) if node.name else None)
    elif node.ast_type.name != "Comment":
        named = {_TYPE.ShowTerm: "show", _TYPE.Definition: "const"}.get(node.ast_type, node.ast_type.name.lower())
        body = tuple(_literal(part) for part in getattr(node, "body", ()))
        yield Statement(named, line, str(node), body=body)


def _head(head: ast.AST) -> tuple[HeadKind, tuple[Literal, ...], tuple[Literal, ...]]:
    if head.ast_type == _TYPE.Literal:
        if head.atom.ast_type == _TYPE.BooleanConstant:
            return "constraint", (), ()
        return "atom", (_literal(head),), ()
    if head.ast_type == _TYPE.TheoryAtom:
        return "theory", (), ()
    made: list[Literal] = []
    asked: list[Literal] = []
    for element in head.elements:
        conditional = element.condition if element.ast_type == _TYPE.HeadAggregateElement else element
        made.append(_literal(conditional.literal))
        asked += [_literal(part) for part in conditional.condition]
    if head.ast_type == _TYPE.Disjunction:
        return "disjunction", tuple(made), tuple(asked)
    return "choice", tuple(made), tuple(asked)


def _literal(node: ast.AST) -> Literal:
    line = node.location.begin.line
    if node.ast_type == _TYPE.ConditionalLiteral:
        inner = (_literal(node.literal), *(_literal(part) for part in node.condition))
        return Literal("", None, inner, str(node), line)
    if node.ast_type != _TYPE.Literal:
        return Literal("", None, (), str(node), line)
    sign: OneOf["", "not", "not not"] = (
        "" if node.sign == ast.Sign.NoSign else "not" if node.sign == ast.Sign.Negation else "not not"
    )
    if node.atom.ast_type == _TYPE.SymbolicAtom:
        return Literal(sign, _expr(node.atom.symbol), (), str(node), line)
    inner = tuple(_literal(part) for part in _nested(node.atom))
    return Literal(sign, None, inner, str(node), line, tuple(_expressions(node.atom)))


def _nested(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the outermost literals below a node."""
    for child in _children(node):
        if child.ast_type == _TYPE.Literal:
            yield child
        else:
            yield from _nested(child)


def _expressions(node: ast.AST) -> Iterator[Expr]:
    """Yield the outermost terms below a node."""
    for child in _children(node):
        if child.ast_type in _TERMS:
            yield _expr(child)
        else:
            yield from _expressions(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    for key in node.child_keys:
        child = getattr(node, key)
        for part in child if isinstance(child, ast.ASTSequence) else (child,):
            if isinstance(part, ast.AST):
                yield part


_TERMS = {
    _TYPE.Variable,
    _TYPE.SymbolicTerm,
    _TYPE.Function,
    _TYPE.Pool,
    _TYPE.UnaryOperation,
    _TYPE.BinaryOperation,
    _TYPE.Interval,
}


def _expr(node: ast.AST) -> Expr:
    text = str(node)
    if node.ast_type == _TYPE.Variable:
        return Expr("variable", node.name, (), text)
    if node.ast_type == _TYPE.SymbolicTerm:
        return _constant(str(node.symbol), text)
    if node.ast_type == _TYPE.Function:
        args = tuple(_expr(part) for part in node.arguments)
        if node.external:
            return Expr("external", node.name, args, text)
        return Expr(("function" if args else "word") if node.name else "tuple", node.name, args, text)
    if node.ast_type == _TYPE.Pool:
        return Expr("pool", "", tuple(_expr(part) for part in node.arguments), text)
    return Expr("other", "", tuple(_expr(part) for part in _children(node) if part.ast_type in _TERMS), text)


def _constant(symbol: str, text: str) -> Expr:
    if symbol.startswith('"'):
        return Expr("text", symbol[1:-1].replace('\\"', '"').replace("\\\\", "\\"), (), text)
    if symbol.lstrip("-").isdigit():
        return Expr("number", symbol, (), text)
    return Expr("word", symbol, (), text)
