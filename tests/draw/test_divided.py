"""Places that are divided: the crack separates the sides that the scenario states from all others, and words say so."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from drakdom import load
from drakdom.draw.glyphs import HALF
from drakdom.draw.still import board_scene
from drakdom.draw.svg import draw
from drakdom.pen import Point
from drakdom.rulebook.sentences import word
from drakdom.scenario import Scenario
from drakdom.terms import Term, show
from tests.draw.test_pictures import SVG, panels
from tests.project.tree import ROOT

SHIPPED = ROOT / "scenarios"
STATED = [
    *(SHIPPED / "dungeonquest-neuauflage" / entry for entry in ("chasm/not-across.yaml", "rubble/on-this-side.yaml")),
    *(
        SHIPPED / "drakborgen-atervackt" / entry
        for entry in (
            "wandering-meets/two-sections-of-the-divided-room.yaml",
            "move/from-one-section-to-the-other.yaml",
        )
    ),
]
OPENINGS = {"n": (3.3, -HALF), "e": (HALF, -2.7), "s": (-1.9, HALF), "w": (-HALF, 1.3)}
"""A point in each opening, from the middle of the place, south being down; on no way between them a line bends."""
ROOM = {"drakborgen-atervackt": ("divided", "section"), "dungeonquest-neuauflage": ("rubble", "far_side")}
"""A tile of each rulebook that is divided, and the field of its one part."""
PARTS = [combination for size in (1, 2, 3) for combination in combinations("nesw", size)]


def stated(scenario: Scenario) -> dict[str, set[str]]:
    """The sides of one part of each place, as the scenario says."""
    given = (Term(fluent.name, (*fluent.args, value)) for fluent, value in scenario.given if isinstance(fluent, Term))
    result: dict[str, set[str]] = {}
    for fact in (*scenario.facts, *given):
        if fact.name in ("section", "beyond_side"):
            result.setdefault(show(fact.args[0]), set()).add(show(fact.args[1]))
    return result


def place(scenario: Scenario, name: str) -> Element:
    """Return the drawing of a place before anything happens."""
    picture = fromstring(draw(board_scene(scenario)))
    named = {element.get("id"): element for element in picture.iter(f"{SVG}g") if element.get("id")}
    (use,) = [element for element in panels(picture)[0].iter(f"{SVG}use") if element.get("data-place") == name]
    return named[use.get("href", "")[1:]]


def told(scenario: Scenario, name: str) -> str:
    """Return the text alternative of a place."""
    text = panels(fromstring(draw(board_scene(scenario))))[0].findtext(f"{SVG}desc") or ""
    return next(line for line in text.splitlines() if line.startswith(f"{name}: "))


def lines(drawn: Element) -> list[list[Point]]:
    """The lines between the parts of a place: cracks, or the middles of stones in a row."""
    groups = [element for element in drawn.iter(f"{SVG}g") if element.get("class") == "parts"]
    paths = [
        path.get("d", "") for group in groups for path in group.iter(f"{SVG}path") if path.get("class") != "linked"
    ]
    result = [[(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)] for path in paths]
    stones = [element for group in groups for element in group.iter(f"{SVG}polygon") if element.get("class") == "stone"]
    row: list[Point] = []
    for stone in stones:
        corners = [tuple(map(float, corner.split(","))) for corner in stone.get("points", "").split()]
        x, y = (sum(numbers) / len(corners) for numbers in zip(*corners, strict=True))
        if row and abs(x - row[-1][0]) + abs(y - row[-1][1]) > 40:
            result.append(whole(row))
            row = []
        row.append((x, y))
    return [*result, whole(row)] if row else result


def whole(row: Sequence[Point]) -> list[Point]:
    """A row of stones, on to the walls that its ends lean against."""
    first, *_, last = row

    def at_wall(point: Point) -> Point:
        far = max(abs(point[0]), abs(point[1]))
        pair = abs(point[0]) > 40 and abs(point[1]) > 40
        x, y = (HALF * (1 if entry > 0 else -1) if pair or abs(entry) == far else entry for entry in point)
        return x, y

    return [at_wall(first), *row, at_wall(last)]


def crossings(start: Point, end: Point, drawn: Iterable[Sequence[Point]]) -> int:
    """Count the crossings of the lines on the straight way from one opening to another."""

    def turn(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    pieces = [piece for line in drawn for piece in pairwise(line)]
    return sum(
        turn(start, end, a) * turn(start, end, b) < 0 and turn(a, b, start) * turn(a, b, end) < 0 for a, b in pieces
    )


def separates(drawn: Sequence[Sequence[Point]], part: set[str], scenario: str) -> None:
    """From an opening to one of the other part one crosses a line once, within a part never or into it again."""
    for entry, second in combinations("nesw", 2):
        crossed = crossings(OPENINGS[entry], OPENINGS[second], drawn)
        assert crossed % 2 == ((entry in part) != (second in part)), (scenario, entry, second, drawn)


@pytest.mark.parametrize("file", STATED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_crack_separates_what_the_scenario_says(file: Path) -> None:
    scenario = load(file)
    parts = stated(scenario)
    assert parts
    for name, part in parts.items():
        separates(lines(place(scenario, name)), part, file.stem)
        (text,) = [word for word in told(scenario, name).split("; ") if word.startswith("parted: ")]
        inside, _, outside = text.removeprefix("parted: ").partition(" from ")
        exits = {show(v) for f, v in scenario.given if isinstance(f, Term) and f == Term("exit", (name,))}
        assert set(inside.split(", ")) == {word(scenario.rulebook, Term(side), "direction") for side in part}
        assert set(outside.split(", ")) == {word(scenario.rulebook, Term(side), "direction") for side in exits - part}


@pytest.mark.parametrize("slug", ROOM)
@pytest.mark.parametrize("part", PARTS, ids="".join)
def test_every_part_is_cut_off(slug: str, part: tuple[str, ...], tmp_path: Path) -> None:
    tile, field = ROOM[slug]
    scenario = own(tmp_path, slug, f"{{tile: {tile}, exits: [n, e, s, w], {field}: [{', '.join(part)}]}}")
    drawn = place(scenario, "E4")
    separates(lines(drawn), set(part), slug)
    linked = [element for element in drawn.iter(f"{SVG}path") if element.get("class") == "linked"]
    assert len(linked) == (set(part) in ({"n", "s"}, {"e", "w"}))  # those who belong together and cannot meet
    assert not any(str(element.get("href")) in ("#floor-split", "#floor-stones") for element in drawn.iter(f"{SVG}use"))


def test_where_nobody_says_what_is_parted_a_crack_reaches_no_wall(tmp_path: Path) -> None:
    scenario = own(tmp_path, "drakborgen-atervackt", "{tile: divided, exits: [n, e]}")
    assert any(element.get("href") == "#floor-split" for element in place(scenario, "E4").iter(f"{SVG}use"))
    picture = fromstring(draw(board_scene(scenario)))
    (floor,) = [element for element in picture.iter(f"{SVG}g") if element.get("id") == "floor-split"]
    numbers = [float(n) for element in floor.iter(f"{SVG}path") for n in re.findall(r"-?[\d.]+", element.get("d", ""))]
    assert numbers
    assert max(map(abs, numbers)) < HALF - 20
    assert "parted" not in told(scenario, "E4")


def test_one_part_alone_is_parted_from_the_rest(tmp_path: Path) -> None:
    scenario = own(tmp_path, "drakborgen-atervackt", "{tile: divided, exits: [n, w], section: [n, w]}")
    assert "parted: north, west from the rest" in told(scenario, "E4")
    separates(lines(place(scenario, "E4")), {"n", "w"}, "rest")


def test_on_another_floor_a_broken_line_parts(tmp_path: Path) -> None:
    scenario = own(tmp_path, "drakborgen-atervackt", "{tile: web, exits: [n, e, s, w], section: [s, w]}")
    drawn = place(scenario, "E4")
    (line,) = [element for element in drawn.iter(f"{SVG}path") if element.get("class") == "rim"]
    assert line is not None
    separates(lines(drawn), {"s", "w"}, "web")


def own(folder: Path, slug: str, room: str) -> Scenario:
    """A scenario with one place and one hero."""
    file = folder / "case.yaml"
    text = f"title: a place\nrulebook: {slug}\nboard:\n  rooms: {{E4: {room}}}\n"
    file.write_text(f"{text}figures: {{Ada: {{kind: hero, at: E4}}}}\nplay: []\n", encoding="utf-8")
    return load(file)
