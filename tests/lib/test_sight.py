"""The library's piece `sight`: straight lines over a grid, and what cuts them."""

from pathlib import Path

import pytest

from drakdom.law.law import Law, made_rules, read_rules
from drakdom.law.lawtext import law_files
from tests.core.tiny import Tiny, core_rules, played
from tests.witness import ENGINES, Engine

GAME = """#include <sight>.
entry_ends(T) :- is(phase, go, T).
plot(square(X, Y), X, Y) :- X = 1..4, Y = 1..4, not hole(square(X, Y)).
measured(square(1, 1), square(X, Y), T)   :- is(phase, go, T), foe(X, Y).
line_asked(square(1, 1), square(X, Y), T) :- is(phase, go, T), foe(X, Y).
bars(P, D, T) :- touches(P, D, T), wall(P, D).
bars(P, D, T) :- touches(P, D, T), beside(P, D, P', D'), wall(P', D').
beside(square(X, Y), e, square(X+1, Y), w) :- plot(square(X, Y), X, Y).
beside(square(X, Y), n, square(X, Y+1), s) :- plot(square(X, Y), X, Y).
beside(P', D', P, D) :- beside(P, D, P', D'), (D, D') = ((e, w); (n, s)).
event(away(N), T)   :- away(_, _, N, T).
event(cut, T)       :- cut(_, _, T).
event(grazes, T)    :- grazes(_, _, T).
event(loophole, T)  :- loophole(_, _, T).
event(by(P, D), T)  :- cut_at(_, _, P, D, T).
#defined hole/1.
#defined wall/2.
"""
#: A line from the first square to a foe: facts, and what is seen of it.
LINES = [
    ("along a row", "foe(3, 1)", {"away(2)"}),
    ("a wall across it", "foe(3, 1); wall(square(2, 1), e)", {"away(2)", "cut", "by(square(2,1),e)"}),
    ("a wall beside it", "foe(3, 1); wall(square(2, 1), n)", {"away(2)"}),
    ("a square that is not there", "foe(3, 1); hole(square(2, 1))", {"away(2)", "cut"}),
    ("aslant, farther north than east", "foe(2, 4)", {"away(3)"}),
    ("over a free corner", "foe(2, 2)", {"away(1)"}),
    ("past the end of a wall", "foe(2, 2); wall(square(1, 1), e)", {"away(1)", "grazes", "by(square(1,1),e)"}),
    (
        "through a corner that is shut on both ways",
        "foe(2, 2); wall(square(1, 1), e); wall(square(1, 1), n)",
        {"away(1)", "cut", "by(square(1,1),e)", "by(square(1,1),n)"},
    ),
    (
        "a wall that lines between other points get by",
        "foe(3, 2); wall(square(2, 1), n)",
        {"away(2)", "cut", "loophole", "by(square(2,1),n)"},
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("facts", "seen"), [pytest.param(f, seen, id=name) for name, f, seen in LINES])
def test_a_line(facts: str, seen: set[str], engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "rulebook.lp"
    file.write_text(GAME, encoding="utf-8")
    rules = [*core_rules(), *read_rules(law_files(file))]
    happens, _ = played(Tiny("", "", facts), Law((*rules, *made_rules(rules))), engine)
    assert happens == dict.fromkeys(seen, "1")
