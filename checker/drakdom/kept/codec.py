"""Converts frozen values to JSON text and back: verdicts and their parts, findings, measurements.

A tuple, a set or a dataclass becomes a list that begins with the name of its type; text, numbers, booleans and None
are unchanged. Only dataclasses that the caller names are read, and no code is run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from drakdom.terms import Term

_TUPLE, _SET, _FRACTION, _TERM = "()", "{}", "/", "term"


class Codec:
    """Writes and reads values whose dataclasses are among `kinds`."""

    def __init__(self, kinds: Iterable[type]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._fields = {name: [field.name for field in fields(kind)] for name, kind in self._kinds.items()}

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
        if isinstance(value, tuple):
            return [_TUPLE, *map(self._plain, value)]
        if isinstance(value, frozenset):
            return [_SET, *sorted(map(self._plain, value), key=repr)]
        if isinstance(value, Fraction):
            return [_FRACTION, value.numerator, value.denominator]
        name = type(value).__name__
        if not is_dataclass(value) or self._kinds.get(name) is not type(value):
            raise TypeError(f"values of the type {name} are not kept")
        return [name, *(self._plain(getattr(value, field)) for field in self._fields[name])]

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
        if name == _FRACTION:
            return Fraction(*rest)
        return self._kinds[name](**dict(zip(self._fields[name], map(self._value, rest), strict=True)))
