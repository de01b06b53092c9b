"""The independent witness: an engine that opens everything in one solver, held against the one that rules.

It is exponential in what is open, so only tests use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Literal
from unittest.mock import patch

from drakdom.graph.explore import Progress
from drakdom.graph.play import Play
from drakdom.step.case import Case
from drakdom.step.moment import Moments
from drakdom.value import solve
from drakdom.value.solve import Branch
from tests.witness.answers import enumerate_all

#: The engine that every verdict comes from, and the witness.
Engine = Literal["side-by-side", "unrolled"]
ENGINES: tuple[Engine, ...] = ("unrolled", "side-by-side")


@contextmanager
def witness() -> Iterator[None]:
    """Work out every play by the witness while the context is open."""

    def play(moments: Moments, progress: Progress | None = None, **_limits: int | None) -> Play:
        del progress
        return enumerate_all(moments.case)

    with patch.object(solve, "explore", play):
        yield


def solved(case: Case, engine: Engine = "side-by-side") -> tuple[Branch, ...]:
    """Return the branches of a case by one of the two engines; raises as `drakdom.value.solve.solve`."""
    with witness() if engine == "unrolled" else nullcontext():
        return solve.solve(case)
