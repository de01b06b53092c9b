"""Pictures of shipped scenarios: well-formed, whole, and told in words as well.

What must be in a picture is taken from the facts of the scenario, not from the scene that the picture is drawn of.
"""

import os
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from drakdom import load
from drakdom.draw.compose import compose
from drakdom.draw.scene import Scene
from drakdom.draw.svg import draw
from drakdom.rulebook.sentences import word
from drakdom.rulings.adjudication import judged, played
from drakdom.scenario import Scenario
from drakdom.terms import Term, show
from drakdom.value.likely_traces import likely_trace
from tests.properties.test_shipped_scenarios import TOPICS
from tests.tiers import sampled

SVG = "{http://www.w3.org/2000/svg}"
OBSTACLES = {"obstacle", "barrier"}
"""What both shipped rulebooks call what stands in a doorway, as a fact for good or as a fluent."""
EVERY = bool(os.environ.get("DRAKDOM_EVERY_SCENARIO"))
"""Whether all shipped scenarios are drawn, in some minutes, and not only the first of each topic."""
CASES = [file for topic in TOPICS for file in sorted(topic.glob("*.yaml"))[: None if EVERY else 1]]
SOME = pytest.mark.parametrize("file", sampled(CASES, 8), ids=lambda path: f"{path.parent.name}/{path.stem}")


@lru_cache(maxsize=64)
def scene(file: Path, number: int = 1) -> tuple[Scenario, Scene]:
    """The scenario of a file and the scene of one way to play it; a file must not change meanwhile."""
    scenario = load(file)
    branches = played(scenario)
    verdict = judged(scenario, branches, 0, why="none")
    result = likely_trace(branches[0], number)
    assert result, file
    return scenario, compose(scenario, verdict.branches[0], result)


def panels(picture: Element) -> list[Element]:
    """The boards of a picture."""
    return [element for element in picture.iter(f"{SVG}g") if "panel" in (element.get("class") or "").split()]


def titles(element: Element) -> list[str]:
    """Every title in an element."""
    return [entry.text or "" for entry in element.iter(f"{SVG}title")]


@SOME
def test_everybody_and_every_obstacle_is_there(file: Path) -> None:
    scenario, drawn = scene(file)
    picture = fromstring(draw(drawn))
    first = panels(picture)[0]
    figures = {element.get("data-figure") for element in first.iter(f"{SVG}g")} - {None}
    assert figures >= set(scenario.figures)
    named = {element.get("id"): element for element in picture.iter(f"{SVG}g") if element.get("id")}
    places = {
        use.get("data-place"): named[use.get("href", "")[1:]]
        for use in first.iter(f"{SVG}use")
        if use.get("data-place")
    }
    assert set(places) >= {place for place in scenario.places if isinstance(place, str)}
    for fact in obstacles(scenario):
        place, _, subject = fact.args
        assert word(scenario.rulebook, subject) in titles(places[show(place)]), show(fact)


def obstacles(scenario: Scenario) -> list[Term]:
    """The obstacles that a scenario states, as `obstacle(Place, Side, What)`."""
    result = [fact for fact in scenario.facts if fact.name in OBSTACLES and len(fact.args) == 3]
    for fluent, value in scenario.given:
        if isinstance(fluent, Term) and fluent.name in OBSTACLES and len(fluent.args) == 2:
            result.append(Term("obstacle", (*fluent.args, value)))
    return result


@SOME
def test_the_text_alternative_says_who_is_where(file: Path) -> None:
    scenario, drawn = scene(file)
    picture = fromstring(draw(drawn))
    assert picture.get("role") == "img"
    assert picture.get("aria-labelledby") == "title"
    assert picture.get("aria-describedby") == "description"
    lines = (picture.findtext(f"{SVG}desc") or "").splitlines()
    beginning = panels(picture)[0].findtext(f"{SVG}desc") or ""
    for fluent, value in scenario.given:
        if isinstance(fluent, Term) and fluent.name == "at" and isinstance(value, str):
            (line,) = [line for line in beginning.splitlines() if line.startswith(f"{value}: ")]
            assert show(fluent.args[0]) in line
    for figure in scenario.figures:
        assert any(figure in line for line in lines)
    for frame in drawn.frames:
        assert frame.title in "\n".join(lines)


def test_what_happened_is_drawn_with_its_clause(root: Path) -> None:
    """Both are hit by the trapdoor; in the third likeliest way one of the two falls."""
    file = root / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
    _, likeliest = scene(file)
    assert (likeliest.number, str(likeliest.odds), likeliest.count) == (1, "3/16", 98)
    _, drawn = scene(file, 3)
    walk = next(frame for frame in drawn.frames if frame.arrows)
    assert {(arrow.figure, arrow.start, arrow.end) for arrow in walk.arrows} == {
        ("Sigeir", "D4", "E4"),
        ("Farouche", "F4", "E4"),
    }
    last = drawn.frames[-1]
    assert {(hit.figure, hit.look) for hit in last.hits} == {("Sigeir", "hit"), ("Farouche", "hit")}
    assert [(arrow.figure, arrow.look) for arrow in last.arrows] == [("Sigeir", "fall")]
    assert {figure.name: (figure.place, figure.below) for figure in last.figures} == {
        "Sigeir": ("E4", True),
        "Farouche": ("E4", False),
    }
    fall = last.lines[last.arrows[0].line - 1]
    assert "Sigeir falls" in fall.text
    panel = panels(fromstring(draw(drawn)))[-1]
    assert sum(element.get("data-hit") is not None for element in panel.iter()) == 2


def test_ways_to_play_come_in_the_order_of_their_odds(root: Path) -> None:
    file = root / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
    branch = played(load(file))[0]
    ways = [likely_trace(branch, number) for number in range(1, 99)]
    odds = [way.odds for way in ways if way]
    assert len(odds) == 98
    assert odds == sorted(odds, reverse=True)
    assert sum(odds) == 1
    assert likely_trace(branch, 99) is None


def test_names_of_users_are_text(root: Path, tmp_path: Path) -> None:
    file = root / "scenarios" / "drakborgen-atervackt" / "entry" / "two-heroes-one-trap-room.yaml"
    text = file.read_text("utf-8").partition("expect:")[0].replace("Sigeir", "A<b>&'c'").replace("Farouche", "“F”")
    (tmp_path / "case.yaml").write_text(text, encoding="utf-8")
    _, drawn = scene(tmp_path / "case.yaml")
    picture = fromstring(draw(drawn))
    assert {element.get("data-figure") for element in panels(picture)[0].iter()} - {None} == {"A<b>&'c'", "“F”"}
