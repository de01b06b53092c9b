"""HTML elements: well-formed as XML too, with all text escaped, and without references to other files."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_PAGE = """\
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def tag(name: str, *inside: str, **attributes: str) -> Html:
    """Return an element. `class_` sets the attribute `class`; empty attributes are left out."""
    fields = "".join(f' {key.rstrip("_")}="{text(value)}"' for key, value in attributes.items() if value)
    return Html(f"<{name}{fields}>{''.join(map(text, inside))}</{name}>")


def text(words: str) -> Html:
    """Return text escaped for HTML, with a substitute for characters that no page may hold."""
    if isinstance(words, Html):
        return words
    return Html(escape("".join(c if c == "\n" or c.isprintable() else _instead(c) for c in words)))


def _instead(character: str) -> str:
    return " " if character.isspace() else "\N{REPLACEMENT CHARACTER}"


def lines(parts: Iterable[str]) -> Html:
    """Return elements on a line each."""
    return Html("\n".join(map(text, parts)))


def listed(parts: Iterable[str]) -> Html:
    """Return parts on one line, separated by commas."""
    return Html(", ".join(map(text, parts)))


def page(title: str, style: str, body: str) -> str:
    """Return a whole page."""
    return _PAGE.format(title=text(title), style=style, body=text(body))
