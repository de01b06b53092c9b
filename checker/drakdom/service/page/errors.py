"""Problems of errors, as the command line lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drakdom.errors import DrakdomError, Problem
from drakdom.report.as_json import error_json


def problems_of(error: DrakdomError) -> list[Problem]:
    """Return the problems of an error."""
    return problems_in(error_json(error))


def problems_in(form: Mapping[str, Any]) -> list[Problem]:
    """Return the problems in the JSON form of an error."""
    return [
        Problem(item["file"], item["line"], item["column"], item["message"], item["help"])
        for item in form.get("problems", ())
    ]
