"""Verdicts read back from their JSON, so that the page shows the very answer that the interface gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from drakdom.answer import Answer
from drakdom.terms import Term, Value
from drakdom.tools.compare import Comparison
from drakdom.verdict import Verdict

_BREAKS = "(),"


def read_verdicts(text: str) -> list[Verdict]:
    """Return the verdicts of an answer of the kind `rule`, one for each combination of the scenario's matrix."""
    form = json.loads(text)
    return [_made(Verdict, item) for item in form.get("verdicts", [form])]


def read_answers(forms: list[Any]) -> tuple[Answer, ...]:
    """Return the answers in an answer of another kind."""
    return tuple(_made(Answer, form) for form in forms)


def read_comparisons(text: str) -> list[Comparison]:
    """Return the comparisons of an answer of the kind `compare`, one for each combination of the scenario's matrix."""
    form = json.loads(text)
    return [_comparison(item) for item in form.get("each", [form])]


def _comparison(form: dict[str, Any]) -> Comparison:
    apart = len({verdict["rulebook"] for verdict in form["verdicts"]}) > 1
    made: Comparison = _made(Comparison, {**form, "labels": form["laws"], "apart": apart})
    return made


def _made(kind: Any, value: Any) -> Any:
    """Return the frozen value of a type that has this JSON form."""
    if hasattr(kind, "__dataclass_fields__"):
        types = _types(kind)
        return kind(**{name: _made(types[name], value[name]) for name in kind.__dataclass_fields__ if name in value})
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return value
    if kind == Value:
        return read_shown(value) if isinstance(value, str) else value
    if origin is UnionType:
        return None if value is None else _made(next(arg for arg in args if arg is not type(None)), value)
    if origin is tuple:
        kinds = args[:1] * len(value) if args[-1] is ... else args
        return tuple(_made(inner, item) for inner, item in zip(kinds, value, strict=True))
    return Fraction(value) if kind is Fraction else value


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def read_shown(text: str) -> Value:
    """Return the value that `terms.show` wrote: words in lower case are the vocabulary's, others a user's own."""
    tokens = list(_tokens(text))
    value = _value(tokens)
    return text if tokens else value


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = at + 1
        if text[at] == '"':
            end = (text.find('"', end) + 1) or len(text)
        elif text[at] not in _BREAKS:
            while end < len(text) and text[end] not in _BREAKS:
                end += 1
        if token := text[at:end].strip():
            yield token
        at = end


def _value(tokens: list[str]) -> Value:
    """Take one value from the tokens; an unreadable value is a text."""
    word = tokens.pop(0) if tokens else ""
    if word[:1] == '"':
        return word[1:-1]
    if word.lstrip("-").isdecimal() and word.isascii():
        return int(word)
    name = "" if word == "(" else word
    if word == "(" or tokens[:1] == ["("]:
        if word != "(":
            tokens.pop(0)
        args = []
        while tokens and tokens[0] != ")":
            args.append(_value(tokens))
            if tokens[:1] == [","]:
                tokens.pop(0)
        if tokens:
            tokens.pop(0)
        return Term(name, tuple(args))
    return Term(word) if word[:1].islower() else word
