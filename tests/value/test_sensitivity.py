"""Choices and rolls that matter: the odds of an outcome that can come up in some states only."""

from fractions import Fraction
from pathlib import Path

from drakdom.formula import Atom
from drakdom.terms import Term
from drakdom.value.sensitivity import sensitivities
from drakdom.value.solve import solve
from tests.core.tiny import Tiny, tiny_case, tiny_law

#: On the left way the die is good or bad, on the right way it is good or poor.
LAW = """asks(ada, T) :- is(phase, go, T).
option(ada, (left; right), T) :- asks(ada, T).
becomes(way, A, T) :- chosen(ada, A, T).
becomes(phase, stop, T) :- is(phase, go, T).
due(die, t2, T) :- is(phase, stop, T).
reads(die, 1, good, T) :- is(phase, stop, T).
reads(die, 2, bad, T) :- is(phase, stop, T), is(way, left, T).
reads(die, 2, poor, T) :- is(phase, stop, T), is(way, right, T).
event(win, T) :- shows(die, good, T).
event(win, T) :- shows(die, poor, T).
entry_ends(T) :- is(phase, stop, T).
"""


def test_the_odds_of_an_outcome_vary_if_it_cannot_come_up_everywhere(tmp_path: Path) -> None:
    tiny = Tiny("ways", LAW, facts="face(t2, 1, 1); face(t2, 2, 1)", given="count(die) = 0; step(ada) = 1")
    (branch,) = solve(tiny_case(tiny, tiny_law(LAW, tmp_path)))
    (_, die) = sensitivities(branch, Atom(Term("win")))
    chances = {str(way.what): way.chance for way in die.ways}
    assert chances == {"good": Fraction(1, 2), "bad": None, "poor": None}


#: A second throw of the same die is due only after a good first one.
AGAIN = """due(die, t2, T) :- is(phase, go, T).
reads(die, 1, good, T) :- is(phase, go, T), is(throw, 1, T).
reads(die, 2, bad, T) :- is(phase, go, T), is(throw, 1, T).
reads(die, (1; 2), late, T) :- is(phase, go, T), is(throw, 2, T).
event(win, T) :- shows(die, good, T).
becomes(throw, 2, T) :- shows(die, good, T).
entry_ends(T) :- shows(die, (bad; late), T).
"""


def test_a_throw_after_all_is_decided_has_no_part(tmp_path: Path) -> None:
    tiny = Tiny("again", AGAIN, facts="face(t2, 1, 1); face(t2, 2, 1)", given="count(die) = 0; throw = 1")
    (branch,) = solve(tiny_case(tiny, tiny_law(AGAIN, tmp_path)))
    (die,) = sensitivities(branch, Atom(Term("win")))
    assert {str(way.what): way.chance for way in die.ways} == {"good": Fraction(1, 2), "bad": Fraction(1, 2)}
