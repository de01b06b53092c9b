"""Results of a check as annotations for GitHub workflows: one line for each failure or error."""

from __future__ import annotations

from collections.abc import Sequence

from drakdom.report.page import printable
from drakdom.report.troubles import Trouble, name_of, path_of, troubles
from drakdom.tools.check import CheckReport


def check_github(report: CheckReport, again: Sequence[str] = ()) -> str:
    """Return the lines; empty if nothing is wrong."""
    lines = [_line(trouble, name_of(case)) for case in report.cases for trouble in troubles(case, again)]
    if report.interrupted:
        lines.append(f"::error::interrupted, {report.unfinished} scenarios were not checked")
    return "".join(line + "\n" for line in lines)


def _line(trouble: Trouble, name: str) -> str:
    place = trouble.place
    properties = {"file": path_of(place.file)} if place.file else {}
    if place.line:
        properties |= {"line": str(place.line), "col": str(max(place.column, 1))}
    properties["title"] = f"{name}: {trouble.severity}"
    fields = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::error {fields}::{_data(chr(10).join((trouble.message, *trouble.details)))}"


def _data(text: str) -> str:
    """Return text as a value; codes that would steer a terminal become visible."""
    text = "\n".join(map(printable, text.split("\n")))
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
