"""The Catacombs: walking with an arrow, climbing back by a rope, and coming up by a way up."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracle.chance import Chance, NotDecided
from tests.oracle.compare import Record
from tests.oracle.drakborgen.table import CLOCKWISE
from tests.paths.boards import STEPS, square

#: The eight neighbours of a square, in the order of the T12: 1 is north, then clockwise (DA-CATA-037).
AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
#: Faces of the T12 that stand for a neighbour; 9 to 12 are the square itself (DA-CATA-036).
SIDES = 12
Point = tuple[int, int]


@dataclass
class Below:
    """One play of heroes in the Catacombs under a board of so many columns and rows, all walled in."""

    board: dict[str, Any]
    chance: Chance
    record: Record = field(default_factory=Record)
    at: dict[str, str] = field(default_factory=dict)

    def inside(self, point: Point) -> bool:
        """Return True for a square of the board."""
        return all(0 <= part < self.board["size"] for part in point)

    def named(self, point: Point) -> str:
        """Return a square by its name, off the board seen from the nearest square."""
        near = self.nearest(point)
        if near == point:
            return square(*point)
        return f"beyond({square(*near)}, {point[0] - near[0]}, {point[1] - near[1]})"

    def nearest(self, point: Point) -> Point:
        """Return the point shifted so that it lies inside (DA-CATA-026)."""
        last = self.board["size"] - 1
        return min(max(point[0], 0), last), min(max(point[1], 0), last)

    def run(self) -> None:
        """Climb and go up in the movement phase, then walk, then draw cards (DA-CATA-014, -017, -022)."""
        arrived: dict[Point, list[str]] = {}
        cards: list[str] = []
        self.record.phase = "open_lock_or_move"
        for name, hero in self.board["heroes"].items():
            if hero["order"] == "climb":
                self._climb(name, hero, cards)
            elif hero["order"] == "ascend":
                self._ascend(name, hero, cards)
        self.record.phase = "walk_catacombs"
        for name, hero in self.board["heroes"].items():
            if hero["order"].startswith("walk"):
                point = self._walk(name, hero)
                arrived.setdefault(point, []).append(name)
        self.record.phase = "card"
        for point, names in arrived.items():
            self.record.say("draws_cards", f"below({self.named(point)})" if self.inside(point) else self.named(point),
                            "catacomb", 1)  # fmt: skip
            for number, name in enumerate(names):
                for neighbour in names[number + 1 :]:
                    self.record.say("meet_below", name, neighbour, self.named(point))
        for place in cards:
            self.record.say("draws_cards", place, "room", 1)

    def _walk(self, name: str, hero: dict[str, Any]) -> Point:
        """Turn at most a quarter, then 1 turns the arrow left and 6 right (DA-CATA-014 to -017)."""
        side = hero["order"].split()[1]
        turn = self.chance.weighted([(0, _sixth(4)), (-1, _sixth(1)), (1, _sixth(1))])
        side = CLOCKWISE[(CLOCKWISE.index(side) + turn) % 4]
        east, north = STEPS[side]
        point = (hero["at"][0] + east, hero["at"][1] + north)
        self.record.say("walks", name, side, self.named(point))
        self.at[name] = f"below({self.named(point)})" if self.inside(point) else self.named(point)
        return point

    def _climb(self, name: str, hero: dict[str, Any], cards: list[str]) -> None:
        """A rope and an Agility check lead back to the square fallen from (DA-CATA-007 to -010, DA-TRAP-022)."""
        if self.chance.at_most(hero["agility"]):
            self._up(name, hero["at"], cards)
        else:
            self.record.say("fails", name, "rope")
            self.at[name] = f"below({self.named(hero['at'])})"

    def _ascend(self, name: str, hero: dict[str, Any], cards: list[str]) -> None:
        """A way up, after its check, leads to a square that T12 decides (DA-CATA-022 to -024, -036)."""
        check = hero["way_up"]
        if check and not self.chance.at_most(hero[check]):
            self.record.say("fails", name, "way_up")
            at = self.named(hero["at"])
            self.at[name] = f"below({at})" if self.inside(hero["at"]) else at
            return
        face = self.chance.die(SIDES)
        east, north = AROUND[face - 1] if face <= len(AROUND) else (0, 0)
        point = (hero["at"][0] + east, hero["at"][1] + north)
        nearest = self.nearest(point)
        if max(abs(point[0] - nearest[0]), abs(point[1] - nearest[1])) > 1:
            self.record.say("gets_out", name)
            return
        shifted = nearest != point
        place = self._by_a_way_down(nearest, shifted)
        fresh = self._tile(place)
        if square(*place) in self.at.values() and fresh:
            raise NotDecided("who_turns")
        if "down" not in self.board["rooms"].get(square(*place), {}).get("exits", []) and not self._shared(place):
            self.record.say("new_way_down", square(*place))
        self._up(name, place, cards, fresh)

    def _shared(self, place: Point) -> bool:
        """Return True if somebody came up there just now, so that the way down lies there (DA-CATA-032)."""
        return square(*place) in [at for name, at in self.at.items() if self.board["heroes"][name]["order"] == "ascend"]

    def _by_a_way_down(self, point: Point, shifted: bool) -> Point:
        """A way down on a neighbouring square is where the hero comes up; T12 decides (DA-CATA-028, -029)."""
        if shifted and self.board["readings"]["DA-CATA-028"] == "rolled_inside":
            return point
        near = [(point[0] + east, point[1] + north) for east, north in AROUND]
        ways = [neighbour for neighbour in near if self.inside(neighbour) and self._has_way_down(neighbour)]
        if not ways or (self._has_way_down(point) and self.board["readings"]["DA-CATA-029"] == "rolled"):
            return point
        if SIDES % len(ways):
            raise NotDecided("uneven_ways")
        return self.chance.among(ways)

    def _has_way_down(self, point: Point) -> bool:
        return "down" in self.board["rooms"].get(square(*point), {}).get("exits", [])

    def _tile(self, point: Point) -> str | None:
        """A tile is drawn where none lies, and laid in any direction (DA-CATA-031)."""
        place = square(*point)
        if self.board["rooms"].get(place):
            return None
        tile = self.board["tiles"][place]
        return str(tile)

    def _up(self, name: str, point: Point, cards: list[str], fresh: str | None = None) -> None:
        """Whoever is up draws a Room card in a normal room (DA-CATA-009, DA-CATA-039)."""
        place = square(*point)
        self.record.say("climbs_up", name, place)
        if self.board["heroes"][name]["order"] == "ascend":
            self.record.say("entered", name, place)
        self.at[name] = place
        if fresh:
            self.record.phase = "tile"
            self.record.say("tile", place, fresh)
            self.record.say("draws_cards", place, "tile", 1)
            self.record.phase = "lay"
            self.record.say("dot", place, "n")
            self.record.phase = "open_lock_or_move"
        if (fresh or self.board["rooms"][place]["tile"]) == "room" and place not in cards:
            cards.append(place)


def _sixth(count: int) -> Fraction:
    return Fraction(count, 6)
