"""The first visit to a phase and the end of what is played."""

from dataclasses import replace
from pathlib import Path

import pytest

from drakdom.formula import Atom, Scope
from drakdom.terms import Term
from drakdom.value.solve import solve
from tests.core.tiny import Tiny, tiny_case, tiny_law

#: Every entry has one phase, and the second entry rings.
RINGS = "entry_ends(T) :- is(phase, go, T).\nevent(rings, T) :- is(phase, go, T), is(entry, 2, T).\n"
FIRST = Scope("first", "go")


def test_the_first_visit_to_a_phase_ends_with_its_entry(tmp_path: Path) -> None:
    (branch,) = solve(tiny_case(Tiny("bell", RINGS, entries=2), tiny_law(RINGS, tmp_path)))
    odds = [branch.evaluation.value(Atom(Term("rings"), scope)).low for scope in (None, FIRST, Scope("phase", "go"))]
    assert odds == [1, 0, 1]


@pytest.mark.parametrize("until", [FIRST, Scope("entry", 1)], ids=["phase", "entry"])
def test_play_ends_with_the_first_visit(until: Scope, tmp_path: Path) -> None:
    case = tiny_case(Tiny("bell", RINGS, entries=2), tiny_law(RINGS, tmp_path))
    (branch,) = solve(replace(case, until=until))
    assert not branch.evaluation.events()


def test_an_event_named_over_ends_no_play(tmp_path: Path) -> None:
    law = "event(over, T) :- is(phase, go, T).\nevent(later, T) :- is(phase, stop, T).\n"
    law += "becomes(phase, stop, T) :- is(phase, go, T).\nentry_ends(T) :- is(phase, stop, T).\n"
    case = tiny_case(Tiny("over", law, entries=2), tiny_law(law, tmp_path))
    (branch,) = solve(replace(case, until=Scope("entry", 1)))
    assert {str(event) for event in branch.evaluation.events()} == {"over", "later"}
