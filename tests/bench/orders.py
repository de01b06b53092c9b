"""Orders a second, against the python package `diplomacy`, on the same cases of one turn.

Each case is ruled once, in turn with the package: what was ruled before is remembered and would cost nothing.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any as Untyped

from drakdom.rulings.adjudication import adjudicate
from drakdom.scenario import Scenario, read_scenario_text
from drakdom.terms import Term, Value
from tests.diplomacy.board import Unit, province
from tests.diplomacy.changed import cases
from tests.diplomacy.drawn import scenario
from tests.diplomacy.equations import USUAL, Order, Orders

PACKAGE = "diplomacy"


def orders() -> Iterator[str]:
    """A line with both speeds and their ratio; why there is none if the package is not installed."""
    if find_spec(PACKAGE) is None:
        yield f"orders a second: not measured, the package `{PACKAGE}` is not installed (`pip install '.[bench]'`)"
        return
    asked = [Orders(units, dict(stated), USUAL) for units, stated in dict.fromkeys(map(_whole, cases()))]
    ours, theirs, ratios, alike = 0.0, 0.0, [], 0
    _ruled(_read(asked[0]))  # the law is read once
    for item in asked:
        text, game = _read(item), _game(item)
        (mine, moves), (second, places) = _ruled(text), _processed(game)
        ours, theirs = ours + mine, theirs + second
        ratios.append(mine / second)
        alike += set(moves) == set(places)
    count = sum(len(item.units) for item in asked)
    yield (
        f"{'orders a second, package diplomacy / ours':40} {statistics.median(ratios):6.1f} times as many "
        f"({len(asked)} cases, {count} orders: {count / theirs:,.0f} and {count / ours:,.0f} a second; "
        f"{alike} end with all units in the same places)"
    )


def _whole(case: tuple[tuple[Unit, ...], dict[str, Order]]) -> tuple[tuple[Unit, ...], tuple[tuple[str, Order], ...]]:
    units, stated = case
    full = {unit.name: stated.get(unit.name, ("hold",)) for unit in units}
    return units, tuple(full.items())


def _read(asked: Orders) -> Scenario:
    return read_scenario_text(scenario(asked))


def _ruled(asked: Scenario) -> tuple[float, list[str]]:
    """Seconds for a verdict, and where units are then."""
    started = time.perf_counter()
    verdict = adjudicate(asked, why="none")
    taken = time.perf_counter() - started
    events = [outcome.event for outcome in verdict.branches[0].outcomes]
    at = dict(pair for fluent, place in asked.given for pair in _pairs(fluent, "at", place))
    at |= dict(pair for event in events for pair in _pairs(event, "moves"))
    return taken, sorted(at.values())


def _pairs(value: Value, name: str, *more: Value) -> Iterator[tuple[str, str]]:
    """Yield a unit and a place, if the term has that name; the place is its second argument or stands apart."""
    if isinstance(value, Term) and value.name == name:
        unit, place = (*value.args, *more)
        yield str(unit), str(place)


def _game(asked: Orders) -> Untyped:
    """A game of the package with those units and orders."""
    game = import_module(PACKAGE).Game()
    game.clear_units()
    for power in sorted({unit.power for unit in asked.units}):
        own = [unit for unit in asked.units if unit.power == power]
        game.set_units(power.upper(), [_unit(unit) for unit in own])
    for power in sorted({unit.power for unit in asked.units}):
        own = [unit for unit in asked.units if unit.power == power]
        game.set_orders(power.upper(), [_order(asked, unit) for unit in own])
    return game


def _processed(game: Untyped) -> tuple[float, list[str]]:
    """Seconds for a turn, and where units are then, those that have to retreat too."""
    started = time.perf_counter()
    game.process()
    taken = time.perf_counter() - started
    places = [unit.split()[1] for power in game.powers.values() for unit in power.units]
    places += [unit.split()[1] for power in game.powers.values() for unit in power.retreats]
    return taken, sorted(place.lower().replace("/", "_") for place in places)


def _place(name: str) -> str:
    return name.upper().replace("_", "/")


def _unit(unit: Unit) -> str:
    return f"{unit.kind[0].upper()} {_place(unit.at)}"


def _order(asked: Orders, unit: Unit) -> str:
    kind, *places = asked.stated[unit.name]
    if kind in ("move", "via"):
        return f"{_unit(unit)} - {_place(places[0])}{' VIA' if kind == 'via' else ''}"
    if kind in ("support", "convoy"):
        mate = next((item for item in asked.units if province(item.at) == province(places[0])), None)
        helped = _unit(mate) if mate else f"A {_place(places[0])}"
        onward = f" - {_place(places[1])}" if len(places) > 1 else ""
        return f"{_unit(unit)} {kind[0].upper()} {helped}{onward}"
    return f"{_unit(unit)} H"
