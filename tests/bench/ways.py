"""How long it takes to say what can be reached, who gets home, who is run down; and how that grows with the board."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

from drakdom.paths.homeward import homes
from drakdom.paths.pursuit import pursuit_report
from drakdom.paths.reach import reaches
from drakdom.rulings.adjudication import load
from drakdom.scenario import Scenario
from tests.bench.drawing import BOARDS, board


def ways(folder: Path) -> Iterator[str]:
    """Lines for each size: seconds from the file to the answer."""
    for columns, rows in BOARDS:
        text = board(columns, rows)
        started = time.perf_counter()
        result = reaches(_read(folder, text))
        taken = time.perf_counter() - started
        places = sum(len(figure.reached) for figure in result.figures)
        size = f"{columns} x {rows} rooms"
        yield _line(f"paths on {size}", taken, f"for {len(result.figures)} figures, {places} places reached")
        started = time.perf_counter()
        (home,) = homes(_read(folder, _homeward(text)), ["F1"]).figures
        yield _line(f"paths --home on {size}", time.perf_counter() - started, f"for one figure, {home.rounds} rounds")
        started = time.perf_counter()
        hunt = pursuit_report(_read(folder, _stuck(text))).pursuit
        yield _line(
            f"paths --chase on {size}", time.perf_counter() - started, f"for {len(hunt.pursuers)} giant spiders"
        )


def _line(name: str, seconds: float, more: str) -> str:
    return f"{name:40} {seconds:6.3f} s {more}"


def _read(folder: Path, text: str) -> Scenario:
    file = folder / "ways.yaml"
    file.write_text(text, encoding="utf-8")
    return load(file)


def _homeward(text: str) -> str:
    """The board with a tower in its north-eastern corner, and a long day before it sets."""
    *_, corner = re.findall(r"^    (\w+): ", text, re.MULTILINE)
    text = re.sub(rf"    {corner}: {{tile: \w+", f"    {corner}: {{tile: tower", text)
    return text.replace("begin: {phase: close}", "state: {sun: 40}\nsuppose: {tower_exit: yes}")


def _stuck(text: str) -> str:
    """The board with its first hero stuck in a web."""
    web = next(iter(re.findall(r"^    (\w+): {tile: web", text, re.MULTILINE)))
    text = re.sub(r"  F0: {kind: hero, at: \w+", f"  F0: {{kind: hero, at: {web}, stuck: yes", text)
    return text.replace("begin: {phase: close}\n", "")
