"""Headers of law files say what predicates mean; explanations use their sentences."""

from pathlib import Path

from drakdom.law.meanings import read_meanings

HEADER = """\
%# Doors
%
% Some prose: with a colon, and more(prose) after it.
%
% passes(F, D, T): F gets through the door towards D (or over it), which
%   `H'` watches
% agreed/0: the group has agreed
% keeps(H, H', T): H holds H' back
% spot((X, Y), 0): a cell of the first row
% pair(H, (N, N')): H has both
%
% Reads:   door/1
% Defines: passes/3

% late(X): no header any more
passes(F, D, T) :- door(D), goes(F, T).
"""


def test_a_header_is_read() -> None:
    read = {meaning.signature: meaning for meaning in read_meanings(HEADER, Path("doors.lp"))}
    assert list(read) == [("passes", 3), ("agreed", 0), ("keeps", 3), ("spot", 2), ("pair", 2)]
    assert (read["spot", 2].args, read["pair", 2].args) == (("(X, Y)", "0"), ("H", "(N, N')"))
    assert (
        read["passes", 3].filled(["Ada", "north", "0"]) == "Ada gets through the door towards north, which H' watches"
    )
    assert read["keeps", 3].filled(["Ada", "Bo", "0"]) == "Ada holds Bo back"
    assert read["agreed", 0].filled([]) == "the group has agreed"
