"""Kinds of outcomes that house rules change in the moments of a play, and whether their text speaks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from drakdom.audit.courses import Twin, Twins
from drakdom.audit.kinds import is_may, is_stray, kind_of, open_rolls, roll_atom, shifted_odds
from drakdom.audit.values import Law
from drakdom.law.facts import Symbol
from drakdom.rulebook import Rulebook

_LETTERS = re.compile(r"[^\W\d_]{3,}")
#: Words with the same first letters, this many, count as forms of one word.
_STEM = 4


class Shift(NamedTuple):
    """A kind of outcome in a node that only one law has (0: the law, 1: the base), or a roll whose odds differ."""

    kind: str
    only: int
    symbol: Symbol
    node: int
    odds: str = ""


def shifts_of(twins: Twins) -> Iterator[Shift]:
    """Yield the outcomes in which the laws differ, moment by moment."""
    for twin in twins.different:
        mine, theirs = _shown(twin)
        for only, symbols in ((0, mine - theirs), (1, theirs - mine)):
            for symbol in sorted(symbols):
                if name := kind_of(symbol):
                    yield Shift(name, only, symbol, twin.node)
    yield from _odds(twins)


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
    texts = [text for rule in rules for text in (rule.title, rule.intent, *(c.text for c in rule.clauses.values()))]
    own = {word for rule in rules for words in rule.adds.values() for word in words}
    name = kind.split()[-1]
    return name in own or bool(_stems(" ".join(texts)) & _stems(f"{name} {_says(law.book, name)}"))


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
