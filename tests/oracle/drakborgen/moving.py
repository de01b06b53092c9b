"""The movement phase: who may go where, obstacles, doors and portcullises."""

from __future__ import annotations

from collections import defaultdict

from tests.oracle.chance import NotDecided
from tests.oracle.drakborgen.table import Figure, Room, Table, obstacles, open_to_chance, way
from tests.paths.boards import OPPOSITE, beside

#: Tiles that must be crossed by whoever does not leave by the own entrance.
TO_CROSS = ("rubble", "well", "bridge", "web")
#: Tiles that take Room cards, so that they can be searched, and rubble rooms (DA-SEARCH-002, DA-SEARCH-003).
SEARCHABLE = ("room", "rubble")


def may_search(room: Room) -> bool:
    """Rooms without Room cards cannot be searched, but rubble rooms can (DA-SEARCH-002, DA-SEARCH-003)."""
    return room.tile in SEARCHABLE


def may_move(rooms: dict[str, Room], figure: Figure, side: str) -> bool:
    """Only through exits, not through walls; in a dark room the die chooses (DA-MOVE-001, DA-DARK-002)."""
    return rooms[figure.place].tile != "dark" and way(rooms, figure.place, side) is not None


def movement_phase(table: Table) -> None:
    """Everybody decides, then torches, doors, other obstacles, then all move (DA-PHASE-008, -010, DA-COMP-002)."""
    wishes = _decide(table)
    lit = _light(table, wishes)
    open_doors = _doors(table, {name: wishes[name] for name in lit})
    table.record.phase = "open_lock_or_move"
    movers = _obstacles(table, open_doors)
    for name, side in movers.items():
        for companion in table.companions(name):
            leave(table, companion, side)
        leave(table, table.figures[name], side)


def leave(table: Table, figure: Figure, side: str) -> None:
    """Move one step; whoever enters one square meets there at the same moment (DA-ENTRY-009, DA-MULTI-009)."""
    target = beside(figure.place, side)
    assert target is not None
    table.record.say("leaves", figure.name, figure.place)
    table.record.say("entered", figure.name, target)
    if figure.name in table.entrants.get(figure.place, []):
        table.entrants[figure.place].remove(figure.name)
    figure.place, figure.came_by, figure.moved_by, figure.stuck = target, OPPOSITE[side], side, False
    table.entrants.setdefault(target, []).append(figure.name)


def _decide(table: Table) -> dict[str, str]:
    """Move a step, search or stand still (DA-ROUND-002, -006); a dark room's exit is random (DA-DARK-002)."""
    wishes: dict[str, str] = {}
    for name, figure in sorted(table.figures.items()):
        if figure.sits_out or figure.kind == "companion":
            continue
        order = table.board["orders"][name][0]
        if order == "search":
            table.searchers.append(name)
        elif order == "stay":
            table.idle.append(name)
        elif order == "grope":
            exits = table.rooms[figure.place].exits
            if not open_to_chance(table.rooms, figure.place):
                raise NotDecided("walled_exit")
            wishes[name] = table.chance.among(exits)
        else:
            wishes[name] = order.split()[1]
    return wishes


def _light(table: Table, wishes: dict[str, str]) -> list[str]:
    """Three of six faces light a torch; all whose torches are out try, and one lit torch is enough for all of a room.

    DA-TORCH-001 to -003, DA-MULTI-070, -071. Whether all must try where a torch was lit before is not said.
    """
    table.record.phase = "light"
    dark = [name for name in wishes if table.figures[name].torch == "out"]
    for name in dark:
        bearers = table.living_in(table.figures[name].place)
        if any(bearer.torch == "lit" and bearer.kind == "hero" for bearer in bearers):
            raise NotDecided("DA-MULTI-070")
    lit = [name for name in dark if table.chance.at_most(3, 6)]
    bright = {table.figures[name].place for name in lit}
    for name in dark:
        if name in lit:
            table.record.say("lights", name)
        elif table.figures[name].place not in bright:  # who is held up fails
            table.record.say("fails", name, "torch")
    for name in lit:
        table.figures[name].torch = "lit"
    return [name for name in wishes if name not in dark or table.figures[name].place in bright]


def _doors(table: Table, wishes: dict[str, str]) -> dict[str, str]:
    """One Door card a door: open lets all through, a trap hits who drew it, a lock may be picked (DA-MULTI-057)."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    passing = {}
    for name, side in wishes.items():
        place = table.figures[name].place
        if "door" in obstacles(table.rooms, place, side):
            groups[place, side].append(name)
        else:
            passing[name] = side
    if any((beside(place, side), OPPOSITE[side]) in groups for place, side in groups):
        raise NotDecided("door_from_both_sides")
    for (place, side), names in groups.items():
        table.record.phase = "try_door"
        for name in names:
            table.record.say("feels", name, place, side)
        card = table.draws[f"door {place} {side}"]
        table.record.say("draws_cards", place, "door", 1)
        table.record.say("drawn", place, "door", card)
        if card == "open":
            passing |= dict.fromkeys(names, side)
        elif card == "trap":
            feeler = table.draws.get(f"feeler {place} {side}", names[0])
            table.record.say("hit", feeler, "door_trap")
            table.lose(table.figures[feeler], table.board["damage"]["door_trap"])
            _failed(table, [name for name in names if not table.figures[name].dead], "door")
        else:
            passing |= _lock(table, place, side, names)
    return passing


def _lock(table: Table, place: str, side: str, names: list[str]) -> dict[str, str]:
    """A lock is picked with two Psyche checks, or left alone for another way (DA-DOOR-008, -015, DA-MULTI-060)."""
    second = {name: table.board["orders"][name][1] for name in names}
    pickers = [name for name in names if second[name] == "pick"]
    if len(pickers) > 1:
        raise NotDecided("who_picks")
    result = {name: order.split()[1] for name, order in second.items() if order.startswith("move")}
    table.searchers.extend(name for name, order in second.items() if order == "search")
    waiting = [name for name, order in second.items() if order == "stand_by"]
    for name in pickers:
        value = table.figures[name].psyche
        if table.chance.at_most(value) and table.chance.at_most(value):
            table.record.phase = "open_lock_or_move"
            table.record.say("opens_lock", name, place, side)
            result |= dict.fromkeys([*pickers, *waiting], side)
        else:
            _failed(table, [*pickers, *waiting], "door")
    return result


def _failed(table: Table, names: list[str], barrier: str) -> None:
    """Who fails at an obstacle stays and has used the move (DA-MOVE-004, DA-MOVE-005, DA-OBST-005)."""
    before, table.record.phase = table.record.phase, "open_lock_or_move"
    for name in names:
        for figure in (table.figures[name], *table.companions(name)):
            table.record.say("fails", figure.name, barrier)
    table.record.phase = before


def _obstacles(table: Table, wishes: dict[str, str]) -> dict[str, str]:
    """Cross the own tile, lift portcullises together; only who succeeds moves (DA-OBST-001, -004)."""
    before = {name: table.figures[name].place for name in wishes}
    passing = {name: side for name, side in wishes.items() if _crosses(table, table.figures[name], side)}
    lifting = wishes if table.reading("DA-OBST-001") == "each" else passing
    gates: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, side in lifting.items():
        if "portcullis" in obstacles(table.rooms, before[name], side):
            gates[before[name], side].append(name)
    shared = table.reading("DA-MULTI-062") == "together"
    lifted = {gate: _lifts(table, names) for gate, names in sorted(gates.items())}
    for (place, side), names in gates.items():
        beyond = (str(beside(place, side)), OPPOSITE[side])
        count = lifted[place, side]
        total = sum(count) + (sum(lifted[beyond]) if shared and beyond in lifted else 0)
        if total < 2:
            if any(_is_out_of_the_web(table, name, side) for name in names if name in passing):
                raise NotDecided("between_web_and")
            _failed(table, [name for name in names if table.figures[name].place == place], "portcullis")
            passing = {name: way_out for name, way_out in passing.items() if name not in names}
    return passing


def _is_out_of_the_web(table: Table, name: str, side: str) -> bool:
    """Whoever had to get loose to come to the exit: where such a figure is that goes no farther is not said."""
    figure = table.figures[name]
    own = side == figure.came_by and not figure.stuck
    return table.rooms[figure.place].tile == "web" and (not own or table.reading("DA-SPID-012") == "tear")


def _lifts(table: Table, names: list[str]) -> list[bool]:
    """Two Strength checks for each who wants out, two successes in total (DA-GATE-001, DA-MULTI-062, DA-COMP-005)."""
    lifters = [figure for name in names for figure in (table.figures[name], *table.companions(name))]
    return [table.chance.at_most(figure.strength) for figure in lifters for _ in range(2)]


def _crosses(table: Table, figure: Figure, side: str) -> bool:
    """No check by the own entrance; else rubble, well, bridge or web (DA-RUBB, DA-WELL, DA-BRDG, DA-SPID-008, -009)."""
    tile, chance = table.rooms[figure.place].tile, table.chance
    if tile not in TO_CROSS or (side == figure.came_by and not figure.stuck):
        if tile == "web" and table.reading("DA-SPID-012") == "tear":
            return _tears(table, figure, side)
        return True
    if tile == "rubble":
        if chance.at_most(figure.agility):
            return True
        figure.stuck = True
        _failed(table, [figure.name], "rubble")
        return False
    if tile == "well":
        if chance.at_most(figure.agility):
            return True
        table.sink(figure)
        return False
    if tile == "bridge":
        return _balances(table, figure)
    return _tears(table, figure, side)


def _balances(table: Table, figure: Figure) -> bool:
    """Agility and Psyche, both heavier by one for every second treasure card (DA-BRDG-002 to -004)."""
    weight = figure.treasure // 2
    results = [table.chance.at_most(figure.agility - weight), table.chance.at_most(figure.psyche - weight)]
    if all(results) or (any(results) and table.reading("DA-BRDG-002") == "crosses"):
        return True
    if any(results):
        _failed(table, [figure.name], "bridge")
    else:
        table.fall(figure)
    return False


def _tears(table: Table, figure: Figure, side: str) -> bool:
    """One Strength check back by the entrance, two in succession onwards (DA-SPID-008, DA-SPID-009)."""
    needed = 1 if side == figure.came_by else 2
    results = [table.chance.at_most(figure.strength) for _ in range(needed)]
    if all(results):
        if figure.stuck or needed == 2 or table.reading("DA-SPID-012") == "tear":
            table.record.say("gets_loose", figure.name)
        return True
    _failed(table, [figure.name], "web")
    if needed == 2 and table.reading("DA-SPID-010") == "caught":
        figure.stuck = True
    return False
