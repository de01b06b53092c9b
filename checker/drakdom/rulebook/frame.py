"""The frame of a rulebook: sections of the scenario that `drakdom new` writes.

They are `board`, `figures`, `state`, `play` and `rolls`.
"""

from __future__ import annotations

import re

from drakdom.rulebook import Rulebook

FRAME = "frame.yaml"
_PLACE = re.compile(r"^    (\w+):")
_SECTION = re.compile(r"([a-z_]+):")


def frame_sections(book: Rulebook) -> dict[str, list[str]]:
    """Return the lines of each section of a rulebook's frame, with the comments before it."""
    file = book.folder / FRAME
    sections: dict[str, list[str]] = {}
    waiting: list[str] = []
    lines = waiting
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        if line.startswith("#"):
            waiting.append(line)
        elif key := _SECTION.match(line):
            lines = sections[key[1]] = [*waiting, line]
            waiting.clear()
        elif line:
            lines.append(line)
    return sections


def framed_places(book: Rulebook) -> list[str]:
    """Return the names of the places on the board of the frame, in their order."""
    return [place[1] for line in frame_sections(book).get("board", ()) if (place := _PLACE.match(line))]
