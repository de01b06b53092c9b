"""Kinds of outcomes by which two laws differ in a moment, and the odds of rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from drakdom.graph.batch import Batch
from drakdom.law.facts import Function, Symbol
from drakdom.step.moment import BATCH
from drakdom.step.state import Evaluated

HEADS = {"unruled": "gap", "conflict": "contradiction"}
"""Names of faults by the name of their atom."""
NEVER = frozenset({"refused", "barred", "illegal", "unasked", "usurped", "misstated"})
"""Atoms that are no outcomes."""


def kind_of(symbol: Symbol) -> str:
    """Return the kind of outcome of a symbol, or an empty text if it is no outcome."""
    if symbol.name in NEVER:
        return ""
    if symbol.name == "may":
        return f"may {symbol.arguments[1].name}"
    if symbol.name in HEADS or symbol.name == "rolls":
        inner = symbol.arguments[0]
        return f"{HEADS.get(symbol.name, symbol.name)} {getattr(inner, 'name', inner)}"
    return symbol.name


def is_may(symbol: Symbol) -> bool:
    """Return True if a symbol grants an action."""
    return symbol.name == "may"


def is_stray(symbol: Symbol) -> bool:
    """Return True if a symbol says that a choice was made which the law does not allow."""
    return symbol.name == "conflict" and bool(symbol.arguments[0].match("stray_choice", 1))


def roll_atom(roll: Symbol) -> Symbol:
    """Return the atom that says that a roll is due."""
    return Function("rolls", [roll])


def open_rolls(batch: Batch) -> list[int]:
    """Return nodes of a batch with open rolls, evenly spread if there are many."""
    nodes = [number for number, node in enumerate(batch.play.nodes) if node.kind == "chance"]
    return nodes[:: -(-len(nodes) // BATCH) or 1]


def shifted_odds(first: Evaluated, second: Evaluated) -> Iterator[tuple[Symbol, Symbol, Fraction, Fraction]]:
    """Yield open rolls whose odds two laws give differently: the roll, a meaning, and its odds under each law."""
    for roll in sorted(first.chances.keys() & second.chances.keys()):
        mine, theirs = _odds(first.chances[roll]), _odds(second.chances[roll])
        for meaning in sorted(mine.keys() | theirs.keys()):
            if mine.get(meaning, 0) != theirs.get(meaning, 0):
                yield roll, meaning, mine.get(meaning, Fraction(0)), theirs.get(meaning, Fraction(0))
                break


def _odds(faces: Mapping[Symbol, int]) -> dict[Symbol, Fraction]:
    total = sum(faces.values())
    return {meaning: Fraction(weight, total) for meaning, weight in faces.items()}
