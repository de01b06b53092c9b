"""Monsters are met: choices, Monster cards, flight, and combat with stated signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.chance import Chance, NotDecided
from tests.oracle.compare import Record
from tests.oracle.drakborgen.table import Room, way

#: Which sign beats which (DA-COMB-004).
BEATS = {"stone": "scissors", "scissors": "bag", "bag": "stone"}
#: From the highest to the lowest (DA-MULTI-037).
PRIORITY = ("attack", "wait", "flee")


@dataclass
class Fighter:
    """A hero in a meeting."""

    name: str
    hp: int
    came_by: str
    choice: str
    second: str
    signs: list[str]
    special: str
    entered: bool
    side: str | None = None
    dead: bool = False


@dataclass
class Meeting:
    """One meeting in one room: those who are there, the monsters with their cards, in one play."""

    place: str
    rooms: dict[str, Room]
    heroes: list[Fighter]
    monsters: dict[str, dict[str, Any]]
    chance: Chance
    readings: Mapping[str, str]
    record: Record = field(default_factory=Record)
    asked: set[str] = field(default_factory=set)

    def run(self) -> None:
        """Ambush damage first, then the choices, then the cards (DA-MEET-003, -004, -007; DA-MULTI-034)."""
        for monster in self.monsters.values():
            if monster["ambush"]:
                self.record.phase = "danger"
                for hero in self.heroes:
                    self.record.say("hit", hero.name, "ambush")
                    self._lose(hero, monster["ambush"])
        if not self._alive():
            return
        self.record.phase = "meet"
        for hero in self._alive():
            for name in self.monsters:
                self.record.say("meets", hero.name, name)
            self.record.say("declares", hero.name, hero.choice)
        self.record.phase = "react"
        top = min((hero.choice for hero in self._alive()), key=PRIORITY.index)
        reactions = {name: monster["card"][PRIORITY.index(top)] for name, monster in self.monsters.items()}
        for name, reaction in reactions.items():
            self.record.say("reacts", name, reaction)
        if top == "flee":
            self._all_flee(reactions)
        else:
            self._settle(reactions, top)

    def _alive(self) -> list[Fighter]:
        return [hero for hero in self.heroes if not hero.dead]

    def _lose(self, hero: Fighter, amount: int) -> None:
        """At zero the hero is dead (DA-HERO-005)."""
        self.record.say("loses", hero.name, amount)
        hero.hp -= amount
        if hero.hp <= 0 and not hero.dead:
            hero.dead = True
            self.record.say("dies", hero.name)

    def _get_away(self, hero: Fighter) -> None:
        """Flight leads back to the room come from, halfway (DA-FLEE-002, -003)."""
        self.record.say("gets_away", hero.name)
        self.record.say("flees", hero.name, hero.came_by)
        hero.side = hero.came_by

    def _ways_out(self) -> list[str]:
        """Exits for a monster that flees: not where a hero came in (DA-MEET-012, under its reading)."""
        exits = [side for side in self.rooms[self.place].exits if way(self.rooms, self.place, side)]
        entrances = {hero.came_by for hero in self._alive() if hero.entered}
        if self.readings["DA-MEET-012"] == "every":
            entrances = {hero.came_by for hero in self._alive()}
        return [side for side in exits if side not in entrances]

    def _settle(self, reactions: Mapping[str, str], top: str) -> None:
        """Passive, fleeing and fighting monsters; none stays passive beside a fight (DA-MEET-008 to -015, -023)."""
        fighting: dict[str, str] = {}
        for name, reaction in reactions.items():
            if reaction == "fights":
                fighting[name] = "full"
            elif reaction == "flees" and not self._ways_out():
                fighting[name] = "bracketed"
        for name, reaction in reactions.items():
            if reaction == "flees" and name not in fighting:
                self.record.say("runs_off", name)
            elif reaction == "passive" and fighting:
                fighting[name] = "bracketed"
        if not fighting:
            self._no_fight(reactions)
            return
        for name, kp in fighting.items():
            self.record.say("combat", name, kp)
        self._fight(fighting, top)

    def _no_fight(self, reactions: Mapping[str, str]) -> None:
        """A passive monster stands there; who chose flight flees, whatever it does (DA-MEET-009, DA-MULTI-040)."""
        for name, reaction in reactions.items():
            if reaction == "passive":
                self.record.say("stands_there", name)
        for hero in self._alive():
            if hero.choice == "flee":
                self._get_away(hero)

    def _all_flee(self, reactions: Mapping[str, str]) -> None:
        """All flee: passive, following, stabbing or fighting monsters (DA-FLEE-001 to -005, DA-MULTI-041, -042)."""
        if any(reaction == "fights" for reaction in reactions.values()):
            if any(reaction not in ("fights", "passive") for reaction in reactions.values()):
                raise NotDecided("mixed_reactions")
            self._settle(reactions, "flee")
            return
        present = self._alive()
        for name, reaction in reactions.items():
            if reaction in ("passive", "stab"):
                self.record.say("stands_there", name)
            if reaction.startswith("stab"):
                victim = self.chance.among(present)
                self.record.say("stabbed", victim.name)
                self._lose(victim, self.monsters[name]["stab"])
        for hero in self._alive():
            self._get_away(hero)
        for name, reaction in reactions.items():
            if reaction.endswith("follows") and self._alive():
                self._follow(name)

    def _follow(self, name: str) -> None:
        """Of those who fled by different ways chance picks one whom the monster follows (DA-FLEE-005, DA-MULTI-041)."""
        alive = self._alive()
        if len({hero.came_by for hero in alive}) == 1:
            for hero in alive:
                self.record.say("follows", name, hero.name)
        else:
            self.record.say("follows", name, self.chance.among(alive).name)

    def _fight(self, fighting: Mapping[str, str], top: str) -> None:
        """A lower choice still succeeds, but such a hero may join (DA-MULTI-038, -039); then sign by sign."""
        self.record.phase = "join_fight"
        fighters = []
        self.asked = {hero.name for hero in self._alive() if hero.choice != top}
        for hero in self._alive():
            if hero.choice == top or hero.second == "join":
                fighters.append(hero)
            elif hero.choice == "flee":
                self._get_away(hero)
            else:
                self.record.say("stays_out", hero.name)
        for hero in fighters:
            for name in fighting:
                self.record.say("fights", hero.name, name)
        if len(self.monsters) > 1:
            return
        (name, kp), *_ = fighting.items()
        self._rounds(name, self.monsters[name][kp], fighters)

    def _rounds(self, name: str, kp: int, fighters: list[Fighter]) -> None:
        """Combat rounds until one side is dead; equal signs hurt both (DA-COMB-001, -004, -005, -007, -008)."""
        signs = iter(self.monsters[name]["signs"])
        count = 0
        while kp > 0 and any(not hero.dead for hero in fighters):
            own = next(signs)
            fighting = [hero for hero in fighters if not hero.dead]
            self.record.phase = "combat_round"
            self.record.say("shows_sign", name, own)
            for hero in fighting:
                self.record.say("shows_sign", hero.name, hero.signs[count])
            self.record.phase = "resolve_round"
            for hero in fighting:
                sign = hero.signs[count]
                if BEATS[sign] == own or sign == own:
                    special = sign == hero.special
                    hurt = 2 if special and (sign != own or self.readings["DA-COMB-007"] == "double") else 1
                    self.record.say("hurts", hero.name, name, hurt)
                    kp -= hurt
                if BEATS[own] == sign or sign == own:
                    self.record.say("hurts", name, hero.name, 1)
                    self._lose(hero, 1)
            count += 1
