"""The names of the law: made of the game's words, and each with one meaning."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from drakdom.law.syntax import Signature
from drakdom.lint.source import is_scope, read_source
from drakdom.rulebook import Rulebook, load_rulebook
from tests.project.test_law import contract, of
from tests.project.tree import CORE, rulebooks

PLAIN = frozenset((Path(__file__).parent / "plain_words.txt").read_text(encoding="utf-8").split())
"""Words of logic and plain English that names may use besides the words of the game. A game's idea belongs into
`glossary:` of its rulebook, not here."""

STATED: frozenset[Signature] = frozenset({("parameter", 3), *(("says", arity) for arity in (3, 4, 5))})
"""What the checker states for house rules, and reads of the boards of audits (with one argument a key)."""

BOOKS = pytest.mark.parametrize("folder", rulebooks(), ids=lambda folder: folder.name)


@cache
def shared() -> frozenset[Signature]:
    """The predicates of the core and of the library, and those of asp/README.md that no file of the core speaks of."""
    library = frozenset[Signature]().union(*(read_source(path).all for path in of(CORE.parent / "lib")))
    return contract() | library | STATED


def split(names: object) -> set[str]:
    """The words of names: `way_up(figure)` has `way` and `up`."""
    assert not isinstance(names, str)
    return {word for name in names for word in str(name).partition("(")[0].split("_")}  # type: ignore[attr-defined]


def vocabulary(book: Rulebook) -> set[str]:
    """The words that scenarios of a rulebook use: values of types, fields, actions, draws, events and others."""
    values = [value for kind in book.types.values() for value in kind.choices]
    fields = [*book.places, *book.figures, *book.state, *book.suppose]
    return split([*book.types, *values, *fields, *book.actions, *book.chances, *book.events, *book.more_words])


def known(book: Rulebook) -> frozenset[str]:
    """Every word that a name of a rulebook's law may have."""
    terms = {form for forms in book.glossary for form in forms}
    core = {name for name, _ in shared() if not name.startswith("path_")}
    return frozenset(PLAIN | terms | vocabulary(book) | split(core))


def private(name: str, words: frozenset[str]) -> list[str]:
    """The words of a name that are not known, in the singular or in the plural."""
    return [word for word in name.split("_") if not {word, f"{word}s", word.removesuffix("s")} & words]


@cache
def crossing(folder: Path) -> frozenset[str]:
    """The names of predicates that more than one file of a rulebook's law speaks of; audits' boards are left out."""
    named = (read_source(path).all - shared() for path in of(folder) if not is_scope(path))
    files = Counter(signature for signatures in named for signature in signatures)
    return frozenset(name for (name, _), count in files.items() if count > 1)


@BOOKS
def test_names_that_files_share_are_made_of_known_words(folder: Path) -> None:
    book = load_rulebook(folder)
    words = known(book)
    names = {*crossing(folder), *book.phases}
    strange = {name: words_ for name in names if (words_ := private(name, words))}
    assert not strange, "\n".join(f"{name}: {', '.join(words_)}" for name, words_ in sorted(strange.items()))


def test_a_private_word_is_seen() -> None:
    words = frozenset({"flee", "flees", "by", "exit"})
    assert private("flees_by", words) == private("by_exits", words) == []
    assert private("bolts_by", words) == ["bolts"]


@BOOKS
def test_the_glossary_has_no_idle_term(folder: Path) -> None:
    book = load_rulebook(folder)
    used = split([*crossing(folder), *book.phases])
    used |= {word.removesuffix("s") for word in used}
    idle = [", ".join(forms) for forms in book.glossary if not used.intersection(forms)]
    assert not idle


def test_no_plain_word_is_idle() -> None:
    used = {word for folder in rulebooks() for word in split([*crossing(folder), *load_rulebook(folder).phases])}
    assert not PLAIN - used


def overloaded(signatures: frozenset[Signature], common: frozenset[Signature]) -> dict[str, list[int]]:
    """The names with several arities, each with them; those of the core alone are left out."""
    arities: dict[str, set[int]] = {}
    for name, arity in signatures | common:
        arities.setdefault(name, set()).add(arity)
    own = {name for name, _ in signatures - common}
    return {name: sorted(numbers) for name, numbers in arities.items() if len(numbers) > 1 and name in own}


@BOOKS
def test_no_name_has_two_arities(folder: Path) -> None:
    signatures = frozenset[Signature]().union(*(read_source(path).all for path in of(folder)))
    assert not overloaded(signatures, shared())


def test_a_name_with_two_arities_is_seen() -> None:
    core = frozenset({("says", 3), ("says", 4)})
    assert overloaded(frozenset({("says", 3), ("flees", 2)}), core) == {}
    assert overloaded(frozenset({("flees", 2), ("flees", 3)}), core) == {"flees": [2, 3]}
    assert overloaded(frozenset({("says", 2)}), core) == {"says": [2, 3, 4]}
