"""A scenario's text as the editor shows it: squares, figures, play and draws with their words, and the problems.

A text that cannot be ruled yet is shown as far as it is YAML: the faults are listed with their lines and squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from drakdom.errors import DrakdomError, InputError, Problem
from drakdom.report.page import joined
from drakdom.rulebook import ListOf, MapOf, Rulebook, Shape, Single
from drakdom.rulebook.nodes import Nodes, truth
from drakdom.rulebook.words import fold
from drakdom.rulebook.yamltext import Mapping as MappingNode
from drakdom.rulebook.yamltext import Node, Problems, Scalar, Sequence, parse_yaml
from drakdom.scenario import KEYS
from drakdom.scenario.board import BoardReader
from drakdom.scenario.drawn_map import Cells
from drakdom.scenario.edits import quoted
from drakdom.scenario.facts import Facts, FieldReader
from drakdom.scenario.figures import read_names
from drakdom.scenario.house import NOTHING, with_stated_rules
from drakdom.scenario.squares import coordinates
from drakdom.scenario.typing import Words
from drakdom.service.page.errors import problems_of
from drakdom.service.question import NAME

Json = dict[str, Any]


@dataclass(frozen=True)
class Laid:
    """A scenario's text as far as it can be read: its sections, its squares, and the figures that a map shows."""

    book: Rulebook
    sections: Mapping[str, Node]
    cells: Cells
    drawn: Mapping[str, list[tuple[str, Scalar]]]

    @property
    def places(self) -> Mapping[str, str]:
        """The place of each figure, as far as it is stated."""
        stated: dict[str, str] = {}
        spot = place_field(self.book)
        for name, fields in entries(self.sections.get("figures")):
            at = fields.get(spot) if isinstance(fields, MappingNode) else None
            if isinstance(at, Scalar):
                stated[name] = (
                    at.text if at.text in self.cells else at.text.upper() if self.book.topology.grid else at.text
                )
            elif name in self.drawn:
                stated[name] = self.drawn[name][0][0]
        return stated


def laid(text: str, book: Rulebook) -> Laid:
    """Return a text as far as it can be read. Raises InputError if it is not YAML."""
    top, _ = parse_yaml(text, NAME)
    nodes = Nodes(Problems(NAME))
    sections = nodes.keyed(top, "a scenario", (*KEYS, "matrix"))
    own = with_stated_rules(nodes, sections.get("house_rules"), book, None, NOTHING)
    figures = read_names(nodes, own, sections.get("figures"))
    named = [name for part in ("rooms", "places") for name, _ in entries(_in(sections.get("board"), part))]
    words = Words(own, figures, [] if own.topology.grid else named)
    board = BoardReader(FieldReader(nodes.problems, words, Facts()), own, text.splitlines())
    board.read(sections.get("board"))
    return Laid(own, sections, board.cells, board.figures)


def view(text: str, book: Rulebook, problems: Iterable[Problem]) -> Json:
    """Return the text as JSON for the editor; without `places` if it is not YAML."""
    try:
        shown = laid(text, book)
    except DrakdomError as error:
        return {"problems": [_problem(problem, {}) for problem in problems_of(error)]}
    spots = dict[int, str]()
    for name, cell in shown.cells.items():
        for entry in (entry for items in cell.values() for entry in items):
            spots.setdefault(entry.place.line, name)
    standing = shown.places
    return {
        "places": {name: _place(name, cell, shown, standing) for name, cell in shown.cells.items()},
        "figures": {
            name: {"at": standing.get(name, ""), "fields": _fields(fields), "line": line}
            for name, fields, line in _lined(shown.sections.get("figures"))
        },
        "play": [{actor: _listed(act) for actor, act in entries(item)} for item in _items(shown.sections.get("play"))],
        "draws": {name: written(value) for name, value in entries(shown.sections.get("draws"))},
        "rolls": {name: written(value) for name, value in entries(shown.sections.get("rolls"))},
        "state": {name: written(value) for name, value in entries(shown.sections.get("state"))},
        "title": _text(shown.sections.get("title")),
        "variants": _listed(shown.sections.get("variants")),
        "problems": [_problem(problem, spots) for problem in problems],
    }


def _problem(problem: Problem, spots: Mapping[int, str]) -> Json:
    return {
        "line": problem.line, "column": problem.column, "message": problem.message, "help": problem.help,
        "place": spots.get(problem.line, ""),
    }  # fmt: skip


def _place(name: str, cell: Mapping[str, list[Any]], shown: Laid, standing: Mapping[str, str]) -> Json:
    present = [figure for figure, place in standing.items() if place == name]
    fields = {key: joined_value([written(entry.value) for entry in items]) for key, items in cell.items()}
    book = shown.book
    site = book.topology.graph.sites.get(name) if book.topology.graph else None
    label = site.says if site else name
    parts = [label]
    more: list[str] = []
    for key, items in cell.items():
        if spec := book.places.get(key):
            phrases = [words for entry in items if (words := spoken(book, spec.shape, entry.value, spec.name))]
            if isinstance(spec.shape, Single):
                parts.append(joined(dict.fromkeys(phrases)))
            else:
                more += _sides(spec.name, phrases)
    parts += [joined(present), *more]
    spot = (
        {"column": coordinates(name)[0], "row": coordinates(name)[1]} if book.topology.grid and _is_square(name) else {}
    )
    return {"label": label, "says": ", ".join(filter(None, parts)), "fields": fields, "figures": present, **spot}


def _sides(name: str, phrases: list[str]) -> list[str]:
    return [f"{name.replace('_', ' ')}: {joined(dict.fromkeys(phrases))}"] if phrases else []


def _is_square(name: str) -> bool:
    return bool(name) and name[0].isupper() and name[-1].isdigit()


def spoken(book: Rulebook, shape: Shape, node: Node, name: str) -> str:
    """Return a field's value in words; empty for `no` and for nothing."""
    if isinstance(shape, MapOf):
        pairs = ((_word(book, shape.key, key), spoken(book, shape.value, value, name)) for key, value in entries(node))
        return joined(" ".join(filter(None, pair)) for pair in pairs)
    if isinstance(shape, ListOf):
        return joined(_word(book, shape.type, item.text) for item in _items(node) if isinstance(item, Scalar))
    if not isinstance(node, Scalar) or node.is_nothing:
        return ""
    if shape.type == "bool":
        return name.replace("_", " ") if truth(node.text) else ""
    word = _word(book, shape.type, node.text)
    return word if word != node.text else f"{name.replace('_', ' ')} {word}"


def _word(book: Rulebook, kinds: str, text: str) -> str:
    for kind in kinds.split("|"):
        choice = book.types[kind].choices.get(fold(text)) if kind in book.types else None
        if choice and not choice.args:
            return choice.says
    site = book.topology.graph.sites.get(fold(text)) if book.topology.graph else None
    return site.says if site else text


def written(node: Node) -> str | list[str] | dict[str, Any]:
    """Return a value as JSON: texts, lists and mappings of texts."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [flow(written(item)) if not isinstance(item, Scalar) else item.text for item in node.items]
    return {key.text: written(value) for key, value in node.entries}


def flow(value: object) -> str:
    """Return a value as YAML on one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{quoted(str(key))}: {flow(item)}' for key, item in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    return quoted(str(value))


def joined_value(values: list[object]) -> object:
    """Return the value that several entries of a field make up: the lists and mappings of a map and its listing."""
    if len(values) > 1 and all(isinstance(value, Mapping) for value in values):
        return {key: item for value in values if isinstance(value, Mapping) for key, item in value.items()}
    if len(values) > 1:
        items = [item for value in values for item in (value if isinstance(value, list) else [value])]
        return list(dict.fromkeys(map(str, items)))
    return values[0]


def _fields(node: Node) -> Json:
    return {name: written(value) for name, value in entries(node)}


def entries(node: Node | None) -> list[tuple[str, Node]]:
    """List the entries of a mapping; none for anything else."""
    return [(key.text, value) for key, value in node.entries] if isinstance(node, MappingNode) else []


def _lined(node: Node | None) -> list[tuple[str, Node, int]]:
    return [(key.text, value, key.line) for key, value in node.entries] if isinstance(node, MappingNode) else []


def _in(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, MappingNode) else None


def _items(node: Node | None) -> tuple[Node, ...]:
    return (
        node.items
        if isinstance(node, Sequence)
        else (node,)
        if isinstance(node, Scalar) and not node.is_nothing
        else ()
    )


def _listed(node: Node | None) -> list[str]:
    return [flow(written(item)) if not isinstance(item, Scalar) else item.text for item in _items(node)]


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""


def place_field(book: Rulebook) -> str:
    """Return the field of a figure for its place; empty if there is none."""
    fields = [field.name for field in book.figures.values() if field.is_place]
    return "at" if "at" in fields else (fields or [""])[0]


def fault(message: str, help_: str = "") -> InputError:
    """Return the error of an edit that cannot be made."""
    return InputError.single(message, help=help_)
