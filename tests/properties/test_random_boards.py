"""On random boards of the ten-clause game."""

from pathlib import Path
from typing import Any

import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from drakdom.errors import LimitError
from drakdom.scenario import Scenario, read_scenario_text
from tests.properties.boards import NAMES, scenarios
from tests.properties.plays import changed, changed_play, mirror, play, renaming, unordered
from tests.randomly import examples, remember, telling

LANTERN = Path(__file__).parents[1] / "rulebooks" / "lantern"
FEW = examples(quick=3, thorough=1000)


def read(scenario: dict[str, Any]) -> Scenario:
    return read_scenario_text(remember(yaml.safe_dump(scenario, sort_keys=False)), "random.yaml", [LANTERN])


@telling
@FEW
@given(scenarios())
def test_both_engines_agree(scenario: dict[str, Any]) -> None:
    entry = read(scenario)
    try:
        unrolled = play(entry, "unrolled")
    except LimitError:
        assume(False)
    assert unrolled == play(entry)


@telling
@FEW
@given(scenarios(), st.randoms(use_true_random=False))
def test_the_order_of_writing_never_matters(scenario: dict[str, Any], random: Any) -> None:
    def shuffled(mapping: dict[str, Any]) -> dict[str, Any]:
        keys = list(mapping)
        random.shuffle(keys)
        return {key: mapping[key] for key in keys}

    second = {**scenario, "figures": shuffled(scenario["figures"]), "rolls": shuffled(scenario["rolls"])}
    second["board"] = {"places": shuffled(scenario["board"]["places"])}
    second["play"] = [shuffled(entry) for entry in scenario["play"]]
    assert play(read(scenario)) == play(read(shuffled(second)))


@telling
@FEW
@given(scenarios(), st.permutations([*NAMES, "Zoe"]))
def test_other_names_rename_the_verdict(scenario: dict[str, Any], names: list[str]) -> None:
    entry = read(scenario)
    change = renaming(dict(zip([*NAMES, "Zoe"], names, strict=True)))
    figures = frozenset([*NAMES, "Zoe"])
    wanted = unordered(changed_play(play(entry), change), figures)
    assert unordered(play(changed(entry, change)), figures) == wanted


@telling
@FEW
@given(scenarios())
def test_a_mirrored_board_gives_the_mirrored_verdict(scenario: dict[str, Any]) -> None:
    entry = read(scenario)
    change = mirror(entry)
    assert play(changed(entry, change)) == changed_play(play(entry), change)


@telling
@FEW
@given(scenarios())
def test_with_everything_stated_nothing_is_open(scenario: dict[str, Any]) -> None:
    """Every hero rests, so that every event is certain."""
    scenario["play"] = [dict.fromkeys(scenario["figures"], "rest")]
    for events in play(read(scenario)).values():
        assert {odds[:2] for odds in events.values()} <= {(1, 1)}
