"""The equations of movement of the test cases (5.B) and their disputed points (4.A), written from that text.

Numbers are those of the text. Nothing here knows of the law.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from tests.diplomacy.board import Unit, beside, carried, near, needed, on_routes, province, waters

Order: TypeAlias = tuple[str, ...]
Open: TypeAlias = tuple[str, str]
Known: TypeAlias = Callable[[Open], bool]

#: The usual reading of each disputed point that bears on movement.
USUAL = {
    "DI-CON-007": "all_routes",
    "DI-PAR-001": "szykman",
    "DI-CON-008": "intent",
    "DI-CUT-003": "origin",
    "DI-STR-009": "met_only",
}


@dataclass
class Orders:
    """The orders of one turn, under the readings; what is not legal is a hold."""

    units: tuple[Unit, ...]
    stated: Mapping[str, Order]
    readings: Mapping[str, str] = field(default_factory=lambda: USUAL)
    failed: set[str] = field(default_factory=set)

    # -- what is ordered -------------------------------------------------------------------------------------------

    @cached_property
    def fleets(self) -> frozenset[str]:
        """The waters on which a fleet is."""
        return frozenset(unit.at for unit in self.units if unit.kind == "fleet") & waters()

    @cached_property
    def order(self) -> dict[str, Order]:
        """The order that counts, of each unit."""
        stated = {unit.name: self.stated.get(unit.name, ("hold",)) for unit in self.units}
        return {unit.name: stated[unit.name] if self.legal(unit) else ("hold",) for unit in self.units}

    def standing(self, place: str) -> Unit | None:
        """The unit in the province of a place."""
        return next((unit for unit in self.units if province(unit.at) == province(place)), None)

    def by_ship(self, unit: Unit, place: str, without: str = "") -> bool:
        """Whether the fleets on the board could carry the unit."""
        return unit.kind == "army" and carried(unit.at, place, self.fleets - {without})

    def legal(self, unit: Unit) -> bool:
        """Whether the order could be carried out, for all that is known before the orders (4.E.1)."""
        match self.stated.get(unit.name, ("hold",)):
            case ("move", place):
                return place in beside(unit) or self.by_ship(unit, place)
            case ("via", place):
                return self.by_ship(unit, place)
            case ("support", place):
                mate = self.standing(place)
                return mate not in (None, unit) and province(place) in near(unit)
            case ("support", start, place):
                mate = self.standing(start)
                if mate is None or mate == unit or province(place) not in near(unit):
                    return False
                goes = beside(mate) if place != province(place) else near(mate)
                return place in goes or self.by_ship(mate, place, unit.at)
            case ("convoy", start, place):
                mate = self.standing(start)
                able = unit.at in self.fleets and mate is not None and mate.kind == "army" and start != place
                return able and unit.at in needed(start, place, self.fleets)
        return True

    @cached_property
    def moves(self) -> dict[str, str]:
        """Where units are to move."""
        return {name: order[1] for name, order in self.order.items() if order[0] in ("move", "via")}

    @cached_property
    def unit(self) -> dict[str, Unit]:
        """The units by name."""
        return {unit.name: unit for unit in self.units}

    @cached_property
    def into(self) -> dict[str, list[str]]:
        """Who is to move into a province."""
        result: dict[str, list[str]] = {}
        for name, place in self.moves.items():
            result.setdefault(province(place), []).append(name)
        return result

    @cached_property
    def backers(self) -> dict[str, list[str]]:
        """Whose support fits the order of a unit."""
        result: dict[str, list[str]] = {}
        for name, order in self.order.items():
            mate = self.standing(order[1]) if order[0] == "support" else None
            if mate and self._fits(order, mate):
                result.setdefault(mate.name, []).append(name)
        return result

    def _fits(self, order: Order, mate: Unit) -> bool:
        place = self.moves.get(mate.name)
        if place is None or len(order) == 2:
            return place is None and len(order) == 2
        return order[2] in (place, province(place))

    @cached_property
    def ferries(self) -> dict[str, dict[str, str]]:
        """The fleets whose convoy fits the move of a unit: of each move, fleets by their waters."""
        result: dict[str, dict[str, str]] = {name: {} for name in self.moves}
        for name, order in self.order.items():
            mate = self.standing(order[1]) if order[0] == "convoy" else None
            if mate and self.moves.get(mate.name) == order[2]:
                result[mate.name][self.unit[name].at] = name
        return result

    def at(self, name: str) -> str:
        """The province of a unit."""
        return province(self.unit[name].at)

    def opposite(self, name: str) -> str | None:
        """The unit that is to move against this one, from where this one is to move."""
        mate = self.standing(self.moves[name])
        against = mate is not None and province(self.moves.get(mate.name, "")) == self.at(name)
        return mate.name if mate and against else None

    # -- the equations ---------------------------------------------------------------------------------------------

    def holds(self, item: Open, look: Known) -> bool:
        """Whether a move succeeds, or a convoy stands, by what is known of the others."""
        kind, name = item
        if kind == "convoy":
            return name not in self.failed and not any(look(("move", by)) for by in self.into.get(self.at(name), ()))
        place, force = province(self.moves[name]), self.attack(name, look)
        met = self.opposite(name)
        if met and not self.by_sea(name, look) and not self.by_sea(met, look):
            if force <= self.strength(met, look):
                return False
        elif force <= self.hold(place, look):
            return False
        return all(force > self.prevent(rival, look) for rival in self.into[place] if rival != name)

    def sails(self, name: str, look: Known) -> bool:
        """Whether there is an unbroken chain of fleets that convoy the move (4.A.1)."""
        ferries, ends = self.ferries[name], (self.at(name), self.moves[name])
        if self.readings["DI-CON-007"] == "any_route":
            chain = on_routes(*ends, frozenset(ferries))
            return bool(chain) and all(look(("convoy", ferries[water])) for water in sorted(chain))
        return carried(*ends, frozenset(water for water, fleet in ferries.items() if look(("convoy", fleet))))

    def by_sea(self, name: str, look: Known) -> bool:
        """Whether a unit goes by sea, which is disputed for neighbouring provinces (4.A.3)."""
        unit = self.unit[name]
        if self.moves[name] not in beside(unit):
            return True
        reading, marked = self.readings["DI-CON-008"], self.order[name][0] == "via"
        own = any(self.unit[fleet].power == unit.power for fleet in self.ferries[name].values())
        if reading == "opposite":
            return self.opposite(name) is not None and self.sails(name, look)
        if reading == "fallback":
            return (marked or own) and self.sails(name, look)
        return marked or (own and reading == "intent")

    def path(self, name: str, look: Known) -> bool:
        """Whether a unit gets to the border of the province (5.B.4)."""
        return not self.by_sea(name, look) or self.sails(name, look)

    def given(self, name: str, mate: str, look: Known) -> bool:
        """Whether a support is not cut (5.B.2)."""
        aimed = province(self.moves.get(mate, self.at(mate)))
        return not any(self._cuts(by, name, mate, aimed, look) for by in self.into.get(self.at(name), ()))

    def _cuts(self, by: str, name: str, mate: str, aimed: str, look: Known) -> bool:
        if self._spared(by, mate, aimed, look):
            return False
        if look(("move", by)):
            return True
        if not self.path(by, look) or self.unit[by].power == self.unit[name].power:
            return False
        return self.at(by) != aimed or (self.readings["DI-CUT-003"] == "border" and self.by_sea(by, look))

    def _spared(self, by: str, mate: str, aimed: str, look: Known) -> bool:
        """Whether a book's rule about paradoxes keeps an army at sea from cutting a support (4.A.2)."""
        rule, ferries = self.readings["DI-PAR-001"], self.ferries[by]
        if rule == "szykman" or not self.by_sea(by, look):
            return False
        if rule == "rules_1982":
            return aimed in waters() and any(aimed in chain for chain in self.ferries.values())
        attacked = aimed if mate in self.moves and aimed in ferries else ""
        route = on_routes(self.at(by), self.moves[by], frozenset(ferries))
        if rule == "rules_1971" or self.readings["DI-CON-007"] == "any_route":
            return attacked in route
        return bool(attacked) and not carried(self.at(by), self.moves[by], frozenset(ferries) - {attacked})

    def strength(self, name: str, look: Known, against: str = "") -> int:
        """One, and one more for each support that is not cut; not those of a power that it would harm."""
        backers = (backer for backer in self.backers.get(name, ()) if self.unit[backer].power != against)
        return 1 + sum(self.given(backer, name, look) for backer in backers)

    def hold(self, place: str, look: Known) -> int:
        """The hold strength of a province (5.B.5)."""
        mate = self.standing(place)
        if mate is None:
            return 0
        if mate.name in self.moves:
            return 0 if look(("move", mate.name)) else 1
        return self.strength(mate.name, look)

    def prevent(self, name: str, look: Known) -> int:
        """The strength with which a unit keeps others out of where it is to move (5.B.6, 4.A.7)."""
        if not self.path(name, look):
            return 0
        met = self.opposite(name)
        if met and look(("move", met)):
            battle = not self.by_sea(name, look) and not self.by_sea(met, look)
            if battle or (self.readings["DI-STR-009"] == "never" and not look(("move", name))):
                return 0
        return self.strength(name, look)

    def attack(self, name: str, look: Known) -> int:
        """The strength of an attack (5.B.8)."""
        if not self.path(name, look):
            return 0
        mate, met = self.standing(self.moves[name]), self.opposite(name)
        battle = met and not self.by_sea(name, look) and not self.by_sea(met, look)
        if mate is None or (not battle and mate.name in self.moves and look(("move", mate.name))):
            return self.strength(name, look)
        if mate.power == self.unit[name].power:
            return 0
        return self.strength(name, look, mate.power)
