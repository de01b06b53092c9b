"""Values as trees of words: which words and terms can stand at a place of the law, as far as its text tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import TypeAlias

from drakdom.law.syntax import Expr, Signature
from drakdom.rulebook import Rulebook
from drakdom.terms import Term, Value, Var

#: The words and functors that can stand at a place, each with the values of its arguments; None for any value.
Values: TypeAlias = "Mapping[Signature, tuple[Values, ...]] | None"

_DEEPEST = 3
_MOST_FACES = 100
NUMBER: Signature = ("#number", 0)
TEXT: Signature = ("#text", 0)
NOTHING: Values = {}


def join(values: Values, more: Values) -> Values:
    """Return the values of both; `values` itself if `more` adds nothing."""
    if values is None or more is None:
        return None
    result = dict(values)
    for signature, args in more.items():
        if signature not in result:
            result[signature] = args
        elif args:
            result[signature] = tuple(map(join, result[signature], args))
    return values if result == values else result


def join_all(values: Iterable[Values]) -> Values:
    """Return the values of all."""
    return reduce(join, values, NOTHING)


def meet(values: Values, limits: Values) -> Values:
    """Return the values that are in both."""
    if values is None:
        return limits
    if limits is None:
        return values
    return {
        signature: tuple(map(meet, args, limits[signature]))
        for signature, args in values.items()
        if signature in limits
    }


def value_of(expr: Expr, variables: Mapping[str, Values], depth: int = 0) -> Values:
    """Return the values of a term of a rule, given those of its variables."""
    if expr.kind == "variable":
        values = variables.get(expr.name)
        return cut(values, _DEEPEST - depth) if depth else values
    if expr.kind in ("word", "function", "tuple"):
        if depth == _DEEPEST:
            return None
        return {expr.signature: tuple(value_of(part, variables, depth + 1) for part in expr.args)}
    if expr.kind == "pool":
        return join_all(value_of(part, variables, depth) for part in expr.args)
    if expr.kind == "external":
        return None
    return {TEXT: ()} if expr.kind == "text" else {NUMBER: ()}


def cut(values: Values, depth: int) -> Values:
    """Return values without what lies deeper than so many terms."""
    if values is None or depth <= 0:
        return None
    return {signature: tuple(cut(part, depth - 1) for part in args) for signature, args in values.items()}


def bind(expr: Expr, values: Values, variables: dict[str, Values]) -> None:
    """Narrow the variables of a term of a body to those by which it has one of the values."""
    if expr.kind == "variable" and expr.name != "_":
        variables[expr.name] = meet(variables.get(expr.name), values)
    elif expr.kind in ("function", "tuple") and values and expr.signature in values:
        for part, value in zip(expr.args, values[expr.signature], strict=True):
            bind(part, value, variables)


class Types:
    """The values of the types of a vocabulary, and of its templates."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.kinds: dict[str, Values] = {}

    def of(self, kind: str) -> Values:
        """Return the values of a type; `a|b` is the union of two."""
        if kind not in self.kinds:
            self.kinds[kind] = None  # a type with itself inside
            self.kinds[kind] = join_all(map(self._of, kind.split("|")))
        return self.kinds[kind]

    def _of(self, kind: str) -> Values:
        kind = kind.strip()
        if kind in self.book.types:
            choices = self.book.types[kind].choices.values()
            return join_all(
                {NUMBER: ()}
                if word.name[0].isdigit()
                else {(word.name, len(word.args)): tuple(map(self.of, word.args))}
                for word in choices
            )
        if kind in self.book.pools:
            faces = self.book.pools[kind].faces
            return join_all(self.template(face, {}) for face in faces) if len(faces) <= _MOST_FACES else None
        if kind in ("place", "square"):
            if self.book.topology.graph:
                return {(name, 0): () for name in self.book.topology.graph.sites}
            return {TEXT: ()} | {(way, 1): (None,) for way in self.book.topology.ways.values()}
        stats: Values = {(stat, 0): () for stat in self.book.stats}
        built_in: dict[str, Values] = {
            "int": {NUMBER: ()},
            "bool": {("yes", 0): (), ("no", 0): ()},
            "figure": {TEXT: ()},
            "name": {TEXT: ()},
            "clause": {TEXT: ()},
            "dice": {
                ("flat", 1): ({NUMBER: ()},),
                ("roll", 2): (
                    {(pool, 0): () for pool in self.book.pools},
                    {NUMBER: (), ("minus", 1): (stats,), ("plus", 1): (stats,)},
                ),
            },
            "actor": {TEXT: ()} | {(actor, 0): () for actor in self.book.actors},
        }
        return built_in.get(kind)

    def template(self, value: Value, slots: Mapping[str, str]) -> Values:
        """Return the values of a template whose placeholders have types."""
        if isinstance(value, Term):
            return {(value.name, len(value.args)): tuple(self.template(part, slots) for part in value.args)}
        if isinstance(value, Var):
            return self.of(slots[value.name]) if value.name in slots else None
        return {NUMBER: ()} if isinstance(value, int) else {TEXT: ()} if isinstance(value, str) else None
