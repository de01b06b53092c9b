"""Stages of a moment: a position with what has been opened in it, and what the law says of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clingo import Function, Symbol

from drakdom.step.case import ENTRY, PHASE, Fluent

_STANDSTILL = Function("unruled", [Function("standstill")])

#: What was opened in a moment: (`choice` or `chance`, who or which roll, the action or meaning).
Opening = tuple[str, Symbol, Symbol]
#: A position and what has been opened in it so far, as numbers of items.
PartialState = tuple[frozenset[int], frozenset[int]]
#: What a roll can come to mean, and for how many of its equally likely faces.
Faces = dict[Symbol, int]


class Items:
    """Fluents with their values, and openings, by number: numbers are compared many times faster than symbols."""

    def __init__(self) -> None:
        self.all: list[Fluent | Opening] = []
        self._numbers: dict[Fluent | Opening, int] = {}
        self._where: dict[int, tuple[int, str]] = {}
        self._read: dict[Symbol, tuple[str, Sequence[Symbol]]] = {}
        self._breaks: dict[Symbol, bool] = {}
        self._common: dict[int, Symbol] = {}

    def number(self, item: Fluent | Opening) -> int:
        """The number of a fluent or an opening, given at its first mention."""
        if item not in self._numbers:
            self._numbers[item] = number = len(self.all)
            if item[0] == ENTRY:
                self._where[number] = item[1].number, ""
            elif item[0] == PHASE:
                self._where[number] = 0, str(item[1])
            self.all.append(item)
        return self._numbers[item]

    def fluents(self, position: Iterable[int]) -> tuple[Fluent, ...]:
        """The fluents of a position."""
        return tuple((item[0], item[1]) for item in map(self.all.__getitem__, position) if len(item) == 2)

    def where(self, position: frozenset[int]) -> tuple[int, str]:
        """The entry and the phase of a position."""
        found = [self._where[number] for number in self._where.keys() & position]
        return max((entry for entry, _ in found), default=0), max((phase for _, phase in found), default="")

    def read(self, shown: Symbol) -> tuple[str, Sequence[Symbol]]:
        """The name and the arguments of what is shown; of what is open its kind instead of its name."""
        if shown not in self._read:
            name, arguments = shown.name, shown.arguments
            self._read[shown] = arguments[0].name if name == "opened" else name, arguments
        return self._read[shown]

    def breaks(self, seen: Symbol) -> bool:
        """Whether play ends where this is seen."""
        if seen not in self._breaks:
            self._breaks[seen] = is_broken([seen])
        return self._breaks[seen]

    def common(self, number: int) -> Symbol:
        """What a fluent that several positions share states of all of them."""
        if number not in self._common:
            fluent, value = self.all[number]  # type: ignore[misc]
            self._common[number] = Function("common", [fluent, value])
        return self._common[number]

    def stated(self, number: int, moment: Symbol) -> tuple[str, Sequence[Symbol]]:
        """What an item states of a moment, as predicate and arguments."""
        item = self.all[number]
        if len(item) == 2:
            return "is", (*item, moment)
        return "picked" if item[0] == "choice" else "thrown", (item[1], item[2], moment)

    def fact(self, number: int, moment: Symbol) -> Symbol:
        """The same as the solver has it."""
        return Function(*self.stated(number, moment))


@dataclass(slots=True)
class Evaluated:
    """What the law says of one stage.

    `thrown` are the faces of what has been thrown in it already; `excepted` says whether some clause may yield;
    `again` is what is said of rolls whose dice may be thrown again; `broken` says whether something is not ruled or
    cannot be, so that play ends there.
    """

    choices: dict[Symbol, list[Symbol]] = field(default_factory=dict)
    told: dict[Symbol, Faces] = field(default_factory=dict)
    again: dict[Symbol, set[Symbol]] = field(default_factory=dict)
    chances: dict[Symbol, Faces] = field(default_factory=dict)
    thrown: dict[Symbol, Faces] = field(default_factory=dict)
    coming: set[int] = field(default_factory=set)
    ceasing: set[int] = field(default_factory=set)
    seen: set[Symbol] = field(default_factory=set)
    doubts: set[str] = field(default_factory=set)
    over: bool = False
    broken: bool = False
    excepted: bool = field(default=False, compare=False)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is open any more."""
        return not (self.choices or self.told or self.chances)

    def take(self, items: Items, name: str, arguments: Sequence[Symbol]) -> None:
        """Note what one shown atom says, given by its predicate and arguments."""
        match name:
            case "shown":
                self._take_shown(arguments[0], *items.read(arguments[0]))
            case "comes_to_be":
                self.coming.add(items.number((arguments[0], arguments[1])))
            case "ceases":
                self.ceasing.add(items.number((arguments[0], arguments[1])))
            case "seen" | "seen_by":
                self.seen.add(arguments[0])
                self.broken |= items.breaks(arguments[0])
            case "doubt":
                self.doubts.add(arguments[0].string)
            case "over":
                self.over = True

    def _take_shown(self, what: Symbol, name: str, arguments: Sequence[Symbol]) -> None:
        match name:
            case "choice":
                self.choices.setdefault(arguments[1], []).append(arguments[2])
            case "told":
                self.told[arguments[1]] = {arguments[2]: 1}
            case "chance":
                faces = self.chances.setdefault(arguments[1], {})
                faces[arguments[2]] = faces.get(arguments[2], 0) + arguments[4].number
            case "folded":
                self.chances.setdefault(arguments[1], {})[arguments[2]] = arguments[3].number
            case "rethrown" | "die_of" | "lies" | "keeps":
                self.again.setdefault(arguments[0], set()).add(what)

    def open(self, items: Items, openings: Iterable[int]) -> None:
        """Take away what has been opened already. A moment that is whole and changes nothing would wait for ever.

        Where it changes nothing because something is not ruled, that has been said.
        """
        for kind, who, _ in (items.all[number] for number in openings):  # type: ignore[misc]
            if kind == "choice":
                self.choices.pop(who, None)
            else:
                self.thrown[who] = self.told.pop(who, {}) or self.chances.pop(who, {})
                if who in self.again:
                    self.thrown[mark(who)] = dict.fromkeys(self.again.pop(who), 1)
        if self.is_whole and not (self.coming or self.ceasing or self.broken):
            self.seen.add(_STANDSTILL)
            self.broken = True


def is_broken(seen: Iterable[Symbol]) -> bool:
    """Whether play ended because something was not ruled or could not be."""
    return any(symbol.name in ("unruled", "conflict", "misstated") for symbol in seen)


def mark(roll: Symbol) -> Symbol:
    """What stands for how a roll may be thrown again, among the faces with which rolls were thrown."""
    return Function("", [roll])


def opened_in(shown: Iterable[Symbol]) -> Iterator[Sequence[Symbol]]:
    """What is said to be open in an answer: choice or chance, who or which roll, then actions or meanings and faces."""
    for symbol in shown:
        if symbol.name == "shown" and (what := symbol.arguments[0]).name == "opened":
            yield what.arguments
