"""The card phase: which cards are drawn, and whom their dangers strike."""

from __future__ import annotations

from collections import defaultdict

from tests.oracle.chance import NotDecided
from tests.oracle.drakborgen.entering import deck_due
from tests.oracle.drakborgen.table import Figure, Table, obstacles, open_to_chance

#: Cards that are a danger; all others have no effect on those who are there.
DANGERS = (
    "trapdoor", "arrows", "snakes", "explosion", "toxic_mist", "falling_roof", "torch_out", "giant_web",
)  # fmt: skip


def card_phase(table: Table) -> None:
    """Draw what is due, then strike, room by room (DA-PHASE-014, DA-PHASE-017, DA-ORDER)."""
    table.record.phase = "card"
    cards: dict[str, list[str]] = defaultdict(list)
    for place, names in sorted(table.entrants.items()):
        deck = deck_due(table, place) if any(_in_room(table, name, place) for name in names) else None
        if deck:
            card = table.draws[f"{deck} {place}"]
            _drawn(table, place, deck, card)
            table.record.say("draws_cards", place, deck, 1)
            cards[place].append(card)
    _stand_still(table, cards)
    table.record.phase = "danger"
    for place, drawn in sorted(cards.items()):
        _strike(table, place, [card for card in drawn if card in DANGERS])


def _in_room(table: Table, name: str, place: str) -> bool:
    figure = table.figures[name]
    return figure.place == place and not figure.dead and figure.kind == "hero"


def _drawn(table: Table, place: str, deck: str, card: str) -> None:
    """Say which card comes up; of two alike once, since an event happens once in a moment."""
    if (table.record.entry, table.record.phase, f"drawn({place}, {deck}, {card})") not in table.record.events:
        table.record.say("drawn", place, deck, card)


def _stand_still(table: Table, cards: dict[str, list[str]]) -> None:
    """Each searcher draws a card; an odd T6 for standing still brings a Room card (DA-MULTI-043, DA-ROUND-007)."""
    decks: dict[tuple[str, str], int] = defaultdict(int)
    for place, names in table.entrants.items():
        if any(_in_room(table, name, place) for name in names) and (deck := deck_due(table, place)):
            decks[place, deck] += 1
    own: dict[tuple[str, str], int] = defaultdict(int)
    for name in sorted(table.searchers):
        place = table.figures[name].place
        _own_card(table, name, "search", cards, own)
        table.record.say("searches", name, place)
    for name in sorted(table.idle):
        if table.chance.among([True, False]):
            _own_card(table, name, "room", cards, own)
    for (place, deck), count in own.items():
        total = count + decks[place, deck]
        if decks[place, deck]:
            table.record.events[table.record.entry, "card", f"draws_cards({place}, {deck}, 1)"] -= 1
        table.record.say("draws_cards", place, deck, total)
    table.record.events = +table.record.events


def _own_card(table: Table, name: str, deck: str, cards: dict[str, list[str]], own: dict[tuple[str, str], int]) -> None:
    place = table.figures[name].place
    card = table.draws[f"search {place} {name}" if deck == "search" else f"idle room {place} {name}"]
    own[place, deck] += 1
    _drawn(table, place, deck, card)
    cards[place].append(card)


def _strike(table: Table, place: str, dangers: list[str]) -> None:
    """Dangers strike all in the room, in random order, each card for itself (DA-MULTI-004, -024, DA-ORDER-008)."""
    remaining = list(dangers)
    while remaining:
        danger = table.chance.among(remaining)
        remaining.remove(danger)
        if remaining and danger == "explosion" and table.living_in(place):
            raise NotDecided("struck_halfway")
        _strike_all(table, place, danger)


def _strike_all(table: Table, place: str, danger: str) -> None:
    for figure in table.living_in(place):
        table.record.say("hit", figure.name, danger)
        if danger == "torch_out":
            _darken(table, figure)
        elif danger == "giant_web":
            if table.rooms[place].tile not in ("room", "trap_room", "web"):
                raise NotDecided("web_over")
            table.record.say("caught", figure.name, place)
            figure.stuck = True
        elif danger == "trapdoor":
            _trapdoor(table, figure)
        elif danger == "explosion":
            _explosion(table, figure)
        elif danger == "falling_roof":
            _roof(table, figure)
        else:
            _printed(table, figure, danger)


def _darken(table: Table, figure: Figure) -> None:
    """The torches of all in the room go out; companions carry none (DA-MULTI-024, DA-MULTI-018)."""
    if figure.kind == "hero":
        table.record.say("darkened", figure.name)
        figure.torch = "out"


def _trapdoor(table: Table, figure: Figure) -> None:
    """An Agility check escapes it; whoever fails falls (DA-TRAP-018 to -020)."""
    if table.chance.at_most(figure.agility):
        table.record.say("escapes", figure.name, "trapdoor")
    else:
        table.fall(figure)


def _explosion(table: Table, figure: Figure) -> None:
    """4 KP, then out by a random exit, and a round to sit out (DA-TRAP-010 to -012); the dead stay (DA-DEATH-002)."""
    table.lose(figure, 4)
    if figure.dead:
        return
    table.record.say("must_sit_out", figure.name, 1)
    exits = table.rooms[figure.place].exits
    if not open_to_chance(table.rooms, figure.place):
        raise NotDecided("walled_exit")
    if not exits:
        raise NotDecided("no exit")
    side = table.chance.among(exits)
    if obstacles(table.rooms, figure.place, side):
        raise NotDecided("flung_against")
    table.record.say("flung", figure.name, side)
    figure.halfway = side


def _roof(table: Table, figure: Figure) -> None:
    """The named number crushes, else printed damage; each rolls alone under that reading (DA-TRAP-024, -025)."""
    sides = int(table.board["die"]["falling_roof"][1:])
    if table.chance.at_most(1, sides):
        table.record.say("crushed", figure.name, "falling_roof")
        figure.dead = True
        table.record.say("dies", figure.name)
    else:
        _damage(table, figure, "falling_roof")


def _printed(table: Table, figure: Figure, danger: str) -> None:
    """Arrows, snakes and mist do the printed damage, mist costs rounds too (DA-TRAP-009, DA-TRAP-014)."""
    _damage(table, figure, danger)
    if danger == "toxic_mist" and not figure.dead:
        table.record.say("must_sit_out", figure.name, table.board["rounds"]["toxic_mist"])


def _damage(table: Table, figure: Figure, danger: str) -> None:
    stated = table.board["damage"][danger]
    amount = table.chance.die(int(stated[1:])) if isinstance(stated, str) else stated
    table.lose(figure, amount)
