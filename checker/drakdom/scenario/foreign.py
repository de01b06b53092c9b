"""A scenario under a rulebook that it was not written for; parts that this rulebook lacks are left out and listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from drakdom.errors import InputError, Place, Problem
from drakdom.rulebook import MapOf, Rulebook
from drakdom.rulebook.nodes import Nodes
from drakdom.rulebook.yamltext import Mapping, Node, Problems, Scalar, Sequence, parse_yaml
from drakdom.scenario.facts import counts
from drakdom.scenario.matrix import combinations
from drakdom.scenario.model import Scenario
from drakdom.scenario.read import read_combination

#: The keys and numbers of items that lead to a node.
_Path = tuple[str | int, ...]

_UNREAD = ("title", "rulebook", "expect", "matrix", "skip", "note", "precedent")
"""Sections that are not judged under the other rulebook."""
_LEAST = {"board": 4, "figures": 3, "play": 3, "begin": 1, "variants": 1, "readings": 1, "without": 1, "house_rules": 1}
"""The least depth of a part that may be left out, by section (else 2): never a whole square or a whole figure."""
_MOST = {"draws": 2, "rolls": 2}
"""The greatest depth of such a part, since half a list of draws or half a deck would mean something else."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of a scenario that another rulebook does not know, with the message about it."""

    place: Place
    text: str
    because: str


def read_foreign(text: str, name: str, book: Rulebook, number: int = 0) -> tuple[Scenario, tuple[LeftOut, ...]]:
    """Read the part of a scenario that `book` knows, and list the rest; `number` picks a combination (from 0).

    Raises InputError if the rulebook needs more than the scenario states, or does not know its squares or figures.
    """
    top, problems = parse_yaml(text, name)
    variants = [*combinations(Nodes(problems), _only(top, _UNREAD[2:]), top.get("matrix"))]
    problems.raise_any()
    rest, lines = variants[number][1], text.splitlines()
    left: list[LeftOut] = []
    while True:
        try:
            scenario = read_combination(rest, Problems(name), lines, book)
        except InputError as error:
            rest = _without(rest, error, book, left)
        else:
            return scenario, tuple(sorted(left, key=lambda part: (part.place, part.text)))


def _only(top: Mapping, away: tuple[str, ...]) -> Mapping:
    return Mapping(tuple(entry for entry in top.entries if entry[0].text not in away), top.line, top.column)


def _without(top: Mapping, error: InputError, book: Rulebook, left: list[LeftOut]) -> Mapping:
    """Return the scenario without the parts that have problems. Raises InputError if a part cannot be left out."""
    away: dict[_Path, Problem] = {}
    stay: list[Problem] = []
    for problem in error.problems:
        path = _part(top, problem, book)
        if path is None:
            stay.append(problem)
        else:
            away.setdefault(path, problem)
    if stay:
        gone = [Problem(part.place.file, part.place.line, part.place.column, part.because) for part in left]
        raise InputError([*gone, *stay]) from error
    for path, problem in away.items():
        node, place = _found(top, path)
        left.append(LeftOut(Place(problem.file, *place), _words(node, path), problem.message))
    return Mapping(tuple(_kept(top, (), away)), top.line, top.column)


def _part(top: Mapping, problem: Problem, book: Rulebook) -> _Path | None:
    """Return the path of the part with a problem, the last that begins before its place; None if it must stay."""
    spot = problem.line, problem.column
    before = [(line, column, path) for line, column, path in _starts(top, ()) if (line, column) <= spot]
    if not before or problem.line == 0:
        return None
    path = max(before, key=lambda start: start[:2])[2]
    section = str(path[0])
    path = path[: _MOST.get(section, len(path))]
    spec = book.suppose.get(str(path[1])) if section == "suppose" and len(path) > 1 else None
    if spec and counts(spec) and isinstance(spec.shape, MapOf):
        path = path[: 3 if isinstance(spec.shape.value, MapOf) else 2]
    return path if len(path) >= _LEAST.get(section, 2) and section not in _UNREAD else None


def _starts(node: Node, path: _Path) -> Iterator[tuple[int, int, _Path]]:
    """Yield line and column of every word, with the path of its entry or item."""
    if isinstance(node, Scalar):
        yield node.line, node.column, path
    elif isinstance(node, Sequence):
        for number, item in enumerate(node.items):
            yield from _starts(item, (*path, number))
    else:
        for key, value in node.entries:
            yield key.line, key.column, (*path, key.text)
            yield from _starts(value, (*path, key.text))


def _found(node: Node, path: _Path) -> tuple[Node, tuple[int, int]]:
    """Return the node at a path, with its line and column."""
    place = node.line, node.column
    for step in path:
        if isinstance(node, Mapping):
            key, node = next(entry for entry in node.entries if entry[0].text == step)
            place = key.line, key.column
        elif isinstance(node, Sequence) and isinstance(step, int):
            node = node.items[step]
            place = node.line, node.column
    return node, place


def _words(node: Node, path: _Path) -> str:
    """Return a part as one line of text."""
    return f"{path[-1]}: {_line(node)}" if isinstance(path[-1], str) else _line(node)


def _line(node: Node) -> str:
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Sequence):
        return f"[{', '.join(map(_line, node.items))}]"
    return f"{{{', '.join(f'{key.text}: {_line(value)}' for key, value in node.entries)}}}"


def _cut(node: Node, path: _Path, away: dict[_Path, Problem]) -> Node:
    """Return a node without the parts at these paths."""
    if isinstance(node, Sequence):
        items = enumerate(node.items)
        kept = tuple(_cut(item, (*path, n), away) for n, item in items if (*path, n) not in away)
        return Sequence(kept, node.line, node.column)
    if isinstance(node, Mapping):
        return Mapping(tuple(_kept(node, path, away)), node.line, node.column)
    return node


def _kept(node: Mapping, path: _Path, away: dict[_Path, Problem]) -> Iterator[tuple[Scalar, Node]]:
    for key, value in node.entries:
        if (*path, key.text) not in away:
            yield key, _cut(value, (*path, key.text), away)
