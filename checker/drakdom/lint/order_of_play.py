"""Checks of the order of play, the table that the library's piece `round.lp` reads: its phases and its conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from drakdom.law.syntax import Expr, Signature, Statement
from drakdom.lint.source import Law, LintFinding, SourceFile
from drakdom.rulebook.words import did_you_mean

#: The places of phases in the rows of the table.
_PHASES: Mapping[Signature, tuple[int, ...]] = {
    ("then", 2): (0, 1),
    ("branch", 3): (0, 1),
    ("repeat", 2): (0,),
    ("interrupt", 2): (0,),
}
#: The places of conditions in the rows of the table.
_CONDITIONS: Mapping[Signature, tuple[int, ...]] = {
    ("branch", 3): (2,),
    ("repeat", 2): (1,),
    ("interrupt", 2): (1,),
    ("goes_before", 2): (0, 1),
}
#: The places of conditions in the heads that say when they hold.
_HOLDS: Mapping[Signature, tuple[int, ...]] = {("holds", 2): (0,), ("holds_without", 3): (1,)}

#: A word with the rule that has it.
_Place = tuple[SourceFile, Statement]


def check_order_of_play(law: Law) -> Iterator[LintFinding]:
    """Check that the table names phases of the vocabulary, and that it and the rules name the same conditions."""
    if not any(("branch", 3) in file.input for file in law.loaded if file not in law.files):
        return
    phases = law.rulebook.phases
    for word, (file, rule) in _words(law, _PHASES).items():
        if word not in phases:
            message = f"`{word}` is not a phase of the vocabulary"
            yield law.finding("order-of-play", file, rule.line, message, did_you_mean(word, phases))
    table, rules = _words(law, _CONDITIONS), _words(law, _HOLDS)
    yield from _missing(law, table, rules, "no rule says when the condition `{}` holds")
    yield from _missing(law, rules, table, "the order of play has no condition `{}`")


def _missing(law: Law, words: Mapping[str, _Place], partners: Iterable[str], message: str) -> Iterator[LintFinding]:
    matches = frozenset(partners)
    for word, (file, rule) in words.items():
        if word not in matches:
            yield law.finding(
                "order-of-play", file, rule.line, message.format(word), did_you_mean(word, sorted(matches))
            )


def _words(law: Law, places: Mapping[Signature, tuple[int, ...]]) -> dict[str, _Place]:
    """Return the words at these places of heads, each with its first rule; pieces of the library have none."""
    words: dict[str, _Place] = {}
    for file, rule, sign, atom in law.atoms():
        for place in places.get(atom.signature, ()) if sign == "head" and file in law.files else ():
            for value in _values(atom.args[place]):
                words.setdefault(value, (file, rule))
    return words


def _values(term: Expr) -> Iterator[str]:
    """Yield the words of a term, each of a pool."""
    for part in term.args if term.kind == "pool" else (term,):
        if part.kind == "word":
            yield part.name
