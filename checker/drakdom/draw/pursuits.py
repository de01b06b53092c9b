"""A chase as a scene: the board as it is, an arrow for each round of each run, whom it ends, the ways of the lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from drakdom.draw.scene import Arrow, Hit, Line, Scene
from drakdom.draw.still import still
from drakdom.language import t
from drakdom.paths.lost import Lost
from drakdom.paths.pursuit import Prey, Step
from drakdom.scenario import Scenario
from drakdom.terms import Value, show

Subject = Step | Prey | Lost | None


def pursuit_scene(scenario: Scenario, told: Sequence[tuple[Subject, str]]) -> Scene:
    """The scene of a chase; `told` are the sentences, each with what it is about."""
    title, says = t("Who runs after whom"), t("as long as everybody stays who can, and nobody stuck gets loose")
    squares = [square for what, _ in told if what for square in _squares(what)]
    arrows = (arrow for number, (what, _) in enumerate(told, 1) if what for arrow in _arrows(what, number))
    hits = (
        Hit(show(what.figure), "death", number)
        for number, (what, _) in enumerate(told, 1)
        if isinstance(what, Prey) and what.rounds
    )
    return still(scenario, title, says, tuple(arrows), tuple(Line(text) for _, text in told), tuple(hits), squares)


def _squares(what: Step | Prey | Lost) -> tuple[Value, ...]:
    """The squares that one comes to, the first of them where it begins."""
    match what:
        case Step():
            return what.start, *what.squares
        case Lost():
            return what.place, *(what.shortest or what.toward[:1])
        case Prey():
            return (what.place,)


def _arrows(what: Step | Prey | Lost, number: int) -> Iterator[Arrow]:
    """An arrow for each square; the last one of a run, and the first one of a way, bears the number."""
    looks = "run" if isinstance(what, Step) else "way"
    legs = [*pairwise(map(show, _squares(what)))]
    numbered = len(legs) if isinstance(what, Step) else 1
    for place, (start, end) in enumerate(legs, 1):
        yield Arrow("", looks, start, end, line=number if place == numbered else 0)
