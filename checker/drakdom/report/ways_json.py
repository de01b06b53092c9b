"""The JSON form of the places that figures can reach."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from drakdom.paths.ask.query import law_about_paths
from drakdom.paths.model import Reached, Reaches
from drakdom.report.heading import law_json
from drakdom.scenario import Scenario
from drakdom.verdict import json_form

SCHEMA = "drakdom/paths/1"


def reach_json(result: Reaches, scenario: Scenario) -> dict[str, Any]:
    """Return the JSON form of the places that figures can reach."""
    figures = [
        {
            **json_form(reach),
            "reached": [_reached_json(reached) for reached in reach.reached],
        }
        for reach in result.figures
    ]
    law = law_json(scenario, law_about_paths(scenario.rulebook))
    return {"schema": SCHEMA, **law, "figures": figures, "readings": json_form(result.assumed)}


def _reached_json(reached: Reached) -> dict[str, Any]:
    """Return the JSON form of a place, with the safest way if a longer one is safer."""
    form: dict[str, Any] = json_form(reached) | {"low": str(reached.low), "high": str(reached.high)}
    if not reached.safest:
        return form | {"safest": None}
    safer = replace(reached, legs=reached.safest)
    return form | {"safest": {"legs": form["safest"], "low": str(safer.low), "high": str(safer.high)}}
