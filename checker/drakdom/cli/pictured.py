"""Pictures beside the witnesses of a report, so that its Markdown can show them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from drakdom.errors import DrakdomError
from drakdom.rulebook import Rulebook
from drakdom.rulebook.whole_file import save_whole
from drakdom.sandbox import Limits, run_each


def draw_beside(files: Iterable[str], book: Rulebook, limits: Limits) -> frozenset[str]:
    """Draw each scenario into an SVG file beside it; return the names of the pictures that could be written."""
    names = list(files)

    def work(number: int) -> str:
        from drakdom.draw.scenes import ruled_and_drawn
        from drakdom.draw.svg import draw
        from drakdom.scenario import read_scenario

        return draw(ruled_and_drawn(read_scenario(names[number], rulebook=book))[1])

    return frozenset(_written(names, run_each(work, len(names), os.cpu_count() or 1, limits)))


def _written(names: list[str], drawn: Iterable[tuple[int, str | DrakdomError]]) -> Iterator[str]:
    for number, picture in drawn:
        file = Path(names[number]).with_suffix(".svg")
        try:
            if isinstance(picture, str):
                save_whole(file, picture)
                yield str(file)
        except OSError:  # the report stands without it
            continue
