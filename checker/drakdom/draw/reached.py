"""What figures can reach as a scene: a board for each, with the rounds and the odds in every place, and the ways."""

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

Told = Sequence[tuple[Leg | None, str]]
"""Sentences, each on a move or on none."""
Words = Mapping[Value, tuple[str, str, str]]
"""Of places that are reached: the number, the odds or nothing, both in words."""


def reach_scene(
    found: Reaches, scenario: Scenario, told: Mapping[Value, Told], marks: Mapping[Value, Words], to: str = ""
) -> Scene:
    """The scene of what figures can reach, or of their ways `to` one place; what cannot move has no board.

    `told` and `marks` are, by figure, the sentences on its moves and what is written into the places.
    """
    movers = [one for one in found.figures if one.place is not None]
    says = t(
        "in which round each place is reached at the soonest, and the odds that every move is made at the first try"
    )
    reached = [place for one in movers for place in marks[one.figure]]
    scene = stills(scenario, says, max(len(movers), 1), reached)
    frames = (
        _frame(scenario, one, frame, told.get(one.figure, ()), marks[one.figure], to)
        for one, frame in zip(movers, scene.frames, strict=False)
    )
    return replace(scene, frames=tuple(frames) or scene.frames)


def _frame(scenario: Scenario, one: Reach, frame: Frame, told: Told, marks: Words, to: str) -> Frame:
    name = word(scenario.rulebook, one.figure)
    title = t("What {figure} can reach", figure=name)
    if to:
        title = t("How {figure} comes to {place}", figure=name, place=to)
    numbers = {(leg.start, leg.end): number for number, (leg, _) in enumerate(told, 1) if leg}
    legs = {(leg.start, leg.end): leg for reached in ways(one, to) for leg in reached.legs}
    arrows = (
        Arrow("", "way" if leg.low == SURE else "trial", show(start), show(end), line=numbers.get((start, end), 0))
        for (start, end), leg in legs.items()
    )
    places = {show(place): words for place, words in marks.items()}
    cells = tuple(_marked(cell, *places[cell.name]) if cell.name in places else cell for cell in frame.cells)
    return replace(frame, title=title, cells=cells, arrows=tuple(arrows), lines=tuple(Line(text) for _, text in told))


def ways(one: Reach, to: str) -> list[Reached]:
    """What a picture shows of what is reached: everything, or the one place that is asked for."""
    return [reached for reached in one.reached if not to or show(reached.place) == to]


def _marked(cell: Cell, large: str, small: str, words: str) -> Cell:
    return replace(cell, mark=(large, small), told=words)
