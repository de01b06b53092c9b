"""Rules that are loaded but not in force change neither which questions an action fits nor what follows choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from drakdom.formula import Atom, Scope
from drakdom.terms import Term
from drakdom.value.solve import Branch, solve
from tests.core.tiny import Tiny, tiny_case, tiny_law

TWO_PHASES = """
becomes(phase, late, T) :- is(phase, go, T).
entry_ends(T)           :- is(phase, late, T).
asks(ada, T)            :- clause("B-1"), is(phase, go, T).
option(ada, wait, T)    :- clause("B-1"), is(phase, go, T).
asks(ada, T)            :- clause("B-2"), is(phase, late, T).
option(ada, jump, T)    :- clause("B-2"), is(phase, late, T).
event(jumps(ada), T)    :- clause("B-2"), chosen(ada, jump, T).
"""
JUMPS_AT_ONCE = 'option(ada, jump, T) :- clause("V-1"), is(phase, go, T).'
DEATH = """
entry_ends(T)        :- is(phase, go, T).
asks(ada, T)         :- clause("B-1"), is(phase, go, T).
option(ada, jump, T) :- clause("B-1"), is(phase, go, T).
event(dies(bo), T)   :- clause("B-2"), is(phase, go, T).
"""
LEAPS = """
event(dies(F), T)   :- clause("V-1"), chosen(F, leap, T).
option(F, leap, T)  :- clause("V-1"), asks(F, T).
"""


def branch(law: str, folder: Path, facts: str = "") -> Branch:
    tiny = Tiny("tiny", law, facts=facts, given="step(ada) = 1")
    [branch] = solve(tiny_case(tiny, tiny_law(law, folder), without="V-1"))
    return branch


@pytest.mark.parametrize("variant", ["", JUMPS_AT_ONCE])
def test_a_stated_action_waits_for_its_question(tmp_path: Path, variant: str) -> None:
    stated = "stated(1,ada,1,jump); word_of(jump,jump); word_of(wait,wait)"
    events = branch(TWO_PHASES + variant, tmp_path, stated).evaluation.events()
    assert {str(event): value.low for event, value in events.items() if event.name in ("jumps", "illegal")} == {
        "jumps(ada)": 1
    }


@pytest.mark.parametrize("variant", ["", LEAPS])
def test_what_is_permitted_after_an_event_that_no_choice_brings_about(tmp_path: Path, variant: str) -> None:
    after = Scope("after", Term("dies", (Term("bo"),)))
    value = branch(DEATH + variant, tmp_path).evaluation.value(Atom(Term("may", (Term("ada"), Term("jump"))), after))
    assert value.low == value.high == 1
