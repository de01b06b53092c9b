"""Results of a check as SARIF 2.1.0: a result for each failure or error, by the kind of the expectation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drakdom import __version__
from drakdom.report.troubles import Trouble, name_of, rerun_of, troubles, uri_of
from drakdom.tools.check import CheckReport

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def check_sarif(report: CheckReport, again: Sequence[str] = ()) -> dict[str, Any]:
    """Return the log of one run."""
    pairs = [(case, trouble) for case in report.cases for trouble in troubles(case, again)]
    kinds = list(dict.fromkeys(trouble.kind for _, trouble in pairs))
    rules = [{"id": kind, "shortDescription": {"text": _about(kind)}} for kind in kinds]
    driver = {"name": "drakdom", "version": __version__, "rules": rules}
    results = [_result(trouble, kinds, name_of(case), rerun_of(case, again)) for case, trouble in pairs]
    done = {"executionSuccessful": not report.unfinished, "exitCode": report.exit_code}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "invocations": [done], "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _about(kind: str) -> str:
    if kind == "error":
        return "The scenario cannot be ruled on."
    return f"An expectation of the kind `{kind.replace('_', ' ')}` does not hold."


def _result(trouble: Trouble, kinds: Sequence[str], name: str, rerun: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": trouble.kind,
        "ruleIndex": kinds.index(trouble.kind),
        "level": "error",
        "message": {"text": "\n".join((trouble.message, *trouble.details))},
        "properties": {"scenario": name, "again": rerun, "severity": trouble.severity},
    }
    place = trouble.place
    if place.file:
        location: dict[str, Any] = {"artifactLocation": {"uri": uri_of(place.file)}}
        if place.line:
            location["region"] = {"startLine": place.line, "startColumn": max(place.column, 1)}
        result["locations"] = [{"physicalLocation": location}]
    return result
