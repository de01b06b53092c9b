"""The `figures:` section: the names of the figures and their fields."""

from __future__ import annotations

import re
from collections.abc import Iterable

from drakdom.errors import LimitError
from drakdom.rulebook import Rulebook
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.words import did_you_mean, fold, short
from drakdom.rulebook.yamltext import Mapping, Node, Scalar
from drakdom.scenario.board import FigurePlaces
from drakdom.scenario.facts import FieldReader
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.squares import coordinates
from drakdom.terms import Term, Value

MOST_FIGURES = 60
LONGEST_NAME = 60
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]")
"""Characters that show as nothing although Python counts them as printable: two names could look alike."""


def read_names(nodes: Nodes, book: Rulebook, node: Node | None) -> dict[str, Scalar]:
    """Map the names of the figures to their nodes, and note invalid names. Raises LimitError past MOST_FIGURES.

    Invalid names are in the map too, so that the mentions of a figure cause no further problems.
    """
    names: dict[str, Scalar] = {}
    entries = [*nodes.entries(node, "`figures`")]
    if len(entries) > MOST_FIGURES:
        at = nodes.problems.place(entries[MOST_FIGURES][0])
        raise LimitError(f"the scenario has {len(entries)} figures, at most {MOST_FIGURES} are read", at)
    for key, _ in entries:
        name = key.text
        if why := _name_fault(name):
            nodes.problems.add(key, f"`{short(name)}` cannot be the name of a figure", why)
        elif len(name) > LONGEST_NAME:
            message = f"the name `{short(name)}` is too long"
            nodes.problems.add(key, message, f"at most {LONGEST_NAME} characters")
        elif fold(name) in book.actors:  # an action could not tell the two apart
            message = f"`{short(name)}` cannot be the name of a figure"
            nodes.problems.add(key, message, f"it is the word for {book.actors[fold(name)]}")
        names[name] = key
    return names


def _name_fault(name: str) -> str:
    """Return the reason why a text cannot be a name; empty if it can."""
    if not name.strip():
        return "it is empty"
    if name == "_":
        return "in a claim `_` means any figure"
    if name != name.strip():
        return "it begins or ends with a space"
    if '"' in name:
        return 'it contains a `"`'
    hidden = next((letter for letter in name if not letter.isprintable() or _BLANK.match(letter)), "")
    return f"it has an invisible character, U+{ord(hidden):04X}" if hidden else ""


def read_figures(
    reader: FieldReader, book: Rulebook, node: Node | None, names: dict[str, Scalar], drawn: FigurePlaces
) -> None:
    """Read the fields of every figure; the map gives the place of a figure that it shows."""
    spot = _spot_field(book)
    for key, fields in reader.entries(node, "`figures`"):
        if key.text not in names:
            continue
        if isinstance(fields, Scalar) and fields.is_nothing:
            fields = Mapping((), key.line, key.column)
        on_map = drawn.get(key.text, [])
        squares = list(dict.fromkeys(place for place, _ in on_map))
        stated = fields.get(spot) if isinstance(fields, Mapping) else None
        if len(on_map) > 1:
            places = " and ".join(f"`{square}`" for square in squares)
            message = f"the map shows `{short(key.text)}` in several places, {places}"
            reader.problems.add(on_map[1][1], message)
        elif on_map and isinstance(stated, Scalar) and stated.text.upper() != squares[0]:
            message = f"`{short(key.text)}` cannot be in several places"
            help_ = f"the map shows `{squares[0]}`"
            reader.problems.add(stated, f"{message}, `{squares[0]}` and `{short(stated.text)}`", help_)
        if on_map and stated is None and isinstance(fields, Mapping):
            at = on_map[0][1]
            shown = (Scalar(spot, at.line, at.column), Scalar(squares[0], at.line, at.column))
            fields = Mapping((*fields.entries, shown), fields.line, fields.column)
        reader.fields(fields, book.figures, {"figure": key.text}, f"`{short(key.text)}`", key)
        reader.facts.give(Term("step", (key.text,)), 1)


def refuse_strays(reader: FieldReader, book: Rulebook, node: Node | None, named: Iterable[Value]) -> None:
    """Note figures on a square far from every other square of the scenario, which is most likely a slip.

    A square next to a named one may be undiscovered; one farther away must be named somewhere.
    """
    squares = [place for place in named if isinstance(place, str)]
    if not squares or not book.topology.grid:
        return
    spots = {coordinates(place) for place in squares}
    for key, fields in reader.entries(node, "`figures`"):
        spot = fields.get(_spot_field(book)) if isinstance(fields, Mapping) else None
        try:
            place = reader.words.read("place", spot.text) if isinstance(spot, Scalar) else None
        except Misfit:
            continue  # noted when it was read
        if not isinstance(spot, Scalar) or not isinstance(place, str):
            continue
        column, row = coordinates(place)
        if not any(abs(column - x) <= 1 and abs(row - y) <= 1 for x, y in spots):
            message = f"`{short(key.text)}` is on `{place}`, far from every square that the scenario describes"
            help_ = f"name an undiscovered square on the board: `{place}: {{}}`"
            reader.problems.add(spot, message, "; ".join(filter(None, (did_you_mean(place, squares), help_))))


def _spot_field(book: Rulebook) -> str:
    """Return the field for the place of a figure: `at`, or the first one that holds a place."""
    places = [figure.name for figure in book.figures.values() if figure.is_place]
    return "at" if "at" in places or not places else places[0]
