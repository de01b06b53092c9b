"""The situations that an audit searches: answers of a rulebook's `scope.lp`, smallest first, alike ones once.

A situation is what a scenario file would say of it: `says(Owner, Field, Value)`, with one or two keys before the value,
with the owners `place(P)`, `figure(F)`, `state`, `suppose`, `begin` and `play`. So whatever a scope makes up is read
by the reader of scenarios, and every witness is a scenario.
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

#: What a scope is given besides its own rules.
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


#: What a situation says, by the numbers of its sentences.
_Said = tuple[int, ...]


class Situation(NamedTuple):
    """What a scenario would say, as `says(..)` terms in a fixed order, and how large the scope takes it to be."""

    size: int
    says: tuple[Term, ...]


class Scope:
    """A `scope.lp` with what it includes, grounded within some bounds.

    Raises InputError for what is no scope, and for unknown bounds.
    """

    def __init__(self, file: Path, asked: Mapping[str, int]) -> None:
        log = Log()
        self._control = Control(["--models=0", "--project=show"], logger=log, message_limit=20)
        text = "\n".join(str(rule) for one in law_files(file) for rule in parse(read_text(one), one))
        try:
            self._control.add("base", [], f"{text}\n{_FRAME}")
            self._control.add("base", [], "".join(f"asked({key},{n})." for key, n in asked.items()))
            self._control.ground([("base", [])])
        except RuntimeError as error:
            raise InputError.one(f"the scope cannot be grounded: {error}", str(file)) from None
        if log.messages:
            raise InputError.one(f"the scope cannot be grounded: {'; '.join(log.messages[:3])}", str(file))
        known = {str(args[0]): args[1].number for args in self._atoms("default", 2)}
        for key in asked:
            if key not in known:
                raise InputError.one(
                    f"`{short(key)}` is no bound of this scope", help=did_you_mean(key, known, len(known))
                )
        self.bounds = known | dict(asked)
        self.cut: int | None = None
        self.sizes = sorted({args[0].number for args in self._atoms("size", 1)})
        if not self.sizes:
            raise InputError.one("the scope says no `size(N)`, so nothing is the smallest", str(file))
        says = [atom.symbol for n in (3, 4, 5) for atom in self._control.symbolic_atoms.by_signature("says", n)]
        self._all = sorted(says)
        self._numbers = {symbol: number for number, symbol in enumerate(self._all)}
        self._swaps = [self._numbered(swap) for swap in _swaps(self._atoms("alike", 3))]

    def situations(self, most: int) -> Iterator[Situation]:
        """Situations, smallest first; of those that only swap what is alike, one.

        Of a size with more than `most` only some are found, and `cut` is that size then; nothing larger is looked for.
        """
        terms = [_term(symbol) for symbol in self._all]
        for size in self.sizes:
            if self.cut is not None:
                return
            found: set[_Said] = set()
            with self._control.solve(assumptions=[(Function("size", [Number(size)]), True)], yield_=True) as handle:
                for model in handle:
                    if len(found) == most:
                        self.cut = size
                        break
                    found.add(tuple(sorted(map(self._numbers.__getitem__, model.symbols(shown=True)))))
            met: set[_Said] = set()
            for said in sorted(found):
                if said not in met:
                    met.update(self._orbit(said))
                    yield Situation(size, tuple(terms[number] for number in said))

    def _atoms(self, name: str, arity: int) -> list[list[Symbol]]:
        return [atom.symbol.arguments for atom in self._control.symbolic_atoms.by_signature(name, arity)]

    def _numbered(self, swap: Mapping[Symbol, Symbol]) -> list[int]:
        """What every sentence becomes, by number; -1 for one that the scope never says."""
        return [self._numbers.get(_swapped(symbol, swap), -1) for symbol in self._all]

    def _orbit(self, said: _Said) -> set[_Said]:
        """A situation with everything that swapping makes of it."""
        found, todo = {said}, [said]
        while todo:
            one = todo.pop()
            for swap in self._swaps:
                other = tuple(sorted(swap[number] for number in one))
                if other not in found and other[0] >= 0:
                    found.add(other)
                    todo.append(other)
        return found


def _swaps(atoms: Iterable[list[Symbol]]) -> list[dict[Symbol, Symbol]]:
    """`alike(Name, X, Y)`: for each name the swap of every X with its Y."""
    found: dict[Symbol, dict[Symbol, Symbol]] = {}
    for name, one, other in atoms:
        found.setdefault(name, {}).update({one: other, other: one})
    return list(found.values())


def _swapped(symbol: Symbol, swap: Mapping[Symbol, Symbol]) -> Symbol:
    if symbol in swap:
        return swap[symbol]
    if symbol.type is SymbolType.Function and symbol.arguments:
        return Function(symbol.name, [_swapped(one, swap) for one in symbol.arguments])
    return symbol


def _term(symbol: Symbol) -> Term:
    value = to_value(symbol)
    assert isinstance(value, Term)
    return value
