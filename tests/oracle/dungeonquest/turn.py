"""One action phase: the hero moves, rooms work, cards are carried out, tests are taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracle.chance import Chance, NotDecided, TooMany
from tests.oracle.compare import Record
from tests.oracle.drakborgen.table import turned
from tests.paths.boards import OPPOSITE, beside

#: Rooms entered in one turn, beyond which a board is left aside.
MOST_ROOMS = 7
#: Rooms in which nobody stops.
ONWARD = ("dark", "corridor", "web")
#: Ways in which two dice show so much or less (DQ-TEST-004).
DICE = {
    total: sum(1 for first in range(1, 7) for second in range(1, 7) if first + second <= total) for total in range(30)
}


@dataclass
class Room:
    """A tile that lies on the board."""

    tile: str
    exits: list[str]
    obstacles: dict[str, str]


@dataclass
class Turn:
    """One play of the turn of the active hero."""

    board: dict[str, Any]
    chance: Chance
    rooms: dict[str, Room]
    at: str
    wounds: int
    record: Record = field(default_factory=Record)
    entries: list[str] = field(default_factory=list)
    loot: int = 0
    dead: bool = False
    below: bool = False

    @property
    def hero(self) -> dict[str, Any]:
        """Return the values of the active hero."""
        values: dict[str, Any] = self.board["hero"]
        return values

    def run(self) -> None:
        """Move or search, then the turn is over (DQ-TURN-006, -010)."""
        order = self.board["order"]
        if order == "search":
            self.record.phase = "action"
            self.record.say("searches", "Aldo", self.at)
            self.record.say("marked", self.at)
            self._card("search", self.board["cards"]["search"])
        else:
            self._go(order.split()[1])
        self.record.phase = "close"
        self.record.say("turn_ends", "Aldo")

    def _test(self, attribute: str, reason: str, phase: str, extra: int = 0) -> bool:
        """Two dice at most the attribute; a failure brings a marker (DQ-TEST-004 to -007)."""
        self.record.phase = phase
        share = Fraction(DICE[max(0, min(12, self.hero[attribute] - extra))], 36)
        passed = self.chance.weighted([(True, share), (False, 1 - share)])
        self.record.say("passes" if passed else "fails", "Aldo", reason)
        if not passed:
            self.record.say("marker", "Aldo")
        return passed

    def _wound(self, amount: int, reason: str) -> None:
        """Wounds add up; as many as the life kill (DQ-WOUND-001, -002)."""
        self.record.say("wounded", "Aldo", amount, reason)
        self.wounds += amount
        if self.wounds >= self.hero["life"]:
            self.dead = True
            self.record.say("dies", "Aldo")

    def open_way(self, side: str) -> bool:
        """A passage without a wall, and no other hero in the room beyond (DQ-MOVE-006, -007, -010)."""
        target = beside(self.at, side)
        if target is None or side not in self.rooms[self.at].exits or target in self.board["taken"]:
            return False
        return target not in self.rooms or OPPOSITE[side] in self.rooms[target].exits

    def _go(self, side: str, *, free: bool = False) -> None:
        """Doors and portcullises first, unless the move ignores them; then the room is entered (DQ-DOOR, DQ-GATE)."""
        target = beside(self.at, side)
        assert target is not None
        if not free:
            beyond = self.rooms[target].obstacles.get(OPPOSITE[side]) if target in self.rooms else None
            own = self.rooms[self.at].obstacles.get(side)
            for number, barrier in ((2, own), (3, beyond)):
                if not barrier:
                    continue
                if own and number == 3 and self.board["readings"]["DQ-DOOR-001"] == "nearer":
                    break
                if not self._passes(barrier, number):
                    return
        self.record.phase = "obstacle"
        self.record.say("leaves", "Aldo", self.at)
        self.record.say("entered", "Aldo", target)
        self.at = target
        self._enter(OPPOSITE[side])

    def _passes(self, barrier: str, number: int) -> bool:
        """A Door card opens a door, a strength test a portcullis (DQ-DOOR-001, DQ-GATE-001 to -003)."""
        self.record.phase = "obstacle"
        if barrier == "door":
            card = self.board["cards"]["door"]
            self.record.say("drawn", "Aldo", "door", card)
            through = bool(card == "opens")
        else:
            through = self._test("strength", f"gate({number})", "obstacle")
        if not through:
            self.record.say("held", "Aldo", barrier)
        return through

    def _enter(self, came_by: str) -> None:
        """Lay a tile where none lies, then the room works (DQ-TILE-002, -003, -005; DQ-MOVE-008)."""
        self.entries.append(self.at)
        if len(self.entries) > MOST_ROOMS:
            raise TooMany
        if self.at not in self.rooms:
            stated = self.board["tiles"][self.at]
            exits = [came_by, *(turned(relative, came_by) for relative in stated["exits"])]
            self.rooms[self.at] = Room(stated["is"], exits, {})
            self.record.phase = "enter_room"
            self.record.say("tile", self.at, stated["is"])
            self.record.phase = "lay"
            self.record.say("arrow", self.at, came_by)
        self._work(self.rooms[self.at].tile, came_by)

    def _work(self, tile: str, came_by: str) -> None:
        """Carry out the effect of the room, as its picture shows (DQ-MOVE-009)."""
        if tile in ONWARD:
            {"dark": self._dark, "corridor": self._corridor, "web": self._web}[tile](came_by)
        else:
            effects = {"pit": self._pit, "rotating": self._rotate, "bridge": self._bridge}
            effects.get(tile, lambda: self._draw("trap" if tile == "trap_room" else "dungeon"))()

    def _draw(self, deck: str) -> None:
        """A dungeon or a trap card for whoever enters (DQ-DUNG-001, -RUBBLE-001, -CHASM-001, -TRAP-001)."""
        self.record.phase = "room_effect"
        self._card(deck, self.board["cards"][deck])

    def _pit(self) -> None:
        """A luck test: the turn is over, or the hero is dead (DQ-PIT-001 to -003)."""
        if not self._test("luck", "pit", "room_effect"):
            self.dead = True
            self.record.say("dies", "Aldo")

    def _rotate(self) -> None:
        """The tile is given a half turn, and the turn is over (DQ-ROT-001, -002)."""
        self.record.phase = "room_effect"
        self.record.say("revolves", self.at)

    def _dark(self, _: str) -> None:
        """A die shows the way, thrown again where it is blocked; barriers do not matter (DQ-DARK-001 to -003)."""
        ways = self.board["dark_ways"]
        faces = [face for face in range(1, 7) if self.open_way(ways[face])]
        if not faces:
            raise NotDecided("hemmed_in")
        self._go(ways[self.chance.among(faces)], free=True)

    def _corridor(self, came_by: str) -> None:
        """On at once, back only where nothing else is free; the second time the turn ends (DQ-CORR-001 to -004)."""
        if self.entries.count(self.at) > 1:
            return
        onward = [side for side in self.board["onward"] if side != came_by and self.open_way(side)]
        onward = onward or [side for side in [came_by] if self.open_way(side)]
        if not onward:
            raise NotDecided("hemmed_in")
        self._go(onward[0], free=True)

    def _web(self, came_by: str) -> None:
        """On at once; a strength test for all ways but back, and a failure ends the turn (DQ-WEB-001 to -004)."""
        onward = [side for side in self.board["onward"] if self.open_way(side)]
        if not onward:
            raise NotDecided("hemmed_in")
        side = onward[0]
        if side != came_by and not self._test("strength", "web", "obstacle"):
            self.record.say("held", "Aldo", "web")
            return
        self._go(side, free=True)

    def _bridge(self) -> None:
        """End the turn there, or cross with an agility test that loot makes harder (DQ-BRIDGE-001 to -007)."""
        if self.board["bridge"] == "stop":
            return
        phase = "discard_loot" if self.hero["loot"] else "bridge"
        if self._test("agility", "bridge", phase, self.hero["loot"]):
            self.record.say("crosses", "Aldo")
            if self.board["readings"]["DQ-BRIDGE-005"] != "next_turn":
                raise NotDecided("DQ-BRIDGE-005")
            return
        self.record.say("falls", "Aldo")
        self.record.phase = "fall"
        self._wound(self.chance.die(6), "bridge")
        if not self.dead:
            self._descend()

    def _descend(self) -> None:
        """The travel marker is laid on the field, and the turn is over (DQ-CATA-005 to -008)."""
        self.record.phase = "go_down"
        self.record.say("descends", "Aldo", self.at)
        self.below = True

    def _card(self, deck: str, card: str) -> None:
        """Carry a card out; what it does stands on it (DQ-LOOT-002, DQ-WOUND-005, DQ-DEATH-002, DQ-TEST-001)."""
        self.record.say("drawn", "Aldo", deck, card)
        name, _, rest = card.partition("(")
        self.record.phase = "card"
        if name == "wounds":
            self._wound(int(rest[:-1]), "card")
        elif name == "loot":
            self.record.say("gets_loot", "Aldo", rest[:-1])
        elif name == "heals":
            self.wounds = max(0, self.wounds - int(rest[:-1]))
        elif name == "death":
            self.dead = True
            self.record.say("dies", "Aldo")
        elif name == "catacombs":
            self._descend()
        elif name == "test":
            attribute, amount = rest[:-1].split(", ")
            if not self._test(attribute, f"card({amount})", "card"):
                self._wound(int(amount), "card")

    def ends(self) -> list[str]:
        """Return claims about the hero at the end of the turn."""
        if self.dead:
            return ["dies(Aldo)"]
        place = f"below({self.at})" if self.below else self.at
        return [f"finally(at(Aldo), {place})"]
