"""Entries of the index: the words by which a precedent can be found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from drakdom.errors import InputError
from drakdom.formula import atoms_of
from drakdom.rulebook import Rulebook
from drakdom.rulebook.sentences import formula_words, word
from drakdom.rulebook.translated import languages, translated
from drakdom.scenario import Scenario
from drakdom.scenario.precedent import Precedent
from drakdom.terms import Term

_WORD = re.compile(r"\w+")
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ł": "l"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One precedent in the index.

    `clauses` are those that its expectations name as their reasons. `words` are folded, in every language of its
    rulebook. `features` tell the situation: tiles, kinds, actions, cards.
    """

    file: str
    title: str
    rulebook: str
    precedent: Precedent
    claims: tuple[str, ...]
    clauses: tuple[str, ...]
    words: tuple[str, ...]
    features: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the entry as data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Entry:
        """Return an entry from its data."""
        lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list | tuple)}
        return cls(**{**data, **lists, "precedent": Precedent(**data["precedent"])})


def entry_of(scenario: Scenario, file: str) -> Entry:
    """Return the entry of a scenario. Raises InputError if it is no precedent."""
    if scenario.precedent is None:
        help_ = "write `precedent: {by: .., when: .., source: .., status: standing}`"
        raise InputError.single("this scenario is no precedent", file, help=help_)
    book, precedent = scenario.rulebook, scenario.precedent
    features = tuple(sorted(set(features_of(scenario))))
    texts = [scenario.title, scenario.note, file.rpartition("/")[2].partition(".")[0]]
    texts += [precedent.by, precedent.source, precedent.note, *_spoken(scenario, features)]
    claims = tuple(f"{claim.kind}: {claim.text}" for claim in scenario.claims)
    words = tuple(sorted({folded for text in texts for folded in words_of(text)}))
    return Entry(file, scenario.title, book.slug, precedent, claims, deciding(scenario), words, features)


def deciding(scenario: Scenario) -> tuple[str, ...]:
    """Return the clauses that a scenario's expectations name as their reasons."""
    book = scenario.rulebook
    return tuple(dict.fromkeys(book.principal(clause) for claim in scenario.claims for clause in claim.because))


def features_of(scenario: Scenario) -> Iterator[str]:
    """Yield the parts of the situation, as `name value`: `tile trap_room`, `figure hero`, `does move`."""
    for fact in scenario.facts:
        if fact.name == "stated" and isinstance(act := fact.args[3], Term):
            yield f"does {act.name}"
        elif fact.name == "figure" and isinstance(kind := fact.args[1], Term):
            yield f"figure {kind.name}"
        elif fact.name == "told" and isinstance(roll := fact.args[0], Term):
            yield from _valued(roll.name, fact.args[2])
    for fluent, value in scenario.given:
        if isinstance(fluent, Term) and fluent.args:
            yield from _valued(fluent.name, value)
    formulas = [asked.formula for asked in scenario.claims] + [asked.formula for asked in scenario.questions]
    yield from (f"event {atom.pattern.name}" for formula in formulas for atom in atoms_of(formula))


def _valued(name: str, value: object) -> Iterator[str]:
    if isinstance(value, Term):
        yield f"{name} {value.name}"


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a text as a search compares them: without case, marks and letters of one language."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    yield from _WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter)).replace("_", " "))


def _spoken(scenario: Scenario, features: Iterable[str]) -> Iterator[str]:
    """Yield the claims and the values of the features in every language of the rulebook."""
    values = [feature.partition(" ")[2] for feature in features]
    for book in _books(scenario.rulebook):
        yield from (formula_words(book, claim.formula) for claim in scenario.claims)
        yield from (word(book, Term(value)) for value in values)


@lru_cache(maxsize=16)
def _books(book: Rulebook) -> tuple[Rulebook, ...]:
    return tuple(translated(book, code) for code in languages(book))
