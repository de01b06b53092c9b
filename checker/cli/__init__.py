"""The command line: one command a file, each loaded when it is called."""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]

#: How much is made before circles of garbage are looked for: at Python's own rate a tenth of the time of a ruling goes
#: into looking through the law, which stays.
_SELDOM = 50_000, 50, 1000
INTERRUPTED = 130


def main() -> None:
    """Run the command that the words of the process name, and end the process with its exit code."""
    gc.set_threshold(*_SELDOM)
    try:
        from checker.cli.app import app

        app(prog_name="drakdom")
    except KeyboardInterrupt:  # while modules are still being loaded
        sys.exit(INTERRUPTED)
