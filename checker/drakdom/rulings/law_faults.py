"""Faults of a law that does not ship with Drakdom, reported as faults of the input."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drakdom.errors import BugError, InputError
from drakdom.law.misspelt import misspelt
from drakdom.rulebook import Rulebook, law_folder
from drakdom.scenario import Scenario
from drakdom.step.case import law_of
from drakdom.step.complaints import ComplaintError, complaints

#: The solver's words for a predicate that nothing defines.
_UNDEFINED = "does not occur in any rule head"


@contextmanager
def blame_law(scenario: Scenario) -> Iterator[None]:
    """Turn a fault of a law that does not ship with Drakdom into an InputError that names its folder."""
    book = scenario.rulebook
    folders = [folder.resolve() for folder in (*(rule.folder for rule in book.house_rules), book.folder)]
    try:
        yield
    except RecursionError:
        raise  # a limit
    except (BugError, RuntimeError) as error:
        strange = [folder for folder in folders if not _is_shipped(folder)]
        if not strange:
            raise
        message = str(error).removeprefix("our bug: ")
        law = law_of(book)
        if _UNDEFINED in message and (problems := misspelt(law, book)):
            raise InputError(list(problems)) from error
        if isinstance(error, ComplaintError):
            named = complaints(error.messages, dict(enumerate(error.lines, 1)), law)
            if placed := [problem for problem in named if problem.file and not _is_shipped(Path(problem.file))]:
                raise InputError(placed) from error
        help_ = f"`{_lint_command(book)}` gives details"
        raise InputError.single(f"the law has a fault: {message}", str(strange[0]), help=help_) from error


def _is_shipped(path: Path) -> bool:
    return path.resolve().is_relative_to(law_folder().resolve())


def _lint_command(book: Rulebook) -> str:
    """Return the command that checks the law of a rulebook and its house rules, as it can be typed."""
    name = book.slug
    if not book.folder.resolve().is_relative_to(law_folder().resolve()):
        name = str(book.folder) if os.sep in str(book.folder) else f".{os.sep}{book.folder}"  # no name of another
    words = ["drakdom", "lint", name]
    for rule in book.house_rules:
        words += ["--house-rule", str(rule.folder.resolve())]
    return shlex.join(words)
