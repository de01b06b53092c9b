"""Rings: circles of places around each other, turned so that crossings are short."""

from itertools import combinations, pairwise
from math import hypot

from drakdom import load
from drakdom.draw.rings import Link, ring_spots, ring_ways
from drakdom.draw.still import board_scene
from drakdom.scenario.read import read_scenario_text
from tests.cli.drakdom import drakdom
from tests.project.tree import ROOT

OUTER = [f"o{number}" for number in range(24)]
MIDDLE = [f"m{number}" for number in range(16)]


def around(names: list[str]) -> list[Link]:
    return [Link(a, b, "ring", "clockwise") for a, b in pairwise([*names, names[0]])]


def test_the_larger_circle_is_outside_and_no_places_overlap() -> None:
    links = [*around(OUTER), *around(MIDDLE), Link("plain", "crown", "way", "onward")]
    spots = ring_spots([*MIDDLE, *OUTER, "plain", "crown"], links)
    middle = spots["plain"][0] + spots["crown"][0], spots["plain"][1] + spots["crown"][1]
    far = {name: hypot(x - middle[0] / 2, y - middle[1] / 2) for name, (x, y) in spots.items()}
    assert min(far[name] for name in OUTER) > max(far[name] for name in MIDDLE) + 1
    assert min(far[name] for name in MIDDLE) > max(far["plain"], far["crown"]) + 1
    assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for a, b in combinations(spots.values(), 2))


def test_a_circle_is_turned_to_its_crossings() -> None:
    """The first places are on top; a crossing from `o6`, a quarter round, to `m0` turns the inner circle a quarter."""
    plain = ring_spots([*OUTER, *MIDDLE], [*around(OUTER), *around(MIDDLE)])
    turned = ring_spots([*OUTER, *MIDDLE], [*around(OUTER), *around(MIDDLE), Link("o6", "m0", "way", "across")])
    assert plain["m0"][0] == plain["o0"][0]
    assert turned["m0"][1] == turned["o6"][1]
    assert turned["o0"] == plain["o0"]


def test_clockwise_is_clockwise() -> None:
    spots = ring_spots(OUTER, around(OUTER))
    assert spots["o6"][0] > spots["o0"][0] > spots["o18"][0]
    assert spots["o12"][1] > spots["o0"][1]


def test_a_way_is_drawn_once_and_a_place_that_is_not_there_has_none() -> None:
    links = [Link("a", "b", "way", "onward"), Link("b", "a", "way", "onward"), Link("b", "c", "ring", "clockwise")]
    ways, kinds = ring_ways(["a", "b"], links)
    assert [(way.start, way.end, way.kind) for way in ways] == [("a", "b", 0)]
    assert kinds == ("onward",)


def test_the_frame_of_a_new_scenario_is_drawn_as_three_rings() -> None:
    text = drakdom("new", "talisman", "-").out
    scene = board_scene(read_scenario_text(text, "new.yaml", [ROOT / "asp"]))
    assert scene.kinds == ("clockwise", "across", "onward")
    assert sum(way.kind == 0 for way in scene.ways) == 24 + 16
    assert {cell.says for cell in scene.frames[0].cells} >= {"the outer region", "the Sentinel", "the Crown of Command"}


def test_a_board_without_links_is_drawn_as_before() -> None:
    scene = board_scene(load(ROOT / "scenarios/drakborgen-atervackt/entry/two-heroes-one-trap-room.yaml"))
    assert scene.ways == ()
    assert scene.kinds == ()
