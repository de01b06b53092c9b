"""Translation of messages: English as written in the code, other languages by gettext catalogues.

The package's catalogues are `locale/<code>.po`; rulebooks have catalogues beside their vocabularies. English needs
no catalogue, and nothing is imported or read for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from drakdom.errors import InputError

ENGLISH = "en"
LOCALE = "locale"
"""Name of the folder with catalogues, in this package and in a rulebook."""

_CODE = re.compile(r"[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8}){0,3}")
"""A language: letters, and perhaps parts such as a country."""

_spoken: ContextVar[GNUTranslations | None] = ContextVar("spoken", default=None)


def t(sentence: str, **filled: object) -> str:
    """Return a sentence in the current language, with its `{slots}` filled."""
    spoken = _spoken.get()
    text = spoken.gettext(sentence) if spoken else sentence
    return text.format(**filled) if filled else text


def tn(singular: str, plural: str, n: int, **filled: object) -> str:
    """Return a sentence about `{n}` things in the current language, in the singular or plural form for `n`."""
    spoken = _spoken.get()
    text = spoken.ngettext(singular, plural, n) if spoken else singular if n == 1 else plural
    return text.format(n=n, **filled)


def mark(sentence: str) -> str:
    """Return the sentence unchanged. Marks it for the catalogues if `t` translates it later from a table."""
    return sentence


def court_catalogue(code: str) -> Path:
    """Return the path of this package's catalogue of a language. The file need not exist."""
    return Path(__file__).parent / LOCALE / f"{code}.po"


def set_language(code: str) -> None:
    """Set the current language. Sentences without a translation stay English, all of them if `code` is no language."""
    if not _CODE.fullmatch(code):
        code = ENGLISH  # it could be the path of another file
    file = court_catalogue(code)
    _spoken.set(_own(file, file.stat().st_mtime_ns) if code != ENGLISH and file.is_file() else None)


@lru_cache(maxsize=16)
def _own(file: Path, _written: int) -> GNUTranslations:
    return parse_catalogue(file.read_bytes(), str(file))


@contextmanager
def using_language(code: str) -> Iterator[None]:
    """Set the current language within a `with` block."""
    before = _spoken.get()
    try:
        set_language(code)
        yield
    finally:
        _spoken.set(before)


def parse_catalogue(data: bytes, file: str) -> GNUTranslations:
    """Read a gettext catalogue. Raises InputError with the line of the first error."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        catalogue = read_po(BytesIO(data), abort_invalid=True)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        return GNUTranslations(compiled)
    except PoFileError as error:
        raise InputError.single(f"this is not a gettext catalogue: {error}", file, error.lineno + 1) from None
    except (ValueError, LookupError, TypeError) as error:
        raise InputError.single(f"this is not a gettext catalogue: {error}", file) from None
