"""A flight as a scene: the board as it is, an arrow out of every exit that is open, a sentence for each exit."""

from __future__ import annotations

from fractions import Fraction

from checker.draw.board import Board, Holds
from checker.draw.scene import Arrow, Frame, Line, Scene
from checker.engine.case import build_case
from checker.engine.facts import to_value
from checker.language import t
from checker.paths.flight import Flight
from checker.rulebook.pictures import load_pictures
from checker.rulebook.sentences import word
from checker.scenario import Scenario
from checker.terms import Term, show


def flight_scene(found: Flight, scenario: Scenario, told: list[str]) -> Scene:
    """The scene of a flight; `told` are the sentences on each of its exits, then what else there is to say."""
    book = scenario.rulebook
    board = Board(book, load_pictures(book), scenario.figures)
    start = [(to_value(fluent), to_value(value)) for fluent, value in build_case(scenario).start]
    holds = Holds(scenario.facts, start)
    board.include(scenario.places, [holds])
    name, sides = show(found.figure), book.topology.grid
    arrows = tuple(
        Arrow(name, "flight", show(found.place), side=show(one.direction), line=number)
        for number, one in enumerate(found.exits, 1)
        if one.open and show(one.direction) in sides
    )
    exits = (Line(text, one.clauses) for text, one in zip(told, found.exits, strict=False))
    lines = (*exits, *map(Line, told[len(found.exits) :]))
    title = t("Where {figure} may flee", figure=word(book, found.figure))
    frame = Frame(title, board.cells(holds), board.figures(holds), arrows=arrows, lines=lines, table=board.table(holds))
    return Scene(
        title=scenario.title or scenario.file,
        law=", ".join(
            [book.title, *(book.variants[v].title if v in book.variants else v for v in scenario.variants)]
            + [rule.title for rule in scenario.house_rules]
        ),
        frames=(frame,),
        size=board.size,
        sides={side: (east, -north) for side, (east, north) in sides.items()},
        side_words={side: word(book, Term(side), "direction") for side in sides},
        number=1,
        count=1,
        odds=Fraction(1),
        language=book.speaks,
        says=title,
    )
