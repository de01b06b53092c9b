"""A board drawn in text means the same as a list of its squares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drakdom.scenario import read_scenario_text
from tests.readers.books import FIGURES, facts, lantern, problems

DRAWN = """\
board:
  origin: B2
  map: |
    [s ]
     |
    [fS]-[pF]
  legend:
    s: {room: shrine}
    f: {room: floor}
    p: {room: pit}
    S: Sigeir
    F: Farouche
"""
LISTED = """\
board:
  rooms:
    B2: {room: floor, exits: [n, e]}
    C2: {room: pit, exits: [w]}
    B3: {room: shrine, exits: [s]}
"""
NOWHERE = "figures: {Sigeir: {kind: hero, nerve: 3}, Farouche: {kind: hero, nerve: 5, rope: yes}}\n"


def read(board: str, figures: str = FIGURES) -> set[str]:
    return facts(read_scenario_text(board + figures, "case.yaml", rulebook=lantern()))


def test_both_forms_mean_the_same_facts() -> None:
    assert read(DRAWN, NOWHERE) == read(LISTED)
    assert read(DRAWN) == read(LISTED)


def test_a_drawn_fact_is_traced_to_its_character() -> None:
    sources = read_scenario_text(DRAWN + NOWHERE, "case.yaml", rulebook=lantern()).sources
    places = {str(fact): str(place) for fact, place in sources.items()}
    assert places['given(room("C2"),pit)'] == "case.yaml:6:11"
    assert places['given(at("Farouche"),"C2")'] == "case.yaml:6:12"
    assert places['given(exit("B3"),s)'] == "case.yaml:5:6"


SQUARES = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3)), st.sampled_from(["floor", "pit", "shrine"]), min_size=1
)


@given(
    SQUARES,
    st.sets(st.tuples(st.integers(-1, 3), st.integers(0, 3))),
    st.sets(st.tuples(st.integers(0, 3), st.integers(-1, 3))),
)
def test_every_drawing_means_its_list(
    squares: dict[tuple[int, int], str], across: set[tuple[int, int]], upward: set[tuple[int, int]]
) -> None:
    left, bottom = min(x for x, _ in squares), min(y for _, y in squares)
    exits: dict[tuple[int, int], list[str]] = {cell: [] for cell in squares}
    canvas = {(x, y): " " for x in range(-1, 20) for y in range(-1, 9)}
    for (x, y), kind in squares.items():
        for offset, char in enumerate(f"[{kind[0]}]"):
            canvas[4 * x + offset, 2 * y] = char
    for x, y in across:
        touched = [(cell, way) for cell, way in (((x, y), "e"), ((x + 1, y), "w")) if cell in squares]
        canvas[4 * x + 3, 2 * y] = "-" if touched else " "
        for cell, way in touched:
            exits[cell].append(way)
    for x, y in upward:
        touched = [(cell, way) for cell, way in (((x, y), "n"), ((x, y + 1), "s")) if cell in squares]
        canvas[4 * x + 1, 2 * y + 1] = "|" if touched else " "
        for cell, way in touched:
            exits[cell].append(way)
    drawn = "".join("    " + "".join(canvas[x, y] for x in range(-1, 20)) + "\n" for y in range(8, -2, -1))
    kinds = sorted(set(squares.values()))
    legend = ", ".join(f"{kind[0]}: {{room: {kind}}}" for kind in kinds)
    origin = f"{'BCDEFG'[left]}{bottom + 2}"
    listed = "".join(
        f"    {'BCDEFG'[x]}{y + 2}: {{room: {kind}, exits: [{', '.join(exits[x, y])}]}}\n"
        for (x, y), kind in squares.items()
    )
    text = f"board:\n  origin: {origin}\n  map: |4\n{_indented(drawn)}  legend: {{{legend}}}\n"
    assert read(text, "figures: {}\n") == read(f"board:\n  rooms:\n{listed}", "figures: {}\n")


def _indented(drawn: str) -> str:
    return "".join("  " + line + "\n" for line in drawn.splitlines())


def test_links_may_lead_one_way_or_carry_fields_or_end_at_nothing() -> None:
    board = "board:\n  origin: B2\n  map: |\n    [ ]>[ ]-\n     ^\n    [ ]\n"
    listed = "board: {rooms: {B3: {exits: [e]}, C3: {exits: [e]}, B2: {exits: [n]}}}\n"
    figures = "figures: {}\n"
    assert read(board, figures) == read(listed, figures)


def test_a_map_and_a_list_may_share_squares() -> None:
    shared = DRAWN + "  rooms: {B2: {exits: [w]}, D2: {room: floor}}\n"
    assert {'given(exit("B2"),w)', 'given(exit("B2"),n)', 'given(room("D2"),floor)'} <= read(shared)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[s ]", "[x ]", "`x` is not in the legend"),
        ("  origin: B2\n", "", "the map has no `origin`, name its south-west square: `origin: D4`"),
        ("[s ]", "[s]", "this square is not 1 wide"),
        ("]-[", "] -[", "this square is out of line"),
        ("     |\n", "", "rows of squares must be two lines apart"),
        ("     |\n", "     +\n", "unknown link `+`, write `|` or put it into the legend"),
        ("     |\n", "     |     |    |\n", "`|` does not touch a square"),
        ("shrine", "shrin", "unknown room kind `shrin`, did you mean `shrine`?"),
        ("room: shrine", "rom: shrine", "unknown field `rom` of a place, did you mean `room`?"),
        ("[s ]", "[ss]", ""),
        ("[s ]", "[sf]", "`B3` has two values for `room`, `shrine` and `floor`"),
        ("[s ]", "[sS]", "the map shows `Sigeir` in several places, `B3` and `B2`"),
        ("S: Sigeir", "S: Sigier", "there is no figure `Sigier`, did you mean `Sigeir`?"),
        ("    F: Farouche\n", "    F: Farouche\n    G: Sigeir\n", "`G` of the legend is not in the map"),
        ("    F: Farouche\n", "    F: Farouche\n    GG: Sigeir\n", "`GG` cannot be in a legend, use one character"),
    ],
)
def test_a_wrong_drawing_is_refused(old: str, new: str, message: str) -> None:
    assert old in DRAWN
    messages = problems("", board=DRAWN.replace(old, new, 1), figures=NOWHERE)
    assert any(message in problem for problem in messages) if message else not messages


def test_a_figure_on_the_map_cannot_stand_elsewhere() -> None:
    figures = NOWHERE.replace("nerve: 3", "nerve: 3, at: C2")
    message = "`Sigeir` cannot be in several places, `B2` and `C2`, the map shows `B2`"
    assert problems("", board=DRAWN, figures=figures) == [message]


def test_a_legend_without_a_map_is_refused() -> None:
    assert problems("", board="board: {legend: {}}\n") == ["`legend` belongs to a `map`, and there is none"]
