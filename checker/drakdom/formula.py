"""Formulas of claims, such as `hit(Sigeir, trapdoor) and not falls(Sigeir)`.

`read_formula` knows only the grammar: `or` binds weaker than `and`, `and` weaker than `not`, and parentheses
group. The words of a pattern stay raw (`RawTerm`, with offsets). The caller turns them into values by a vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from drakdom.terms import Term, TermError, Value, match, show

DEEPEST = 40
"""Deepest nesting of a formula or a pattern that is read."""
_AT_THE_END = ("finally", "unasked")
"""Patterns that are true or false at the end of play only."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the play of which a claim speaks.

    - `entry`: the entry with the number `value`;
    - `phase`: every visit to a phase;
    - `first`: the first visit to a phase;
    - `after`: from the first event on that fits the pattern `value`, or that pattern with its arguments `turned`.
    """

    kind: Literal["entry", "phase", "first", "after"]
    value: int | str | Term
    text: str = field(default="", compare=False)
    turned: Term | None = None

    def is_opened_by(self, event: Value) -> bool:
        """Test if the scope begins with an event."""
        return any(isinstance(pattern, Term) and match(pattern, event) for pattern in (self.value, self.turned))

    def covers(self, entry: int, phase: str) -> bool:
        """Test if the scope can be open in a phase of an entry."""
        return self.value == (entry if self.kind == "entry" else phase) or self.kind == "after"


@dataclass(frozen=True, slots=True)
class Atom:
    """True if an event fits the pattern, within the scope if there is one.

    It is settled, and false unless the event came before, where an event fits one of the patterns in `unless`.
    """

    pattern: Term
    scope: Scope | None = None
    unless: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return f"{self.scope.text}: {show(self.pattern)}" if self.scope and self.scope.text else show(self.pattern)


@dataclass(frozen=True, slots=True)
class Not:
    """True if the formula does not hold."""

    item: Formula

    def __str__(self) -> str:
        return f"not {_group(self.item)}"


@dataclass(frozen=True, slots=True)
class And:
    """True if all formulas hold."""

    items: tuple[Formula, ...]

    def __str__(self) -> str:
        return " and ".join(map(_group, self.items))


@dataclass(frozen=True, slots=True)
class Or:
    """True if at least one formula holds."""

    items: tuple[Formula, ...]

    def __str__(self) -> str:
        return " or ".join(map(_group, self.items))


Formula: TypeAlias = Atom | Not | And | Or


def _group(item: Formula) -> str:
    return f"({item})" if isinstance(item, And | Or) else str(item)


def atoms_of(formula: Formula) -> list[Atom]:
    """Return the atoms of a formula, each once, in the order of writing."""
    if isinstance(formula, Atom):
        return [formula]
    parts = formula.items if isinstance(formula, And | Or) else (formula.item,)
    return list(dict.fromkeys(atom for part in parts for atom in atoms_of(part)))


def within(formula: Formula, scope: Scope) -> Formula:
    """Return a formula of which every atom has a scope."""
    return mapped(formula, lambda atom: replace(atom, scope=scope))


def mapped(formula: Formula, change: Callable[[Atom], Atom]) -> Formula:
    """Return a formula with each atom changed."""
    if isinstance(formula, Atom):
        return change(formula)
    if isinstance(formula, Not):
        return Not(mapped(formula.item, change))
    return type(formula)(tuple(mapped(item, change) for item in formula.items))


def truth(formula: Formula, truth_of: Callable[[Atom], bool | None]) -> bool | None:
    """Return Kleene's three-valued truth of a formula, given the truth of its atoms."""
    if isinstance(formula, Atom):
        return truth_of(formula)
    if isinstance(formula, Not):
        inner = truth(formula.item, truth_of)
        return None if inner is None else not inner
    values = [truth(part, truth_of) for part in formula.items]
    decisive = isinstance(formula, Or)
    if decisive in values:
        return decisive
    return None if None in values else not decisive


def patterns(formula: Formula) -> tuple[Term, ...]:
    """Return the patterns of a formula in reading order, without duplicates."""
    if isinstance(formula, Atom):
        return (formula.pattern,)
    if isinstance(formula, Not):
        return patterns(formula.item)
    return tuple(dict.fromkeys(pattern for item in formula.items for pattern in patterns(item)))


def asserted(formula: Formula, sign: bool = True) -> frozenset[Term]:
    """Return the patterns whose events help the formula to hold: those under an even number of `not`."""
    if isinstance(formula, Atom):
        return frozenset({formula.pattern} if sign else ())
    if isinstance(formula, Not):
        return asserted(formula.item, not sign)
    return frozenset[Term]().union(*(asserted(item, sign) for item in formula.items))


def stays_true(formula: Formula) -> bool:
    """Test if a formula that is true at some point of a play is true at its end, whatever comes between."""
    if isinstance(formula, Atom):
        return formula.pattern.name not in _AT_THE_END
    return not isinstance(formula, Not) and all(map(stays_true, formula.items))


@dataclass(frozen=True, slots=True)
class RawTerm:
    """A word as written, its offset in the text, and its arguments (None: no parentheses)."""

    text: str
    offset: int
    args: tuple[RawTerm, ...] | None = None
    quoted: bool = False

    def __str__(self) -> str:
        if self.args is None:
            return self.text
        return f"{self.text}({', '.join(map(str, self.args))})"

    def written(self) -> str:
        """Return the text as written, with the quotes of names."""
        if self.quoted:
            return f'"{self.text}"'
        return self.text if self.args is None else f"{self.text}({', '.join(arg.written() for arg in self.args)})"


def read_formula(text: str, atom: Callable[[RawTerm], Term]) -> Formula:
    """Read a formula; `atom` turns each raw pattern into a term.

    Raises TermError with the offset of the text that cannot be read, and any error that `atom` raises.
    """
    reader = _Reader(text)
    formula = _either(reader, atom, 0)
    reader.must_end()
    return formula


def read_raw(text: str) -> RawTerm:
    """Read a single pattern without interpreting it. A name may consist of several words (`Sir Rohan`)."""
    reader = _Reader(text)
    raw = reader.term(0, stop=())
    reader.must_end()
    return raw


def _either(reader: _Reader, atom: Callable[[RawTerm], Term], depth: int) -> Formula:
    items = [_all(reader, atom, depth)]
    while reader.take("or"):
        items.append(_all(reader, atom, depth))
    return items[0] if len(items) == 1 else Or(tuple(items))


def _all(reader: _Reader, atom: Callable[[RawTerm], Term], depth: int) -> Formula:
    items = [_one(reader, atom, depth)]
    while reader.take("and"):
        items.append(_one(reader, atom, depth))
    return items[0] if len(items) == 1 else And(tuple(items))


def _one(reader: _Reader, atom: Callable[[RawTerm], Term], depth: int) -> Formula:
    if depth > DEEPEST:
        raise TermError(f"nested deeper than {DEEPEST}", reader.offset)
    if reader.take("not"):
        return Not(_one(reader, atom, depth + 1))
    if reader.take("("):
        inner = _either(reader, atom, depth + 1)
        reader.need(")")
        return inner
    return Atom(atom(reader.term(depth, stop=("and", "or", "not"))))


class _Reader:
    """The tokens of one text: words, quoted words, parentheses and commas, with their offsets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0

    @property
    def offset(self) -> int:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else len(self.text)

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, token: str) -> bool:
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def need(self, token: str) -> None:
        if not self.take(token):
            seen = f", not `{self.peek()}`" if self.peek() else ""
            raise TermError(f"`{token}` is missing{seen}", self.offset)

    def must_end(self) -> None:
        if self.peek():
            raise TermError(f"unexpected `{self.text[self.offset :]}`", self.offset)

    def term(self, depth: int, stop: tuple[str, ...]) -> RawTerm:
        """Read a word (or several words that form a name) and its arguments, if it has any."""
        if depth > DEEPEST:
            raise TermError(f"nested deeper than {DEEPEST}", self.offset)
        start, first = self.offset, self.at
        while self.peek() not in ("", "(", ")", ",", *stop):
            self.at += 1
        words = [token for token, _ in self.tokens[first : self.at]]
        if not words:
            raise TermError("a word is missing", start)
        if words[0][0] == '"':
            if len(words) > 1:
                raise TermError(f"unexpected `{words[1]}`", self.tokens[first + 1][1])
            return RawTerm(words[0][1:-1], start, None, quoted=True)
        args = self.arguments(depth) if self.take("(") else None
        return RawTerm(" ".join(words), start, args)

    def arguments(self, depth: int) -> tuple[RawTerm, ...]:
        args: list[RawTerm] = []
        if self.take(")"):
            return ()
        while True:
            args.append(self.term(depth + 1, stop=()))
            if not self.take(","):
                self.need(")")
                return tuple(args)


def _tokens(text: str) -> list[tuple[str, int]]:
    tokens: list[tuple[str, int]] = []
    at = 0
    while at < len(text):
        c, start = text[at], at
        at += 1
        if c.isspace():
            continue
        if c == '"':
            end = text.find('"', at)
            if end < 0:
                raise TermError("the quote is not closed", start)
            at = end + 1
        elif c not in "(),":
            while at < len(text) and not text[at].isspace() and text[at] not in '(),"':
                at += 1
        tokens.append((text[start:at], start))
    return tokens
