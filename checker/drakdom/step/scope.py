"""The situations that an audit searches: answers of a rulebook's `scope.lp`, smallest first, symmetric ones once.

A situation is a set of terms `says(Owner, Field, Value)`, with up to two keys before the value: the statements of a
scenario file. Owners are `place(P)`, `figure(F)`, `state`, `suppose`, `begin` and `play`. The scenario reader reads
each situation, so every witness is a scenario. `says(play, Actor, Entry, Action)` is an action of an entry of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from clingo import Control, Function, Number, Symbol, SymbolType

from drakdom.errors import InputError
from drakdom.law.facts import to_value
from drakdom.law.lawtext import law_files, parse, read_text
from drakdom.rulebook.words import did_you_mean, short
from drakdom.step.program import Log
from drakdom.terms import Term

FILE = "scope.lp"

#: Rules that complete each scope.
_FRAME = """
#defined asked/2.
#defined default/2.
#defined size/1.
#defined alike/3.
#defined says/3.
#defined says/4.
#defined says/5.
bound(K, N) :- asked(K, N).
bound(K, N) :- default(K, N), not asked(K, _).
#show. #show says/3. #show says/4. #show says/5.
"""

#: The owners of statements, as names and numbers of arguments, and as law writes them.
_OWNERS = frozenset({("place", 1), ("figure", 1), ("state", 0), ("suppose", 0), ("begin", 0), ("play", 0)})
_NAMED = ("place(P)", "figure(F)", "state", "suppose", "begin", "play")

#: The statements of a situation, by number.
_Statements = tuple[int, ...]


class Situation(NamedTuple):
    """The statements of a scenario, as `says(..)` terms in a fixed order, with the size that the scope gives it."""

    size: int
    says: tuple[Term, ...]


class Scope:
    """A `scope.lp` with the files that it includes, grounded within bounds; `asked` overrides its default bounds.

    Raises InputError for a faulty scope and for unknown bounds.
    """

    def __init__(self, file: Path, asked: Mapping[str, int]) -> None:
        log = Log()
        self._control = Control(["--models=0", "--project=show"], logger=log, message_limit=20)
        text = "\n".join(str(rule) for path in law_files(file) for rule in parse(read_text(path), path))
        try:
            self._control.add("base", [], f"{text}\n{_FRAME}")
            self._control.add("base", [], "".join(f"asked({key},{n})." for key, n in asked.items()))
            self._control.ground([("base", [])])
        except RuntimeError as error:
            raise InputError.single(f"the scope cannot be grounded: {error}", str(file)) from None
        if log.messages:
            raise InputError.single(f"the scope cannot be grounded: {'; '.join(log.messages[:3])}", str(file))
        says = [atom.symbol for n in (3, 4, 5) for atom in self._control.symbolic_atoms.by_signature("says", n)]
        numbers = [args[-1] for name, arity in (("default", 2), ("size", 1)) for args in self._atoms(name, arity)]
        if fault := next(filter(None, (*map(_fault, says), *map(_no_number, numbers))), ""):
            raise InputError.single(f"the scope has a fault: {fault}", str(file))
        defaults = {str(args[0]): args[1].number for args in self._atoms("default", 2)}
        for key in asked:
            if key not in defaults:
                raise InputError.single(
                    f"unknown bound `{short(key)}`", help=did_you_mean(key, defaults, len(defaults))
                )
        self.bounds = defaults | dict(asked)
        self.cut: int | None = None
        self.sizes = sorted({args[0].number for args in self._atoms("size", 1)})
        if not self.sizes:
            raise InputError.single("the scope defines no `size(N)`, so its situations have no size", str(file))
        self._all = sorted(says)
        self._numbers = {symbol: number for number, symbol in enumerate(self._all)}
        self._swaps = [self._numbered(swap) for swap in _swaps(self._atoms("alike", 3))]

    def situations(self, most: int) -> Iterator[Situation]:
        """Yield situations, smallest first; of those that differ only by swaps of alike terms, one.

        If a size has more than `most` situations, only some are found, `cut` becomes this size, and the search ends.
        """
        terms = [_term(symbol) for symbol in self._all]
        for size in self.sizes:
            if self.cut is not None:
                return
            answers: set[_Statements] = set()
            with self._control.solve(assumptions=[(Function("size", [Number(size)]), True)], yield_=True) as handle:
                for model in handle:
                    if len(answers) == most:
                        self.cut = size
                        break
                    answers.add(tuple(sorted(map(self._numbers.__getitem__, model.symbols(shown=True)))))
            met: set[_Statements] = set()
            for statements in sorted(answers):
                if statements not in met:
                    met.update(self._orbit(statements))
                    yield Situation(size, tuple(terms[number] for number in statements))

    def _atoms(self, name: str, arity: int) -> list[list[Symbol]]:
        return [atom.symbol.arguments for atom in self._control.symbolic_atoms.by_signature(name, arity)]

    def _numbered(self, swap: Mapping[Symbol, Symbol]) -> list[int]:
        """Return the number of each statement after a swap; -1 if the scope never makes the result."""
        return [self._numbers.get(_swapped(symbol, swap), -1) for symbol in self._all]

    def _orbit(self, start: _Statements) -> set[_Statements]:
        """Return a situation with all situations that swaps make of it."""
        orbit, todo = {start}, [start]
        while todo:
            statements = todo.pop()
            for swap in self._swaps:
                swapped = tuple(sorted(swap[number] for number in statements))
                if swapped not in orbit and swapped[0] >= 0:
                    orbit.add(swapped)
                    todo.append(swapped)
        return orbit


def _fault(says: Symbol) -> str:
    """Return the fault of a statement of a situation; empty if it has none."""
    owner = says.arguments[0]
    if owner.type is not SymbolType.Function or (owner.name, len(owner.arguments)) not in _OWNERS:
        return f"nothing can be said of `{short(str(owner))}`, {did_you_mean('', _NAMED, len(_NAMED))}"
    if owner == Function("play"):
        return _no_number(says.arguments[2])
    return ""


def _no_number(symbol: Symbol) -> str:
    return "" if symbol.type is SymbolType.Number else f"`{short(str(symbol))}` is no number"


def _swaps(atoms: Iterable[list[Symbol]]) -> list[dict[Symbol, Symbol]]:
    """Return for each name in `alike(Name, X, Y)` the swap of every X with its Y."""
    swaps: dict[Symbol, dict[Symbol, Symbol]] = {}
    for name, left, right in atoms:
        swaps.setdefault(name, {}).update({left: right, right: left})
    return list(swaps.values())


def _swapped(symbol: Symbol, swap: Mapping[Symbol, Symbol]) -> Symbol:
    if symbol in swap:
        return swap[symbol]
    if symbol.type is SymbolType.Function and symbol.arguments:
        return Function(symbol.name, [_swapped(argument, swap) for argument in symbol.arguments])
    return symbol


def _term(symbol: Symbol) -> Term:
    value = to_value(symbol)
    assert isinstance(value, Term)
    return value
