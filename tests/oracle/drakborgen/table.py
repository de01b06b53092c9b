"""The table: rooms, figures, the cards that are stated, and the fixed readings of clauses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.oracle.chance import Chance
from tests.oracle.compare import Record
from tests.paths.boards import OPPOSITE, beside

#: Sides as they lie when one looks ahead, by the side towards which one looks.
CLOCKWISE = "nesw"


@dataclass
class Room:
    """A room tile that lies on a square."""

    tile: str
    exits: list[str]
    obstacles: dict[str, str] = field(default_factory=dict)
    new: bool = False
    web_laid: bool = False


@dataclass
class Figure:
    """A hero or a companion; `place` is a square, or a square in `below(..)` or `depths(..)`."""

    name: str
    place: str
    came_by: str | None
    strength: int
    agility: int
    psyche: int
    hp: int
    kind: str = "hero"
    master: str = ""
    treasure: int = 0
    torch: str = "lit"
    stuck: bool = False
    halfway: str | None = None
    dead: bool = False
    sunk: bool = False
    sits_out: int = 0
    moved_by: str | None = None
    waited: bool = False
    through_wall: bool = False


@dataclass
class Table:
    """One play of one board."""

    board: dict[str, Any]
    chance: Chance
    record: Record
    rooms: dict[str, Room]
    figures: dict[str, Figure]
    entrants: dict[str, list[str]] = field(default_factory=dict)
    searchers: list[str] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)

    @property
    def draws(self) -> dict[str, Any]:
        """Return the draws that the scenario states."""
        draws: dict[str, Any] = self.board["draws"]
        return draws

    def reading(self, clause: str) -> str:
        """Return the reading that the board fixes."""
        return str(self.board["readings"][clause])

    def living_in(self, place: str) -> list[Figure]:
        """Return who is in a room and alive, in the order of names."""
        return [f for _, f in sorted(self.figures.items()) if f.place == place and not f.dead and not f.halfway]

    def companions(self, master: str) -> list[Figure]:
        """Return the companions of a hero that are in the same room."""
        place = self.figures[master].place
        return [f for f in self.figures.values() if f.master == master and f.place == place and not f.dead]

    def lose(self, figure: Figure, amount: int) -> None:
        """Damage lowers body points; at zero the hero is dead (DA-HERO-004, DA-HERO-005)."""
        self.record.say("loses", figure.name, amount)
        figure.hp -= amount
        if figure.hp <= 0:
            figure.dead = True
            self.record.say("dies", figure.name)

    def fall(self, figure: Figure) -> None:
        """A fall into the Catacombs costs T6 and ends the turn (DA-BRDG-003, DA-TRAP-020, DA-CATA-006)."""
        place = f"below({figure.place})"
        self.record.say("falls_to", figure.name, place)
        figure.place, figure.stuck = place, False
        self.lose(figure, self.chance.die(6))

    def sink(self, figure: Figure) -> None:
        """Whoever falls into a bottomless well falls until the sun sets (DA-WELL-003)."""
        self.record.say("falls_to", figure.name, "well")
        figure.place, figure.stuck, figure.sunk = f"depths({figure.place})", False, True

    def ends(self) -> list[str]:
        """Return claims of where everybody is at the end, with what body points; the dead and the sunk are gone."""
        result = []
        for name, figure in self.figures.items():
            if figure.dead:
                result.append(f"dies({name})")
            elif figure.sunk:
                result.append(f"falls_to({name}, well)")
            else:
                result.append(f"finally(at({name}), {figure.place}) and finally(hp({name}), {figure.hp})")
        return result


def table(board: dict[str, Any], chance: Chance) -> Table:
    """Return the table of a board, as its scenario states it."""
    rooms = {
        square: Room(room["tile"], list(room["exits"]), dict(room.get("obstacles", {})))
        for square, room in board["rooms"].items()
        if room
    }
    figures = {
        name: Figure(
            name,
            stated["at"],
            stated.get("came_by"),
            stated.get("strength", 0),
            stated.get("agility", 0),
            stated.get("psyche", 0),
            stated.get("hp", 0),
            stated["kind"],
            stated.get("master", ""),
            sum(stated.get("treasure_cards", {}).values()),
            "out" if stated.get("torch_out") == "yes" else "lit",
            stated.get("stuck") == "yes",
            sits_out=stated.get("sits_out", 0),
        )
        for name, stated in board["figures"].items()
    }
    return Table(board, chance, Record(), rooms, figures)


def way(rooms: dict[str, Room], place: str, side: str) -> str | None:
    """Return the square to which an exit leads; walls of either tile close it (DA-MOVE-001)."""
    target = beside(place, side)
    if target is None or side not in rooms[place].exits:
        return None
    if target in rooms and OPPOSITE[side] not in rooms[target].exits:
        return None
    return target


def open_to_chance(rooms: dict[str, Room], place: str) -> bool:
    """Test if it is decided among which exits chance chooses: whether one that ends on a wall counts is not said.

    An exit that leaves the stated part of the board ends on no wall.
    """
    return not any(beside(place, side) in rooms and way(rooms, place, side) is None for side in rooms[place].exits)


def obstacles(rooms: dict[str, Room], place: str, side: str) -> set[str]:
    """Return the doors and portcullises in an exit; each tile may have one (DA-MOVE-003)."""
    target = beside(place, side)
    own = rooms[place].obstacles.get(side)
    beyond = rooms[target].obstacles.get(OPPOSITE[side]) if target in rooms else None
    return {kind for kind in (own, beyond) if kind}


def turned(relative: str, dot: str) -> str:
    """Return the side that lies so as seen by who comes in at the dot (DA-TILE-002)."""
    steps = {"back": 0, "left": 1, "straight": 2, "right": 3}[relative]
    return CLOCKWISE[(CLOCKWISE.index(dot) + steps) % 4]
