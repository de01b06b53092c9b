"""Pictures of boards that are graphs."""

import shutil
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from drakdom.draw.map import Map, in_rows, laid_out
from drakdom.draw.scene import Scene
from drakdom.draw.scenes import ruled_and_drawn
from drakdom.draw.still import board_scene
from drakdom.draw.svg import draw
from drakdom.draw.terminal import typed
from drakdom.rulebook import Rulebook, load_rulebook
from drakdom.scenario import read_scenario, read_scenario_text
from tests.cli.drakdom import FOLDERS, drakdom
from tests.project.tree import ROOT
from tests.readers.books import RULEBOOKS

STRAITS = RULEBOOKS / "straits"
SVG = "{http://www.w3.org/2000/svg}"
TEXT = "rulebook: straits\nfigures:\n  A Far: {kind: army, at: far}\n  F Gal: {kind: fleet, at: gal_sc}\n"


def scene(book: Rulebook | None = None) -> Scene:
    return board_scene(read_scenario_text(TEXT, rulebook=book or load_rulebook(STRAITS)))


def named(picture: Element, attribute: str) -> set[str]:
    """Return the values of an attribute in a picture."""
    return {value for element in picture.iter() if (value := element.get(attribute))}


def test_every_place_and_every_way_is_drawn() -> None:
    picture = fromstring(draw(scene()))
    graph = load_rulebook(STRAITS).topology.graph
    assert graph
    wholes = {site.name for site in graph.sites.values() if not site.whole}
    assert named(picture, "data-place") == wholes
    whole = {site.name: site.whole or site.name for site in graph.sites.values()}
    drawn = {frozenset(ends.split()) for ends in named(picture, "data-way")}
    assert drawn == {frozenset((whole[link.start], whole[link.end])) for link in graph.links}
    kinds = [element.get("class") for element in picture.iter(f"{SVG}line") if element.get("data-way") == "bel cor"]
    assert sorted(map(str, kinds)) == ["way way-0", "way way-1"]
    (one_way,) = [line for line in picture.iter(f"{SVG}line") if line.get("marker-end")]
    assert one_way.get("data-way") == "kyl far"


def test_a_figure_in_a_part_stands_in_the_whole_with_a_sign() -> None:
    figures = {figure.name: figure for figure in scene().frames[0].figures}
    assert (figures["F Gal"].place, [note.says for note in figures["F Gal"].notes]) == ("gal", ["Galway (south coast)"])
    assert (figures["A Far"].place, figures["A Far"].notes) == ("far", ())


def test_a_way_is_told_in_words_and_in_the_legend() -> None:
    text = draw(scene())
    assert "by land: Ashmoor - Belmont," in text
    assert "Kyle Strait → Farrow" in text
    notes = [element.text for element in fromstring(text).iter(f"{SVG}text") if element.get("class") == "note"]
    assert {"by land", "by sea"} <= set(notes)


def test_the_map_lies_as_its_spots_say() -> None:
    spots = {cell.name: cell.spot for cell in scene().frames[0].cells}
    assert spots["ash"][0] == spots["dun"][0] < spots["bel"][0] < spots["cor"][0]
    assert spots["ire"][1] < spots["ash"][1] < spots["dun"][1] < spots["lor"][1]
    for spot, second in combinations(spots.values(), 2):
        assert max(abs(spot[0] - second[0]), abs(spot[1] - second[1])) > 1


def test_a_terminal_shows_places_figures_and_ways() -> None:
    lines = typed(scene(), 120).splitlines()
    row = next(line for line in lines if "Dunmore" in line)
    assert row.index("Dunmore") < row.index("Elmet") < row.index("Farrow") < row.index("Galway")
    figures = lines[lines.index(row) + 1]
    assert row.index("Elmet") < figures.index("A Far") < figures.index("F Gal")
    assert any(line.startswith("by sea: Irish Strait - Kyle Strait") for line in lines)
    assert typed(scene(), 70, unicode=False).isascii()


def without_spots(folder: Path, *keep: str) -> Rulebook:
    """Return the rulebook without the spots of all places but those in `keep`."""
    shutil.copytree(STRAITS, folder)
    lines = (folder / "board.yaml").read_text(encoding="utf-8").splitlines()
    kept = [line if line.strip().startswith(keep) else line.partition(", at: [")[0] for line in lines]
    cut = [line if line.endswith("}") or "{" not in line or line in lines else line + "}" for line in kept]
    text = "\n".join(line for line in cut if not line.strip().startswith("at:"))
    (folder / "board.yaml").write_text(text, encoding="utf-8")
    return load_rulebook(folder)


@pytest.mark.parametrize("keep", [(), ("ash", "hul")])
def test_places_without_a_spot_are_laid_out(tmp_path: Path, keep: tuple[str, ...]) -> None:
    book = without_spots(tmp_path / "straits", *keep)
    assert book.topology.graph
    assert [name for name, site in book.topology.graph.sites.items() if site.at] == list(keep)
    cells = scene(book).frames[0].cells
    spots = [cell.spot for cell in cells]
    assert len(set(spots)) == 12
    assert len(set(in_rows(cells).values())) == 12
    for spot, second in combinations(spots, 2):
        assert max(abs(spot[0] - second[0]), abs(spot[1] - second[1])) > 1
    assert Map(book.topology.graph).spots == Map(book.topology.graph).spots


@pytest.mark.parametrize("fixed", [{}, {"a": (0.0, 0.0), "h": (70.0, 0.0)}])
def test_linked_places_lie_near_each_other(fixed: dict[str, tuple[float, float]]) -> None:
    """The stops of a road without spots are nearer to the next stop than to others."""
    names = list("abcdefgh")
    linked = set(pairwise(names))
    spots = laid_out(names, fixed, linked)
    far = {(a, b): dist(spots[a], spots[b]) for a, b in combinations(names, 2)}
    apart = [length for pair, length in far.items() if pair not in linked]
    assert sum(far[pair] for pair in linked) / len(linked) < sum(apart) / len(apart) / 1.5
    assert fixed.items() <= spots.items()


def test_moves_have_arrows_and_sentences() -> None:
    text = drakdom("draw", STRAITS / "scenarios" / "two-coasts-of-one-province.yaml", *FOLDERS).out
    assert "A Elm Elmet → Farrow [1]" in text or "A Elm Elmet -> Farrow [1]" in text


def test_a_move_that_fails_has_an_arrow_too() -> None:
    case = read_scenario(ROOT / "scenarios" / "diplomacy" / "basic" / "two-armies-stand-each-other-off.yaml")
    _, drawn = ruled_and_drawn(case)
    arrows = {(arrow.look, arrow.start, arrow.end) for arrow in drawn.frames[-1].arrows}
    assert arrows == {("blocked", "ven", "tyr"), ("blocked", "vie", "tyr")}
    assert "A Venice Venice ↛ Tyrolia" in typed(drawn, 100)
    shafts = fromstring(draw(drawn)).findall(f".//{SVG}g[@class='arrow blocked']")
    assert {shaft.get("data-arrow") for shaft in shafts} == {"A Venice", "A Vienna"}


def test_two_places_cannot_have_one_spot(tmp_path: Path) -> None:
    folder = tmp_path / "straits"
    shutil.copytree(STRAITS, folder)
    text = (folder / "board.yaml").read_text(encoding="utf-8")
    (folder / "board.yaml").write_text(text.replace("at: [80, 40]", "at: [40, 40]"), encoding="utf-8")
    with pytest.raises(Exception, match=r"board.yaml:7:48: `cor` has the spot of `bel` on the map"):
        load_rulebook(folder)
