"""Terms: the values in facts, verdicts and claims.

A value is an integer, a word of the vocabulary (a `Term`) or a user's own word. A user's word is a Python string: the
name of a figure or a place, exactly as written. Patterns may also hold `Any` (written `_`), and templates of a rulebook
may hold `Var` (written `$place`). This module does not depend on the solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeAlias

DEEPEST = 60
"""Deepest nesting of a term that is read."""


@dataclass(frozen=True, slots=True)
class Var:
    """A placeholder in a template: `$place`."""

    name: str

    def __str__(self) -> str:
        return f"${self.name}"


@dataclass(frozen=True, slots=True)
class Any:
    """The pattern `_`, which matches every value."""

    def __str__(self) -> str:
        return "_"


class Term(NamedTuple):
    """A word of the vocabulary with its arguments: `search`, `move(e)`; a tuple has the name `""`.

    It is a named tuple, not a dataclass, because verdicts hash and compare tens of thousands of terms.
    """

    name: str
    args: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return write(self)

    def __repr__(self) -> str:
        return f"Term({write(self)})"


Value: TypeAlias = Term | int | str | Var | Any

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
_UNESCAPES = {"\\": "\\", '"': '"', "n": "\n"}
_LOWER = frozenset("abcdefghijklmnopqrstuvwxyz")
_WORD = _LOWER | frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'")
_DIGITS = frozenset("0123456789")
_BREAKS = frozenset("(),")


class TermError(ValueError):
    """The text is not a term. `offset` is the first character that cannot be read, counted from 0."""

    def __init__(self, message: str, offset: int) -> None:
        self.message = message
        self.offset = offset
        super().__init__(f"{message} at character {offset + 1}")


def write(value: Value) -> str:
    """Return the text of a value that `parse` reads back. Users' own words are in quotes."""
    if isinstance(value, Term):
        if not value.args:
            return value.name or "()"
        inner = ",".join(map(write, value.args))
        return f"({inner},)" if not value.name and len(value.args) == 1 else f"{value.name}({inner})"
    if isinstance(value, str):
        return '"' + "".join(_ESCAPES.get(character, character) for character in value) + '"'
    return str(value)


def show(value: Value) -> str:
    """Return the text of a value for people: `hit(Sigeir, trapdoor)`. Ambiguous names in arguments are in quotes."""
    if isinstance(value, Term):
        if not value.args:
            return value.name or "()"
        return f"{value.name}({', '.join(map(spell, value.args))})"
    return str(value)


def spell(value: Value) -> str:
    """Return the text of a value as an argument. A name with commas, parentheses or odd spaces is in quotes."""
    if isinstance(value, str) and (_BREAKS & set(value) or value != " ".join(value.split())):
        return f'"{value}"'
    return show(value)


def parse(text: str) -> Value:
    """Read one value. `$name` becomes a `Var` and `_` becomes `Any`.

    Raises TermError with the offset of the text that cannot be read.
    """
    return _Parser(text).whole()


def parse_term(text: str) -> Term:
    """Read one word of the vocabulary with its arguments. Raises TermError for anything else."""
    value = parse(text)
    if not isinstance(value, Term):
        raise TermError(f"`{text.strip()}` is not a word with its arguments", 0)
    return value


class _Parser:
    """A cursor over the text of one term."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, message: str) -> NoReturn:
        raise TermError(message, self.at)

    def peek(self) -> str:
        """Skip blanks and return the next character, `""` at the end."""
        text, at = self.text, self.at
        while at < len(text) and text[at] in " \t\n\r":
            at += 1
        self.at = at
        return text[at] if at < len(text) else ""

    def run(self, allowed: frozenset[str]) -> str:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in allowed:
            self.at += 1
        return self.text[start : self.at]

    def whole(self) -> Value:
        value = self.value(0)
        if self.peek():
            self.fail(f"unexpected `{self.text[self.at :]}`")
        return value

    def value(self, depth: int) -> Value:
        if depth > DEEPEST:
            self.fail(f"nested deeper than {DEEPEST}")
        c = self.peek()
        if c in _LOWER:
            name = self.run(_WORD)
            return Term(name, self.arguments(depth) if self.peek() == "(" else ())
        if c in _DIGITS or c == "-":
            return self.integer()
        if c == '"':
            return self.quoted()
        if c == "(":
            return Term("", self.arguments(depth))
        return self.placeholder(c)

    def placeholder(self, c: str) -> Value:
        if c == "$":
            self.at += 1
            return Var(self.run(_WORD) or self.fail("`$` needs a name"))
        start = self.at
        word = self.run(_WORD)
        if word == "_":
            return Any()
        self.at = start
        if word:
            self.fail(f"unknown word `{word}`: names are written in quotes")
        return self.fail(f"`{c}` cannot be read" if c else "a word is missing")

    def integer(self) -> int:
        start = self.at
        if self.text[self.at] == "-":
            self.at += 1
        digits = self.run(_DIGITS)
        if not digits or len(digits) > 18:
            self.at = start
            self.fail("not a number" if not digits else "the number is too large")
        return int(self.text[start : self.at])

    def quoted(self) -> str:
        start = self.at
        out: list[str] = []
        self.at += 1
        while self.at < len(self.text):
            c = self.text[self.at]
            self.at += 1
            if c == '"':
                return "".join(out)
            if c == "\\":
                c = _UNESCAPES.get(self.text[self.at : self.at + 1], "")
                if not c:
                    self.fail('only \\\\, \\" and \\n may follow a backslash')
                self.at += 1
            out.append(c)
        self.at = start
        return self.fail("the quote is not closed")

    def arguments(self, depth: int) -> tuple[Value, ...]:
        self.at += 1
        args: list[Value] = []
        while self.peek() != ")":
            args.append(self.value(depth + 1))
            c = self.peek()
            if c == ",":
                self.at += 1
            elif c != ")":
                self.fail("`)` is missing" if not c else f"unexpected `{c}`: `,` or `)` is missing")
        self.at += 1
        return tuple(args)


def match(pattern: Value, value: Value) -> bool:
    """Return True if the value matches the pattern. `_` and placeholders match every value."""
    if pattern == value:
        return True
    if isinstance(pattern, Term):
        return (
            isinstance(value, Term)
            and pattern.name == value.name
            and len(pattern.args) == len(value.args)
            and all(map(match, pattern.args, value.args))
        )
    return isinstance(pattern, Any | Var)


def bind(template: Value, value: Value) -> dict[str, Value] | None:
    """Return the values of the template's placeholders if the value matches it, else None."""
    bindings: dict[str, Value] = {}
    return bindings if _bind(template, value, bindings) else None


def _bind(template: Value, value: Value, bindings: dict[str, Value]) -> bool:
    if isinstance(template, Var):
        return bindings.setdefault(template.name, value) == value
    if isinstance(template, Term):
        return (
            isinstance(value, Term)
            and template.name == value.name
            and len(template.args) == len(value.args)
            and all(_bind(part, bound, bindings) for part, bound in zip(template.args, value.args, strict=True))
        )
    return isinstance(template, Any) or template == value


def substitute(template: Value, env: Mapping[str, Value]) -> Value:
    """Replace placeholders by their values in `env`. A placeholder that `env` lacks stays."""
    if isinstance(template, Var):
        return env.get(template.name, template)
    if isinstance(template, Term) and template.args:
        return Term(template.name, tuple(substitute(arg, env) for arg in template.args))
    return template


def fill(template: Term, env: Mapping[str, Value]) -> Term:
    """Replace the placeholders of a template that is a term (see `substitute`)."""
    return Term(template.name, tuple(substitute(arg, env) for arg in template.args))


def placeholders(template: Value) -> tuple[str, ...]:
    """Return the names of the placeholders in reading order, without duplicates."""
    if isinstance(template, Var):
        return (template.name,)
    if isinstance(template, Term):
        return tuple(dict.fromkeys(name for arg in template.args for name in placeholders(arg)))
    return ()


def is_ground(value: Value) -> bool:
    """Return True if the value contains neither a placeholder nor `_`."""
    if isinstance(value, Term):
        return all(map(is_ground, value.args))
    return not isinstance(value, Var | Any)


def sort_key(value: Value) -> tuple[object, ...]:
    """Return a sort key for values of mixed kinds: numbers first, then users' words, then terms."""
    if isinstance(value, int):
        return (0, value)
    if isinstance(value, str):
        return (1, value)
    if isinstance(value, Term):
        return (2, len(value.args), value.name, *map(sort_key, value.args))
    return (3, str(value))
