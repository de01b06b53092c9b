"""The log of the service: standard error, which may be on a full disk."""

from __future__ import annotations

import contextlib
import sys


def log(process: str, message: str) -> None:
    """Write a line about a process; if that cannot be done, the service goes on without."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"drakdom {process}: {message}\n")
        sys.stderr.flush()
