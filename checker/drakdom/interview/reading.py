"""Reads the scenario of an interview: one combination, in one language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from drakdom.errors import InputError
from drakdom.interview.trials import Read
from drakdom.language import ENGLISH
from drakdom.scenario import NOTHING, Added, Scenario, read_combinations_text
from drakdom.scenario.under import in_language


def reader_of(
    name: str, folders: Iterable[str | Path], lang: str, *, folder: Path | None = None, added: Added = NOTHING
) -> Read:
    """Return the function that reads a scenario's text; messages call it `name`, paths count from `folder`."""
    places = tuple(folders)

    def read(text: str) -> Scenario:
        scenarios = read_combinations_text(text, name, places, folder=folder, added=added)
        if len(scenarios) > 1:
            message = f"the matrix has {len(scenarios)} combinations; an interview has one"
            raise InputError.single(message, name, help="leave `matrix` out, and state one law")
        return in_language(scenarios[0], lang) if lang != ENGLISH else scenarios[0]

    return read
