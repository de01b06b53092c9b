"""The tables of the library in `asp/README.md` say what the headers of its pieces say."""

from pathlib import Path

import pytest

from tests.project.library import LIBRARY, PAGE, renewed, tables

PIECE = """\
%# Doors: who gets through
%
% An example: opens(ann) is no entry.
%
% knock(F): F knocks | rings
% opens(F, T): F gets
%   through
% shut/0: every door is shut
%
% Within the piece:
%
% waits(F): F waits
%
% Reads:   knock/1
% Defines: opens/2, shut/0, waits/1

#defined knock/1.

waits(F)    :- knock(F).
opens(F, T) :- waits(F), is(phase, go, T).
shut        :- not knock(ann).
"""


def test_the_tables_are_what_the_headers_say() -> None:
    text = PAGE.read_text("utf-8")
    message = "asp/README.md is out of date; renew it: python -m tests.project.library --write"
    assert text == renewed(text, tables()), message


def test_every_piece_has_rows() -> None:
    lines = tables().splitlines()
    for piece in LIBRARY.glob("*.lp"):
        assert any(line.startswith(f"| `<{piece.stem}>` | ") for line in lines), piece
        assert any(f" | `{piece.name}` " in line for line in lines), piece


def test_a_header_makes_rows(tmp_path: Path) -> None:
    (tmp_path / "doors.lp").write_text(PIECE, encoding="utf-8")
    assert tables(tmp_path).splitlines() == [
        "| piece | what it has |",
        "|---|---|",
        "| `<doors>` | Doors: who gets through |",
        "",
        "| predicate | meaning | piece |",
        "|---|---|---|",
        "| `knock(F)` | F knocks \\| rings | `doors.lp` needs |",
        "| `opens(F, T)` | F gets through | `doors.lp` gives |",
        "| `shut/0` | every door is shut | `doors.lp` gives |",
    ]


def test_a_page_without_a_place_for_tables_is_refused() -> None:
    with pytest.raises(ValueError, match="no place"):
        renewed("# Law\n", "")
