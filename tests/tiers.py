"""Cases that share a test, of which the quick tier runs a sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], step: int) -> list[Any]:
    """Return all cases (tuples of arguments, or one each); one in `step`, the first too, stays in the quick tier."""
    arguments = [case if type(case) is tuple else (case,) for case in cases]
    return [pytest.param(*item, marks=[pytest.mark.slow] if n % step else []) for n, item in enumerate(arguments)]
