"""Checks of a rulebook's pictures file: it can be read, and names existing fluents and facts."""

from __future__ import annotations

from collections.abc import Iterator

from drakdom.errors import InputError
from drakdom.lint.source import Law, LintFinding
from drakdom.rulebook.declarations import GRAPH_FACTS
from drakdom.rulebook.pictures import FILE, load_pictures
from drakdom.rulebook.vocabulary import Rulebook
from drakdom.rulebook.words import did_you_mean

_EVENTS = ("arrows", "hits")
_PLACES = ("below", "beside")
_WRITTEN = frozenset({("becomes", 3), ("gains", 3), ("changes", 4)})


def check_pictures(law: Law) -> Iterator[LintFinding]:
    """Check that each entry names a fluent or fact of law or vocabulary; others would never be drawn."""
    book = law.rulebook
    file = str(book.folder / FILE)
    try:
        pictures = load_pictures(book)
    except InputError as error:
        for problem in error.problems:
            yield LintFinding("pictures", problem.file, problem.line, problem.message, problem.help)
        return
    fluents = {*book.fluents, *_written(law)}
    facts = _facts(book)
    for section, sights in pictures.sights.items():
        if section in (*_EVENTS, *_PLACES):
            continue
        for sight in sights:
            given = sight.pattern.name == "given"
            names, kind = (fluents, "fluent") if given else (facts, "fact of the vocabulary")
            if sight.functor not in names:
                message = f"`{sight.functor}` under `{section}` is no {kind}"
                yield LintFinding("pictures", file, 0, message, did_you_mean(sight.functor, sorted(names)))


def _written(law: Law) -> set[str]:
    """The names of fluents that rules write."""
    heads = (atom for _, _, sign, atom in law.atoms() if sign == "head" and atom.signature in _WRITTEN)
    return {head.args[0].name for head in heads}


def _facts(book: Rulebook) -> set[str]:
    """The names of static facts that scenarios can state."""
    chances = [field for chance in book.chances.values() for field in chance.details.values()]
    tables = (book.places, book.figures, book.state, book.suppose)
    fields = [*chances, *(field for table in tables for field in table.values())]
    graph = {name for name, _ in GRAPH_FACTS} if book.topology.graph else {"adjacent"}
    return {fact.name for field in fields for fact in (*field.facts, *field.also)} | graph
