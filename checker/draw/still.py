"""One board as a scene: what the scenario says of it, before anything happens. Nothing is ruled for it."""

from __future__ import annotations

from fractions import Fraction

from checker.draw.board import Board, Holds
from checker.draw.scene import Arrow, Frame, Line, Scene
from checker.language import t
from checker.rulebook.pictures import load_pictures
from checker.rulebook.sentences import word
from checker.scenario import Scenario
from checker.terms import Term


def board_scene(scenario: Scenario) -> Scene:
    """The board of a scenario."""
    return still(scenario, t("Before it begins"), t("the board as it stands: nothing is ruled"))


def still(
    scenario: Scenario, title: str, says: str, arrows: tuple[Arrow, ...] = (), lines: tuple[Line, ...] = ()
) -> Scene:
    """A scene of the first position alone, with what else is to be seen on it; `says` what it shows."""
    book = scenario.rulebook
    sides = book.topology.grid
    board = Board(book, load_pictures(book), scenario.figures)
    holds = Holds(scenario.facts, scenario.given)
    board.include(scenario.places, [holds])
    frame = Frame(title, board.cells(holds), board.figures(holds), arrows=arrows, lines=lines, table=board.table(holds))
    optional = (book.variants[name].title if name in book.variants else name for name in scenario.variants)
    return Scene(
        title=scenario.title or scenario.file,
        law=", ".join([book.title, *optional, *(rule.title for rule in scenario.house_rules)]),
        frames=(frame,),
        size=board.size,
        sides={side: (east, -north) for side, (east, north) in sides.items()},
        side_words={side: word(book, Term(side), "direction") for side in sides},
        number=1,
        count=1,
        odds=Fraction(1),
        language=book.speaks,
        says=says,
    )
