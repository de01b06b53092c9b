"""Waiting for what another thread or process does: looks again and again, up to a deadline."""

import time
from collections.abc import Callable

#: Seconds after which a test that waits fails; far more than a busy machine takes.
PATIENCE = 60.0


def until(holds: Callable[[], bool], message: str, patience: float = PATIENCE) -> None:
    """Wait until something holds. Raises AssertionError if it does not come about."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, message
        time.sleep(0.02)
