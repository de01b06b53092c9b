"""Misfits: words that do not fit where they are written, and the messages about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from drakdom.formula import RawTerm, read_raw
from drakdom.rulebook import Rulebook
from drakdom.rulebook.words import short
from drakdom.terms import TermError, Value


class Misfit(Exception):  # noqa: N818  (a reader turns it into a Problem)
    """A word that does not fit; `offset` is its place in the text, if known. `more` are misfits of further words."""

    def __init__(self, message: str, help: str = "", offset: int | None = None) -> None:  # noqa: A002
        self.message, self.help, self.offset = message, help, offset
        self.more: tuple[Misfit, ...] = ()
        super().__init__(message)

    def moved(self, offset: int) -> Misfit:
        """Return the misfit, and those in `more`, for a text that begins `offset` characters later."""
        for fault in self.faults:
            fault.offset = (fault.offset or 0) + offset
        return self

    @property
    def faults(self) -> tuple[Misfit, ...]:
        """The misfit itself and those in `more`."""
        return (self, *self.more)


def without_quotes(raw: RawTerm) -> str:
    """Return the help for a word with arguments that stands in quotes, as names do; empty for any other."""
    return f"write `{short(raw.text)}` without quotes" if raw.quoted and "(" in raw.text else ""


def of_field(word: str, book: Rulebook) -> str:
    """Return the help for a field that is named where its fluent belongs; empty for any other word."""
    fluent = book.fluent_of(word)
    return f"the field `{short(word)}` sets the fluent `{fluent}`" if fluent else ""


def combined(misfits: Sequence[Misfit]) -> Misfit:
    """Return misfits as one, with the others in its `more`."""
    first, *rest = (fault for misfit in misfits for fault in misfit.faults)
    first.more = tuple(rest)
    return first


def read_all(read: Callable[[str, RawTerm], Value], kinds: Iterable[str], raws: Iterable[RawTerm]) -> tuple[Value, ...]:
    """Return the values of words in a row; raises one Misfit for all that do not fit."""
    values, misfits = [], []
    for kind, raw in zip(kinds, raws, strict=True):
        try:
            values.append(read(kind, raw))
        except Misfit as misfit:
            misfits.append(misfit)
    if misfits:
        raise combined(misfits)
    return tuple(values)


def raw_of(text: str) -> RawTerm:
    """Read a text as a word with arguments; raises Misfit."""
    try:
        return read_raw(text)
    except TermError as error:
        if not text.strip():
            raise Misfit("a word is missing") from None
        raise Misfit(f"`{short(text)}` cannot be read: {error.message}", offset=error.offset) from None


def arity(name: str, kinds: tuple[str, ...], seen: int) -> str:
    """Return the message for a wrong number of words."""
    words = f" ({', '.join(k.replace('_', ' ') for k in kinds)})" if kinds else ""
    takes = "no word" if not kinds else "1 word" if len(kinds) == 1 else f"{len(kinds)} words"
    return f"`{name}` takes {takes}{words}, not {seen}"
