"""Kinds of outcomes that house rules change in the moments of a play, and whether their text speaks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from drakdom.audit.courses import Twin, Twins, set_in
from drakdom.audit.kinds import is_may, is_stray, kind_of, open_rolls, roll_atom, shifted_odds
from drakdom.audit.values import Law
from drakdom.law.facts import Symbol
from drakdom.rulebook import Rulebook
from drakdom.terms import Term

_LETTERS = re.compile(r"[^\W\d_]{3,}")
#: The kind of a change that no outcome shows, before the name of the changed value.
STATE = "state"
#: Words with the same first letters, this many, count as forms of one word.
_STEM = 4


class Shift(NamedTuple):
    """A kind of outcome in a node that only one law has (0: the law, 1: the base), or a roll whose odds differ.

    `odds` tells how they differ, or to what a value is set that changes without an outcome.
    """

    kind: str
    only: int
    symbol: Symbol
    node: int
    odds: str = ""


def shifts_of(twins: Twins, book: Rulebook) -> Iterator[Shift]:
    """Yield the outcomes in which the laws differ, moment by moment; `book` is that of the base law.

    What a scenario can state of the play counts as well, if it changes in a moment without another outcome of the book.
    """
    fluents = frozenset(_says_of_fluents(book))
    for twin in twins.different:
        mine, theirs = _shown(twin)
        shifts = [
            Shift(name, only, symbol, twin.node)
            for only, symbols in ((0, mine - theirs), (1, theirs - mine))
            for symbol in sorted(symbols)
            if (name := kind_of(symbol))
        ]
        yield from shifts
        if _is_settled(twin) and not any(_is_of(book, shift.kind) for shift in shifts):
            yield from _states(twins, twin, fluents)
    yield from _odds(twins)


def _is_settled(twin: Twin) -> bool:
    return twin.theirs.is_whole and not twin.mine.broken and not any(map(is_stray, twin.theirs.seen))


def _is_of(book: Rulebook, kind: str) -> bool:
    """Return True if a kind of outcome is one of the book, and no event that a house rule adds."""
    return " " in kind or kind in book.events


def _states(twins: Twins, twin: Twin, fluents: frozenset[str]) -> Iterator[Shift]:
    """Yield the fluents that a moment sets otherwise than the base law does."""
    mine = set_in(twins.batch.moments.items, twin.mine.coming)
    theirs = set_in(twins.base.items, twin.theirs.coming)
    gone = set_in(twins.batch.moments.items, twin.mine.ceasing)
    by_book = set_in(twins.base.items, twin.theirs.ceasing)
    changed = {fluent for fluent, _ in (mine ^ theirs) | (gone ^ by_book)}
    for fluent in sorted(fluent for fluent in changed if fluent.name in fluents):
        values = sorted(str(value) for changed_fluent, value in mine if changed_fluent == fluent)
        before = sorted(str(value) for changed_fluent, value in theirs if changed_fluent == fluent)
        words = f"{', '.join(values) or 'as before'} instead of {', '.join(before) or 'as before'}"
        yield Shift(f"{STATE} {fluent.name}", 0, fluent, twin.node, words)


def _shown(twin: Twin) -> tuple[set[Symbol], set[Symbol]]:
    """Return the outcomes under each law; only permissions if the base law leaves something open."""
    mine, theirs = set(twin.mine.seen), set(twin.theirs.seen)
    if twin.theirs.is_whole and not any(map(is_stray, theirs)):
        return mine, theirs
    rolls = {roll_atom(roll) for roll in (*twin.theirs.chances, *twin.theirs.stated)}
    return set(filter(is_may, mine)), set(filter(is_may, theirs)) | rolls


def _odds(twins: Twins) -> Iterator[Shift]:
    """Yield the open rolls whose odds differ, among some moments with open rolls."""
    nodes = open_rolls(twins.batch)
    partials = [twins.batch.play.partials[node] for node in nodes]
    mine = twins.batch.moments.evaluate(partials)
    theirs = twins.base.evaluate([twins.converted(partial) for partial in partials])
    for node, own, plain in zip(nodes, mine, theirs, strict=True):
        for roll, meaning, now, before in shifted_odds(own, plain):
            yield Shift(f"odds {roll.name}", 0, roll, node, f"{meaning}: {now} instead of {before}")


def is_spoken_of(law: Law, base: Law, kind: str) -> bool:
    """Return True if the text of the audited house rules speaks of a kind of outcome."""
    rules = [rule for rule in law.book.house_rules if rule.name not in base.rules]
    texts = [
        text for rule in rules for text in (rule.title, rule.intent, *(clause.text for clause in rule.clauses.values()))
    ]
    own = {word for rule in rules for words in rule.adds.values() for word in words}
    name = kind.split()[-1]
    says = _says_of_fluents(law.book).get(name, "") if kind.startswith(f"{STATE} ") else _says(law.book, name)
    return name in own or bool(_stems(" ".join(texts)) & _stems(f"{name} {says}"))


def _says_of_fluents(book: Rulebook) -> dict[str, str]:
    """Return the meaning of each fluent that a scenario can state, by its name."""
    fields = (*book.places.values(), *book.figures.values(), *book.state.values())
    stated = ((fact.args[0], field) for field in fields for fact in field.facts if fact.name == "given" and fact.args)
    return {fluent.name: f"{field.name} {field.says}" for fluent, field in stated if isinstance(fluent, Term)}


def _says(book: Rulebook, name: str) -> str:
    for phrases in (book.events, book.actions, book.gaps, book.chances):
        if name in phrases:
            return phrases[name].says
    return ""


def _stems(text: str) -> frozenset[str]:
    words = _LETTERS.findall(text.lower().replace("_", " "))
    return frozenset(word[:_STEM] for word in words if word not in _SMALL)


_SMALL = frozenset(
    {"the", "and", "that", "this", "with", "from", "into", "what", "whom", "who", "has", "have", "there", "for", "not"}
    | {"his", "her", "its", "who", "whoever", "where", "when", "can", "may", "must", "are", "all", "one", "by"}
)
