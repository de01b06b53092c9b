"""The default page of shipped scenarios holds the words of the clauses that they pin, the deciding ones first."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from drakdom import adjudicate
from drakdom.report.page import Look
from drakdom.report.ruling import ruling_text
from drakdom.rulings.adjudication import load_all
from tests.randomly import SEEDS

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.yaml"))


class Told(NamedTuple):
    """What a page says of pinned clauses: how many have their words there, and how many are among the first three."""

    pinned: int
    quoted: int
    first: int
    lines: int


def told(file: Path) -> list[Told]:
    """Rule on every combination of a scenario, and look for the clauses that its expectations pin."""
    pages = []
    for scenario in load_all(file):
        book = scenario.rulebook
        if not any(claim.because for claim in scenario.claims):
            continue
        verdict = adjudicate(scenario, why="asked")
        page = ruling_text(verdict, book, Look(width=100))
        words, pinned, quoted, first = " ".join(page.split()), 0, 0, 0
        for claim, answer in zip(scenario.claims, verdict.answers, strict=True):
            grounds = [ground.clause for ground in answer.grounds]
            for clause in map(book.principal, claim.because):
                pinned += 1
                quoted += " ".join(book.ledger[clause].text.split()) in words
                first += clause in grounds[:3]
        pages.append(Told(pinned, quoted, first, page.count("\n")))
    return pages


def measured(files: list[Path]) -> tuple[float, float, float]:
    """Return the share of quoted clauses, the share among the first three, and the median number of lines."""
    pages = [page for file in files for page in told(file)]
    pinned = sum(page.pinned for page in pages)
    assert pinned
    quoted, first = sum(page.quoted for page in pages), sum(page.first for page in pages)
    return quoted / pinned, first / pinned, median(page.lines for page in pages)


def pinning() -> list[Path]:
    """Return the scenarios that pin clauses."""
    return [file for file in SCENARIOS if "because:" in file.read_text(encoding="utf-8")]


def test_some_scenarios() -> None:
    quoted, first, lines = measured(pinning()[::200])
    assert quoted >= 0.92
    assert first >= 0.8
    assert lines <= 50


@pytest.mark.slow
def test_many_scenarios() -> None:
    """One in six, others in each run. Of several clauses pinned by one claim not all can be among the first three."""
    files = pinning()
    quoted, first, lines = measured(Random(SEEDS["run"]).sample(files, len(files) // 6))
    assert quoted >= 0.97
    assert first >= 0.84
    assert lines <= 42
