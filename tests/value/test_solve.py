"""Branches: one for each combination of readings, up to a limit."""

from pathlib import Path

import pytest

from drakdom.errors import BugError, LimitError
from drakdom.value import solve
from tests.core.tiny import Tiny, tiny_case, tiny_law

#: Two doubtful clauses, each read in two ways: four combinations.
LAW = (
    'doubt("X-1", T) :- clause("X-1"), is(phase, go, T).\ndoubt("X-2", T) :- clause("X-2"), is(phase, go, T).\n'
    "entry_ends(T) :- is(phase, go, T).\n"
)
TINY = Tiny("doubts", LAW, readings={"X-1": ("all", "one"), "X-2": ("first", "last")})


def test_as_many_combinations_of_readings_as_the_limit_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = tiny_case(TINY, tiny_law(LAW, tmp_path))
    monkeypatch.setattr(solve, "MOST_READINGS", 4)
    assert {branch.readings for branch in solve.solve(case)} == {
        (("X-1", first), ("X-2", second)) for first in ("all", "one") for second in ("first", "last")
    }
    monkeypatch.setattr(solve, "MOST_READINGS", 3)
    with pytest.raises(LimitError, match="more than 3 combinations of readings"):
        solve.solve(case)


def test_the_states_of_all_readings_count_together(tmp_path: Path) -> None:
    case = tiny_case(TINY, tiny_law(LAW, tmp_path))
    states = [len(branch.play.nodes) for branch in solve.solve(case)]
    assert len(solve.solve(case, most=10 * sum(states))) == len(states)
    with pytest.raises(LimitError, match="states to evaluate"):
        solve.solve(case, most=max(states))


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("becomes(F, dead, T) :- is(phase, go, T), falls(F).", '`"Ann"` is no fluent'),
        ("gains(7, F, T) :- is(phase, go, T), falls(F).", "`7` is no fluent"),
        ("event(F, T) :- is(phase, go, T), falls(F).", '`"Ann"` is no event'),
    ],
)
def test_a_figure_or_a_number_is_neither_a_fluent_nor_an_event(rule: str, fault: str, tmp_path: Path) -> None:
    tiny = Tiny("named", f"{rule}\nentry_ends(T) :- is(phase, go, T).", facts='falls("Ann")')
    with pytest.raises(BugError, match=fault):
        solve.solve(tiny_case(tiny, tiny_law(tiny.law, tmp_path)))
