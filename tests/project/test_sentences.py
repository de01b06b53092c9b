"""Sentences of docstrings, comments and documents are short: at most MOST_WORDS words, a code span counts as one."""

import re
from collections.abc import Iterator
from itertools import chain, groupby
from pathlib import Path

import pytest

from tests.project.sentences import sentences, words
from tests.project.test_words import FILES, docstrings, parsed
from tests.project.tree import files, short

MOST_WORDS = 30
OF_PROGRAMS = re.compile(r"docs/audit-.*\.md")
"""Reports of audits: written by `drakdom audit`, with the texts of clauses."""
DOCUMENTS = [file for file in files() if file.suffix == ".md" and not OF_PROGRAMS.fullmatch(short(file))]


COMMENT = re.compile(r" *#: ?(.*)")


def comments(text: str) -> Iterator[tuple[str, int]]:
    """Yield the comments that describe constants (`#: ..`), with their first lines."""
    numbered = enumerate(text.splitlines(), 1)
    for is_comment, lines in groupby(numbered, lambda line: COMMENT.match(line[1]) is not None):
        if is_comment:
            block = [*lines]
            yield "\n".join(COMMENT.sub(r"\1", line) for _, line in block), block[0][0]


def long_sentences(name: str, text: str, first_line: int = 1) -> list[str]:
    """Return the sentences of a text that are too long, with their places."""
    counted = ((line, sentence, words(sentence)) for line, sentence in sentences(text))
    return [f"{name}:{first_line + line}: {n} words: {sentence}" for line, sentence, n in counted if n > MOST_WORDS]


def test_sentences_of_docstrings_are_short() -> None:
    texts = ((file, text, line) for file in FILES for text, line in docstrings(parsed(file)))
    assert [*chain.from_iterable(long_sentences(short(file), text, line) for file, text, line in texts)] == []


def test_sentences_of_comments_are_short() -> None:
    texts = ((file, text, line) for file in FILES for text, line in comments(file.read_text(encoding="utf-8")))
    assert [*chain.from_iterable(long_sentences(short(file), text, line) for file, text, line in texts)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=short)
def test_sentences_of_documents_are_short(document: Path) -> None:
    assert long_sentences(short(document), document.read_text(encoding="utf-8")) == []


def test_a_long_sentence_is_seen_with_its_place() -> None:
    text = f"# Title\n\nA short one.\n\n- An item.\n- {'word ' * 20}\n  {'word ' * 10}end. Another.\n"
    assert long_sentences("a.md", text) == [f"a.md:6: 31 words: {'word ' * 30}end."]
    assert long_sentences("a.md", text.replace(" end.", ".")) == []


def test_comments_are_read_as_paragraphs() -> None:
    text = "#: One\n#: two.\n#:\n#: - Three\nX = 1  # none\n    #: Four\n"
    assert [*comments(text)] == [("One\ntwo.\n\n- Three", 1), ("Four", 6)]


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("One two. Three `four five. six` (seven). Eight.", [2, 3, 1]),
        ("One `two\nthree` four [five six](seven/eight.md#nine) ten - eleven\ntwelve.", [8]),
        ("One [two][three four], e.g. five, <https://six.seven>.", [4]),
        ("One.\n\n```sh\ntwo three\n```\n\n| four | five |\n|---|---|\n<!-- six -->\nSeven\n> eight", [1, 1]),
        ("- One two\n- three\n  four:\n  1. five\n\nSix", [2, 2, 1, 1]),
        ("One two · three · four five six", [2, 1, 3]),
    ],
)
def test_code_tables_addresses_and_comments_are_no_words(text: str, lengths: list[int]) -> None:
    assert [words(sentence) for _, sentence in sentences(text)] == lengths
