"""Reachable places as a scene: a board for each figure, with rounds, odds and ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from drakdom.draw.scene import Arrow, Cell, Frame, Line, Scene
from drakdom.draw.still import stills
from drakdom.language import t
from drakdom.paths.model import SURE, Leg, Reach, Reached, Reaches
from drakdom.rulebook.sentences import word
from drakdom.scenario import Scenario
from drakdom.terms import Value, show

Sentences = Sequence[tuple[Leg | None, str]]
"""Sentences, each on a move or on none."""
Words = Mapping[Value, tuple[str, str, str]]
"""Marks of reached places: the number, the odds or nothing, both in words."""


def reach_scene(
    reaches: Reaches,
    scenario: Scenario,
    sentences: Mapping[Value, Sentences],
    marks: Mapping[Value, Words],
    to: str = "",
) -> Scene:
    """Return the scene of reachable places, or of ways `to` one place; only figures that move have a board.

    `sentences` maps figures to the sentences on their moves, `marks` to the marks of places.
    """
    movers = [reach for reach in reaches.figures if reach.place is not None]
    says = t(
        "the earliest round in which each place is reached, and the odds that every move succeeds at the first try"
    )
    reached = [place for reach in movers for place in marks[reach.figure]]
    scene = stills(scenario, says, max(len(movers), 1), reached)
    frames = (
        _frame(scenario, reach, frame, sentences.get(reach.figure, ()), marks[reach.figure], to)
        for reach, frame in zip(movers, scene.frames, strict=False)
    )
    return replace(scene, frames=tuple(frames) or scene.frames)


def _frame(scenario: Scenario, reach: Reach, frame: Frame, sentences: Sentences, marks: Words, to: str) -> Frame:
    name = word(scenario.rulebook, reach.figure)
    title = t("What {figure} can reach", figure=name)
    if to:
        title = t("Ways of {figure} to {place}", figure=name, place=to)
    numbers = {(leg.start, leg.end): number for number, (leg, _) in enumerate(sentences, 1) if leg}
    legs = {(leg.start, leg.end): leg for reached in ways(scenario, reach, to) for leg in reached.legs}
    arrows = (
        Arrow("", "way" if leg.low == SURE else "trial", show(start), show(end), line=numbers.get((start, end), 0))
        for (start, end), leg in legs.items()
    )
    places = {show(place): words for place, words in marks.items()}
    cells = tuple(_marked(cell, *places[cell.name]) if cell.name in places else cell for cell in frame.cells)
    return replace(
        frame, title=title, cells=cells, arrows=tuple(arrows), lines=tuple(Line(text) for _, text in sentences)
    )


def ways(scenario: Scenario, reach: Reach, to: str) -> list[Reached]:
    """Return the reached places that the picture shows: those of this round, or the one asked for and its parts."""
    is_in = scenario.rulebook.topology.is_in
    return [reached for reached in reach.reached if is_in(show(reached.place), to)] if to else reach.near


def _marked(cell: Cell, large: str, small: str, words: str) -> Cell:
    return replace(cell, mark=(large, small), description=words)
