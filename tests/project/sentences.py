"""Sentences of documents and docstrings, to count their words.

Fenced code, tables, headings, quotes, trees and comments are no sentences. A code span is one word, and the address
of a link is none. An item of a list begins a new sentence.
"""

import re
from collections.abc import Iterator

NO_PROSE = re.compile(r"^ *(```|~~~).*?^ *\1|<!--.*?-->|\A---\n.*?^---\n", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
ADDRESS = re.compile(r"\]\([^)\s]*\)|\]\[[^\]]*\]|<https?://[^>]*>")
NO_SENTENCE = re.compile(r" *([|#>├│└]|\[[^\]]+\]: )")
ITEM = re.compile(r"^ *([-*+]|\d+[.)]) ")
SHORT_FORMS = re.compile(r"\b(e\.g|i\.e|cf|vs|pp?|etc)\. ")
END = re.compile(r"(?<=[.!?])[)\"'*_»”]*\s+|\s·\s")
WORD = re.compile(r"[\w`]")


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence with the line on which its paragraph or list item begins, counted from 0."""
    text = NO_PROSE.sub(_emptied, text)
    for line, part in paragraphs(SPAN.sub(_one_word, text)):
        for sentence in END.split(SHORT_FORMS.sub(r"\1 ", ADDRESS.sub("]", part))):
            yield line, " ".join(sentence.split())


def words(sentence: str) -> int:
    """Count the words of a sentence; dashes and arrows that stand alone are none."""
    return sum(bool(WORD.search(part)) for part in sentence.split())


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield paragraphs and list items with their first lines."""
    first, lines = 0, list[str]()
    for number, line in enumerate([*text.splitlines(), ""]):
        ended = not line.strip() or NO_SENTENCE.match(line) is not None
        if (ended or ITEM.match(line)) and lines:
            yield first, "\n".join(lines)
            lines = []
        if not ended:
            first = first if lines else number
            lines.append(ITEM.sub("", line))


def _emptied(block: re.Match[str]) -> str:
    return "\n" * block[0].count("\n")


def _one_word(span: re.Match[str]) -> str:
    return "_".join(span[0].split()) + "\n" * span[0].count("\n")
