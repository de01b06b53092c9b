"""Scenario files: the state of a board, stated actions and rolls, and claims about the outcome."""

from drakdom.scenario.foreign import LeftOut, read_foreign
from drakdom.scenario.house import NOTHING, Added
from drakdom.scenario.model import KINDS, Claim, Named, Question, Scenario
from drakdom.scenario.named import named_law
from drakdom.scenario.read import (
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
    "NOTHING",
    "Added",
    "Claim",
    "LeftOut",
    "Named",
    "Question",
    "Scenario",
    "named_law",
    "read_claim",
    "read_combinations",
    "read_combinations_text",
    "read_foreign",
    "read_scenario",
    "read_scenario_text",
]
