"""How long it takes to draw a board beside the ruling, and how that grows with the board."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from drakdom.draw.compose import compose
from drakdom.draw.svg import draw
from drakdom.draw.terminal import typed
from drakdom.rulings.adjudication import judged, load, played
from drakdom.value.likely_traces import likely_trace

ROOT = Path(__file__).resolve().parents[2]
BOARDS = ((3, 4), (6, 8), (10, 13))
"""Columns and rows; the last is a whole castle."""
TILES = ("room", "corridor", "rubble", "web", "rotating", "dark", "bridge", "trap_room")
FIGURES = 10


def board(columns: int, rows: int) -> str:
    """A scenario with every square laid, four heroes, six monsters, three giant spiders."""
    squares = [(x, y) for x in range(columns) for y in range(rows)]
    lines = ["title: A board", "rulebook: drakborgen-atervackt", "board:", "  rooms:"]
    for number, (x, y) in enumerate(squares):
        near = {"n": y < rows - 1, "e": x < columns - 1, "s": y > 0, "w": x > 0}
        exits = ", ".join(side for side, place in near.items() if place)
        door = f", obstacles: {{n: {'door' if x % 2 else 'portcullis'}}}" if near["n"] and number % 5 == 0 else ""
        spiders = ", markers: [spiders]" if number in (2, 5, 8) else ""
        tile = "room" if spiders or door else TILES[number % len(TILES)]
        lines.append(f"    {_name(x, y)}: {{tile: {tile}, exits: [{exits}]{door}{spiders}}}")
    lines.append("figures:")
    for number in range(FIGURES):
        at = _name(*squares[(number * 7) % len(squares)])
        kind = "hero" if number < 4 else ("orc", "troll", "skeleton")[number % 3]
        values = ", strength: 7, agility: 6, psyche: 4, armour: 8, hp: 16" if kind == "hero" else ""
        lines.append(f"  F{number}: {{kind: {kind}, at: {at}{values}}}")
    lines += ["begin: {phase: close}", "play: []"]
    return "\n".join(lines) + "\n"


def _name(x: int, y: int) -> str:
    return f"{'ABCDEFGHIJ'[x]}{y + 1}"


def drawing(folder: Path) -> Iterator[str]:
    """A line for each size: seconds from the worked-out play to the picture, as SVG and on the terminal."""
    for columns, rows in BOARDS:
        file = folder / f"board-{columns}-{rows}.yaml"
        file.write_text(board(columns, rows), encoding="utf-8")
        scenario = load(file)
        started = time.perf_counter()
        branches = played(scenario)
        verdict = judged(scenario, branches, started)
        ruled = time.perf_counter()
        result = likely_trace(branches[0])
        assert result
        scene = compose(scenario, verdict.branches[0], result)
        picture = draw(scene)
        drawn = time.perf_counter()
        typed(scene, 100)
        ended = time.perf_counter()
        name = f"drawing {columns} x {rows} rooms, {len(scene.frames)} boards"
        forms = f"as SVG ({len(picture) / 1e6:.2f} MB), {ended - drawn:.3f} s on the terminal"
        yield f"{name:40} {drawn - ruled:6.3f} s {forms}   ruling {ruled - started:.3f} s"
