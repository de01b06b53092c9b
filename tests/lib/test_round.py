"""The order of play as a table: the next phase, branches, and repetitions, which come before branches."""

from pathlib import Path

import pytest

from drakdom.law.lawtext import library
from tests.core.tiny import Tiny, played, tiny_law
from tests.witness import ENGINES, Engine

#: A hero climbs ledge by ledge and looks out from the top, or turns back into the hut.
GAME = """
then(go, climb).
then(climb, top).
branch(climb, hut, storm_comes).
repeat(climb, ledge_is_above).
holds(storm_comes, T)    :- is(phase, climb, T), is(sky, dark, T).
holds(ledge_is_above, T) :- is(phase, climb, T), is(ledges, N, T), N > 0.
changes(ledges, -1, climbed, T) :- is(phase, climb, T), is(ledges, N, T), N > 0.
event(rests(N), T)       :- is(phase, climb, T), is(ledges, N, T).
event(reaches(X), T)     :- is(phase, X, T), X != go.
entry_ends(T)            :- is(phase, (top; hut), T).
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("given", "happens"),
    [
        ("sky = clear; ledges = 0", {"rests(0)", "reaches(climb)", "reaches(top)"}),
        ("sky = dark; ledges = 0", {"rests(0)", "reaches(climb)", "reaches(hut)"}),
        ("sky = clear; ledges = 2", {"rests(2)", "rests(1)", "rests(0)", "reaches(climb)", "reaches(top)"}),
        ("sky = dark; ledges = 1", {"rests(1)", "rests(0)", "reaches(climb)", "reaches(hut)"}),
    ],
    ids=["next", "branch", "repeated", "repeated before the branch"],
)
def test_the_table_leads_on(given: str, happens: set[str], engine: Engine, tmp_path: Path) -> None:
    law = (library() / "round.lp").read_text(encoding="utf-8") + GAME
    events, _ = played(Tiny("climb", law, given=given), tiny_law(law, tmp_path), engine)
    assert events == dict.fromkeys(happens, "1")
