"""A canvas of characters for terminals, fitting texts into lines, and ASCII replacements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from drakdom.draw.scene import Scene

Rows = list[list[tuple[str, str]]]
"""Lines of texts with their styles."""
_SYMBOL = "~"
"""Replacement of a symbol without letters."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The characters of walls: lines, and the corners from the north-west to the south-east."""

    flat: str
    upright: str
    corners: str


DRAWN = Lines("─", "│", "┌┐└┘"), Lines("┄", "┆", "····")
"""Walls that are known, and walls that are not."""
TYPED = Lines("-", "|", "++++"), Lines(".", ":", "....")
"""The same in ASCII."""


class Canvas:
    """Characters with their styles, one a column; a wide one is followed by an empty one."""

    def __init__(self, wide: int, high: int) -> None:
        self.rows = [[(" ", "")] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text. A character of no width joins the character before it."""
        row, base, end = self.rows[y], x, x
        for number, letter in enumerate(text, 1):
            after = x + cell_len(text[:number])
            if after > end and cell_len(letter):
                base, row[end] = end, (letter, style)
            else:
                row[base] = row[base][0] + letter, style
            row[base + 1 : after] = [("", style)] * (after - base - 1)
            end = after

    def put_rows(self, x: int, y: int, rows: Rows) -> None:
        """Write rows of texts, side by side within each row."""
        for down, row in enumerate(rows):
            at = x
            for text, style in row:
                self.put(at, y + down, text, style)
                at += cell_len(text) + 1

    def lines(self) -> Iterator[Text]:
        """Yield all lines as texts that do not wrap."""
        for row in self.rows:
            line = Text(no_wrap=True)
            for letter, style in row:
                line.append(letter, style)
            line.rstrip()
            yield line


def packed(texts: Sequence[str], room: int, most: int, between: str = " ") -> list[list[str]]:
    """Return texts packed in at most `most` lines of `room` columns, or an empty list if they do not fit."""
    if any(cell_len(text) > room for text in texts):
        return []
    rows: list[list[str]] = []
    for text in texts:
        if rows and cell_len(between.join((*rows[-1], text))) <= room:
            rows[-1].append(text)
        else:
            rows.append([text])
    return rows if len(rows) <= most else []


def cut(text: str, room: int) -> str:
    """Return the text, cut to `room` columns."""
    return text if cell_len(text) <= room else set_cell_size(text, room)


# -- without unicode -------------------------------------------------------------------------------------------


def spelled(scene: Scene) -> Scene:
    """Return the scene with symbols replaced by letters of their meanings."""
    signs: dict[str, str] = {}
    for sign, says in scene.symbols:
        word = "".join(says.split())
        tries = (word[:size] for size in range(3, max(len(word), 3) + 1))
        letters = next((short for short in tries if short and short not in signs.values()), _SYMBOL)
        signs.setdefault(sign, sign if sign.isascii() else letters)
    frames = []
    for frame in scene.frames:
        figures = tuple(replace(figure, numbers=_signed(figure.numbers, signs)) for figure in frame.figures)
        frames.append(replace(frame, figures=figures, table=_signed(frame.table, signs)))
    symbols = tuple((signs[sign], says) for sign, says in scene.symbols)
    return replace(scene, frames=tuple(frames), symbols=symbols)


def _signed(texts: Iterable[str], signs: Mapping[str, str]) -> tuple[str, ...]:
    """Return the texts with their leading symbols replaced."""
    parts = (text.partition(" ") for text in texts)
    return tuple(f"{signs.get(sign, sign if sign.isascii() else _SYMBOL)}{gap}{rest}" for sign, gap, rest in parts)
