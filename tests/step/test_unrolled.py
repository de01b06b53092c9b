"""What is grounded moment by moment goes no farther than play does."""

from __future__ import annotations

import pytest

from drakdom.graph.explore import explore
from drakdom.rulings.adjudication import load
from drakdom.step.case import ENTRY, PHASE, build_case
from drakdom.step.moment import Moments
from drakdom.step.unrolled import Unrolled, state_in
from tests.cli.drakdom import ROOT


@pytest.mark.parametrize(
    "name",
    [
        "dungeonquest-neuauflage/flight/into-a-pit",
        "dungeonquest-neuauflage/bridge/across-in-the-next-turn",
        "talisman/cards/cards-are-drawn",
    ],
)
def test_only_entries_and_phases_that_play_reaches_are_grounded(name: str) -> None:
    case = build_case(load(ROOT / "scenarios" / f"{name}.yaml"))
    run, entries, phases = Unrolled(case), set(), set()
    while run.step():
        state = state_in(run.control, run.moment)
        entries |= {value.number for fluent, value in state if fluent == ENTRY}
        phases |= {str(value) for fluent, value in state if fluent == PHASE}
    nodes = explore(Moments(case)).nodes
    assert (entries, phases) == ({node.entry for node in nodes}, {node.phase for node in nodes})
