"""The row of small boards: its situations, smallest first; no law of a rulebook may include it."""

from pathlib import Path

import pytest

from drakdom.errors import InputError
from drakdom.law.law import read_law
from drakdom.law.lawtext import law_files, library, parse
from drakdom.step.scope import Scope

SCOPE = """
default(rooms, 2). default(rounds, 1). default(size, 3).
feature(here(P)) :- here(P).
{ exit(P, D) } :- joined(P, D, P'), here(P), here(P').
feature(exit(P, D)) :- exit(P, D).
says(place(P), none, none) :- here(P).
says(place(P), exits, D) :- exit(P, D).
"""
SINGLE = ["says(place(D4),none,none)", "says(play,entries,1)"]
PAIR = ["says(place(D4),none,none)", "says(place(E4),none,none)", "says(play,entries,1)"]


def situations(text: str, folder: Path, **bounds: int) -> list[tuple[int, list[str]]]:
    """Return the situations of a scope, each with its size."""
    file = folder / "scope.lp"
    file.write_text(text, encoding="utf-8")
    answers = Scope(file, bounds).situations(99)
    return sorted(
        (size, sorted(str(term).replace(" ", "").replace('"', "") for term in says)) for size, says in answers
    )


def test_one_room_or_two(tmp_path: Path) -> None:
    text = f"#include <row>.\n{SCOPE}"
    east, west = "says(place(D4),exits,e)", "says(place(E4),exits,w)"
    assert situations(text, tmp_path) == [
        (1, SINGLE),
        (2, PAIR),
        (3, sorted([*PAIR, east])),
        (3, sorted([*PAIR, west])),
    ]


def test_bounds(tmp_path: Path) -> None:
    text = f"#include <row>.\n{SCOPE}"
    assert situations(text, tmp_path, rooms=1) == [(1, SINGLE)]
    assert situations(text, tmp_path, size=1, rounds=2) == [(1, [SINGLE[0], "says(play,entries,2)"])]
    squares = {
        term[11:13] for _, says in situations(text, tmp_path, rooms=3, size=7) for term in says if "place" in term
    }
    assert squares == {"D4", "E4", "F4"}
    exits = {term for _, says in situations(text, tmp_path, rooms=3, size=7) for term in says if "exits" in term}
    ways = ("D4),exits,e", "E4),exits,e", "E4),exits,w", "F4),exits,w")
    assert exits == {f"says(place({way})" for way in ways}


STATEMENTS = [str(node) for node in parse((library() / "row.lp").read_text(encoding="utf-8"), library() / "row.lp")]


@pytest.mark.parametrize("left_out", STATEMENTS)
def test_every_statement_is_needed(left_out: str, tmp_path: Path) -> None:
    """Without the statement there are other situations, or none."""
    rest = "\n".join(text for text in STATEMENTS if text != left_out)
    bounds = {"rooms": 3, "size": 5}
    try:
        changed = situations(rest + SCOPE, tmp_path, **bounds)
    except InputError:
        return
    assert changed != situations("#include <row>.\n" + SCOPE, tmp_path, **bounds)


def test_no_law_may_include_it(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.lp"
    file.write_text("#include <row>.\n", encoding="utf-8")
    with pytest.raises(InputError, match="has no place in law"):
        read_law(law_files(file), ())
