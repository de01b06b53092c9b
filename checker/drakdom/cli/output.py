"""Write results: to standard output, or whole into a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from drakdom.errors import InputError, Problem

if TYPE_CHECKING:
    from pathlib import Path


def out(text: str) -> None:
    """Write to standard output, replacing characters that its encoding lacks; exit quietly if the reader is gone."""
    stream = sys.stdout
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = stream.encoding or "ascii"
            stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()
    except BrokenPipeError:
        raise typer.Exit(close_pipe()) from None
    except OSError as error:
        close_pipe()
        raise unwritten(error.strerror or str(error)) from None


class UnwrittenError(InputError):
    """Standard output cannot be written to, not even with this error."""


def unwritten(why: str) -> UnwrittenError:
    """Return the error for a standard output that cannot be written to."""
    return UnwrittenError([Problem("", 0, 0, f"the output cannot be written: {why}")])


def check_place(file: Path, if_exists: str = "", source: str = "") -> None:
    """Raise InputError if a file cannot be written, before any work is done.

    `if_exists` is the help for a file that exists already; empty allows it. `source` is the file being read, which is
    never overwritten, by no link either.
    """
    from pathlib import Path

    try:
        if source and file.exists() and file.resolve() == Path(source).resolve():
            raise InputError.single("this is the scenario itself; it would be overwritten", str(file))
        is_folder, exists, has_folder = file.is_dir(), file.exists(), file.parent.is_dir()
    except (OSError, ValueError) as error:
        raise _unwritable(error, file) from None
    if is_folder:
        raise InputError.single("this is a folder, not a file", str(file))
    if if_exists and exists:
        raise InputError.single("this file exists already", str(file), help=if_exists)
    if not has_folder:
        raise InputError.single(f"there is no folder `{file.parent}` to write into", str(file), help="make it first")


def check_report(file: Path, source: str = "") -> None:
    """Raise InputError for a file that a report cannot be written into, or that is not an earlier report.

    `source` is as in `check_place`. Law, scenarios, settings and notes of others are never overwritten.
    """
    from drakdom.cli.files import is_report

    check_place(file, source=source)
    try:
        is_free = not file.is_file() or is_report(file)
    except OSError as error:
        raise _unwritable(error, file) from None
    if not is_free:
        message = "this file is no report of drakdom, so it is not overwritten"
        raise InputError.single(message, str(file), help="name another file, or remove this one first")


def check_plot(plot: str, source: str) -> None:
    """Raise InputError, before any work is done, unless `plot` is empty or an SVG file that can be written."""
    from pathlib import Path

    if plot and not plot.lower().endswith(".svg"):
        raise InputError.single("`--plot` writes an SVG picture", plot, help="name a file that ends in `.svg`")
    if plot:
        check_report(Path(plot), source)


def save(file: Path, content: str | bytes) -> None:
    """Write a file whole or not at all. Refuse pipes and devices: opening one might wait for ever."""
    from drakdom.rulebook.whole_file import save_whole

    try:
        if file.exists() and not file.is_file() and not file.is_dir():
            raise InputError.single("this is a pipe, a socket or a device, not a file", str(file))
        save_whole(file, content)
    except (OSError, ValueError) as error:
        raise _unwritable(error, file) from None


def check_free(folder: Path, kind: str) -> None:
    """Raise InputError unless a folder is missing or empty; `kind` names its later contents."""
    try:
        taken = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    except (OSError, ValueError) as error:  # an impossible name, or its parent is a file
        raise _unwritable(error, folder) from None
    if taken:
        raise InputError.single(f"this exists already; a {kind} overwrites nothing", str(folder))


def save_below(file: Path, text: str) -> None:
    """Write a file as `save` does, and its folder if that is missing."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unwritable(error, file.parent) from None
    save(file, text)


def _unwritable(error: OSError | ValueError, file: Path) -> InputError:
    reason = getattr(error, "strerror", None) or str(error) or "no reason given"
    return InputError.single(f"cannot be written: {reason.lower()}", str(file))


def close_pipe() -> int:
    """Close standard output, so that Python reports nothing at exit; return the exit code for a closed pipe."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
