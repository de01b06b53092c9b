"""Exceptions that a house rule could add, to keep one clause out of the effects of another.

An exception point is a rule instance behind an event that an exception could have held back. The conditions of the
other clause's rule become those of the exception. Variables of both rules with one value in this moment are unified.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from clingo import Function, Number, Symbol, SymbolType

from drakdom.law.canonical import ANY_OF_A_POOL, read_atom, split, statement_parts
from drakdom.law.rules import Rule
from drakdom.why.causes import Cause, Causes

_VARIABLE = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])[A-Z][\w\']*')
_COMPOUND = re.compile(r"([a-z][\w']*)?\((.*)\)\Z", re.DOTALL)


class ExceptionPoint(NamedTuple):
    """An exception to the clause `beaten` that the clause `by` could make: its rule as a house rule writes it."""

    beaten: str
    by: str
    rule: str


def exception_points_behind(causes: Causes, seen: Symbol, own: Callable[[str], bool]) -> tuple[ExceptionPoint, ...]:
    """Return the exceptions that clauses with `own` could make to clauses behind an event, nearest first."""
    behind = _behind(causes, Function(seen.name, [*seen.arguments, Number(0)]))
    makers = [cause for cause in behind if cause.rule.clause and own(cause.rule.clause)]
    points: dict[ExceptionPoint, None] = {}
    for target in behind:
        if not target.rule.clause or not target.exceptions:
            continue
        for maker in makers:
            if maker.rule.clause != target.rule.clause and (text := _exception(maker, target)):
                points[ExceptionPoint(target.rule.clause, str(maker.rule.clause), text)] = None
    return tuple(points)


def _behind(causes: Causes, atom: Symbol) -> list[Cause]:
    """Return every rule instance on which an atom rests within its moment."""
    behind: list[Cause] = []
    todo, done = [atom], {atom}
    for head in todo:
        for cause in causes.fired.get(head, ()):
            behind.append(cause)
            more = [premise for premise in cause.positive if premise not in done]
            done.update(more)
            todo += more
    return behind


def _exception(maker: Cause, target: Cause) -> str:
    """Return the exception to a rule under the conditions of `maker`, empty if none can be written."""
    conditions, subject = _body(maker.rule), _subject(target.rule)
    if subject is None:
        return ""
    mine, theirs = _bound(maker), _bound(target)
    names = {"T": "T"} | {name: _alike(name, value, maker, mine) for name, value in theirs.items() if name != "T"}
    needed = {name for name in _variables(subject) if names.get(name, name) not in mine and name != "T"}
    needed = {name for name in needed if _variables(names.get(name, name))}
    more: list[str] = []
    for literal in _body(target.rule):
        atom = read_atom(literal)
        if atom and not atom.sign and atom.name not in ("clause", "except") and needed & _variables(literal):
            more.append(_renamed(literal, names))
            needed -= _variables(literal)
    if needed:
        return ""
    first = [condition for condition in conditions if condition.startswith("clause(")]
    rest = [condition for condition in conditions if not condition.startswith("clause(")]
    body = [*first, *rest, *(condition for condition in more if condition not in rest)]
    return _spaced(f'except("{target.rule.clause}",{_renamed(subject, names)}) :- {",".join(body)}.')


def _alike(name: str, value: Symbol, maker: Cause, mine: dict[str, Symbol]) -> str:
    """Return the maker's term for a value: its variable, a constant of its head, or a fresh variable."""
    if mine.get(name) == value:
        return name
    constants = set(re.findall(r"[\w\"]+", maker.rule.head_text or ""))
    if str(value) in constants:
        return str(value)
    same = sorted(variable for variable, bound in mine.items() if bound == value and variable != "T")
    if same and value.type is not SymbolType.Number:
        return same[0]
    while name in mine:
        name += "'"
    return name


def _body(rule: Rule) -> list[str]:
    parts = statement_parts(rule.text)
    return parts[1] if parts else []


def _subject(rule: Rule) -> str | None:
    """Return the subject of the exception to which a rule yields."""
    for literal in _body(rule):
        atom = read_atom(literal)
        if atom and atom.sign == "not" and atom.name == "except" and len(atom.args) == 2:
            return atom.args[1] if atom.args[1] != ANY_OF_A_POOL else None
    return None


def _bound(cause: Cause) -> dict[str, Symbol]:
    """Return the values of a rule's variables in one of its instances."""
    values: dict[str, Symbol] = {}
    left = list(cause.positive)
    for atom in map(read_atom, _body(cause.rule)):
        if atom and not atom.sign and left and (left[0].name, len(left[0].arguments)) == (atom.name, len(atom.args)):
            for text, value in zip(atom.args, left.pop(0).arguments, strict=True):
                values.update(_fitted(text, value))
    return values


def _fitted(text: str, value: Symbol) -> Iterator[tuple[str, Symbol]]:
    if re.fullmatch(r"[A-Z][\w']*", text):
        yield text, value
    elif (parts := _COMPOUND.match(text)) and value.type is SymbolType.Function:
        for inner, part in zip(split(parts[2], ","), value.arguments, strict=False):
            yield from _fitted(inner, part)


def _variables(text: str) -> set[str]:
    return {match[0] for match in _VARIABLE.finditer(text) if match[0][0] != '"'}


def _renamed(text: str, names: dict[str, str]) -> str:
    return _VARIABLE.sub(lambda m: m[0] if m[0][0] == '"' else names.get(m[0], m[0]), text)


def _spaced(rule: str) -> str:
    return re.sub(r'("(?:\\.|[^"\\])*")|,(?! )', lambda m: m[1] or ", ", rule)
