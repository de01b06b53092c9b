"""How long it takes to say what every figure of a board can reach, and how that grows with the board."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from checker.adjudication import load
from checker.paths.reach import reaches
from tests.bench.drawing import BOARDS, board


def ways(folder: Path) -> Iterator[str]:
    """A line for each size: seconds from the file to the rounds and odds of every place."""
    for columns, rows in BOARDS:
        file = folder / f"ways-{columns}-{rows}.yaml"
        file.write_text(board(columns, rows), encoding="utf-8")
        started = time.perf_counter()
        found = reaches(load(file))
        ended = time.perf_counter()
        places = sum(len(one.reached) for one in found.figures)
        name = f"paths on {columns} x {rows} rooms"
        yield f"{name:40} {ended - started:6.3f} s for {len(found.figures)} figures, {places} places reached"
