"""Orders of shipped cases with a few things changed: near to circles and paradoxes, which random orders seldom make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random

import yaml

from tests.diplomacy.board import Unit, province, waters
from tests.diplomacy.drawn import POWERS, WORDS, an_order, around, unit_in
from tests.diplomacy.equations import Order, Orders
from tests.project.tree import ROOT

TOPICS = ("circles", "convoys", "convoys", "head-to-head", "neighbours-by-sea", "supports")
_KINDS = {word: kind for kind, word in WORDS.items()} | {"support_hold": "support", "support_move": "support"}


@cache
def cases() -> tuple[tuple[tuple[Unit, ...], dict[str, Order]], ...]:
    """The units and orders of shipped cases of one turn."""
    result = []
    for topic in TOPICS:
        for path in sorted((ROOT / "scenarios/diplomacy" / topic).glob("*.yaml")):
            words = yaml.safe_load(path.read_text(encoding="utf-8"))
            figures, powers = words["figures"], words["play"][0]
            units = tuple(Unit(name, item["power"], item["kind"], item["at"]) for name, item in figures.items())
            lines = {name: text for stated in powers.values() for name, text in stated.items()}
            if len(words["play"]) == 1 and all(text.split()[0] in _KINDS for text in lines.values()):
                orders = {name: (_KINDS[text.split()[0]], *text.split()[1:]) for name, text in lines.items()}
                result.append((units, orders))
    return tuple(result)


def changed(random: Random, readings: Mapping[str, str]) -> Orders:
    """A shipped case with one to four changes: an order, a power, a unit more or less."""
    units, stated = random.choice(cases())
    orders = {unit.name: stated.get(unit.name, ("hold",)) for unit in units}
    for _ in range(random.randint(1, 4)):
        match random.choice(("order", "order", "power", "more", "more", "less")):
            case "order":
                unit = random.choice(units)
                orders[unit.name] = an_order(random, unit, units, orders)
            case "power":
                unit = random.choice(units)
                units = tuple(replace(item, power=random.choice(POWERS)) if item == unit else item for item in units)
            case "more":
                for unit in _beside(random, units):
                    units = (*units, unit)
                    orders[unit.name] = an_order(random, unit, units, orders)
            case "less" if len(units) > 2:
                unit = random.choice(units)
                units = tuple(item for item in units if item != unit)
                del orders[unit.name]
    return Orders(units, orders, readings)


def _beside(random: Random, units: tuple[Unit, ...]) -> Iterator[Unit]:
    """At most one unit more, mostly at sea or in a province next to those that are there."""
    taken = {province(unit.at) for unit in units}
    free = sorted(place for place in around(taken) if place not in taken)
    if not free:
        return
    at_sea = [place for place in free if place in waters()]
    place = random.choice(at_sea if at_sea and random.random() < 0.5 else free)
    unit = unit_in(random, place)
    yield replace(unit, name=f"{unit.name} more")
