"""Local frames: squares and sides relative to one square and one direction, to compare places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from clingo import Number, Symbol, SymbolType

from drakdom.law.facts import Function
from drakdom.step.case import Case, Fluent

_HERE = Function("here")


class Elsewhere(Exception):  # noqa: N818  (a signal, not an error)
    """A fluent names a square outside the frame."""


class Frame:
    """A square and its neighbours by side; sides by the turn from the direction `ahead`."""

    def __init__(self, board: Board, place: Symbol, ahead: int) -> None:
        self._board = board
        sides = {side: board.turns[number - ahead] for number, side in enumerate(board.sides)}
        beside = board.beside.get(place, {}).items()
        lying = {square: Function("beside", [sides.get(side, side)]) for side, square in beside}
        self._names = sides | lying | {place: _HERE}
        self._squares = {name: square for square, name in self._names.items()}

    def relative(self, fluents: Iterable[Fluent]) -> frozenset[Fluent]:
        """Express fluents and values in relative terms. Raises Elsewhere."""
        return frozenset((self.name(fluent), self.name(value)) for fluent, value in fluents)

    def absolute(self, fluents: Iterable[Fluent]) -> frozenset[Fluent]:
        """Invert `relative`."""
        return frozenset((self.square(fluent), self.square(value)) for fluent, value in fluents)

    def name(self, symbol: Symbol) -> Symbol:
        """Express a term in relative terms. Raises Elsewhere."""
        return self._put(symbol, self._names, self._board.squares)

    def square(self, symbol: Symbol) -> Symbol:
        """Invert `name`."""
        return self._put(symbol, self._squares, self._board.names)

    def _put(self, symbol: Symbol, names: Mapping[Symbol, Symbol], strange: frozenset[Symbol]) -> Symbol:
        if symbol in names:
            return names[symbol]
        if symbol in strange:
            raise Elsewhere
        if symbol.type is SymbolType.Function and symbol.arguments:
            return Function(symbol.name, [self._put(argument, names, strange) for argument in symbol.arguments])
        return symbol


class Board:
    """The squares of a case, with their neighbours."""

    def __init__(self, case: Case) -> None:
        self.beside: dict[Symbol, dict[Symbol, Symbol]] = {}
        for fact in case.by_name.get("adjacent", ()):
            place, side, neighbour = fact.arguments
            self.beside.setdefault(place, {})[side] = neighbour
        rows = ((place, *beside.values()) for place, beside in self.beside.items())
        self.squares = frozenset(square for row in rows for square in row)
        assert case.scenario is not None
        around = sorted(case.scenario.rulebook.topology.grid.items(), key=lambda item: math.atan2(*item[1]))
        self.sides = [Function(name) for name, _ in around]
        self.turns = [Function("turned", [Number(number)]) for number, _ in enumerate(around)]
        lying = {side for beside in self.beside.values() for side in beside} - set(self.sides)
        self.names = frozenset(Function("beside", [side]) for side in (*lying, *self.turns)) | {_HERE}
        self._frames: dict[tuple[Symbol, int], Frame] = {}

    def frame(self, place: Symbol, toward: Symbol | None = None) -> Frame:
        """Return the frame of a square, seen towards a side."""
        ahead = self.sides.index(toward) if toward in self.sides else 0
        if (place, ahead) not in self._frames:
            self._frames[place, ahead] = Frame(self, place, ahead)
        return self._frames[place, ahead]
