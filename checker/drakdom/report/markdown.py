"""Pages as Markdown: sections are headings, indented paragraphs are lists, ids and odds are highlighted."""

from __future__ import annotations

from urllib.parse import quote

from drakdom.report.page import Look, Page, Span, Words, printable

_ENDLESS = 1_000_000
_SPECIAL = "\\`*_[]<>#|&~"


def escaped(text: str) -> str:
    """Return text with all special characters of Markdown escaped."""
    return "".join(f"\\{character}" if character in _SPECIAL else character for character in text)


def image(alt: str, file: str) -> str:
    """Return a link to a picture; `file` is relative to the text."""
    return f"![{escaped(alt)}]({quote(file)})"


class Markdown(Page):
    """A page with one line for each paragraph: a heading, plain text, or a list item as deep as its indent."""

    def __init__(self) -> None:
        super().__init__(Look(width=_ENDLESS))
        self._indents: list[int] = []

    def add(self, *words: Words, indent: int = 0, hang: int = 0) -> None:
        """Add a paragraph; the first is the title."""
        del hang
        text = "".join(map(_marked, words)).strip()
        if not self.lines:
            self.lines.append(f"# {''.join(map(_plain, words)).strip()}")
        elif not text:
            self.gap()
        elif not indent:
            self._indents.clear()
            self.gap()
            self.lines.append(_begun(text))
        else:
            while self._indents and self._indents[-1] >= indent:
                self._indents.pop()
            if not self._indents and not self.lines[-1].lstrip().startswith("- "):
                self.gap()
            self.lines.append(f"{'  ' * len(self._indents)}- {text}")
            self._indents.append(indent)

    def pair(self, left: Words, *right: Words, indent: int = 0, width: int = 0) -> None:
        """Add a paragraph; Markdown has no columns, so that the words follow each other."""
        del width
        self.add(left, "  ", *right, indent=indent)

    def head(self, text: str) -> None:
        """Begin a section."""
        self._indents.clear()
        self.gap()
        self.lines.append(f"## {escaped(printable(text))}")

    def picture(self, alt: str, file: str) -> None:
        """Show a picture, in lines of its own."""
        self._indents.clear()
        self.gap()
        self.lines.append(image(alt, file))


def _plain(word: Words) -> str:
    return escaped(printable(word.text if isinstance(word, Span) else word))


def _marked(word: Words) -> str:
    text = word.text if isinstance(word, Span) else word
    style = word.style if isinstance(word, Span) else ""
    if not text.strip():
        return " "
    if "bold" in style:
        return f"**{_plain(word).strip()}**"
    if style == "cyan" and "`" not in text:
        return f"`{printable(text).strip()}`"
    return " ".join(_plain(word).split(" "))


def _begun(text: str) -> str:
    """Escape a first character that would begin a list."""
    return f"\\{text}" if text[0] in "-+" else text
