"""Read what the arguments of a command name: a scenario, the law it is read under, the limits."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from drakdom.rulebook import Rulebook
    from drakdom.sandbox import Limits
    from drakdom.scenario import Added, Scenario

from drakdom.cli.options import ENGLISH
from drakdom.tools.files import STDIN

_MOST_SECONDS, _MOST_MEGABYTES = 10.0**8, 10**9  # beyond these the system's own limits overflow


def limits(seconds: float, megabytes: int) -> Limits:
    """The limits that the options name: seconds and megabytes, 0 for none."""
    from drakdom.sandbox import Limits

    return Limits(min(seconds, _MOST_SECONDS), min(megabytes, _MOST_MEGABYTES))


def read(file: str, folders: list[str], book: Rulebook | None = None, added: Added | None = None) -> Scenario:
    """Read the scenario that an argument names; `-` is standard input. A matrix gives its first combination.

    `book` replaces the rulebook that the scenario names. `added` are rules in force beside those that it names.
    Raises InputError, LimitError.
    """
    return read_all(file, folders, book, added)[0]


def read_all(
    file: str, folders: list[str], book: Rulebook | None = None, added: Added | None = None
) -> tuple[Scenario, ...]:
    """Read the scenario that an argument names, once for each combination of its matrix."""
    from pathlib import Path

    from drakdom.errors import InputError
    from drakdom.rulebook.yamltext import check_file
    from drakdom.scenario import Added, read_combinations
    from drakdom.scenario.link import is_link

    if not file:
        raise InputError.single("the file name is empty")
    if file == "-" or is_link(file):
        return _read_text(scenario_text(file), folders, book, added)
    check_file(Path(file), file, "`-` reads a scenario from standard input")
    return read_combinations(file, folders, rulebook=book, added=added or Added())


def read_under(
    file: str, folders: list[str], added: Added | None, variants: list[str], readings: list[str]
) -> list[Scenario]:
    """The combinations of a scenario that agree with the given readings, or all if none agrees."""
    from drakdom.scenario.asked import agreeing

    return agreeing(read_all(file, folders, None, added), variants, readings)


def spoken(scenarios: list[Scenario], lang: str) -> list[Scenario]:
    """The scenarios with sentences in a language; the program speaks it from here on."""
    if lang == ENGLISH:
        return scenarios
    from drakdom.scenario.under import in_language

    return [in_language(scenario, lang) for scenario in scenarios]


def added_rules(rules: Iterable[str], settings: Iterable[str], variants: Iterable[str] = ()) -> Added:
    """The rules that the options put in force."""
    from drakdom.scenario import Added

    return Added(tuple(rules), tuple(settings), tuple(variants))


def scenario_text(file: str) -> str:
    """The text of the scenario that an argument names."""
    from pathlib import Path

    from drakdom.rulebook.yamltext import decode, read_bytes
    from drakdom.scenario.link import decoded, is_link

    if is_link(file):
        return decoded(file)
    return _stdin() if file == "-" else decode(read_bytes(Path(file), file), file)


def _read_text(
    text: str, folders: list[str], book: Rulebook | None = None, added: Added | None = None
) -> tuple[Scenario, ...]:
    from drakdom.scenario import Added, read_combinations_text

    return read_combinations_text(text, STDIN, folders, rulebook=book, added=added or Added())


def _stdin() -> str:
    """Text of standard input. Raises InputError, and LimitError if it is too long."""
    from drakdom.errors import InputError

    if sys.stdin is None:
        raise InputError.single("standard input is closed", STDIN)
    return _read_all(sys.stdin)


@lru_cache(maxsize=1)
def _read_all(stream: TextIO) -> str:
    """Content of a stream, kept: it can be read once, but a scenario may be read under several laws."""
    from drakdom.rulebook.textfile import LARGEST, decode_stream

    return decode_stream(stream.buffer.read(LARGEST + 1), STDIN)


def scenario_folder(book: Rulebook) -> Path | None:
    """The rulebook's scenarios: in its own folder, or `scenarios/RULEBOOK` here or beside `asp/`; None if absent."""
    from pathlib import Path

    for root in (book.folder / "scenarios", Path("scenarios", book.slug)):
        if root.is_dir():
            return root
    beside = book.folder.resolve().parent.parent / "scenarios" / book.slug
    return beside if beside.is_dir() else None
