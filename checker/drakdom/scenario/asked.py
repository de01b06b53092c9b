"""A scenario as a caller asks about it: the combinations that fit, further optional rules, other questions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from drakdom.errors import Place
from drakdom.scenario.model import Question, Scenario
from drakdom.scenario.read import read_claim
from drakdom.scenario.under import read_as, with_variants


def agreeing(scenarios: Iterable[Scenario], variants: Iterable[str], readings: Iterable[str]) -> list[Scenario]:
    """Return the combinations of a scenario that agree with readings, or all if none agrees, each put under them.

    `variants` are further optional rules in force. Raises InputError as `read_as` and `with_variants`.
    """
    combinations, pairs, variants = list(scenarios), list(readings), list(variants)
    wanted = dict(text.replace(" ", "").partition("=")[::2] for text in pairs)
    fitting = [
        combination
        for combination in combinations
        if all(wanted.get(axis, option) == option for axis, option in combination.combination)
    ]
    return [with_variants(read_as(scenario, pairs), variants) for scenario in fitting or combinations]


def asking(scenario: Scenario, claims: Iterable[str]) -> Scenario:
    """Return the scenario with claims as its questions instead of its own; unchanged without claims."""
    questions = tuple(Question(text, read_claim(scenario, text), Place("claim", 1, 1)) for text in claims)
    return replace(scenario, questions=questions) if questions else scenario
