"""The reports that a check is asked for: `--format FORMAT[=FILE]`, each written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from drakdom.cli.files import MARK
from drakdom.cli.output import check_report, out
from drakdom.errors import InputError, Problem
from drakdom.report.as_json import print_json
from drakdom.rulebook.whole_file import save_whole

if TYPE_CHECKING:
    from drakdom.report.tally import Shown
    from drakdom.tools.check import CheckReport

FORMATS = ("table", "json", "junit", "tap", "sarif", "github", "summary")


class WantedReport(NamedTuple):
    """One report: its format, and its file, None for standard output."""

    form: str
    file: Path | None


def asked_for(words: Iterable[str], as_json: bool) -> tuple[WantedReport, ...]:
    """The reports that the options name, with a table if no other goes to standard output. Raises InputError."""
    from drakdom.rulebook.words import did_you_mean, short

    reports: list[WantedReport] = []
    problems: list[Problem] = []
    for word in ["json", *words] if as_json else words:
        form, given, file = word.partition("=")
        if form not in FORMATS:
            problems.append(Problem("", 0, 0, f"unknown format `{short(form)}`", did_you_mean(form, FORMATS)))
        elif given and not file:
            problems.append(Problem("", 0, 0, f"`--format {form}=` names no file", f"write `{form}=FILE` or `{form}`"))
        else:
            reports.append(WantedReport(form, None if file in ("", "-", "/dev/stdout") else Path(file)))
    to_output = [report.form for report in reports if report.file is None]
    if len(to_output) > 1:
        message = f"{' and '.join(f'`{form}`' for form in to_output)} cannot both go to standard output"
        problems.append(Problem("", 0, 0, message, f"write one into a file: `--format {to_output[-1]}=FILE`"))
    files = [report.file for report in reports if report.file is not None]
    places = [*map(os.path.realpath, files)]
    shared = {str(file) for file, place in zip(files, places, strict=True) if places.count(place) > 1}
    problems += (Problem(file, 0, 0, "two reports cannot be written into one file") for file in sorted(shared))
    if problems:
        raise InputError(problems)
    for place in files:
        _make_folder(place)
        check_report(place)
    return tuple(reports) if to_output else (WantedReport("table", None), *reports)


def _make_folder(file: Path) -> None:
    """Make the folder of a report. Raises InputError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise InputError.single(f"the folder of this report cannot be made: {reason}", str(file)) from None


def keep_apart(asked: Iterable[WantedReport], files: Iterable[Path]) -> None:
    """Raise InputError if a report would overwrite a scenario that it covers."""
    if places := {os.path.realpath(report.file): report.file for report in asked if report.file is not None}:
        own = sorted({*map(os.path.realpath, files)} & places.keys())
        if own:
            raise InputError([Problem(str(places[file]), 0, 0, "a report cannot overwrite a scenario") for file in own])


def write_all(asked: Sequence[WantedReport], report: CheckReport, shown: Shown, again: Sequence[str]) -> None:
    """Write every report. Raises InputError for those that cannot be written, after the others are."""
    problems: list[Problem] = []
    for wanted in sorted(asked, key=lambda wanted: wanted.file is None):  # a closed pipe ends the program: output last
        text = _FORMS[wanted.form](report, shown, again)
        if wanted.file is None:
            out(text)
            continue
        try:
            save_whole(wanted.file, text + MARK if wanted.form == "summary" else text)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            problems.append(Problem(str(wanted.file), 0, 0, f"the {wanted.form} report cannot be written: {reason}"))
    if problems:
        raise InputError(problems)


def _table(report: CheckReport, shown: Shown, again: Sequence[str]) -> str:
    from drakdom.report.page import Look
    from drakdom.report.tally import check_text

    return check_text(report, Look.of(), shown, again)


def _json(report: CheckReport, _shown: Shown, again: Sequence[str]) -> str:
    from drakdom.report.tally import check_json

    return print_json(check_json(report, again))


def _junit(report: CheckReport, _shown: Shown, again: Sequence[str]) -> str:
    from drakdom.report.junit import check_junit

    return check_junit(report, again)


def _tap(report: CheckReport, _shown: Shown, again: Sequence[str]) -> str:
    from drakdom.report.tap import check_tap

    return check_tap(report, again)


def _sarif(report: CheckReport, _shown: Shown, again: Sequence[str]) -> str:
    from drakdom.report.sarif import check_sarif

    return print_json(check_sarif(report, again))


def _github(report: CheckReport, _shown: Shown, again: Sequence[str]) -> str:
    from drakdom.report.github import check_github

    return check_github(report, again)


def _summary(report: CheckReport, _shown: Shown, again: Sequence[str]) -> str:
    from drakdom.report.summary import check_summary

    return check_summary(report, again)


_FORMS: dict[str, Callable[[CheckReport, Shown, Sequence[str]], str]] = {
    "table": _table,
    "json": _json,
    "junit": _junit,
    "tap": _tap,
    "sarif": _sarif,
    "github": _github,
    "summary": _summary,
}
