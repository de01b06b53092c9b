"""Two verdicts on one dispute, given under different laws: the results then, and the results now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Found = Mapping[str, Any]


def changes(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the differences between two verdicts in their JSON form: answers first, then outcomes.

    Each change has the sentence, the results `then` and `now`, and the clauses that decided each. A result is empty if
    it did not happen at all.
    """
    return [*_between(_answers(then), _answers(now)), *_between(_outcomes(then), _outcomes(now))]


def _between(then: Mapping[Any, Found], now: Mapping[Any, Found]) -> Iterator[dict[str, Any]]:
    for key in dict.fromkeys((*then, *now)):
        before, after = then.get(key, {}), now.get(key, {})
        if before.get("says") != after.get("says"):
            yield {
                "sentence": (after or before)["sentence"],
                "readings": [list(pair) for pair in key[1]],
                "then": before.get("says", ""),
                "now": after.get("says", ""),
                "clauses_then": before.get("clauses", []),
                "clauses_now": after.get("clauses", []),
            }


def _verdicts(value: Mapping[str, Any]) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Yield the verdicts of each combination of a matrix; without one there is one."""
    for verdict in value.get("verdicts", (value,)):
        yield tuple(map(tuple, verdict.get("combination", ()))), verdict


def _answers(value: Mapping[str, Any]) -> dict[Any, Found]:
    answers: dict[Any, Found] = {}
    for combination, verdict in _verdicts(value):
        for answer in verdict.get("answers", ()):
            clauses = [ground["clause"] for ground in answer["grounds"] if ground["role"] != "rests on"]
            for part in answer["by_reading"]:
                readings = tuple(map(tuple, part["readings"]))
                says = _says(part["status"], part["odds"])
                answers[answer["text"], (*combination, *readings)] = {
                    "sentence": answer["sentence"], "says": says, "clauses": clauses,
                }  # fmt: skip
    return answers


def _outcomes(value: Mapping[str, Any]) -> dict[Any, Found]:
    outcomes: dict[Any, Found] = {}
    for combination, verdict in _verdicts(value):
        for branch in verdict.get("branches", ()):
            readings = tuple(map(tuple, branch["readings"]))
            for outcome in branch["outcomes"]:
                key = (outcome["event"], outcome["entry"], outcome["phase"], outcome["visit"])
                outcomes[key, (*combination, *readings)] = {
                    "sentence": outcome["sentence"],
                    "says": _says(outcome["status"], outcome["odds"]),
                    "clauses": outcome["clauses"],
                }
            for finding in branch["findings"]:
                key = (finding["kind"], finding["what"], finding["entry"], finding["phase"])
                outcomes[key, (*combination, *readings)] = {
                    "sentence": finding["sentence"],
                    "says": _says(finding["kind"], finding["odds"]),
                    "clauses": finding["clauses"],
                }
    return outcomes


def _says(status: str, odds: Mapping[str, str] | None) -> str:
    """Return a status with its odds, if they say more."""
    if status in ("always", "never") or not odds:
        return status
    low, high = odds["low"], odds["high"]
    return f"{status}: {low}" if low == high else f"{status}: {low} to {high}"
