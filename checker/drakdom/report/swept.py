"""Sweeps in words: the odds of each claim at each combination of values, in rows or in a table of two places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import Any

from drakdom.language import t, tn
from drakdom.report.chances import odds_words
from drakdom.report.page import Look, Page, Span, bold, columns, dim
from drakdom.scenario.varied import Axis
from drakdom.tools.sweep import Point, Sweep, Swept
from drakdom.verdict import json_form

SCHEMA = "drakdom/sweep/1"
MOST_CLAUSES = 3
"""The most clauses named with a result."""


def sweep_json(sweep: Sweep) -> dict[str, Any]:
    """Return the JSON form of a sweep: the axes, the claims, and a point for each combination of values."""
    return {"schema": SCHEMA, **json_form(sweep)}


def sweep_text(sweep: Sweep, look: Look) -> str:
    """Return the report on a sweep."""
    page = Page(look)
    page.add(bold(sweep.title or sweep.file))
    ruled = [point for point in sweep.points if not point.error]
    for number, claim in enumerate(sweep.claims):
        page.head(claim)
        cells = {point.values: cell_words(point.claims[number]) for point in ruled}
        if not (len(sweep.axes) == 2 and _table(page, sweep.axes, cells)):
            _rows(page, sweep, number, ruled)
    _errors(page, sweep)
    page.gap()
    counted = tn("{n} combination of values", "{n} combinations of values", len(sweep.points))
    kept = tn("{n} result kept from before", "{n} results kept from before", sweep.kept) if sweep.kept else ""
    page.add(dim("; ".join(filter(None, [counted, kept]))))
    if sweep.unfinished:
        left = tn("interrupted: {n} combination is left", "interrupted: {n} combinations are left", sweep.unfinished)
        page.add(Span(left, "yellow"))
    return page.print()


def cell_words(swept: Swept) -> str:
    """Return the odds of a claim in words, under each reading that matters."""
    if len(swept.by_reading) == 1:
        return odds_words(swept.by_reading[0].odds)
    return "; ".join(
        f"{', '.join(f'{clause}={option}' for clause, option in reading.readings)}: {odds_words(reading.odds)}"
        for reading in swept.by_reading
    )


def _table(page: Page, axes: Sequence[Axis], cells: dict[tuple[str, ...], str]) -> bool:
    """Add a table with the values of the first axis down and those of the second across, if it fits the page."""
    down, across = axes
    grid = [[down.name, *across.values]]
    grid += [[left, *(cells.get((left, top), "-") for top in across.values)] for left in down.values]
    widths = [max(columns(row[place]) for row in grid) for place in range(len(grid[0]))]
    if sum(widths) + 2 * len(widths) > page.look.width:
        return False
    page.add(dim(t("across: {place}", place=across.name)), indent=2)
    for row in grid:
        page.verbatim(_padded(row, widths), "bold" if row is grid[0] else "", indent=2)
    return True


def _rows(page: Page, sweep: Sweep, number: int, ruled: Iterable[Point]) -> None:
    """Add a row for each result, under the names of the axes.

    Numbers that follow each other share a row if their results are the same: by steps of the axis, or by steps of 1.
    """
    names, rows = [axis.name for axis in sweep.axes], list[tuple[list[str], Swept]]()
    step = _step(sweep.axes[-1])
    for (*before, swept, _), run in groupby(enumerate(ruled), lambda item: _row_of(item[0], item[1], number, step)):
        values = [point.values[-1] for _, point in run]
        rows.append(([*before, values[0] if len(values) == 1 else f"{values[0]}..{values[-1]}"], swept))
    widths = [max(map(columns, column)) for column in zip(names, *(values for values, _ in rows), strict=True)]
    page.verbatim(_padded(names, widths).rstrip(), "dim", indent=2)
    for values, swept in rows:
        by = "  " + t("by {clauses}", clauses=", ".join(swept.clauses[:MOST_CLAUSES])) if swept.clauses else ""
        left = _padded([*values, ""], [*widths, 0]).replace(" ", "\0")
        page.add(left, Span(cell_words(swept), "cyan"), dim(by), indent=2, hang=4)


def _row_of(place: int, point: Point, number: int, step: int | None) -> tuple[Any, ...]:
    """Return the key of the row of a point; a number less its `place` in steps is the same for points in sequence."""
    last = point.values[-1]
    return (*point.values[:-1], point.claims[number], last if step is None else int(last) - place * step)


def _step(axis: Axis) -> int | None:
    """Return the step between the numbers of an axis, or 1 if it is not the same throughout; None for words."""
    if not axis.of_numbers:
        return None
    steps = {int(after) - int(before) for before, after in pairwise(axis.values)}
    return max(1, *steps) if len(steps) == 1 else 1


def _padded(words: Sequence[str], widths: Sequence[int]) -> str:
    """Return words in columns."""
    padded = (word + " " * (width - columns(word)) for word, width in zip(words, widths, strict=True))
    return "  ".join(padded)


def _errors(page: Page, sweep: Sweep) -> None:
    failed = [point for point in sweep.points if point.error]
    if not failed:
        return
    page.head(t("Not ruled on"))
    for message, run in groupby(failed, key=lambda point: point.error):
        points = [*run]
        values = zip(sweep.axes, points[0].values, strict=True)
        page.add(", ".join(f"{axis.name} {value}" for axis, value in values), indent=2)
        if len(points) > 1:
            page.add(tn("and {n} more combination", "and {n} more combinations", len(points) - 1), indent=2)
        page.add(Span(message, "red"), indent=4, hang=2)
