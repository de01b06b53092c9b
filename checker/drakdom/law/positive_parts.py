"""The positive parts of rules that carry clauses, as a program: plain atoms, and comparisons of their variables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from clingo import ast

from drakdom.law.law import Law

_TYPE = ast.ASTType


@lru_cache(maxsize=8)
def positive_parts(law: Law) -> tuple[str, frozenset[tuple[str, int]]]:
    """Return a program that derives `reached(ID)` from the positive part of each rule, and the predicates it reads."""
    lines: dict[str, None] = {}
    wanted: set[tuple[str, int]] = set()
    for rule in law.rules:
        if rule.clause is None:
            continue
        nodes: list[ast.AST] = []
        ast.parse_string(rule.text, nodes.append)
        body = [literal for literal in nodes[-1].body if _is_plain_atom(literal)]
        bound = {name for literal in body for name in _variables(literal, inside_sums=False)}
        atoms = [literal for literal in body if set(_variables(literal)) <= bound]
        comparisons = filter(_is_comparison, nodes[-1].body)
        compared = [literal for literal in comparisons if set(_variables(literal)) <= bound]
        lines[f'reached("{rule.clause}") :- {"; ".join(map(str, (*atoms, *compared)))}.'] = None
        wanted |= {(literal.atom.symbol.name, len(literal.atom.symbol.arguments)) for literal in atoms}
    declared = "".join(f"#defined {name}/{arity}.\n" for name, arity in sorted(wanted))
    return declared + "\n".join(lines), frozenset(wanted)


def _is_plain_atom(node: ast.AST) -> bool:
    return (
        node.ast_type == _TYPE.Literal
        and node.sign == ast.Sign.NoSign
        and node.atom.ast_type == _TYPE.SymbolicAtom
        and node.atom.symbol.ast_type == _TYPE.Function
    )


def _is_comparison(node: ast.AST) -> bool:
    return bool(
        node.ast_type == _TYPE.Literal and node.sign == ast.Sign.NoSign and node.atom.ast_type == _TYPE.Comparison
    )


def _variables(node: ast.AST, inside_sums: bool = True) -> Iterator[str]:
    """Yield the names of the variables below a node; `inside_sums=False` skips arithmetic, which binds none."""
    if node.ast_type == _TYPE.Variable:
        if node.name != "_":
            yield node.name
        return
    if not inside_sums and node.ast_type in (_TYPE.BinaryOperation, _TYPE.UnaryOperation, _TYPE.Interval):
        return
    for key in node.child_keys:
        child = getattr(node, key)
        for part in child if isinstance(child, ast.ASTSequence) else (child,):
            if isinstance(part, ast.AST):
                yield from _variables(part, inside_sums)
