"""A flight as a scene: the board as it is, an arrow out of every exit that is open, a sentence for each exit."""

from __future__ import annotations

from collections.abc import Iterable

from drakdom.draw.scene import Arrow, Line, Scene
from drakdom.draw.still import still
from drakdom.language import t
from drakdom.paths.flight import Flight
from drakdom.rulebook.sentences import word
from drakdom.scenario import Scenario
from drakdom.terms import show


def flight_scene(found: Flight, scenario: Scenario, told: list[str], supposed: Iterable[str] = ()) -> Scene:
    """The scene of a flight; `told` are the sentences on each of its exits, then what else there is to say.

    `supposed` is on what they rest.
    """
    name, sides = show(found.figure), scenario.rulebook.topology.grid
    arrows = tuple(
        Arrow(name, "flight", show(found.place), side=show(one.direction), line=number)
        for number, one in enumerate(found.exits, 1)
        if one.open and show(one.direction) in sides and (found.vanishes or any(one.chosen))
    )
    exits = (Line(text, one.clauses) for text, one in zip(told, found.exits, strict=False))
    title = t("Where {figure} may flee", figure=word(scenario.rulebook, found.figure))
    return still(scenario, title, "; ".join(supposed) or title, arrows, (*exits, *map(Line, told[len(found.exits) :])))
