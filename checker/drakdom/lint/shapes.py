"""Which words a variable of a rule can stand for, as far as the text of the law says."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.law.syntax import Expr, Signature, Statement
from drakdom.lint.source import Law

#: What nothing pins down: a number, a place, a figure, or a word that only a scenario says.
UNKNOWN: Signature = ("", 0)
#: Where the core takes from what it offers: predicate and argument, and what feeds it.
_FED_BY: dict[tuple[str, int, int], tuple[tuple[str, int, int], ...]] = {
    ("shows", 3, 1): (("among", 3, 1), ("reads", 4, 2)),
    ("chosen", 3, 1): (("option", 3, 1),),
    ("is", 3, 1): (("becomes", 3, 1), ("gains", 3, 1)),
}

#: An argument of a predicate and the way down into it.
_Path = tuple[int, ...]


def shapes(law: Law, rule: Statement, value: Expr, asked: frozenset[object] = frozenset()) -> frozenset[Signature]:
    """Functors that a term of a rule can have: its own, or those that the atoms binding a variable give it."""
    if value.kind == "pool":
        return frozenset().union(*(shapes(law, rule, one, asked) for one in value.args))
    if value.kind in ("function", "word"):
        return frozenset({value.signature})
    if value.kind != "variable":
        return frozenset({UNKNOWN})
    best = frozenset({UNKNOWN})
    for sign, atom in rule.body_atoms():
        path = next((path for path, part in _paths(atom) if part.source == value.source), None)
        if sign or path is None:
            continue
        found = _fed(law, atom, path, asked)
        if UNKNOWN not in found:
            return found
    return best


def _fed(law: Law, atom: Expr, path: _Path, asked: frozenset[object]) -> frozenset[Signature]:
    key = atom.signature, path, atom.args[0].signature if atom.signature == ("is", 3) else None
    if key in asked:
        return frozenset()
    name, arity = atom.signature
    feeders = _FED_BY.get((name, arity, path[0]), ((name, arity, path[0]),))
    found: set[Signature] = set()
    fed = False
    for file_rule in (rule for _, rule in law.rules()):
        for head in file_rule.head_atoms():
            for feeder, count, place in feeders:
                if head.signature != (feeder, count) or not _fits(atom, head):
                    continue
                fed = True
                part = _down(head.args[place], path[1:])
                found |= shapes(law, file_rule, part, asked | {key}) if part else {UNKNOWN}
    return frozenset(found) if fed else frozenset({UNKNOWN})


def _fits(atom: Expr, head: Expr) -> bool:
    """Whether the first arguments may be the same where they name a fluent or a roll."""
    if atom.name not in ("is", "shows"):
        return True
    first, other = atom.args[0], head.args[0]
    named = ("function", "word")
    return first.kind not in named or other.kind not in named or first.signature == other.signature


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
