"""A pursuit as a scene: arrows for the rounds of each run, hits on caught targets, ways of lost figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from drakdom.draw.scene import Arrow, Hit, Line, Scene
from drakdom.draw.still import still
from drakdom.language import t
from drakdom.paths.pursuit import Step, Target
from drakdom.paths.ways_back import WayBack
from drakdom.scenario import Scenario
from drakdom.terms import Value, show

Subject = Step | Target | WayBack | None


def pursuit_scene(scenario: Scenario, sentences: Sequence[tuple[Subject, str]]) -> Scene:
    """Return the scene of a pursuit; `sentences` are given with their subjects."""
    title, says = t("Pursuers and their targets"), t("as long as everybody stays who can, and nobody stuck gets loose")
    squares = [square for subject, _ in sentences if subject for square in _squares(subject)]
    arrows = (
        arrow for number, (subject, _) in enumerate(sentences, 1) if subject for arrow in _arrows(subject, number)
    )
    hits = (
        Hit(show(subject.figure), "death", number)
        for number, (subject, _) in enumerate(sentences, 1)
        if isinstance(subject, Target) and subject.rounds
    )
    return still(scenario, title, says, tuple(arrows), tuple(Line(text) for _, text in sentences), tuple(hits), squares)


def _squares(subject: Step | Target | WayBack) -> tuple[Value, ...]:
    """Return the squares of a way, from its start."""
    match subject:
        case Step():
            return subject.start, *subject.squares
        case WayBack():
            return subject.place, *(subject.shortest or subject.toward[:1])
        case Target():
            return (subject.place,)


def _arrows(subject: Step | Target | WayBack, number: int) -> Iterator[Arrow]:
    """Yield an arrow for each step; the last of a run, or the first of a way, has the number."""
    looks = "run" if isinstance(subject, Step) else "way"
    legs = [*pairwise(map(show, _squares(subject)))]
    numbered = len(legs) if isinstance(subject, Step) else 1
    for place, (start, end) in enumerate(legs, 1):
        yield Arrow("", looks, start, end, line=number if place == numbered else 0)
