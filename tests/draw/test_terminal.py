"""Boards on a terminal: everybody there, in colour or without, in any width."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from rich.cells import cell_len

from drakdom.draw.scene import Arrow, Cell, Figure, Frame, Glyph, Hit, Line, Scene, Spot
from drakdom.draw.terminal import typed
from tests.draw.test_pictures import CASES, scene
from tests.tiers import sampled

SOME = CASES[::16]
"""Some of those of which pictures are drawn too, so that they are ruled on once."""
WIDTHS = (20, 40, 80, 200)
STUCK = Glyph("web", "St", "stuck")


def room(name: str = "A1", spot: Spot = (0, 0), **more: object) -> Cell:
    """A room with an exit to the north, so that its walls are known."""
    return replace(Cell(name, spot, "plain", "an ordinary room", ("n",)), **more)  # type: ignore[arg-type]


def hero(name: str, letters: str = "", **more: object) -> Figure:
    """Somebody in A1."""
    figure = Figure(name, letters or name[0], "disc", "a hero", "A1", False, "", numbers=("♥ 16",))
    return replace(figure, **more)  # type: ignore[arg-type]


def board(*figures: Figure, cells: tuple[Cell, ...] = (room(),), **more: object) -> Scene:
    """A scene of one board, made by hand."""
    frame = replace(Frame("After it", cells, figures), **more)  # type: ignore[arg-type]
    return Scene(
        title="A case",
        law="A law",
        frames=(frame,),
        size=(max(cell.spot[0] for cell in cells) + 1, max(cell.spot[1] for cell in cells) + 1),
        sides={"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)},
        side_words={"n": "north", "e": "east", "s": "south", "w": "west"},
        number=1,
        count=1,
        odds=Fraction(1),
        symbols=(("♥", "hp"), ("✖", "wounds"), ("☀", "sun")),
    )


def parts(drawn: Scene, width: int = 80, *, unicode: bool = True) -> tuple[str, str]:
    """The board with what stands below it, and the legend."""
    _, shown = typed(drawn, width, unicode=unicode).split("\n\n", 1)
    shown, legend = shown.rsplit("\n\n", 1)
    return shown, legend.strip()


def flat(text: str) -> str:
    """A text as if no line of it had been broken."""
    return " ".join(text.split())


HEROES = [
    *(hero(name) for name in ("Sigeir", "Farouche", "Volrik", "Rohan", "Durim")),
    *(hero(name, letters) for name, letters in (("Farina", "Fa"), ("Farinata", "Far"), ("Volrika", "Vo"))),
]
THINGS = [
    Glyph("card", item[:2].capitalize(), item)
    for item in ("amulet", "bottle", "chest", "dagger", "egg", "flask", "gem", "hammer", "idol")
]


@pytest.mark.parametrize("file", SOME, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_everybody_and_all_that_happens_is_there(file: Path) -> None:
    scenario, drawn = scene(file)
    page = flat(typed(drawn, 100))
    assert all(figure in page for figure in scenario.figures)
    assert all(flat(frame.title) in page for frame in drawn.frames)
    assert all(flat(line.text) in page for frame in drawn.frames for line in frame.lines)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("file", sampled(SOME, 3), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_everybody_is_named_on_each_board_or_below_it(file: Path, width: int) -> None:
    _, drawn = scene(file)
    for frame in drawn.frames:
        shown, _ = parts(replace(drawn, frames=(replace(frame, lines=()),)), width)
        assert all(flat(figure.title) in flat(shown) for figure in frame.figures)
        assert max(map(cell_len, shown.splitlines())) <= width


def test_colour_only_adds_to_it() -> None:
    _, drawn = scene(SOME[0])
    plain, colour = typed(drawn, 80), typed(drawn, 80, colour=True)
    assert "\x1b[" not in plain
    assert "\x1b[" in colour
    assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain


def test_a_door_stands_at_its_side(root: Path) -> None:
    file = root / "scenarios" / "drakborgen-atervackt" / "combat-flight" / "through-an-open-door.yaml"
    _, drawn = scene(file)
    lines = typed(drawn, 60, unicode=False).splitlines()
    name = next(line for line in lines if "E4 an ordinary" in line)
    above = lines[lines.index(name) - 1]
    assert "DDDDD" in above[name.index("E4") :]
    assert "D a door" in " ".join(lines[lines.index("", -6) :])


# -- in what room there is -------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [13, 20, 40, 80])
def test_who_has_no_room_is_counted_and_named_below(width: int) -> None:
    shown, legend = parts(board(*HEROES), width)
    on_board = "\n".join(shown.splitlines()[1:7])
    more = sum(int(number) for number in re.findall(r"\+(\d+)", on_board))
    assert len(re.findall(r"\(\w+\)", on_board)) + more == len(HEROES)
    assert ("+n further things, listed below the board" in flat(legend)) == bool(more)
    below = flat(shown.replace(on_board, ""))
    assert all(f"({hero.letters}){hero.name} ♥ 16" in below for hero in HEROES)
    assert below.startswith("After it A1: (S)Sigeir")


def test_in_narrow_places_somebody_is_left_out() -> None:
    assert "+" in parts(board(*HEROES), 13)[0]
    below = [replace(entry, below=True) for entry in HEROES[:5]]
    shown, _ = parts(board(*HEROES[5:], *below), 20)
    assert "v(S) (F) (V) +2" in shown
    assert "v(R)Rohan" in shown


@pytest.mark.parametrize("width", [13, 20, 80])
def test_signs_that_have_no_room_are_counted_and_named_below(width: int) -> None:
    shown, legend = parts(board(cells=(room(markers=tuple(THINGS)),)), width)
    row = next(line for line in shown.splitlines() if "+" in line)
    left_out = int(re.findall(r"\+(\d+)", row)[0])
    assert [entry for entry in THINGS if entry.letters in row] == THINGS[:-left_out]
    below = flat(shown[shown.index(row) :])
    assert all(f"{entry.letters} {entry.says}" in below for entry in THINGS[-left_out:])
    assert "+n further things" in flat(legend)


def test_a_name_goes_before_its_numbers_and_both_before_nothing() -> None:
    """11 letters: nothing but the name; it is told below what is left out."""
    shown, _ = parts(board(hero("Sigeir"), hero("Farouche")), 13)
    assert "│(S)Sigeir  │" in shown
    assert "│(F)Farouche│" in shown
    assert flat(shown).endswith("A1: (S)Sigeir ♥ 16, (F)Farouche ♥ 16")


def test_two_of_whom_one_fits_in_full() -> None:
    shown, _ = parts(board(hero("Bo"), hero("Farouche")), 13)
    assert "│(B)Bo ♥ 16 │" in shown
    assert flat(shown).endswith("A1: (F)Farouche ♥ 16")


def test_those_below_alone_have_both_lines() -> None:
    shown, _ = parts(board(hero("Sigeir", below=True), hero("Farouche", below=True)))
    assert "│v(S)Sigeir ♥ 16       │\n│v(F)Farouche ♥ 16     │" in shown


def test_what_stands_at_a_side_has_room_or_is_told_below() -> None:
    looks = {"door": "a door", "lock": "locked", "hidden": "secret", "wall": "the edge", "grate": "bars"}
    standing = tuple(("e", Glyph(look, "", says)) for look, says in looks.items())
    shown, _ = parts(board(cells=(room(barriers=standing[:4]),)))
    assert [line[-1] for line in shown.splitlines()[2:6]] == ["D", "L", "?", "X"]
    shown, _ = parts(board(cells=(room(barriers=standing),)))
    assert shown.splitlines()[-1] == "  A1: east # bars"


def test_a_sign_at_a_side_has_the_letters_of_the_legend() -> None:
    rope = Glyph("badge", "Ro", "a rope")
    shown, legend = parts(board(cells=(room(barriers=(("n", rope), ("e", rope))),)))
    assert " Ro " in shown.splitlines()[1]
    assert [line[-1] for line in shown.splitlines()[3:5]] == ["R", "o"]
    assert legend == "Ro a rope"


# -- bands of columns ------------------------------------------------------------------------------------------


def wide_board(columns: int) -> Scene:
    """A board of two rows."""
    cells = (room(f"{chr(65 + x)}{2 - y}", (x, y)) for x in range(columns) for y in range(2))
    return board(hero("Sigeir", place="C2"), cells=tuple(cells))


@pytest.mark.parametrize("width", [8, 13, 20, 40, 80, 110])
def test_a_board_too_wide_is_told_in_bands(width: int) -> None:
    drawn = wide_board(13)
    shown, _ = parts(drawn, width)
    assert max(map(cell_len, shown.splitlines())) <= width
    letters = min(11, width - 2)
    assert all(shown.count(cell.title[:letters]) == 1 for cell in drawn.frames[0].cells)
    seen = re.findall(r"columns? (\d+)(?: to (\d+))? of 13", flat(shown))
    assert [n for first, last in seen for n in range(int(first), int(last or first) + 1)] == [*range(1, 14)]


@pytest.mark.parametrize(("columns", "width", "letters"), [(3, 80, 22), (6, 80, 11), (8, 200, 22)])
def test_a_board_that_fits_stays_whole(columns: int, width: int, letters: int) -> None:
    shown, _ = parts(wide_board(columns), width)
    assert "column" not in shown
    assert shown.splitlines()[6] == ("└" + "─" * letters + "┘") * columns


def test_columns_without_a_place_have_no_band() -> None:
    cells = (room("A1", (0, 0)), room("Z1", (3, 0)))
    shown, _ = parts(board(hero("Sigeir"), cells=cells), 14)
    assert [line for line in shown.splitlines() if line.startswith("column")] == ["column 1 of 4", "column 4 of 4"]


# -- signs and what they mean ----------------------------------------------------------------------------------


def test_what_somebody_bears_stands_at_the_figure() -> None:
    shown, legend = parts(board(hero("Sigeir", notes=(STUCK, Glyph("badge", "S2", "sits out 2")))))
    assert "│(S)Sigeir ♥ 16 St S2  │" in shown
    assert "St stuck   S2 sits out 2" in legend


def test_what_somebody_bears_stands_there_without_the_name_as_well() -> None:
    long = [hero("Bartholomew_of_Hill"), hero("Cunigunde_of_the_Vale", notes=(STUCK,)), hero("Desideria_of_the_Dale")]
    shown, _ = parts(board(*long))
    assert "│(B) (C) St (D)        │" in shown
    assert "(C)Cunigunde_of_the_Vale ♥ 16 St" in shown


def test_ways_off_the_board_bear_one_sign_on_it_and_in_the_legend() -> None:
    shown, legend = parts(board(cells=(room(ways=("the way down",)),)))
    assert "│==                    │" in shown
    assert legend == "== the way down"
    shown, legend = parts(board(cells=(room(ways=("the way down", "the way up")),)))
    assert "│=1 =2                 │" in shown
    assert legend == "=1 the way down   =2 the way up"


def test_hits_bear_the_numbers_of_their_sentences() -> None:
    hits = (Hit("Sigeir", "hit", 10), Hit("Sigeir", "hit", 3), Hit("Farouche", "hit", 2), Hit("Farouche", "death", 4))
    shown, legend = parts(board(hero("Sigeir"), hero("Farouche", place="", state="dead"), hits=hits))
    assert "│(S)*3,10 Sigeir ♥ 16  │" in shown
    assert "\n  (F)+2,4 Farouche, a hero, ♥ 16: dead" in shown
    assert "* hit, with the numbers of the sentences   + dead" in legend


def test_signs_are_explained_where_they_occur() -> None:
    _, legend = parts(board(hero("Sigeir", below=True)))
    assert legend == "(S) Sigeir, a hero   ♥ hp   v below the place"
    _, legend = parts(board(hero("Sigeir")))
    assert legend == "(S) Sigeir, a hero   ♥ hp"


def test_arrows_name_sides_and_places_by_their_words() -> None:
    cells = (room(), room("beyond(A1,1,0)", (1, 0), label="east of A1"))
    arrows = (Arrow("Sigeir", "flight", "A1", side="e", line=5), Arrow("", "run", "A1", "beyond(A1,1,0)", line=6))
    shown, _ = parts(board(hero("Sigeir", label="the sage"), cells=cells, arrows=arrows))
    assert shown.splitlines()[-2:] == ["  the sage A1 → east [5]", "  A1 → east of A1 [6]"]


@pytest.mark.parametrize(("unicode", "down", "up", "along"), [(True, "↓", "↑", "→"), (False, "v", "^", "->")])
def test_arrows_lead_down_and_up(unicode: bool, down: str, up: str, along: str) -> None:
    before = (hero("Ann"), hero("Bo", below=True), hero("Cy"), hero("Di"))
    after = (hero("Ann", below=True), hero("Bo"), hero("Cy", below=True, place="B1"), hero("Di", place="B1"))
    ends = {"Ann": "A1", "Bo": "A1", "Cy": "B1", "Di": "B1"}
    arrows = tuple(Arrow(figure, "walk", "A1", end, line=n) for n, (figure, end) in enumerate(ends.items(), 1))
    drawn = board(*after, cells=(room(), room("B1", (1, 0))), before=before, arrows=arrows)
    shown, legend = parts(drawn, unicode=unicode)
    assert [line.strip() for line in shown.splitlines()[-4:]] == [
        f"Ann A1 {down} [1]",
        f"Bo A1 {up} [2]",
        f"Cy A1 {down} B1 [3]",
        f"Di A1 {along} B1 [4]",
    ]
    assert "v below the place" in legend
    assert ("^ up from below the place" in legend) == (not unicode)


# -- letters of other scripts, and terminals without them ------------------------------------------------------


@pytest.mark.parametrize("width", [13, 14, 20, 80])
@pytest.mark.parametrize("name", ["漢字龍城勇者", "e\u0301a\u0308o\u0302", "😀", "❤\ufe0f", "👩\u200d👧", "한국어"])
def test_walls_stand_straight_beside_wide_letters_and_marks(name: str, width: int) -> None:
    figure = hero(name, name[:2] if cell_len(name) == len(name) // 2 else name[0])
    drawn = board(figure, replace(figure, name=f"Ann {name}"), cells=(room(label=name * 9),))
    shown, _ = parts(drawn, width)
    lines = shown.splitlines()[1:7]
    assert {cell_len(line) for line in lines} == {min(width, 24)}
    assert {line[-1] for line in lines} == {"┐", "│", "┘"}
    assert name in shown


def test_a_terminal_that_knows_ascii_alone_gets_it(root: Path) -> None:
    file = root / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
    _, drawn = scene(file)
    page = typed(drawn, 80, unicode=False)
    assert not set("─│┌┐└┘┄┆→♥") & set(page)
    assert "Sigeir D4 -> E4" in page


def test_without_unicode_numbers_say_in_letters_what_they_are() -> None:
    figures = (hero("Sigeir", numbers=("♥ 16", "✖ 2")), hero("Farouche", place="", numbers=("♥ 1", "◆ 3", "@ 4")))
    drawn = board(*figures, table=("☀ 12",), lines=(Line("The sun goes down"),))
    shown, legend = parts(drawn, unicode=False)
    assert shown.isascii()
    assert "|(S)Sigeir hp 16 wou 2 |" in shown
    assert "Farouche, a hero, hp 1, ~ 3, @ 4: nowhere" in shown
    assert "\n  sun 12\n" in shown
    assert legend == "(S) Sigeir, a hero   (F) Farouche, a hero   wou wounds"
    assert "♥ 16 ✖ 2" in parts(drawn)[0]


def test_without_unicode_no_two_numbers_bear_the_same_letters() -> None:
    drawn = replace(board(hero("Bo", numbers=("♥ 1", "✖ 2"))), symbols=(("♥", "strength"), ("✖", "strain")))
    assert "|(B)Bo str 1 stra 2    |" in parts(drawn, unicode=False)[0]
