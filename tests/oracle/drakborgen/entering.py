"""The room tile phase: tiles are drawn and laid, walls, wells and bridges, corridors; and which cards are due."""

from __future__ import annotations

from itertools import combinations

from tests.oracle.chance import NotDecided
from tests.oracle.drakborgen.moving import leave
from tests.oracle.drakborgen.table import Figure, Room, Table, obstacles, turned, way
from tests.paths.boards import OPPOSITE

#: Tiles on which a fall waits for whoever comes in through a wall (DA-MULTI-013).
DEEP = ("well", "bridge")


def tile_phase(table: Table) -> None:
    """Draw and lay tiles until nobody walks on through a corridor (DA-PHASE-012, DA-PHASE-013)."""
    fresh = {place: list(names) for place, names in table.entrants.items() if names}
    for _ in range(4):
        _draw_and_lay(table, fresh)
        walkers = _walk_on(table, fresh)
        if not walkers:
            return
        fresh = {}
        table.record.phase = "corridor_step"
        for name, side in walkers.items():
            figure = table.figures[name]
            for companion in table.companions(name):
                leave(table, companion, side)
                fresh.setdefault(companion.place, []).append(companion.name)
            leave(table, figure, side)
            fresh.setdefault(figure.place, []).append(name)


def _draw_and_lay(table: Table, fresh: dict[str, list[str]]) -> None:
    """One tile for all who come onto a square; the dot lies where they came from (DA-ENTRY-001, -002, -010)."""
    for place in fresh:
        table.record.phase = "tile"
        names = [name for name in sorted(table.entrants[place]) if table.figures[name].kind == "hero"]
        for pair in combinations(names, 2):
            if set(pair) & set(fresh[place]):
                table.record.say("enter_together", *pair, place)
        if place not in table.rooms:
            _new_tile(table, place, [table.figures[name] for name in sorted(fresh[place])])
        elif table.rooms[place].new and table.rooms[place].tile == "web":
            raise NotDecided("late_in_web")


def _new_tile(table: Table, place: str, figures: list[Figure]) -> None:
    """The dot is at the entrance of a random player of those who came in (DA-TILE-002, DA-MULTI-010, -011)."""
    if (stated := table.draws.get(f"tile {place}")) is None:
        raise NotDecided("the tile of a square beyond those that are stated")
    table.record.say("tile", place, stated["is"])
    table.record.say("draws_cards", place, "tile", 1)
    table.record.phase = "lay"
    dot = table.chance.among([str(figure.came_by) for figure in figures if figure.kind == "hero"])
    table.record.say("dot", place, dot)
    exits = [dot, *(turned(relative, dot) for relative in stated["exits"])]
    obstacles = {dot: "portcullis"} if stated.get("portcullis") == "yes" else {}
    table.rooms[place] = Room(stated["is"], exits, obstacles, new=True)
    for figure in figures:
        if figure.came_by not in exits:
            if figure.kind == "hero":
                table.record.say("through_wall", figure.name, place)
            figure.through_wall = True
            if figure.kind == "companion" and stated["is"] in DEEP:
                raise NotDecided("companion_in_wall")
            if stated["is"] == "well":
                table.sink(figure)
            elif stated["is"] == "bridge":
                table.fall(figure)
        if stated["is"] == "web" and figure.place == place:
            _caught(table, figure, place)


def _caught(table: Table, figure: Figure, place: str) -> None:
    """Whoever draws a web tile or card is stuck in it (DA-SPID-005)."""
    table.record.say("caught", figure.name, place)
    figure.stuck = True


def _walk_on(table: Table, fresh: dict[str, list[str]]) -> dict[str, str]:
    """Who comes into a corridor may go on at once, or halt (DA-PHASE-013)."""
    result = {}
    for place, names in fresh.items():
        room = table.rooms[place]
        if room.tile != "corridor" or (table.reading("DA-PHASE-013") == "drawn" and not room.new):
            continue
        for name in names:
            figure = table.figures[name]
            if figure.place != place or figure.dead or figure.kind == "companion":
                continue
            side = table.board["corridor"][name]
            if way(table.rooms, place, side) is None:
                continue
            if side == OPPOSITE[str(figure.moved_by)]:
                continue  # going on is not going back (DA-PHASE-013)
            if obstacles(table.rooms, place, side):
                raise NotDecided("corridor_obstacle")
            if figure.torch == "out" and not any(_lights(hero, place) for hero in table.figures.values()):
                raise NotDecided("dark_corridor")
            result[name] = side
    return result


def _lights(figure: Figure, place: str) -> bool:
    return figure.kind == "hero" and figure.place == place and not figure.dead and figure.torch == "lit"


def deck_due(table: Table, place: str) -> str | None:
    """A Room card in rooms and old trap rooms, a Room Trap card in new ones (DA-ENTRY-004 to -007, DA-RCARD-002)."""
    room = table.rooms[place]
    if room.tile == "room":
        return "room"
    if room.tile == "trap_room":
        return "trap" if room.new else "room"
    return None
