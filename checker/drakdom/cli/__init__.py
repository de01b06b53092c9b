"""The command line: one command a file, each loaded when it is called."""

from __future__ import annotations

import gc
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

__all__ = ["main"]

#: Thresholds of the garbage collector. With Python's own a tenth of a ruling's time goes into scanning the law.
_SELDOM = 50_000, 50, 1000
INTERRUPTED = 130


def main() -> None:
    """Run the command that the process's arguments name, and exit with its code."""
    gc.set_threshold(*_SELDOM)
    sys.unraisablehook = pass_on
    try:
        from drakdom.cli.app import app

        app(prog_name="drakdom")
    except KeyboardInterrupt:  # while modules are loading
        sys.exit(INTERRUPTED)


def pass_on(unraisable: UnraisableHookArgs) -> None:
    """Repeat an interrupt that came where Python cannot raise it, for example while it frees a module's lock."""
    if unraisable.exc_type is KeyboardInterrupt and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.01)
    else:
        sys.__unraisablehook__(unraisable)
