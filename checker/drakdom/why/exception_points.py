"""Exceptions that would keep a clause out of what another one brings about: rules that a house rule might add.

A hook is a rule instance behind something seen that an exception could have held back. The rule of the other clause
says when: its conditions become those of the exception, with the variables of both brought together where, in this
moment, they stand for the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from clingo import Function, Number, Symbol, SymbolType

from drakdom.law.canonical import read_atom, split, statement_parts
from drakdom.law.rules import Rule
from drakdom.why.causes import Cause, Causes

_VARIABLE = re.compile(r'"(?:\\.|[^"\\])*"|(?<![\w\'])[A-Z][\w\']*')
_COMPOUND = re.compile(r"([a-z][\w']*)?\((.*)\)\Z", re.DOTALL)


class ExceptionPoint(NamedTuple):
    """An exception to the clause `beaten` that the clause `by` could make: its rule, as a house rule writes it."""

    beaten: str
    by: str
    rule: str


def exception_points_behind(causes: Causes, seen: Symbol, own: Callable[[str], bool]) -> tuple[ExceptionPoint, ...]:
    """The exceptions that clauses for which `own` holds could make to others behind what is seen, the nearest first."""
    behind = _behind(causes, Function(seen.name, [*seen.arguments, Number(0)]))
    makers = [cause for cause in behind if cause.rule.clause and own(cause.rule.clause)]
    points: dict[ExceptionPoint, None] = {}
    for hooked in behind:
        if not hooked.rule.clause or not hooked.exceptions:
            continue
        for maker in makers:
            if maker.rule.clause != hooked.rule.clause and (text := _exception(maker, hooked)):
                points[ExceptionPoint(hooked.rule.clause, str(maker.rule.clause), text)] = None
    return tuple(points)


def _behind(causes: Causes, atom: Symbol) -> list[Cause]:
    """Every rule instance on which an atom rests within its moment."""
    behind: list[Cause] = []
    todo, done = [atom], {atom}
    for derived in todo:
        for cause in causes.fired.get(derived, ()):
            behind.append(cause)
            more = [premise for premise in cause.positive if premise not in done]
            done.update(more)
            todo += more
    return behind


def _exception(maker: Cause, hooked: Cause) -> str:
    """The exception to the hooked rule under the conditions of the other one; empty where none can be written."""
    conditions, subject = _body(maker.rule), _subject(hooked.rule)
    if subject is None:
        return ""
    mine, theirs = _bound(maker), _bound(hooked)
    names = {"T": "T"} | {name: _alike(name, value, maker, mine) for name, value in theirs.items() if name != "T"}
    needed = {name for name in _variables(subject) if names.get(name, name) not in mine and name != "T"}
    needed = {name for name in needed if _variables(names.get(name, name))}
    more: list[str] = []
    for literal in _body(hooked.rule):
        atom = read_atom(literal)
        if atom and not atom.sign and atom.name not in ("clause", "except") and needed & _variables(literal):
            more.append(_renamed(literal, names))
            needed -= _variables(literal)
    if needed:
        return ""
    first = [condition for condition in conditions if condition.startswith("clause(")]
    rest = [condition for condition in conditions if not condition.startswith("clause(")]
    body = [*first, *rest, *(condition for condition in more if condition not in rest)]
    return _spaced(f'except("{hooked.rule.clause}",{_renamed(subject, names)}) :- {",".join(body)}.')


def _alike(name: str, value: Symbol, maker: Cause, mine: dict[str, Symbol]) -> str:
    """What stands for a value in the other rule: its variable, a constant of its head, or a variable of a new name."""
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
    """The subject of the exception that a rule yields to."""
    for literal in _body(rule):
        atom = read_atom(literal)
        if atom and atom.sign == "not" and atom.name == "except" and len(atom.args) == 2:
            return atom.args[1]
    return None


def _bound(cause: Cause) -> dict[str, Symbol]:
    """What the variables of a rule stand for in one of its instances."""
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
