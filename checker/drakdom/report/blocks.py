"""Pages as blocks for HTML: sections of paragraphs, each with its depth, its words and perhaps its odds."""

from __future__ import annotations

from dataclasses import dataclass, field

from drakdom.answer import Odds
from drakdom.report.page import Look, Page, Span, Words, printable

_ENDLESS = 1_000_000
STEP = 2
"""Columns of one level of indents."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words in one style: `bold`, `dim`, `odds`, `good`, `bad`, or none."""

    text: str
    style: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; with `left` its first words stand in a column of their own, with `odds` a bar shows them."""

    depth: int
    pieces: tuple[Piece, ...]
    left: str = ""
    odds: Odds | None = None


@dataclass
class Section:
    """A section with its title, or the beginning of a page without one."""

    title: str = ""
    style: str = ""
    paragraphs: list[Paragraph] = field(default_factory=list)
    columns: list[tuple[str, list[Section]]] = field(default_factory=list)
    quotes: list[tuple[str, str, str]] = field(default_factory=list)


_STYLES = {"bold": "bold", "dim": "dim", "cyan": "odds", "green": "good", "red": "bad", "yellow": "doubt"}


class Blocks(Page):
    """A page that collects sections."""

    def __init__(self) -> None:
        super().__init__(Look(width=_ENDLESS))
        self.sections = [Section()]

    def add(self, *words: Words, indent: int = 0, hang: int = 0) -> None:
        """Add a paragraph; one without an indent whose words are all bold begins a section."""
        del hang
        pieces = tuple(piece for word in words if (piece := _piece(word)).text)
        if pieces and not indent and all("bold" in getattr(word, "style", "") for word in words):
            style = _style(words[0].style.replace("bold", "").strip()) if isinstance(words[0], Span) else ""
            self.sections.append(Section("".join(piece.text for piece in pieces), style))
        elif pieces:
            self.sections[-1].paragraphs.append(Paragraph(max(indent // STEP, 1), pieces))

    def pair(self, left: Words, *right: Words, indent: int = 0, width: int = 0) -> None:
        """Add a paragraph with its first words in a column of their own."""
        del width
        self.likely(_piece(left).text, None, *right, indent=indent)

    def likely(self, left: str, odds: Odds | None, *right: Words, indent: int = 0) -> None:
        """Add a paragraph with odds before it."""
        pieces = tuple(piece for word in right if (piece := _piece(word)).text)
        self.sections[-1].paragraphs.append(Paragraph(max(indent // STEP, 1), pieces, left, odds))

    def head(self, text: str) -> None:
        """Begin a section."""
        self.sections.append(Section(text))

    def gap(self) -> None:
        """Begin a section without a title, if the last one has a title and paragraphs."""
        if self.sections[-1].title and self.sections[-1].paragraphs:
            self.sections.append(Section())


def _piece(word: Words) -> Piece:
    text = (word.text if isinstance(word, Span) else word).replace("\0", " ")
    return Piece(printable(text), _style(word.style) if isinstance(word, Span) else "")


def _style(style: str) -> str:
    return " ".join(_STYLES[name] for name in style.split() if name in _STYLES)
