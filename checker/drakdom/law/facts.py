"""Conversion between the project's terms and clingo's symbols. Facts reach the solver as symbols, never as text."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from clingo import Function, Number, String, Symbol, SymbolType

from drakdom.errors import BugError, InputError
from drakdom.rulebook import law_folder
from drakdom.terms import Term, Value

__all__ = ["ANY", "Function", "Symbol", "core_file", "to_symbol", "to_value"]

#: Stands for any term in a goal that rules are followed back from.
ANY = Function("any", [])


@lru_cache(maxsize=65536)
def to_symbol(value: Value) -> Symbol:
    """Return the symbol of a value: words of the user become strings, words of the vocabulary constants."""
    if isinstance(value, Term):
        return Function(value.name, [to_symbol(part) for part in value.args])
    if isinstance(value, int):
        return Number(value)
    if not isinstance(value, str):
        raise BugError(f"`{value}` is a pattern, not a value")
    return String(value)


@lru_cache(maxsize=65536)
def to_value(symbol: Symbol) -> Value:
    """Return the value of a symbol; the inverse of `to_symbol`."""
    if symbol.type is SymbolType.Function:
        return Term(symbol.name, tuple(to_value(part) for part in symbol.arguments))
    if symbol.type is SymbolType.Number:
        return symbol.number
    if symbol.type is not SymbolType.String:
        raise InputError.single(f"the law has a fault: it tells the least or the greatest of nothing, `{symbol}`")
    return symbol.string


def core_file(name: str) -> Path:
    """Return the path of a file of the shared core."""
    return law_folder() / "core" / name
