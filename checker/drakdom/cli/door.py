"""Ends of commands: each message on the right stream, and one exit code for each kind of end."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

from drakdom.cli import INTERRUPTED
from drakdom.cli.output import UnwrittenError, close_pipe, unwritten
from drakdom.errors import BugError, DrakdomError, InputError

TERMINATED = 143
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_USAGE: type[Exception] = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")


def run(command: Callable[[], Any], as_json: bool) -> int:
    """Run a command and return its exit code, after printing the errors that it raises."""
    if not _open_streams():
        tell(unwritten("standard output is closed"), as_json=False)
        return InputError.exit_code
    try:
        os.getcwd()  # noqa: PTH109  (`Path.cwd` does the same)
    except OSError:
        tell(InputError.single("the current folder is gone", help="change into another one"), as_json)
        return InputError.exit_code
    try:
        with _ended_by_sigterm():
            code = _run(command, as_json)
        sys.stdout.flush()
    except BrokenPipeError:
        return close_pipe()
    except OSError as error:
        close_pipe()
        tell(unwritten(error.strerror or str(error)), as_json=False)
        return InputError.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    finally:
        _give_up_full_stderr()
    return code


def _give_up_full_stderr() -> None:
    """Discard error output that cannot be written; otherwise Python would exit with 120."""
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _open_streams() -> bool:
    """Replace streams that the caller has closed by the null device; return whether standard output was open."""
    is_open = sys.stdout is not None
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  (open until the end)
    return is_open


@contextlib.contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Turn SIGTERM into SystemExit, so that every `finally` runs and no child process is left behind."""

    def leave(*_: object) -> None:
        raise SystemExit(TERMINATED)

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set signal handlers
        return
    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(command: Callable[[], Any], as_json: bool) -> int:
    try:
        code = command()
    except _USAGE as error:
        return _usage(error, as_json)
    except typer.Exit as error:
        return int(error.exit_code)
    except DrakdomError as error:
        tell(error, as_json)
        return error.exit_code
    except (BrokenPipeError, KeyboardInterrupt, typer.Abort):
        raise
    except OSError as error:
        if error.errno in _FULL and error.filename is None:  # help was being written: commands use `out`
            raise
        return _bug(error, as_json)
    except Exception as error:  # noqa: BLE001  (the last line of defence: reported as a bug)
        return _bug(error, as_json)
    return code if isinstance(code, int) else 0


def _bug(error: Exception, as_json: bool) -> int:
    from drakdom.sandbox import unexpected

    report = unexpected(error)
    tell(report, as_json)
    return report.exit_code


def _usage(error: Any, as_json: bool) -> int:
    """Print the usage of the command and the fault of the command line; return the exit code."""
    message = error.format_message()
    if not message or type(error).__name__.startswith("NoArgs"):
        error.show()
    elif as_json:
        tell(InputError.single(message), as_json)
    else:
        with contextlib.suppress(OSError):  # if nothing can be written, the exit code still tells
            error.show(file=sys.stderr)
    return InputError.exit_code


def tell(error: DrakdomError, as_json: bool) -> None:
    """Print an error: each problem on a line of its own, or one JSON object."""
    if as_json and not isinstance(error, UnwrittenError):
        from drakdom.report.as_json import error_json

        typer.echo(json.dumps(error_json(error), indent=2, ensure_ascii=False))
        return
    from drakdom.report.page import printable

    with contextlib.suppress(OSError):  # if nothing can be written, the exit code still tells
        for line in str(error).split("\n"):
            typer.echo(printable(line.replace("\0", "\N{REPLACEMENT CHARACTER}")), err=True)
        if isinstance(error, BugError):
            typer.echo(_report(error), err=True)


def _report(error: BugError) -> str:
    if os.environ.get("DRAKDOM_DEBUG"):
        return "\n".join(getattr(error, "__notes__", ()))
    from drakdom import __version__

    return (
        "this is a bug of drakdom, no verdict: please report the command, its files and this message "
        f"(version {__version__}); DRAKDOM_DEBUG=1 shows where it happened"
    )
