"""Scenario files: who stood where, what everyone chose, what the dice showed, and what is claimed of it."""

from checker.scenario.house import Added
from checker.scenario.model import KINDS, Claim, Scenario
from checker.scenario.read import (
    KEYS,
    read_claim,
    read_combinations,
    read_combinations_text,
    read_scenario,
    read_scenario_text,
)

__all__ = [
    "KEYS",
    "KINDS",
    "Added",
    "Claim",
    "Scenario",
    "read_claim",
    "read_combinations",
    "read_combinations_text",
    "read_scenario",
    "read_scenario_text",
]
