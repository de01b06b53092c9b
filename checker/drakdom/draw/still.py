"""The board of a scenario before play begins, as a scene. Nothing is ruled for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from drakdom.draw.board import Board
from drakdom.draw.holds import Holds, drawn_facts
from drakdom.draw.scene import Arrow, Frame, Hit, Line, Scene
from drakdom.language import t
from drakdom.rulebook.pictures import LABELLED, Pictures, load_pictures
from drakdom.rulebook.sentences import word
from drakdom.scenario import Scenario
from drakdom.terms import Term, Value


def board_scene(scenario: Scenario) -> Scene:
    """Return the scene of a scenario's initial state."""
    return still(scenario, t("Before it begins"), t("the board as it stands: nothing is ruled"))


def still(
    scenario: Scenario,
    title: str,
    says: str,
    arrows: tuple[Arrow, ...] = (),
    lines: tuple[Line, ...] = (),
    hits: tuple[Hit, ...] = (),
    places: Iterable[Value] = (),
) -> Scene:
    """Return a scene of the initial state with arrows, lines and hits; `says` is the caption."""
    scene = stills(scenario, says, 1, places)
    (frame,) = scene.frames
    return replace(scene, frames=(replace(frame, title=title, arrows=arrows, lines=lines, hits=hits),))


def stills(scenario: Scenario, says: str, count: int, places: Iterable[Value] = ()) -> Scene:
    """Return a scene of `count` equal boards of the initial state, with room for more `places`."""
    book = scenario.rulebook
    sides = book.topology.grid
    board = Board(book, load_pictures(book), scenario.figures)
    holds = Holds(drawn_facts(scenario), scenario.given)
    board.include([*scenario.places, *places], [holds])
    frame = Frame(t("Before it begins"), board.cells(holds), board.figures(holds), table=board.table(holds))
    ways, kinds = board.ways()
    optional = (book.variants[name].title if name in book.variants else name for name in scenario.variants)
    return Scene(
        title=scenario.title or scenario.file,
        law=", ".join([book.title, *optional, *(rule.title for rule in scenario.house_rules)]),
        frames=(frame,) * count,
        size=board.size,
        sides={side: (east, -north) for side, (east, north) in sides.items()},
        side_words={side: word(book, Term(side), "direction") for side in sides},
        number=1,
        count=1,
        odds=Fraction(1),
        language=book.speaks,
        ways=ways,
        kinds=kinds,
        says=says,
        symbols=symbols(load_pictures(book)),
    )


def symbols(pictures: Pictures) -> tuple[tuple[str, str], ...]:
    """Return the symbols before numbers and words, with their meanings."""
    return tuple(dict.fromkeys((sight.otherwise, sight.says) for name in LABELLED for sight in pictures[name]))
