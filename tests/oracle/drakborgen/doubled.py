"""A scenario together with a copy of itself, some columns to the east and with other names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import yaml

from drakdom import adjudicate
from drakdom.errors import LimitError
from drakdom.scenario import read_scenario_text
from tests.randomly import remember

#: Columns between the two halves; the first has no more columns.
APART = 10
#: States of a board beyond which the two of it would have too many.
MOST_STATES = 60
#: Events of the whole table: play ends if nobody is left in either half; both halves draw from the same decks.
OF_THE_TABLE = ("play_ends", "reshuffled(treasure)")
_SQUARE = re.compile(r"\b([A-J])(\d)\b")
_FAR = re.compile(r"\b[K-T]\d\b")
#: A verdict of one reading: odds, worst and best, by entry, phase, event and how often it happens.
Odds = dict[tuple[int, str, str, int], tuple[Fraction, Fraction]]


def moved(value: Any, names: Mapping[str, str]) -> Any:
    """Return the copy of a part of a scenario."""
    if isinstance(value, dict):
        return {moved(key, names): moved(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [moved(part, names) for part in value]
    if not isinstance(value, str):
        return value
    value = _SQUARE.sub(lambda square: chr(ord(square[1]) + APART) + square[2], value)
    return re.sub("|".join(rf"\b{name}\b" for name in names), lambda name: names[name[0]], value)


def doubled(scenario: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the scenario with its copy."""
    copy = moved(scenario, names)
    result = dict(scenario)
    result["board"] = {"rooms": scenario["board"]["rooms"] | copy["board"]["rooms"]}
    for section in ("figures", "draws", "standing"):
        result[section] = scenario[section] | copy[section]
    result["play"] = [first | second for first, second in zip(scenario["play"], copy["play"], strict=True)]
    return result


def told(scenario: dict[str, Any], most: int = MOST_STATES) -> Odds | None:
    """Return the events of a scenario with few states that comes to an end under one reading, else None."""
    text = remember(yaml.safe_dump(scenario, sort_keys=False, allow_unicode=True, width=1000))
    try:
        verdict = adjudicate(read_scenario_text(text, "random.yaml"), why="none")
    except LimitError:
        return None
    if len(verdict.branches) > 1 or verdict.branches[0].findings or verdict.positions > most:
        return None
    return {
        (outcome.entry, outcome.phase, outcome.text, outcome.time): (outcome.odds.low, outcome.odds.high)
        for outcome in verdict.branches[0].outcomes
        if outcome.text not in OF_THE_TABLE
    }


def far(event: tuple[int, str, str, int], names: Mapping[str, str]) -> bool:
    """Return True for an event of the copy."""
    return bool(_FAR.search(event[2])) or any(name in event[2] for name in names.values())


def near(event: tuple[int, str, str, int], names: Mapping[str, str]) -> tuple[int, str, str, int]:
    """Return an event of the copy as it is told of the original."""
    back = {copy: name for name, copy in names.items()}
    text = re.sub(r"\b([K-T])(\d)\b", lambda square: chr(ord(square[1]) - APART) + square[2], event[2])
    text = re.sub("|".join(back), lambda name: back[name[0]], text)
    return event[0], event[1], text, event[3]
