"""The reports that a check is asked for: `--report FORMAT[=FILE]`, each whole or not written at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from drakdom.cli.files import save_whole
from drakdom.cli.output import check_place, out, print_json
from drakdom.errors import InputError, Problem

if TYPE_CHECKING:
    from drakdom.tools.check import CheckReport

FORMATS = ("table", "json", "junit", "tap", "sarif", "github")


class Asked(NamedTuple):
    """One report: its format, and the file to write; None is standard output."""

    form: str
    file: Path | None


def asked_for(words: Iterable[str], as_json: bool) -> tuple[Asked, ...]:
    """The reports that the options name: a table where nothing else goes to standard output. Raises InputError."""
    from drakdom.rulebook.words import did_you_mean, short

    found: list[Asked] = []
    problems: list[Problem] = []
    for word in ["json", *words] if as_json else words:
        form, given, file = word.partition("=")
        if form not in FORMATS:
            problems.append(Problem("", 0, 0, f"`{short(form)}` is no format", did_you_mean(form, FORMATS)))
        elif given and not file:
            problems.append(Problem("", 0, 0, f"`--report {form}=` names no file", f"write `{form}=FILE` or `{form}`"))
        else:
            found.append(Asked(form, None if file in ("", "-", "/dev/stdout") else Path(file)))
    to_output = [one.form for one in found if one.file is None]
    if len(to_output) > 1:
        message = f"{' and '.join(f'`{form}`' for form in to_output)} cannot both go to standard output"
        problems.append(Problem("", 0, 0, message, f"write one into a file: `--report {to_output[-1]}=FILE`"))
    files = [one.file for one in found if one.file is not None]
    places = [*map(os.path.realpath, files)]
    twice = {str(one) for one, place in zip(files, places, strict=True) if places.count(place) > 1}
    problems += (Problem(one, 0, 0, "two reports cannot be written into one file") for one in sorted(twice))
    if problems:
        raise InputError(problems)
    for place in files:
        check_place(place)
    return tuple(found) if to_output else (Asked("table", None), *found)


def keep_apart(asked: Iterable[Asked], files: Iterable[Path]) -> None:
    """Raise InputError where a report would be written over one of the files that it is about."""
    if places := {os.path.realpath(one.file): one.file for one in asked if one.file is not None}:
        own = sorted({*map(os.path.realpath, files)} & places.keys())
        if own:
            raise InputError(
                [Problem(str(places[one]), 0, 0, "a report cannot be written over a scenario") for one in own]
            )


def write_all(asked: Sequence[Asked], report: CheckReport, quiet: bool, again: Sequence[str]) -> None:
    """Write every report; where one cannot be written the others are nevertheless. Raises InputError for those."""
    problems: list[Problem] = []
    for one in sorted(asked, key=lambda one: one.file is None):  # what stops at a closed pipe comes last
        text = _FORMS[one.form](report, quiet, again)
        if one.file is None:
            out(text)
            continue
        try:
            save_whole(one.file, text)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            problems.append(Problem(str(one.file), 0, 0, f"the {one.form} report cannot be written: {reason}"))
    if problems:
        raise InputError(problems)


def _table(report: CheckReport, quiet: bool, again: Sequence[str]) -> str:
    from drakdom.report.page import Look
    from drakdom.report.tally import tally

    return tally(report, Look.of(), quiet, again)


def _json(report: CheckReport, _quiet: bool, again: Sequence[str]) -> str:
    from drakdom.report.tally import tally_json

    return print_json(tally_json(report, again))


def _junit(report: CheckReport, _quiet: bool, again: Sequence[str]) -> str:
    from drakdom.report.junit import junit

    return junit(report, again)


def _tap(report: CheckReport, _quiet: bool, again: Sequence[str]) -> str:
    from drakdom.report.tap import tap

    return tap(report, again)


def _sarif(report: CheckReport, _quiet: bool, again: Sequence[str]) -> str:
    from drakdom.report.sarif import sarif

    return print_json(sarif(report, again))


def _github(report: CheckReport, _quiet: bool, again: Sequence[str]) -> str:
    from drakdom.report.github import github

    return github(report, again)


_FORMS: dict[str, Callable[[CheckReport, bool, Sequence[str]], str]] = {
    "table": _table,
    "json": _json,
    "junit": _junit,
    "tap": _tap,
    "sarif": _sarif,
    "github": _github,
}
