"""A check as annotations of GitHub's workflow commands: one line for each thing that is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.report.troubles import Trouble, name_of, path_of, troubles
from drakdom.tools.check import CheckReport


def github(report: CheckReport, again: Sequence[str] = ()) -> str:
    """The lines, and none where all is well."""
    lines = [_line(one, name_of(case)) for case in report.cases for one in troubles(case, again)]
    if report.interrupted:
        lines.append(f"::error::interrupted, {report.unfinished} scenarios were not checked")
    return "".join(line + "\n" for line in lines)


def _line(trouble: Trouble, name: str) -> str:
    place = trouble.place
    properties = {"file": path_of(place.file)} if place.file else {}
    if place.line:
        properties |= {"line": str(place.line), "col": str(max(place.column, 1))}
    properties["title"] = f"{name}: {trouble.severity}"
    said = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::error {said}::{_data(chr(10).join((trouble.message, *trouble.details)))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
