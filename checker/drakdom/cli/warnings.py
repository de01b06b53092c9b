"""Warnings of a law that can be ruled by, but is most likely not as its author means it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from drakdom.errors import Problem
    from drakdom.rulebook import Rulebook
    from drakdom.scenario import Scenario


def law_warnings(scenarios: Iterable[Scenario]) -> tuple[Problem, ...]:
    """Return what is suspect in the laws of scenarios, each once: predicates that nothing defines or reads."""
    from drakdom.law.misspelt import derived_in_vain, misspelt
    from drakdom.step.case import law_of

    books = (scenario.rulebook for scenario in scenarios)
    laws = dict.fromkeys(books)
    suspect: dict[Problem, None] = {}
    for book in laws:
        law = law_of(book)
        suspect |= dict.fromkeys((*misspelt(law, book), *derived_in_vain(law), *house_warnings(book)))
    return tuple(suspect)


def house_warnings(book: Rulebook) -> Iterator[Problem]:
    """Yield what the lint finds in the text of house rules that do not come with the rulebook, but for headers."""
    from drakdom.errors import Problem
    from drakdom.lint import lint_rulebook
    from drakdom.rulebook.find import find_house_rules

    shipped = {folder.resolve() for folder in find_house_rules(book.folder).values()}
    folders = [rule.folder for rule in book.house_rules if rule.folder.resolve() not in shipped]
    for finding in lint_rulebook(book.folder, (), folders) if folders else ():
        if finding.rule != "header":
            yield Problem(finding.file, finding.line, 0, finding.message, finding.help)


def warn(problems: Iterable[Problem]) -> None:
    """Print each problem once to standard error."""
    from drakdom.report.page import printable

    with contextlib.suppress(OSError):  # if nothing can be written, the exit code still tells
        for problem in dict.fromkeys(problems):
            typer.echo(printable(f"warning: {problem}"), err=True)
