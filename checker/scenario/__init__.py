"""Scenario files: who stood where, what everyone chose, what the dice showed, and what is claimed of it."""

from checker.scenario.foreign import LeftOut, read_foreign
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
    "LeftOut",
    "Scenario",
    "read_claim",
    "read_combinations",
    "read_combinations_text",
    "read_foreign",
    "read_scenario",
    "read_scenario_text",
]
