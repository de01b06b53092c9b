"""JSON as text: answers, lists of answers, errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from drakdom.errors import BugError, ClusterError, DrakdomError, InputError, LimitError, NothingRan, Problem

_KINDS: dict[type[DrakdomError], str] = {
    InputError: "input",
    LimitError: "limit",
    BugError: "bug",
    NothingRan: "nothing",
    ClusterError: "cluster",
}


def print_json(value: Any) -> str:
    """Return one JSON object as text; characters that cannot be encoded, as in file names, are escaped."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def each_json(values: Iterable[Any]) -> str:
    """Return one JSON object as text: the value itself, or an object with a list of several (one a combination)."""
    objects = [*values]
    return print_json(objects[0] if len(objects) == 1 else {"schema": "drakdom/each/1", "each": objects})


def verdicts_json(values: Iterable[Any]) -> str:
    """Return the JSON forms of verdicts as one JSON object: the form itself, or an object with a list of several."""
    objects = [*values]
    return print_json(objects[0] if len(objects) == 1 else {"schema": "drakdom/verdicts/1", "verdicts": objects})


def error_json(error: DrakdomError) -> dict[str, Any]:
    """Return the JSON form of an error."""
    problems: tuple[Problem, ...] = getattr(error, "problems", ())
    if not problems:
        place = getattr(error, "place", None)
        message = str(error).removeprefix(f"{place}: ")
        problems = (Problem(place.file, place.line, place.column, message) if place else Problem("", 0, 0, message),)
    return {
        "schema": "drakdom/error/1",
        "kind": next((word for kind, word in _KINDS.items() if isinstance(error, kind)), "error"),
        "exit_code": error.exit_code,
        "problems": [
            {
                "file": problem.file,
                "line": problem.line,
                "column": problem.column,
                "message": problem.message,
                "help": problem.help,
            }
            for problem in problems
        ],
    }
