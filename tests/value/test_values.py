"""Values of plays with gaps: the bounds of a claim, and how much of its play is undecided; fractions by hand."""

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom.formula import And, Atom, Formula, Not, Or, truth
from drakdom.terms import Term
from drakdom.value.solve import solve
from drakdom.value.values import Value, Verdict3
from tests.core.tiny import Tiny, tiny_case, tiny_law

#: Ada crosses by the bridge, which holds with 1/2, or by the ford, which is shallow with 2/3. No clause rules on the
#: rest.
CROSSING = (
    "asks(ada, T) :- is(phase, go, T).\noption(ada, (bridge; ford), T) :- asks(ada, T).\n"
    "becomes(phase, W, T) :- chosen(ada, W, T).\n"
    "due(W, W, T) :- is(phase, W, T), way(W).\nmeans(W, X, X, T) :- possible(W, X, T).\n"
    "event(crosses, T) :- shows(_, (holds; shallow), T).\n"
    "unruled(breaks, T) :- shows(bridge, breaks, T).\nunruled(deep, T) :- shows(ford, deep, T).\n"
    "entry_ends(T) :- is(phase, W, T), way(W).\n"
)
FACES = "face(bridge, holds, 1); face(bridge, breaks, 1); face(ford, shallow, 2); face(ford, deep, 1)"


def test_a_choice_is_as_undecided_as_its_least_decided_option(tmp_path: Path) -> None:
    tiny = Tiny("crossing", CROSSING, facts=f"{FACES}; way(bridge); way(ford)")
    (branch,) = solve(tiny_case(tiny, tiny_law(CROSSING, tmp_path)))
    half = Fraction(1, 2)
    value = branch.evaluation.value(Atom(Term("crosses")))
    assert value == Value(half, Fraction(1), unruled=half, results=frozenset({True, None}), sure=Fraction(2, 3))
    assert value.sure == Fraction(2, 3)


YES, NO, OPEN = (Atom(Term(name)) for name in ("yes", "no", "open"))


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (And((YES, OPEN)), None),
        (And((NO, OPEN)), False),
        (And((YES, YES)), True),
        (Or((NO, OPEN)), None),
        (Or((YES, OPEN)), True),
        (Or((NO, NO)), False),
        (Not(OPEN), None),
        (Not(And((YES, OPEN))), None),
    ],
    ids=str,
)
def test_a_formula_is_open_unless_its_known_parts_decide_it(formula: Formula, expected: Verdict3) -> None:
    assert truth(formula, {YES: True, NO: False, OPEN: None}.__getitem__) is expected
