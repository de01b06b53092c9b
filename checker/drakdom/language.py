"""The language that a verdict is told in: the court's own sentences, English as they stand or by a catalogue.

A catalogue is a gettext file, `locale/<code>.po`; those of the rulebooks lie beside their vocabularies. English needs
none, and nothing is imported or read for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from drakdom.errors import InputError

ENGLISH = "en"
LOCALE = "locale"
"""The folder that holds catalogues, of the court as of a rulebook."""

_spoken: ContextVar[GNUTranslations | None] = ContextVar("spoken", default=None)


def t(sentence: str, **filled: object) -> str:
    """A sentence in the language that is spoken, its `{slots}` filled."""
    spoken = _spoken.get()
    told = spoken.gettext(sentence) if spoken else sentence
    return told.format(**filled) if filled else told


def tn(one: str, many: str, n: int, **filled: object) -> str:
    """A sentence about `{n}` things, in the form that its number has in the language that is spoken."""
    spoken = _spoken.get()
    told = spoken.ngettext(one, many, n) if spoken else one if n == 1 else many
    return told.format(n=n, **filled)


def mark(sentence: str) -> str:
    """The sentence as it stands: one that is kept in a table, for catalogues to list, and told by `t` later."""
    return sentence


def court_catalogue(code: str) -> Path:
    """Where the court's own catalogue of a language lies, if there is one."""
    return Path(__file__).parent / LOCALE / f"{code}.po"


def speak(code: str) -> None:
    """Let the court speak a language from here on; what it has no words for stays English."""
    file = court_catalogue(code)
    _spoken.set(parse_catalogue(file.read_bytes(), str(file)) if code != ENGLISH and file.is_file() else None)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Let the court speak a language for a while."""
    before = _spoken.get()
    try:
        speak(code)
        yield
    finally:
        _spoken.set(before)


def parse_catalogue(data: bytes, file: str) -> GNUTranslations:
    """Read a catalogue. Raises InputError with the line where it is none."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        catalogue = read_po(BytesIO(data), abort_invalid=True)
        compiled = BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        return GNUTranslations(compiled)
    except PoFileError as error:
        raise InputError.one(f"this is no catalogue: {error}", file, error.lineno + 1) from None
    except (ValueError, LookupError, TypeError) as error:
        raise InputError.one(f"this is no catalogue: {error}", file) from None
