"""The search for clauses by whole words, in English and in the languages that a rulebook has sentences in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from drakdom.language import ENGLISH
from drakdom.rulebook import Clause, Rulebook
from drakdom.rulebook.translated import languages, translated
from drakdom.rulebook.words import nearest, short

_WORD = re.compile(r"\w+(?:['-]\w+)*")
_ARTICLE = re.compile(r"(?:a|an|the)\s+", re.IGNORECASE)


def search(clauses: Iterable[Clause], text: str, book: Rulebook) -> list[Clause]:
    """Return the clauses that have each word of `text` in their id, section, topic or text.

    Words are whole; `fle*` is the beginning of a word. A word of another language stands for its English words.
    """
    patterns = [pattern_of(word, book) for word in text.split()]
    return [clause for clause in clauses if all(pattern.search(_all_of(clause)) for pattern in patterns)]


def nothing_fits(book: Rulebook, text: str) -> str:
    """Return the message for a search without results, with the nearest word for each word that no clause has."""
    clauses = [*book.ledger.values()]
    unknown = [word for word in text.split() if not search(clauses, word, book)]
    if not unknown:
        return f"no clause of {book.title} has all words of `{short(text)}`"
    words = {word for clause in clauses for word in _WORD.findall(_all_of(clause)) if len(word) > 2}
    words |= {clause.id for clause in clauses} | set(_foreign(book))
    near = [nearest(word.rstrip("*"), words) for word in unknown]
    help_ = f", did you mean {' '.join(f'`{word}`' for word in near)}?" if all(near) else ""
    return f"no clause of {book.title} speaks of `{short(' '.join(unknown))}`" + help_


def pattern_of(word: str, book: Rulebook) -> re.Pattern[str]:
    """Return the pattern of a word of the search, for text in lower case."""
    stem = word.rstrip("*")
    end = "" if stem != word else r"(?!\w)"
    spellings = [re.escape(stem.casefold()) + end]
    spellings += [re.escape(phrase) + r"(?:e?s)?(?!\w)" for phrase in sorted(_foreign(book).get(stem.casefold(), ()))]
    return re.compile(rf"(?<!\w)(?:{'|'.join(spellings)})")


@lru_cache(maxsize=8)
def _foreign(book: Rulebook) -> Mapping[str, frozenset[str]]:
    """Map the sentences of types in other languages, without articles, to the English ones; single words only."""
    meanings: dict[str, set[str]] = {}
    for code in languages(book):
        spoken = translated(book, code) if code != ENGLISH else book
        for kind in spoken.types.values():
            for choice in kind.choices.values() if code != ENGLISH else ():
                word = choice.says.split()[-1:] if len(choice.says.split()) <= 2 else []
                english = _ARTICLE.sub("", book.types[kind.name].choices[choice.name].says, count=1)
                if word and not choice.args:
                    meanings.setdefault(word[0].casefold(), set()).add(english.casefold())
    return {word: frozenset(phrases) for word, phrases in meanings.items()}


def _all_of(clause: Clause) -> str:
    return " ".join((clause.id, clause.section, clause.topic, clause.text)).casefold()
