"""Pages of text: paragraphs with hanging indents, wrapped to a width, with optional colour.

Colour never carries information that the text does not give too. The console of rich would do the same, but takes 30 ms
to load and print, and has no hanging indents.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TextIO

from drakdom.language import t

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}
NARROWEST, WIDEST = 30, 110


@dataclass(frozen=True, slots=True)
class Look:
    """Settings of a page: its width in columns, and permission to use colour and characters beyond ASCII."""

    width: int = 80
    colour: bool = False
    unicode: bool = True

    @classmethod
    def of(cls, stream: TextIO | None = None) -> Look:
        """Return the settings for a stream: the terminal's width up to `WIDEST`, and colour only for a terminal."""
        stream = stream or sys.stdout
        columns = shutil.get_terminal_size((80, 24)).columns
        if not os.environ.get("COLUMNS"):  # an explicit width has no upper limit
            columns = min(columns, WIDEST)
        unicode = (stream.encoding or "ascii").lower().startswith("utf")
        return cls(max(NARROWEST, columns), _wants_colour(stream), unicode)


def is_plain() -> bool:
    """Return True if the environment asks for plain text on every output."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def _wants_colour(stream: TextIO) -> bool:
    if is_plain():
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


@dataclass(frozen=True, slots=True)
class Span:
    """Words in one style: names of `_CODES`, separated by blanks."""

    text: str
    style: str = ""


Words = str | Span


def bold(text: str) -> Span:
    """Return important words."""
    return Span(text, "bold")


def dim(text: str) -> Span:
    """Return words that readers may skip."""
    return Span(text, "dim")


@dataclass
class Page:
    """A page that collects lines."""

    look: Look = field(default_factory=Look)
    lines: list[str] = field(default_factory=list)

    def add(self, *words: Words, indent: int = 0, hang: int = 0) -> None:
        """Add a paragraph, indented by `indent`; lines after the first are indented by `hang` more."""
        indent = min(indent, self.look.width // 3)
        hang = min(hang, self.look.width // 3)
        self.branch(" " * indent, " " * (indent + hang), *words)

    def branch(self, first: str, rest: str, *words: Words) -> None:
        """Add a paragraph with `first` before its first line and `rest` before all others."""
        line = _Line(first)
        for text, style in (piece for word in words for piece in _pieces(word)):
            if line.words and line.size + columns(text) > self.look.width and text != " ":
                self.lines.append(line.print(self.look.colour))
                line = _Line(rest)
            line.put(text, style)
        self.lines.append(line.print(self.look.colour))

    def verbatim(self, line: str, style: str = "", indent: int = 0) -> None:
        """Add a line as it is, without wrapping it."""
        shown = printable(line)
        self.lines.append((" " * indent + (paint(shown, style) if style and self.look.colour else shown)).rstrip())

    def pair(self, left: Words, *right: Words, indent: int = 0, width: int = 0) -> None:
        """Add a paragraph with its first words in a column of their own, `width` wide."""
        text = left.text if isinstance(left, Span) else left
        indent = min(indent, self.look.width // 3)
        column = indent + width + 2
        if column > self.look.width * 2 // 3:  # the rest of the line would be too narrow to be read
            self.add(left, indent=indent)
            self.add(*right, indent=indent + 4)
        elif columns(text) > width:
            self.add(left, indent=indent)
            self.branch(" " * column, " " * column, *right)
        else:
            self.branch(" " * indent, " " * column, left, "\0" * (width - columns(text) + 2), *right)

    def gap(self) -> None:
        """Add an empty line unless the last line is empty."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def head(self, text: str) -> None:
        """Begin a section."""
        self.gap()
        self.add(bold(text))

    def print(self) -> str:
        """Return the whole page."""
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return "\n".join(self.lines) + "\n" if self.lines else ""


class _Line:
    """One line while it is being filled."""

    def __init__(self, before: str) -> None:
        self.before, self.size = before, len(before)
        self.words: list[tuple[str, str]] = []

    def put(self, text: str, style: str) -> None:
        if text == " " and not self.words:
            return
        self.words.append((text, style))
        self.size += columns(text)

    def print(self, colour: bool) -> str:
        while self.words and self.words[-1][0] == " ":
            self.words.pop()
        body = "".join(paint(text, style) if colour else text for text, style in self.words)
        return (self.before + body.replace("\0", " ")) if body else self.before.rstrip()


def paint(text: str, style: str) -> str:
    """Return text with the escape codes of a style."""
    codes = ";".join(_CODES[name] for name in style.split())
    return f"\x1b[{codes}m{text}\x1b[0m" if codes and text.strip(" \0") else text


def _pieces(word: Words) -> Iterable[tuple[str, str]]:
    """Yield words and single blanks with their style; a run of NUL is a gap that does not break."""
    text, style = (word.text, word.style) if isinstance(word, Span) else (word, "")
    parts = printable(text).split(" ")
    for place, part in enumerate(parts):
        if place:
            yield " ", ""
        if part:
            yield part, style


def printable(text: str) -> str:
    """Return text on one line without control characters: users' words may hold anything."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character
        if character == "\0" or character.isprintable()
        else " "
        if character.isspace()
        else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def columns(text: str) -> int:
    """Return the columns that a text takes on a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # most pages do without it

    return cell_len(text.replace("\0", " "))


def joined(parts: Iterable[str], last: str = "") -> str:
    """Return a list in words, such as `a, b and c`; `last` replaces `and`."""
    items = list(parts)
    if len(items) < 2:
        return "".join(items)
    last = last or t("and")
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, word: str) -> str:
    """Return a number of things in English, such as `1 finding` or `2 findings`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def seconds(time: float) -> str:
    """Return a time given in seconds with its unit, such as `12.3 s` or `85 ms`."""
    return f"{time:.1f} s" if time >= 10 else f"{time:.2f} s" if time >= 0.1 else f"{time * 1000:.0f} ms"
