"""What a scenario comes to, as plain values, and scenarios whose names or board are changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from drakdom.law.facts import to_value
from drakdom.scenario import Scenario
from drakdom.step.case import build_case
from drakdom.terms import Term, Value
from drakdom.value.solve import Branch
from tests.witness import Engine, solved

#: Something that happens, where it does so, and for which time there.
Happens = tuple[Value, tuple[int, str], int]
#: Clauses with their readings.
Readings = tuple[tuple[str, str], ...]
#: The worst and the best odds, and those of what is undecided.
Odds = tuple[Fraction, Fraction, Fraction]
#: For each way of reading it, everything that can happen with its odds.
Play = dict[Readings, dict[Happens, Odds]]
Change = Callable[[Value], Value]

_SQUARE = re.compile(r"([A-Z])(\d+)\Z")

#: Rolls whose faces tell a side, with the faces that change places when east and west do: those for straying (1 is to
#: the left, 6 to the right), and those for where a hero comes up (from 1, north, clockwise to 8, north-west).
FACES = {
    "stray": {1: 6, 6: 1},
    "emerge": (clock := {2: 8, 3: 7, 4: 6, 6: 4, 7: 3, 8: 2}),
    "emerge_from": clock,
}


def play(scenario: Scenario, engine: Engine = "side-by-side") -> Play:
    """Play a scenario out."""
    return values(solved(build_case(scenario), engine))


def values(branches: Iterable[Branch]) -> Play:
    """Return what branches of play come to."""
    result: Play = {}
    for branch in branches:
        result[tuple(sorted(branch.readings))] = {
            (to_value(symbol), place, time): (value.low, value.high, value.unruled)
            for (symbol, place, time), value in branch.evaluation.occasions().items()
        }
    return result


def changed(scenario: Scenario, change: Change) -> Scenario:
    """A scenario with every value changed in the same way; its claims are left out."""
    facts = tuple(_term(fact, change) for fact in scenario.facts)
    given = tuple((_deep(fluent, change), _deep(value, change)) for fluent, value in scenario.given)
    return replace(scenario, facts=facts, given=given, claims=(), sources={})


def changed_play(entry: Play, change: Change) -> Play:
    """The same play told in changed values."""
    return {
        readings: {(_deep(event, change), place, time): odds for (event, place, time), odds in events.items()}
        for readings, events in entry.items()
    }


def unordered(entry: Play, figures: frozenset[str]) -> dict[Readings, Counter[tuple[Happens, Odds]]]:
    """How often play comes to what, where events that name several figures at once do not say who comes first."""

    def sort(event: Value) -> Value:
        if not isinstance(event, Term):
            return event
        named = sorted(part for part in event.args if isinstance(part, str) and part in figures)
        rest = iter(named)
        return Term(event.name, tuple(next(rest) if part in figures else sort(part) for part in event.args))

    return {
        readings: Counter(((sort(event), place, time), odds) for (event, place, time), odds in events.items())
        for readings, events in entry.items()
    }


def _term(term: Term, change: Change) -> Term:
    deep = _deep(term, change)
    assert isinstance(deep, Term)
    return deep


def _deep(value: Value, change: Change) -> Value:
    """The parts are changed first, then what they make up."""
    if isinstance(value, Term) and value.args:
        value = Term(value.name, tuple(_deep(part, change) for part in value.args))
    return change(value)


def renaming(names: Mapping[str, str]) -> Change:
    """Figures under other names."""
    return lambda value: names.get(value, value) if isinstance(value, str) else value


def mirror(scenario: Scenario) -> Change:
    """East and west, left and right exchanged, columns counted from the other side."""
    squares = {result[1] for fact in scenario.facts for word in _words(fact) if (result := _SQUARE.match(word))}
    outer = ord(min(squares)) + ord(max(squares)) if squares else 0
    grid = scenario.rulebook.topology.grid
    turned = {name: second for name, (x, y) in grid.items() for second, step in grid.items() if step == (-x, y)}
    turned |= {"left": "right", "right": "left"}

    def change(value: Value) -> Value:
        match value:
            case Term("beyond", (place, int(east), north)):
                return Term("beyond", (place, -east, north))
            case Term("plot", (place, int(column), row)):
                return Term("plot", (place, outer - 2 * ord("A") + 2 - column, row))
            case Term("told", (Term(roll) as roll_term, count, int(face))) if roll in FACES:
                return Term("told", (roll_term, count, FACES[roll].get(face, face)))
            case Term(name, ()):
                return Term(turned.get(name, name))
        if isinstance(value, str) and value not in scenario.figures and (results := _SQUARE.match(value)):
            return chr(outer - ord(results[1])) + results[2]
        return value

    return change


def _words(value: Value) -> list[str]:
    if isinstance(value, Term):
        return [word for part in value.args for word in _words(part)]
    return [value] if isinstance(value, str) else []
