"""How a check grows with the number of its scenarios: memory, time for each, what a second process is worth."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from tests.bench.memory import peak

FEW, MANY = 100, 1000
_TEXT = """\
title: "A hero with {agility} falls through a trapdoor, or does not (no. {number})"
rulebook: drakborgen-atervackt
board: {{rooms: {{{here}: {{tile: room, exits: [e]}}}}}}
figures: {{Sigeir: {{kind: hero, at: {here}, agility: {agility}, hp: {hp}}}}}
play: [{{Sigeir: move e}}]
draws: {{tile {there}: trap_room, trap {there}: trapdoor}}
expect:
  - odds: {{falls(Sigeir): {odds}}}
    because: DA-TRAP-020
"""


def generated(folder: Path, count: int) -> Path:
    """So many scenarios, each another hero on another square: whoever rolls more than the Agility with T12 falls."""
    folder.mkdir()
    for number in range(count):
        agility, row = 1 + number % 11, 2 + number % 9
        place, present = f"D{row}", f"E{row}"
        odds = Fraction(12 - agility, 12)
        text = _TEXT.format(number=number, agility=agility, here=place, there=present, hp=7 + number % 11, odds=odds)
        (folder / f"case-{number:04}.yaml").write_text(text, encoding="utf-8")
    return folder


def many(folder: Path) -> Iterator[str]:
    """A line for what each of these comes to; 1 is steady and linear."""
    quick, more = generated(folder / "few", FEW), generated(folder / "many", MANY)
    seconds: dict[tuple[Path, int], float] = {}
    megabytes: dict[Path, float] = {}
    for jobs in (1, 2):
        for items in (quick, more):
            started = time.perf_counter()
            megabytes[items] = peak("check", items, "-j", str(jobs), "--quiet")
            seconds[items, jobs] = time.perf_counter() - started
    few_mb, many_mb = megabytes[quick], megabytes[more]
    item, before = 1000 * seconds[more, 2] / MANY, 1000 * seconds[quick, 2] / FEW
    entry, two = seconds[more, 1], seconds[more, 2]
    for name, ratio, figures in (
        (f"memory, {MANY} / {FEW} scenarios", many_mb / few_mb, f"{many_mb:.0f} MB, {few_mb:.0f} MB"),
        (f"time for each, {MANY} / {FEW} scenarios", item / before, f"{item:.0f} ms, {before:.0f} ms"),
        (f"{MANY} scenarios, -j 2 / half of -j 1", 2 * two / entry, f"{two:.1f} s, {entry:.1f} s"),
    ):
        yield f"{name:40} {ratio:6.2f}   {figures}"
