"""What an answer-set program says of itself, and what it does: its header and its predicates."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clingo import ast

Signature = tuple[str, int]

LISTED = re.compile(r"(?<![\w/])([a-z_]\w*)/(\d+)(?![\w/])")
FIELD = re.compile(r"^%\s+(Reads|Defines):(.*)$")
INCLUDE = re.compile(r'^\s*#include\s+"[^"]*"\s*\.\s*$', re.MULTILINE)


@dataclass(frozen=True)
class Header:
    """The head of a file: its title, and the predicates that it says to read and define (None: unsaid)."""

    title: str
    reads: frozenset[Signature] | None
    defines: frozenset[Signature] | None


@dataclass(frozen=True)
class Program:
    """What stands in a file: predicates in heads, in bodies and in `#defined`, and whether it shows any."""

    defines: frozenset[Signature]
    reads: frozenset[Signature]
    input: frozenset[Signature]
    shows: bool

    @property
    def all(self) -> frozenset[Signature]:
        """Every predicate that the file names."""
        return self.defines | self.reads | self.input

    @property
    def wants(self) -> frozenset[Signature]:
        """What the file reads and does not define itself."""
        return self.reads - self.defines


def header(text: str) -> Header:
    """The header of a file. A field goes on until another one starts or the block of comments ends."""
    lines = text.splitlines()
    title = lines[0].removeprefix("%#").strip() if lines and lines[0].startswith("%# ") else ""
    fields: dict[str, str] = {}
    current = ""
    for line in lines:
        if not line.startswith("%"):
            break
        if found := FIELD.match(line):
            current = found[1]
            fields[current] = found[2]
        elif current and line.strip() != "%":
            fields[current] += line[1:]
        else:
            current = ""
    return Header(title, listed(fields.get("Reads")), listed(fields.get("Defines")))


def listed(text: str | None) -> frozenset[Signature] | None:
    """The signatures that a text names as `name/arity`."""
    return None if text is None else frozenset((name, int(arity)) for name, arity in LISTED.findall(text))


@cache
def program(path: Path) -> Program:
    """The predicates of one file, without the files that it includes."""
    defines: set[Signature] = set()
    reads: set[Signature] = set()
    declared: set[Signature] = set()
    shows = False

    def read(node: ast.AST) -> None:
        nonlocal shows
        shows = shows or node.ast_type in SHOWING
        if node.ast_type == ast.ASTType.ShowSignature and node.name:
            reads.add((node.name, node.arity))
        if node.ast_type == ast.ASTType.Defined:
            declared.add((node.name, node.arity))
        if node.ast_type == ast.ASTType.Rule:
            heads, conditions = split(node.head)
            defines.update(heads)
            reads.update(conditions)
        reads.update(found for part in getattr(node, "body", ()) for found in atoms(part))

    ast.parse_string(INCLUDE.sub("", path.read_text(encoding="utf-8")), read)
    return Program(frozenset(defines), frozenset(reads), frozenset(declared), shows)


SHOWING = {ast.ASTType.ShowSignature, ast.ASTType.ShowTerm}


def split(head: ast.AST) -> tuple[list[Signature], list[Signature]]:
    """The atoms of a head that it makes true, and those of its conditions."""
    if head.ast_type == ast.ASTType.Literal:
        return list(atoms(head)), []
    made: list[Signature] = []
    asked: list[Signature] = []
    for element in getattr(head, "elements", ()):
        literal = getattr(element, "literal", element)
        conditional = getattr(literal, "literal", literal)
        made += atoms(conditional)
        for holder in (element, literal):
            asked += [found for part in getattr(holder, "condition", ()) for found in atoms(part)]
    return made, asked


def atoms(node: ast.AST) -> Iterator[Signature]:
    """Every atom below a node of the tree."""
    if node.ast_type == ast.ASTType.SymbolicAtom:
        yield from signatures(node.symbol)
        return
    for key in node.child_keys:
        child = getattr(node, key)
        for part in child if isinstance(child, ast.ASTSequence) else (child,):
            if isinstance(part, ast.AST):
                yield from atoms(part)


def signatures(symbol: ast.AST) -> Iterator[Signature]:
    """The signature of an atom's symbol; a pool has several."""
    if symbol.ast_type == ast.ASTType.Function:
        yield symbol.name, len(symbol.arguments)
    elif symbol.ast_type == ast.ASTType.Pool:
        for each in symbol.arguments:
            yield from signatures(each)
    elif symbol.ast_type == ast.ASTType.UnaryOperation:
        yield from signatures(symbol.argument)
