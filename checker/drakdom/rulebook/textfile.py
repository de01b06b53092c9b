"""Text files from users, read within limits: any bytes lead to text, an InputError or a LimitError."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from unicodedata import combining, normalize

from drakdom.errors import DrakdomError, InputError, LimitError, Place

LARGEST = 1_000_000
"""The greatest size of a file, in bytes."""

MOST_MARKS = 30
"""The greatest number of combining marks on one letter (UAX 15, section 13): ordering them takes quadratic time."""

_NO_LINES = dict.fromkeys((0x85, 0x2028, 0x2029), " ")
"""Characters that end a line for YAML but not in an editor; line numbers in messages follow the editor."""
_MAY_BE_MARKS = re.compile(f"[^\x00-\u02ff]{{{MOST_MARKS + 1},}}")


def check_file(path: Path, name: str, help_: str = "") -> None:
    """Raise InputError for a pipe, a socket or a device, since opening one might wait for ever."""
    try:
        special = path.exists() and not path.is_file() and not path.is_dir()
    except (OSError, ValueError):  # reading it says why
        return
    if special:
        raise InputError.single("this is a pipe, a socket or a device, not a file", name, help=help_)


def check_inside(folder: Path, names: Iterable[str], owner: str) -> None:
    """Raise InputError for a file of a folder that is a link to a file outside of it, or to itself in a circle."""
    for name in names:
        try:
            inside = (folder / name).resolve().is_relative_to(folder.resolve())
        except (OSError, RuntimeError):
            raise InputError.single("this links to itself, round in a circle", str(folder / name)) from None
        if not inside:
            raise InputError.single(f"this links to a file outside of the {owner}'s folder", str(folder / name))


def read_bytes(path: Path, name: str) -> bytes:
    """Read a file as bytes. Raises InputError if it cannot be read, LimitError past LARGEST bytes."""
    check_file(path, name)
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        size = len(data) if len(data) <= LARGEST else max(path.stat().st_size, len(data))
    except FileNotFoundError:
        raise InputError.single("no such file", name) from None
    except IsADirectoryError:
        raise InputError.single("this is a folder, not a file", name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it cannot be opened"
        raise InputError.single(f"the file cannot be read: {reason.lower()}", name) from None
    check_size(size, name)
    return data


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8 text in normal form C. Raises InputError for other encodings."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise InputError.single("the file is UTF-16 text, save it as UTF-8", name)
    try:
        return normal_form(data.decode("utf-8-sig"), name).translate(_NO_LINES)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InputError.single("the file is not UTF-8 text", name, line, column) from None


def normal_form(text: str, name: str) -> str:
    """Return text in normal form C: a letter with its mark is one letter, however it was typed.

    Raises InputError for a letter with more than MOST_MARKS marks.
    """
    for run in _MAY_BE_MARKS.finditer(text):
        count = 0
        for at, letter in enumerate(run[0], run.start()):
            count = count + 1 if combining(letter) else 0
            if count > MOST_MARKS:
                message = f"a letter has more than {MOST_MARKS} combining marks"
                raise InputError.single(message, name, *place_in(text, at))
    return normalize("NFC", text)


def place_in(text: str, offset: int) -> tuple[int, int]:
    """Return the line and the column of an offset, counted from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def decode_stream(data: bytes, name: str) -> str:
    """Decode what a stream holds, of which more than LARGEST bytes need not have been read. Raises as `decode`."""
    if len(data) > LARGEST:
        raise LimitError(f"more than {LARGEST:,} bytes, the largest input accepted", Place(name))
    return decode(data, name)


def check_size(size: int, name: str) -> None:
    """Raise LimitError for more than LARGEST bytes."""
    if size > LARGEST:
        raise LimitError(f"the file has {size:,} bytes, at most {LARGEST:,} are read", Place(name))


def text_or_error(file: Path) -> str | DrakdomError:
    """Return the text of a file, or the error of reading it."""
    try:
        return decode(read_bytes(file, str(file)), str(file))
    except DrakdomError as error:
        return error
