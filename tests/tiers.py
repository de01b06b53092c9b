"""Cases that share a test, of which the quick tier runs a sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int) -> list[Any]:
    """Return all cases; only one in `every`, the first among them, stays in the quick tier."""
    return [
        case if number % every == 0 else pytest.param(case, marks=pytest.mark.slow) for number, case in enumerate(cases)
    ]
