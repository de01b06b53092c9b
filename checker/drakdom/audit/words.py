"""The words of house rules: those of the rulebook's vocabulary that their law mentions, and what may be stated of them.

Situations in which these words occur are searched first. For a word that no situation has, some situations are copied
with the word stated in them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from drakdom.audit.values import Law
from drakdom.law.canonical import bare, read_atom, statement_parts
from drakdom.law.lawtext import law_files, parse, read_text
from drakdom.law.phases import phases_of_rules
from drakdom.law.rules import Rule
from drakdom.rulebook import Field, ListOf, MapOf, Rulebook, Shape
from drakdom.step.case import law_of
from drakdom.terms import Term, Value

_NAME = re.compile(r"(?<![\w'])[a-z][\w']*")
_NUMBER = re.compile(r"(?<![\w'])\d+(?![\w'])")
#: Words that every law has.
_COMMON = frozenset({"clause", "is", "phase", "not", "figure", "yes", "no", "none"})
#: A predicate of the book with more rules than this says too little about the subject of a house rule.
_FEW_RULES = 6
#: Steps from the predicates that a house rule reads to the definitions of the predicates that these read, at most.
_DEEPEST = 3
#: Largest number of values of a field that are stated in turn.
_MOST_VALUES = 3


@dataclass(frozen=True)
class Words:
    """The words of a house rule: its `own`, and those of the book's predicates that it reads (`near`).

    `phases` are the phases in which its rules can apply, `numbers` those that its law mentions. `carried` tells if it
    reads what it has itself set in an earlier moment.
    """

    own: frozenset[str]
    near: frozenset[str]
    phases: frozenset[str]
    numbers: tuple[int, ...]
    carried: bool

    @property
    def all(self) -> frozenset[str]:
        """Return all words."""
        return self.own | self.near


@dataclass(frozen=True)
class Statement:
    """A statement that a situation may get: of a place, a figure or the play; `key` is None for fields without keys."""

    owner: str
    field: str
    value: Value
    key: Value | None = None


def words_of(law: Law, base: Law) -> Words:
    """Return the words of the house rules that a law has beside its base."""
    files = [file for rule in law.book.house_rules if rule.name not in base.rules for file in law_files(rule.law)]
    written = {str(statement) for file in files for statement in parse(read_text(file), file)}
    rules = law_of(law.book).rules
    ours = [rule for rule in rules if rule.text in written]
    vocabulary = _vocabulary(law.book)
    text = _arguments(ours)
    reads = {(atom.name, len(atom.args)) for rule in ours for atom in rule.body}
    defined: dict[tuple[str, int], list[Rule]] = {}
    for rule in rules:
        if rule.head and rule not in ours:
            defined.setdefault(rule.head[:2], []).append(rule)
    defined = {name: definition for name, definition in defined.items() if len(definition) <= _FEW_RULES}
    near: list[Rule] = []
    for _ in range(_DEEPEST):
        new = [rule for name in sorted(reads) for rule in defined.pop(name, ())]
        near += new
        reads = {(atom.name, len(atom.args)) for rule in new for atom in rule.body}
    own_words = frozenset(_NAME.findall(text)) & vocabulary
    near_words = frozenset(_NAME.findall(_arguments(near))) & vocabulary
    sets = {atom.args[0].partition("(")[0] for rule in ours if (atom := rule.head_atom) and atom.name in _SETS}
    return Words(
        own_words,
        near_words - own_words,
        _phases(rules, [rule for rule in ours if rule.clause]),
        tuple(dict.fromkeys(int(number) for number in _NUMBER.findall(text) if len(number) < 3)),
        any(sets & set(rule.fluents) for rule in ours),
    )


def _arguments(rules: Iterable[Rule]) -> str:
    """Return the arguments of all atoms of some rules, and all that is no plain atom, without quoted strings."""
    texts: list[str] = []
    for rule in rules:
        head, body = statement_parts(rule.text) or ("", [])
        for literal in (head, *body):
            atom = read_atom(literal)
            texts += atom.args if atom else [literal]
    return bare("\n".join(texts))


def _phases(rules: Sequence[Rule], ours: Collection[Rule]) -> frozenset[str]:
    """Return the phases in which some of these rules can fire; empty if they can fire in all."""
    timed = [rule for rule in rules if rule.timed]
    phases = frozenset(rule.phase for rule in timed if rule.phase)
    texts = {rule.text for rule in ours}
    possible = [
        places for rule, places in zip(timed, phases_of_rules(timed, phases), strict=True) if rule.text in texts
    ]
    return frozenset[str]().union(*(places for places in possible if places < phases))


_SETS = frozenset({"becomes", "gains", "changes"})


def _vocabulary(book: Rulebook) -> frozenset[str]:
    fields = [*book.places.values(), *book.figures.values(), *book.state.values()]
    names = {name for spec in fields for name in _names(spec)}
    choices = {word for kind in book.types.values() for word in kind.choices}
    return frozenset(names | choices | book.phases.keys()) - _COMMON


def _names(spec: Field) -> set[str]:
    """Return the words by which law may mention a field: its name, and the words of its facts."""
    return {spec.name} | {word for fact in spec.facts for word in _term_words(fact)} - {"given", "stat"}


def _term_words(value: Value) -> Iterator[str]:
    if isinstance(value, Term):
        yield value.name
        for part in value.args:
            yield from _term_words(part)


def mentioned(says: Collection[Term]) -> frozenset[str]:
    """Return the words that the statements of a situation have."""
    return frozenset(word for statement in says for part in statement.args for word in _term_words(part))


def spoken(book: Rulebook, says: Collection[Term]) -> frozenset[str]:
    """Return the words by which law may mention what a situation states."""
    words = set(mentioned(says))
    for specs in (book.places, book.figures, book.state):
        for name in words & specs.keys():
            words |= _names(specs[name])
    return frozenset(words)


def statements(book: Rulebook, word: str, words: Words) -> Iterator[Statement]:
    """Yield the statements by which a word may come into a situation."""
    for owner, specs in (("place", book.places), ("figure", book.figures), ("state", book.state)):
        for spec in specs.values():
            if spec.required or spec.only:
                continue
            if word in _names(spec):
                for value in _values(book, spec, words)[:_MOST_VALUES]:
                    yield from _stated(book, owner, spec, value)
            elif any(word in book.types[kind].choices for kind in _kinds(spec.shape) if kind in book.types):
                yield from _stated(book, owner, spec, _choice(book, spec, word))


def _stated(book: Rulebook, owner: str, spec: Field, value: Value) -> Iterator[Statement]:
    if not isinstance(spec.shape, MapOf):
        yield Statement(owner, spec.name, value)
    elif isinstance(spec.shape.value, MapOf):
        return
    elif _fits(book, spec.shape.key, value):
        for inner in _typed(book, spec.shape.value, None)[:1]:
            yield Statement(owner, spec.name, inner, value)
    else:
        for key in _typed(book, _single(spec.shape.key), None)[:1]:
            yield Statement(owner, spec.name, value, key)


def _fits(book: Rulebook, kinds: str, value: Value) -> bool:
    named = value.name if isinstance(value, Term) else ""
    return any(kind in book.types and named in book.types[kind].choices for kind in kinds.split("|"))


def _kinds(shape: Shape) -> list[str]:
    if isinstance(shape, MapOf):
        return [*shape.key.split("|"), *_kinds(shape.value)]
    return shape.type.split("|")


def _single(kinds: str) -> Shape:
    return ListOf(kinds)


def _choice(book: Rulebook, spec: Field, word: str) -> Value:
    """Return the value of a field that begins with a word, with the first values of its arguments."""
    kinds = [kind for kind in _kinds(spec.shape) if kind in book.types and word in book.types[kind].choices]
    args = book.types[kinds[0]].choices[word].args
    return Term(word, tuple(next(iter(_typed(book, _single(arg), None)), 1) for arg in args))


def _values(book: Rulebook, spec: Field, words: Words) -> list[Value]:
    """Return values of a field: those that the house rule mentions, or else the first."""
    shape = spec.shape.value if isinstance(spec.shape, MapOf) else spec.shape
    values = _typed(book, shape, spec.range, words.numbers)
    named: list[Value] = [value for value in values if isinstance(value, Term) and value.name in words.own]
    return named or values


def _typed(book: Rulebook, shape: Shape, span: tuple[int, int] | None, numbers: Collection[int] = ()) -> list[Value]:
    if isinstance(shape, MapOf):
        return []
    values: list[Value] = []
    for kind in shape.type.split("|"):
        if kind == "bool":
            values.append(Term("true"))
        elif kind == "int":
            least, most = span or (1, 9)
            near = [number + more for number in numbers for more in (0, -1, 1)]
            values += [number for number in dict.fromkeys((*near, max(least, 1), most)) if least <= number <= most]
        elif kind in book.types:
            values += [Term(word) for word, choice in book.types[kind].choices.items() if not choice.args]
    return values
