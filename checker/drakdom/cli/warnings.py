"""Warnings of a law that can be ruled by, but is most likely not as its author means it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from drakdom.errors import Problem
    from drakdom.scenario import Scenario


def law_warnings(scenarios: Iterable[Scenario]) -> tuple[Problem, ...]:
    """Return what is suspect in the laws of scenarios, each once: predicates that nothing defines."""
    from drakdom.law.undefined import misspelt
    from drakdom.step.case import law_of

    books = (scenario.rulebook for scenario in scenarios)
    return tuple(dict.fromkeys(problem for book in books for problem in misspelt(law_of(book), book)))


def warn(problems: Iterable[Problem]) -> None:
    """Print each problem once to standard error."""
    from drakdom.report.page import printable

    with contextlib.suppress(OSError):  # if nothing can be written, the exit code still tells
        for problem in dict.fromkeys(problems):
            typer.echo(printable(f"warning: {problem}"), err=True)
