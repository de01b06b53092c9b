"""Results of a check as SARIF 2.1.0: a result for each failure or error, by the kind of the expectation."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from drakdom import __version__
from drakdom.report.page import printable
from drakdom.report.troubles import Trouble, name_of, path_of, rerun_of, troubles, uri_of
from drakdom.tools.check import CheckReport

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def check_sarif(report: CheckReport, again: Sequence[str] = ()) -> dict[str, Any]:
    """Return the log of one run."""
    pairs = [(case, trouble) for case in report.cases for trouble in troubles(case, again)]
    kinds = list(dict.fromkeys(trouble.kind for _, trouble in pairs))
    rules = [_rule(kind) for kind in kinds]
    driver = {"name": "drakdom", "version": __version__, "rules": rules}
    results = [_result(trouble, kinds, name_of(case), rerun_of(case, again)) for case, trouble in pairs]
    _fingerprint(results)
    done = {"executionSuccessful": not report.unfinished, "exitCode": report.exit_code}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "invocations": [done], "results": results}
    run["automationDetails"] = {"id": _category(report, again)}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _category(report: CheckReport, again: Sequence[str]) -> str:
    """Return the name of this analysis, which keeps uploads of other folders and options apart; it ends in a slash."""
    folders = [Path(path_of(case.file)).parent for case in report.cases]
    shared = os.path.commonpath(folders) if folders and len({folder.is_absolute() for folder in folders}) == 1 else ""
    words = hashlib.sha256("\0".join(again).encode("utf-8", "replace")).hexdigest()[:8] if again else ""
    return "/".join(filter(None, ("drakdom-check", printable(shared).strip("/"), words))) + "/"


def _fingerprint(results: list[dict[str, Any]]) -> None:
    """Add to each result a digest of scenario, kind and message: it stays the same if the line moves."""
    seen: Counter[str] = Counter()
    for result in results:
        first = result["message"]["text"].partition("\n")[0]
        words = "\0".join((result["properties"]["scenario"], result["ruleId"], first))
        seen[words] += 1
        digest = hashlib.sha256(f"{words}\0{seen[words]}".encode("utf-8", "replace")).hexdigest()
        result["partialFingerprints"] = {"drakdom/1": digest}


def _rule(kind: str) -> dict[str, Any]:
    about, advice = _about(kind), _ADVICE["error" if kind == "error" else "claim"]
    return {
        "id": kind,
        "name": "".join(word.capitalize() for word in kind.split("_")),
        "shortDescription": {"text": about},
        "fullDescription": {"text": f"{about} {advice}"},
        "help": {"text": advice, "markdown": advice},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["rulings"], "problem.severity": "error", "precision": "very-high"},
    }


_ADVICE = {
    "error": "Correct the file at the place that is named; the message has the nearest valid word.",
    "claim": "Run the command under `again:` to see what was found and by which clauses. "
    "Correct the law, or the expectation if the rules say otherwise.",
}


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
