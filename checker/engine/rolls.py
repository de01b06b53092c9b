"""Which rolls law folds: the faces of all others mean themselves.

`reads/4` folds the faces of a roll. Whether a roll is folded is settled here, once a law and by its name, and not in
the solver: "no rule reads it" would be a `not` inside the recursion of chance that calls for chance, and what depends
on it would no longer be a fact (measured: 5 to 15 times slower side by side).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clingo import ast


class Name(NamedTuple):
    """The name of a roll without its arguments: `fall/1`."""

    functor: str
    arity: int


class Heads(NamedTuple):
    """What one rule says of names: its head predicate, the head's first argument, the body's by variable."""

    predicate: tuple[str, int]
    name: Name | None
    sources: tuple[tuple[str, int], ...]


def plain_rolls(statements: Iterable[ast.AST]) -> tuple[Name, ...]:
    """Names of the rolls that are due somewhere and folded nowhere, sorted."""
    heads = [found for node in statements if (found := _heads(node))]
    names = _names(heads)
    folded = names.get(("reads", 4), set())
    return tuple(sorted(names.get(("due", 3), set()) - folded))


def plain_rule(name: Name) -> str:
    """The rule by which the faces of an unfolded roll mean themselves."""
    arguments = ", ".join(f"A{n}" for n in range(1, name.arity + 1))
    roll = f"{name.functor}({arguments})" if arguments else name.functor
    return f"means({roll}, X, X, T) :- possible({roll}, X, T)."


def _names(heads: list[Heads]) -> dict[tuple[str, int], set[Name]]:
    """Least fixpoint: the names that may stand first in the atoms of each predicate."""
    names: dict[tuple[str, int], set[Name]] = {}
    changed = True
    while changed:
        changed = False
        for predicate, name, sources in heads:
            found = {name} if name else _meet([names.get(source, set()) for source in sources])
            known = names.setdefault(predicate, set())
            if not found <= known:
                known |= found
                changed = True
    return names


def _meet(sets: list[set[Name]]) -> set[Name]:
    return set.intersection(*sets) if sets else set()


def _heads(node: ast.AST) -> Heads | None:
    if node.ast_type != ast.ASTType.Rule:
        return None
    head = _atom(node.head)
    if head is None or not head.arguments:
        return None
    first = head.arguments[0]
    predicate = (str(head.name), len(head.arguments))
    if first.ast_type != ast.ASTType.Variable:
        name = _name(first)
        return Heads(predicate, name, ()) if name else None
    sources = []
    for literal in node.body:
        atom = _atom(literal) if literal.ast_type == ast.ASTType.Literal and not literal.sign else None
        if atom is not None and atom.arguments and str(atom.arguments[0]) == str(first):
            sources.append((str(atom.name), len(atom.arguments)))
    return Heads(predicate, None, tuple(sources))


def _atom(literal: ast.AST) -> ast.AST | None:
    if literal.ast_type != ast.ASTType.Literal or literal.atom.ast_type != ast.ASTType.SymbolicAtom:
        return None
    symbol = literal.atom.symbol
    return symbol if symbol.ast_type == ast.ASTType.Function else None


def _name(term: ast.AST) -> Name | None:
    if term.ast_type == ast.ASTType.Function:
        return Name(str(term.name), len(term.arguments))
    if term.ast_type == ast.ASTType.SymbolicTerm:
        return Name(str(term.symbol), 0)
    return None
