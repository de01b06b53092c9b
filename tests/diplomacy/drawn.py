"""Random units and orders in one corner of the map, so that they meet; and their scenario."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import yaml

from tests.diplomacy.board import Unit, beside, near, province, waters, ways
from tests.diplomacy.equations import Order, Orders

POWERS = ("austria", "england", "france")
#: Centres of corners: where much sea is, orders to convoy meet each other.
CORNERS = ("eng", "nth", "tys", "ion", "aeg", "bal", "bla", "mun", "lyo", "mao", "ska", "gal")


def corner(random: Random, count: int) -> list[str]:
    """Provinces around a centre."""
    corners: list[str] = []
    todo = [random.choice(CORNERS)]
    while todo and len(corners) < count:
        place = todo.pop(0)
        if place in corners:
            continue
        corners.append(place)
        ends = sorted(around({place}) - {*corners})
        todo += random.sample(ends, len(ends))
    return corners


def around(places: set[str]) -> set[str]:
    """The provinces next to some."""
    starts = [(kind, start) for kind in ("army", "fleet") for start in ways(kind) if province(start) in places]
    return {province(end) for kind, start in starts for end in ways(kind)[start]}


def units(random: Random, count: int) -> tuple[Unit, ...]:
    """Units of few powers, close to each other."""
    return tuple(unit_in(random, place) for place in random.sample(corner(random, count + 3), count))


def unit_in(random: Random, place: str) -> Unit:
    """A unit of a power in a province."""
    spots = {kind: [spot for spot in ways(kind) if province(spot) == place] for kind in ("army", "fleet")}
    kind = random.choice([kind for kind, places in spots.items() if places])
    return Unit(f"{kind[0].upper()} {place}", random.choice(POWERS), kind, random.choice(spots[kind]))


def orders(random: Random, count: int, readings: Mapping[str, str]) -> Orders:
    """Units, and an order for each: moves first, then what helps them."""
    pieces = units(random, count)
    stated: dict[str, Order] = {}
    for unit in random.sample(pieces, len(pieces)):
        stated[unit.name] = an_order(random, unit, pieces, stated)
    return Orders(pieces, stated, readings)


def an_order(random: Random, unit: Unit, pieces: tuple[Unit, ...], stated: Mapping[str, Order]) -> Order:
    """An order; one in twelve is for another unit's surroundings, and mostly not legal."""
    ordered = [(mate, stated[mate.name]) for mate in pieces if mate.name in stated]
    moving = [(mate, order[1]) for mate, order in ordered if order[0] in ("move", "via")]
    staying = [province(mate.at) for mate, order in ordered if order[0] not in ("move", "via")]
    afloat = [(mate, place) for mate, place in moving if mate.kind == "army" and unit.at in waters()]
    choices: list[Order] = []
    choices += [("convoy", mate.at, place) for mate, place in afloat] * 2
    choices += [("support", province(mate.at), place) for mate, place in moving if province(place) in near(unit)]
    choices += [("support", place) for place in staying if place in near(unit)]
    if choices and random.random() < 0.65:
        return random.choice(choices)
    shores = [province(mate.at) for mate in pieces if mate.at not in waters()] + sorted(_coasts(pieces))
    goes = sorted(beside(random.choice(pieces) if random.random() < 0.08 else unit))
    held = [place for place in goes if province(place) in {province(mate.at) for mate in pieces}]
    if unit.kind == "army" and random.random() < 0.45:
        return (random.choice(("move", "move", "via")), random.choice(shores))
    return ("move", random.choice(held if held and random.random() < 0.6 else goes))


def _coasts(pieces: tuple[Unit, ...]) -> set[str]:
    fleets = [unit for unit in pieces if unit.at in waters()]
    return {place for fleet in fleets for place in near(fleet) if place not in waters()}


#: Coasts are named where they matter, and only there.
STRICT = {"DI-COA-002": "ignored", "DI-COA-003": "ignored", "DI-COA-004": "free", "DI-COA-006": "ignored"}
WORDS = {"move": "move", "via": "move_via_convoy", "hold": "hold", "convoy": "convoy"}


def scenario(asked: Orders) -> str:
    """The text of a scenario with those orders."""
    play: dict[str, dict[str, str]] = {}
    for unit in asked.units:
        kind, *places = asked.stated[unit.name]
        word = WORDS.get(kind) or ("support_hold" if len(places) == 1 else "support_move")
        play.setdefault(unit.power, {})[unit.name] = " ".join([word, *places])
    words = {
        "title": "random orders",
        "rulebook": "diplomacy",
        "readings": {**asked.readings, **STRICT},
        "figures": {unit.name: {"power": unit.power, "kind": unit.kind, "at": unit.at} for unit in asked.units},
        "play": [play],
    }
    return yaml.safe_dump(words, sort_keys=False)
