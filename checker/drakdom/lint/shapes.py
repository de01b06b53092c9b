"""Functors that a variable of a rule can have, as far as the text of the law tells."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.law.syntax import Expr, Signature, Statement
from drakdom.lint.source import Law

#: A value that the law's text does not fix: a number, a place, a figure, a word of a scenario.
UNKNOWN: Signature = ("", 0)
#: Arguments of the core's predicates (name, arity, index), with the arguments that feed them.
_FED_BY: dict[tuple[str, int, int], tuple[tuple[str, int, int], ...]] = {
    ("shows", 3, 1): (("among", 3, 1), ("reads", 4, 2)),
    ("chosen", 3, 1): (("option", 3, 1),),
    ("is", 3, 1): (("becomes", 3, 1), ("gains", 3, 1)),
}

#: Indices that lead from a predicate's argument down into it.
_Path = tuple[int, ...]


def shapes(law: Law, rule: Statement, value: Expr, asked: frozenset[object] = frozenset()) -> frozenset[Signature]:
    """Functors that a term of a rule can have: its own, or those of the atoms that bind a variable."""
    if value.kind == "pool":
        return frozenset().union(*(shapes(law, rule, part, asked) for part in value.args))
    if value.kind in ("function", "word"):
        return frozenset({value.signature})
    if value.kind != "variable":
        return frozenset({UNKNOWN})
    best = frozenset({UNKNOWN})
    for sign, atom in rule.body_atoms():
        path = next((path for path, part in _paths(atom) if part.source == value.source), None)
        if sign or path is None:
            continue
        functors = _fed(law, atom, path, asked)
        if UNKNOWN not in functors:
            return functors
    return best


def _fed(law: Law, atom: Expr, path: _Path, asked: frozenset[object]) -> frozenset[Signature]:
    key = atom.signature, path, atom.args[0].signature if atom.signature == ("is", 3) else None
    if key in asked:
        return frozenset()
    name, arity = atom.signature
    feeders = _FED_BY.get((name, arity, path[0]), ((name, arity, path[0]),))
    functors: set[Signature] = set()
    fed = False
    for file_rule in (rule for _, rule in law.rules()):
        for head in file_rule.head_atoms():
            for feeder, count, place in feeders:
                if head.signature != (feeder, count) or not _fits(atom, head):
                    continue
                fed = True
                part = _down(head.args[place], path[1:])
                functors |= shapes(law, file_rule, part, asked | {key}) if part else {UNKNOWN}
    return frozenset(functors) if fed else frozenset({UNKNOWN})


def _fits(atom: Expr, head: Expr) -> bool:
    """True unless the atoms name different fluents or rolls."""
    if atom.name not in ("is", "shows"):
        return True
    read, derived = atom.args[0], head.args[0]
    named = ("function", "word")
    return read.kind not in named or derived.kind not in named or read.signature == derived.signature


def _down(value: Expr, path: _Path) -> Expr | None:
    for place in path:
        if value.kind not in ("tuple", "function") or place >= len(value.args):
            return None
        value = value.args[place]
    return value


def _paths(value: Expr, path: _Path = ()) -> Iterator[tuple[_Path, Expr]]:
    for place, part in enumerate(value.args):
        yield (*path, place), part
        if part.kind in ("tuple", "function"):
            yield from _paths(part, (*path, place))
