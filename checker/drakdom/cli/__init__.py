"""The command line: one command a file, each loaded when it is called."""

from __future__ import annotations

import gc
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

__all__ = ["main"]

#: How much is made before circles of garbage are looked for: at Python's own rate a tenth of the time of a ruling goes
#: into looking through the law, which stays.
_SELDOM = 50_000, 50, 1000
INTERRUPTED = 130


def main() -> None:
    """Run the command that the words of the process name, and end the process with its exit code."""
    gc.set_threshold(*_SELDOM)
    sys.unraisablehook = pass_on
    try:
        from drakdom.cli.app import app

        app(prog_name="drakdom")
    except KeyboardInterrupt:  # while modules are still being loaded
        sys.exit(INTERRUPTED)


def pass_on(what: UnraisableHookArgs) -> None:
    """An interrupt that came where Python can raise nothing (it frees a lock of a module, say) comes again, later."""
    if what.exc_type is KeyboardInterrupt and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.01)
    else:
        sys.__unraisablehook__(what)
