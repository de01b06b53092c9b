"""A flight as a scene: the board, an arrow through each open exit, a sentence for each exit."""

from __future__ import annotations

from collections.abc import Iterable

from drakdom.draw.scene import Arrow, Line, Scene
from drakdom.draw.still import still
from drakdom.language import t
from drakdom.paths.flight import Flight
from drakdom.rulebook.sentences import word
from drakdom.scenario import Scenario
from drakdom.terms import show


def flight_scene(flight: Flight, scenario: Scenario, sentences: list[str], supposed: Iterable[str] = ()) -> Scene:
    """Return the scene of a flight; `sentences` has one for each exit, then further remarks.

    `supposed` lists the assumptions behind them.
    """
    name, sides = show(flight.figure), scenario.rulebook.topology.grid
    arrows = tuple(
        Arrow(name, "flight", show(flight.place), side=show(way.direction), line=number)
        for number, way in enumerate(flight.exits, 1)
        if way.open and show(way.direction) in sides and (flight.vanishes or any(way.chosen))
    )
    exits = (Line(text, way.clauses) for text, way in zip(sentences, flight.exits, strict=False))
    title = t("Where {figure} may flee", figure=word(scenario.rulebook, flight.figure))
    return still(
        scenario, title, "; ".join(supposed) or title, arrows, (*exits, *map(Line, sentences[len(flight.exits) :]))
    )
