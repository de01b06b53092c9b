"""Notes on what a scenario states in vain, on the rulebook of the Ice Post."""

import re

import pytest

from drakdom import adjudicate
from drakdom.scenario import read_scenario_text
from tests.cli.drakdom import RULEBOOKS

#: Without the seats (`left`), play breaks off at the end of the first round, when the bell is passed.
ROUNDS = """\
rulebook: icepost
figures:
  Ada: {kind: carrier, at: lodge, balance: 3, LEFT: Bo}
  Bo: {kind: carrier, at: lodge, balance: 3, LEFT: Cy}
  Cy: {kind: carrier, at: lodge, balance: 3, LEFT: Ada}
state: {bell: Ada}
play: [{Ada: wait, Bo: wait, Cy: wait}, {Ada: wait, Bo: wait, Cy: wait}, {Ada: wait, Bo: wait, Cy: wait}]
"""
SEATED, UNSEATED = ROUNDS.replace("LEFT", "left"), re.sub(r", LEFT: \w+", "", ROUNDS)
NOTE = "stated in `play`, and play does not get that far: round 2, round 3"


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (SEATED, ()),
        (UNSEATED, (NOTE,)),
        (UNSEATED + "ask: dies(Ada)", (NOTE,)),
        (UNSEATED + "ask: waits(Ada)", ()),
        (SEATED + "until: round 1", ()),
    ],
)
def test_entries_that_play_does_not_reach(text: str, notes: tuple[str, ...]) -> None:
    assert adjudicate(read_scenario_text(text, "case.yaml", [RULEBOOKS])).notes == notes
