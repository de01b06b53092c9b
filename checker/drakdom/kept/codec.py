"""Converts values to JSON text and back: verdicts and their parts, findings, measurements.

A tuple, a set, a mapping or a dataclass becomes a list that begins with the name of its type. Text, numbers, booleans
and None stay as they are. Only dataclasses and named tuples that the caller names are read, and no code is run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from typing import Any

from drakdom.terms import Term

_TUPLE, _SET, _OPEN_SET, _MAPPING, _FRACTION, _TERM = "()", "{}", "{*}", "{:}", "/", "term"


class Codec:
    """Writes and reads values whose dataclasses and named tuples are among `kinds`."""

    def __init__(self, kinds: Iterable[type]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._fields = {name: _field_names(kind) for name, kind in self._kinds.items()}

    def write(self, value: object) -> str:
        """Return the JSON text of a value. Raises TypeError for values of other types."""
        return json.dumps(self._plain(value), separators=(",", ":"))

    def read(self, text: str) -> Any:
        """Return the value of a JSON text. Raises ValueError, TypeError or LookupError for text not made by `write`."""
        return self._value(json.loads(text))

    def _plain(self, value: Any) -> Any:
        if value is None or isinstance(value, str | bool | int | float):
            return value
        if isinstance(value, Term):  # before tuples, since a Term is a tuple
            return [_TERM, value.name, *map(self._plain, value.args)]
        name = type(value).__name__
        if self._kinds.get(name) is type(value):
            return [name, *(self._plain(getattr(value, field)) for field in self._fields[name])]
        if isinstance(value, tuple):
            return [_TUPLE, *map(self._plain, value)]
        if isinstance(value, frozenset | set):
            mark = _SET if isinstance(value, frozenset) else _OPEN_SET
            return [mark, *sorted(map(self._plain, value), key=repr)]
        if isinstance(value, dict):
            return [_MAPPING, *([self._plain(key), self._plain(item)] for key, item in value.items())]
        if isinstance(value, Fraction):
            return [_FRACTION, value.numerator, value.denominator]
        raise TypeError(f"values of the type {name} are not kept")

    def _value(self, plain: Any) -> Any:
        if not isinstance(plain, list):
            return plain
        name, rest = plain[0], plain[1:]
        if name == _TUPLE:
            return tuple(map(self._value, rest))
        if name == _TERM:
            return Term(rest[0], tuple(map(self._value, rest[1:])))
        if name == _SET:
            return frozenset(map(self._value, rest))
        if name == _OPEN_SET:
            return set(map(self._value, rest))
        if name == _MAPPING:
            return {self._value(key): self._value(item) for key, item in rest}
        if name == _FRACTION:
            return Fraction(*rest)
        return self._kinds[name](**dict(zip(self._fields[name], map(self._value, rest), strict=True)))


def _field_names(kind: type) -> list[str]:
    names: tuple[str, ...] | None = getattr(kind, "_fields", None)
    return [field.name for field in fields(kind)] if names is None else [*names]
