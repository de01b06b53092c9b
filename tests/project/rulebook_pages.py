"""One page for each rulebook with everything that a scenario may say; `make docs` builds them.

`python -m tests.project.rulebook_pages DIR` writes them into a folder, or prints them without one.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path

from drakdom.law.exceptions import subjects
from drakdom.law.order_of_play import order_of_play
from drakdom.law.syntax import Signature
from drakdom.lint.source import read_source
from drakdom.report.order_of_play import order_lines
from drakdom.report.word_list import Entry, word_list
from drakdom.rulebook import Rulebook, load_rulebook
from drakdom.step.case import law_of
from tests.project.tree import CORE, law_files, rulebooks

Lines = Iterator[str]

_NAME = re.compile(r"[a-z]\w*_\w")
"""The beginning of a text with a name of the scenario's language, whose letters stay as they are."""


@cache
def core_predicates() -> frozenset[Signature]:
    """The predicates that files of the core speak of."""
    files = (path for path in law_files() if path.is_relative_to(CORE))
    return frozenset[Signature]().union(*(read_source(path).all for path in files))


def page(book: Rulebook) -> str:
    """Return the page of a rulebook as Markdown."""
    return "\n".join(_page(book)).rstrip() + "\n"


def _page(book: Rulebook) -> Lines:
    ruled = sum(clause.adjudicable for clause in book.ledger.values())
    yield f"# {book.title}\n"
    yield "This page is made from the rulebook. [Scenarios](../scenario.md) describes the keys of a scenario file.\n"
    yield f"- slug: `{book.slug}`"
    yield from (f"- {name}: {text}" for name, text in (("edition", book.edition), ("source", book.source)) if text)
    yield f"- language of the source: `{book.language}`"
    yield f"- clauses: {len(book.ledger)}, of which {ruled} can decide a dispute\n"
    order = order_of_play(law_of(book))
    words = word_list(book)
    for section in (section for section in words if not section.type):
        yield from _section(section.title, section.where, map(_entry, section.entries))
        if section.title == "Phases":
            ways = f"The ways from each phase of one {book.entry_word}."
            yield from _section("Order of play", ways, order_lines(book, order))
    yield "## Words\n"
    for section in (section for section in words if section.type):
        yield from _section(section.title, section.where, map(_entry, section.entries), "###")
    terms = (f"`{', '.join(forms)}`: {_sentence(says or forms[0])}" for forms, says in book.glossary.items())
    yield from _section("Glossary", "The terms that names of the law and of phases are made of.", terms)
    rules = (
        f"`{rule.name}`: {rule.title}.{_conditions(rule.requires, rule.excludes)}" for rule in book.variants.values()
    )
    yield from _section("Optional rules", "Names for `variants`.", rules)
    yield from _section("Readings", "Clauses that can be read in several ways, for `readings`.", _readings(book))
    purpose = "The clauses that law encodes, with the subject by which a house rule can lift each."
    yield from _section("Clauses", purpose, _clauses(book))
    purpose = "The files of the law, each with the predicates that other files read; its header says what they mean."
    yield from _section("Law", purpose, _files(book))


def _clauses(book: Rulebook) -> Lines:
    for clause, subject in sorted(subjects(law_of(book).rules).items()):
        lifted = f'`except("{clause}", {subject})`' if subject.variables else "it can only be replaced"
        yield f"`{clause}`: {book.ledger[clause].text} Exceptions: {lifted}."


def _files(book: Rulebook) -> Lines:
    sources = {path: read_source(path) for path in law_files() if path.is_relative_to(book.folder)}
    for path, source in sources.items():
        reads = (neighbour.reads for elsewhere, neighbour in sources.items() if elsewhere != path)
        read = source.defines & frozenset[Signature]().union(*reads) - core_predicates()
        names = ", ".join(f"`{name}/{arity}`" for name, arity in sorted(read))
        heading = takewhile(lambda line: line.strip() != "%", source.text.splitlines())
        title = " ".join(line.lstrip("%#").strip() for line in heading)
        yield f"`{path.relative_to(book.folder).as_posix()}`: {_sentence(title)}{f' {names}.' if names else ''}"


def _section(title: str, purpose: str, items: Iterable[str], level: str = "##") -> Lines:
    listed = list(items)
    if listed:
        yield f"{level} {title}\n"
        if purpose:
            yield f"{purpose}\n"
        yield from (f"- {item}" for item in listed)
        yield ""


def _entry(entry: Entry) -> str:
    """Return an entry as an item of a list; the words of a type have a link."""
    detail = "detail " if entry.part else ""
    kind = re.sub(r"a word of `(\w+)`", r"a word of [\1](#\1)", entry.kind)
    example = f" Example: `{entry.example}`." if entry.example and entry.example != entry.form else ""
    parts = [part.rstrip(".") for part in (entry.says, kind) if part] or [entry.form]
    return f"{detail}`{entry.form}`: {_sentence('; '.join(parts))}{example}"


def _conditions(requires: tuple[str, ...], excludes: tuple[str, ...]) -> str:
    words = [
        f" {verb} {', '.join(f'`{name}`' for name in names)}."
        for verb, names in (("Requires", requires), ("Excludes", excludes))
        if names
    ]
    return "".join(words)


def _readings(book: Rulebook) -> Lines:
    for reading in book.readings.values():
        options = "; ".join(f"`{name}`: {says}" for name, says in reading.options.items())
        yield f"`{reading.clause}`: {reading.question} {_sentence(options)}"


def _sentence(text: str) -> str:
    """Begin a text with a capital letter and end it with a full stop; `<figure>` becomes *figure*."""
    text = re.sub(r"<([^<>]*)>", r"*\1*", " ".join(text.split()))
    text = text if _NAME.match(text) else text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def pages() -> dict[str, str]:
    """Return the page of every shipped rulebook by its slug."""
    books = [load_rulebook(folder) for folder in rulebooks()]
    return {book.slug: page(book) for book in books}


def main() -> None:
    """Write all pages into the folder that the command line names, or print them."""
    for slug, text in pages().items():
        if len(sys.argv) > 1:
            path = Path(sys.argv[1]) / f"{slug}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)


if __name__ == "__main__":
    main()
