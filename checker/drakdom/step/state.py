"""States with the choices and chances resolved in them, and their evaluation by the law."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from clingo import Function, Symbol, SymbolType

from drakdom.errors import BugError
from drakdom.step.case import ENTRY, PHASE, Fluent
from drakdom.terms import DEEPEST

#: Greatest number that is a value. Sums of values stay far below the greatest number of the solver. A product of two
#: values can exceed it: past 2,147,483,647 the solver goes on with a wrong number, without a word.
MOST = 999_999
_STANDSTILL = Function("unruled", [Function("standstill")])

#: The resolution of a choice or a chance: (`choice` or `chance`, figure or roll, action or meaning).
Opening = tuple[str, Symbol, Symbol]
#: A state and the openings made in it so far, as numbers of items.
PartialState = tuple[frozenset[int], frozenset[int]]
#: The meanings of a roll, each with the number of its equally likely faces.
Faces = dict[Symbol, int]


class Items:
    """Fluents with their values, and openings, by number: numbers compare much faster than symbols."""

    def __init__(self) -> None:
        self.all: list[Fluent | Opening] = []
        self._numbers: dict[Fluent | Opening, int] = {}
        self._where: dict[int, tuple[int, str]] = {}
        self._read: dict[Symbol, tuple[str, Sequence[Symbol]]] = {}
        self._breaks: dict[Symbol, bool] = {}
        self._common: dict[int, Symbol] = {}

    def number(self, item: Fluent | Opening) -> int:
        """Return the number of a fluent or an opening; a new item gets the next. Raises BugError for no value."""
        if item not in self._numbers:
            must_be_values(item)
            self._numbers[item] = number = len(self.all)
            if item[0] == ENTRY:
                self._where[number] = item[1].number, ""
            elif item[0] == PHASE:
                self._where[number] = 0, str(item[1])
            self.all.append(item)
        return self._numbers[item]

    def fluents(self, state: Iterable[int]) -> tuple[Fluent, ...]:
        """Return the fluents among some items."""
        return tuple((item[0], item[1]) for item in map(self.all.__getitem__, state) if len(item) == 2)

    def where(self, state: frozenset[int]) -> tuple[int, str]:
        """Return the entry and the phase of a state."""
        places = [self._where[number] for number in self._where.keys() & state]
        return max((entry for entry, _ in places), default=0), max((phase for _, phase in places), default="")

    def read(self, shown: Symbol) -> tuple[str, Sequence[Symbol]]:
        """Return the name and the arguments of a shown term; for `opened(Kind, ..)` the kind replaces the name."""
        if shown not in self._read:
            name, arguments = shown.name, shown.arguments
            self._read[shown] = arguments[0].name if name == "opened" else name, arguments
        return self._read[shown]

    def breaks(self, seen: Symbol) -> bool:
        """Return True if this symbol ends play when it is seen. Raises BugError for no event."""
        if seen not in self._breaks:
            _must_be_word(seen, "event")
            self._breaks[seen] = is_broken([seen])
        return self._breaks[seen]

    def common(self, number: int) -> Symbol:
        """Return the fact that states a fluent for all states of a batch."""
        if number not in self._common:
            fluent, value = self.all[number]  # type: ignore[misc]
            self._common[number] = Function("common", [fluent, value])
        return self._common[number]

    def stated(self, number: int, moment: Symbol) -> tuple[str, Sequence[Symbol]]:
        """Return the predicate and the arguments by which an item is stated for a moment."""
        item = self.all[number]
        if len(item) == 2:
            return "is", (*item, moment)
        return "picked" if item[0] == "choice" else "thrown", (item[1], item[2], moment)

    def fact(self, number: int, moment: Symbol) -> Symbol:
        """Return the fact that states an item for a moment."""
        return Function(*self.stated(number, moment))


@dataclass(slots=True)
class Evaluated:
    """The law's evaluation of one partial state.

    `offered` has the actions of choices that are already made. `stated` are rolls with a stated result, `chances` rolls
    that are open. `thrown` has the faces of rolls that are already resolved. `reroll_terms` has, by roll, the shown
    terms about dice that may be rethrown. `coming` and `ceasing` are the items that the next state gains and loses.
    `broken` means that play ends because something is unruled or impossible. `excepted` means that some clause may
    yield.
    """

    choices: dict[Symbol, list[Symbol]] = field(default_factory=dict)
    offered: dict[Symbol, frozenset[Symbol]] = field(default_factory=dict)
    stated: dict[Symbol, Faces] = field(default_factory=dict)
    reroll_terms: dict[Symbol, set[Symbol]] = field(default_factory=dict)
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
        """True if no choice and no roll is open."""
        return not (self.choices or self.stated or self.chances)

    def take(self, items: Items, name: str, arguments: Sequence[Symbol]) -> None:
        """Record one shown atom, given by its predicate and arguments."""
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

    def _take_shown(self, term: Symbol, name: str, arguments: Sequence[Symbol]) -> None:
        match name:
            case "choice":
                self.choices.setdefault(arguments[1], []).append(arguments[2])
            case "told":
                self.stated[arguments[1]] = {arguments[2]: 1}
            case "chance":
                faces = self.chances.setdefault(arguments[1], {})
                faces[arguments[2]] = faces.get(arguments[2], 0) + arguments[4].number
            case "folded":
                self.chances.setdefault(arguments[1], {})[arguments[2]] = arguments[3].number
            case "rethrown" | "die_of" | "lies" | "keeps":
                self.reroll_terms.setdefault(arguments[0], set()).add(term)

    def open(self, items: Items, openings: Iterable[int]) -> None:
        """Remove the choices and rolls that are already resolved.

        A whole state that changes nothing would repeat for ever: it is marked as unruled, unless it is broken already.
        """
        for kind, subject, _ in (items.all[number] for number in openings):  # type: ignore[misc]
            if kind == "choice":
                self.offered[subject] = frozenset(self.choices.pop(subject, ()))
            else:
                self.thrown[subject] = self.stated.pop(subject, {}) or self.chances.pop(subject, {})
                if subject in self.reroll_terms:
                    self.thrown[mark(subject)] = dict.fromkeys(self.reroll_terms.pop(subject), 1)
        if self.is_whole and not (self.coming or self.ceasing or self.broken):
            self.seen.add(_STANDSTILL)
            self.broken = True


def _must_be_word(symbol: Symbol, kind: str) -> None:
    if symbol.type is not SymbolType.Function:
        raise BugError(f"`{symbol}` is no {kind}: it must be a word, with or without arguments")


def must_be_values(item: Fluent | Opening) -> None:
    """Raise BugError for a fluent or a value that cannot be one.

    These are the least or the greatest of nothing, numbers past MOST, terms too deep to be read, and as fluents numbers
    and names.
    """
    if len(item) == 2:
        _must_be_word(item[0], "fluent")
    todo = [(part, 0) for part in item if isinstance(part, Symbol)]
    while todo:
        symbol, depth = todo.pop()
        if symbol.type in (SymbolType.Infimum, SymbolType.Supremum):
            raise BugError(f"`{symbol}`, the least or the greatest of nothing, is no value")
        if symbol.type is SymbolType.Number and abs(symbol.number) > MOST:
            raise BugError(f"`{symbol}` has more than six digits, and the numbers of the solver wrap around")
        if depth > DEEPEST:
            raise BugError(f"a value is nested deeper than {DEEPEST}")
        if symbol.type is SymbolType.Function:
            todo += [(part, depth + 1) for part in symbol.arguments]


def is_broken(seen: Iterable[Symbol]) -> bool:
    """Return True if play ends because something is unruled, contradictory or misstated."""
    return any(symbol.name in ("unruled", "conflict", "misstated") for symbol in seen)


def mark(roll: Symbol) -> Symbol:
    """Return the key for the reroll terms of a roll among `Evaluated.thrown`: a tuple of the roll alone."""
    return Function("", [roll])


def opened_in(shown: Iterable[Symbol]) -> Iterator[Sequence[Symbol]]:
    """Yield the arguments of each `opened(..)` term: kind, figure or roll, action or meaning, face."""
    for symbol in shown:
        if symbol.name == "shown" and (term := symbol.arguments[0]).name == "opened":
            yield term.arguments
