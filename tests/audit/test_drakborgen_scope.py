"""The small boards of Drakborgen Återväckt: where play begins in them, and what comes of it."""

from collections.abc import Iterable

import pytest

from drakdom.step.scope import Situation
from drakdom.terms import Term, Value, show
from tests.audit.boards import Boards, begun

BOARDS = Boards("drakborgen-atervackt")
BOOK, within, searched = BOARDS.book, BOARDS.within, BOARDS.searched

#: The phases in which play begins within the default bounds, and what applies there because it does.
BEGINNINGS = {
    "sun": {"DA-SUN-001", "DA-SUN-002", "DA-SUN-005", "DA-MEET-019"},
    "use_items": {"DA-PHASE-009", "DA-HERO-006"},
    "run_home": {"DA-COMP-017"},
    "decide": {"DA-ROUND-002", "DA-CATA-014", "DA-PHASE-018"},
    "try_door": {"DA-DOOR-001"},
    "open_lock_or_move": {"DA-RUBB-001"},
    "tile": {"DA-PHASE-012", "DA-MULTI-011", "DA-TILE-005"},
    "card": {"DA-RCARD-001"},
    "danger": {"DA-TRAP-012", "DA-CATA-006", "DA-WREST-001", "DA-MULTI-024"},
    "meet": {"DA-MEET-004", "DA-FLEE-005", "DA-FLEE-004"},
    "react": {"DA-MEET-007", "DA-FLEE-005", "DA-MEET-015"},
    "join_fight": {"DA-MULTI-038", "DA-MULTI-039", "DA-COMP-012"},
    "combat_round": {"DA-COMB-001", "DA-COMB-009", "DA-FLEE-009", "DA-COMB-014"},
    "flight_from_combat": {"DA-FLEE-012", "DA-FLEE-017"},
    "object": {"DA-PHASE-015"},
    "loot": {"DA-TREAS-001", "DA-TREAS-002", "DA-TREAS-003"},
    "dragon_fire": {"DA-DRAG-001", "DA-DRAG-002"},
    "flee_dragon": {"DA-DRAG-006", "DA-DRAG-008", "DA-CARD-001"},
    "close": set[str](),
}


def test_play_begins_in_these_phases() -> None:
    assert {begun(reached) for reached in within()} == set(BEGINNINGS)


@pytest.mark.slow
@pytest.mark.parametrize("phase", BEGINNINGS)
def test_what_a_beginning_is_searched_for(phase: str) -> None:
    result = searched(reached for reached in within() if begun(reached) == phase)
    assert not result.too_large
    assert BEGINNINGS[phase] <= result.marks.applies.keys()


def figures(situation: Situation) -> set[str]:
    owners = {say.args[0] for say in situation.says}
    return {show(owner.args[0]) for owner in owners if isinstance(owner, Term) and owner.name == "figure"}


def fighting(situations: Iterable[Situation], *names: str) -> list[Situation]:
    """The fights of these and nobody else."""
    fights = (situation for situation in situations if begun(situation) == "combat_round")
    return [situation for situation in fights if figures(situation) == set(names)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bounds", "names", "clauses"),
    [
        ({}, ("Ada", "Bo", "Orc"), {"DA-COMB-009", "DA-COMB-014", "DA-PVP-002"}),
        ({}, ("Ada", "Wolf", "Orc"), {"DA-COMB-009", "DA-COMP-011"}),
        ({"monsters": 2}, ("Ada", "Orc", "Uruk"), {"DA-COMB-009", "DA-COMB-011"}),
        ({"size": 5}, ("Ada", "Bo", "Wolf", "Orc"), {"DA-COMB-009", "DA-COMP-011", "DA-PVP-002"}),
    ],
)
def test_fights_of_several_are_searched(bounds: dict[str, int], names: tuple[str, ...], clauses: set[str]) -> None:
    items = fighting(within(**bounds), *names)
    assert items
    result = searched(items)
    assert not result.too_large
    assert clauses <= result.marks.applies.keys()


@pytest.mark.slow
def test_wandering_monsters_flee_and_come_in() -> None:
    met = searched((reached for reached in within() if begun(reached) == "react"), "irrande-monster")
    assert {"DA-WAND-012", "DA-WAND-014"} <= met.marks.applies.keys()
    items = [
        reached
        for reached in within(size=5)
        if begun(reached) == "decide" and "halfway" in map(show, _fields(reached, "Orc"))
    ]
    came = searched((entry for entry in items if "halfway" not in map(show, _fields(entry, "Ada"))), "irrande-monster")
    assert "DA-WAND-015" in came.marks.applies


def _fields(situation: Situation, figure: str) -> Iterable[Value]:
    return (say.args[1] for say in situation.says if say.args[0] == Term("figure", (figure,)))


#: With `tiles=2`, for one hero in one room: the phases in which there is each further kind, and what is met there.
FURTHER = {
    "bridge": ({"decide", "tile", "card"}, {"DA-BRDG-001", "DA-BRDG-002", "DA-BRDG-003", "DA-TILE-007"}),
    "corridor": ({"decide", "tile", "card", "corridor_step"}, {"DA-PHASE-013", "DA-TELE-010"}),
    "dark": ({"decide", "tile", "card"}, {"DA-DARK-002", "DA-ENTRY-006", "another_exit_in_the_dark"}),
    "divided": ({"decide", "tile", "card"}, {"DA-RCARD-001", "other_section"}),
    "portcullis": ({"decide"}, {"DA-GATE-001", "DA-GATE-002", "monster_exit"}),
    "rotating": ({"decide", "tile", "card"}, {"DA-ENTRY-006"}),
    "tower": ({"decide", "tile", "card"}, {"DA-RCARD-001", "tower_exit"}),
    "web": ({"decide", "tile", "card"}, {"DA-SPID-008", "DA-SPID-009", "DA-SPID-012", "DA-TELE-007"}),
    "well": ({"decide", "tile", "card"}, {"DA-WELL-001", "DA-WELL-002", "DA-WELL-003", "DA-TILE-007"}),
}


def kinds(situation: Situation) -> set[str]:
    """The kinds of tile and obstacle on the board."""
    fields = (Term("tile"), Term("obstacles"))
    return {show(say.args[-1]) for say in situation.says if say.args[1] in fields}


def test_further_kinds_are_asked_for() -> None:
    assert set[str]().union(*map(kinds, within())) == {"room", "trap_room", "rubble", "treasure_chamber", "door"}
    more = within(rooms=1, tiles=2, monsters=0, companions=0)
    assert set[str]().union(*map(kinds, more)) >= FURTHER.keys()
    assert set(within(rooms=1, monsters=0, companions=0)) < set(more)
    assert "skull_room" not in set[str]().union(*map(kinds, more))


@pytest.mark.slow
@pytest.mark.parametrize("kind", FURTHER)
def test_a_further_kind_is_ruled_on(kind: str) -> None:
    items = [
        reached for reached in within(rooms=1, heroes=1, tiles=2, monsters=0, companions=0) if kind in kinds(reached)
    ]
    phases, met = FURTHER[kind]
    assert set(map(begun, items)) == phases
    result = searched(items)
    assert not result.too_large
    assert "conflict" not in {key.kind for key in result.old}
    assert met <= result.marks.applies.keys() | {key.what.partition("(")[0] for key in result.old}


def test_nobody_is_teleported_who_came_by_a_side() -> None:
    for reached in within(rooms=1, tiles=2, moments=2, monsters=0, companions=0):
        came = {"came_by", "teleported"} & set(map(show, _fields(reached, "Ada")))
        assert len(came) <= 1 or begun(reached) == "decide", reached


@pytest.mark.slow
def test_a_room_with_a_skull_counts_as_a_trap_room() -> None:
    items = [
        reached
        for reached in within(rooms=1, heroes=1, tiles=3, monsters=0, companions=0)
        if "skull_room" in kinds(reached)
    ]
    assert set(map(begun, items)) == {"decide", "tile", "card"}
    drawn = [
        reached for reached in within(rooms=1, heroes=1, tiles=3, monsters=0, companions=0) if begun(reached) == "tile"
    ]
    result = searched([*items, *drawn], "legenden-brade")
    assert not result.too_large
    assert {"DA-KIT-015", "DA-ENTRY-007", "DA-RCARD-002", "DA-SEARCH-002"} <= result.marks.applies.keys()


#: With `ways=2`: by a field of a place, what is met where there is one.
WAYS = {
    "locked": {
        "DA-DOOR-005",
        "DA-DOOR-009",
        "DA-DOOR-010",
        "DA-DOOR-015",
        "DA-DOOR-016",
        "DA-DOOR-017",
        "DA-MULTI-901",
    },
    "secret_doors": {"DA-SEARCH-009", "DA-MULTI-047", "secret_from_outside", "unclear_flight"},
    "markers": {"DA-RUNE-001", "DA-RUNE-002", "DA-RUNE-003", "DA-RUNE-005", "DA-MULTI-068", "DA-MULTI-069"},
}


def places(situation: Situation) -> set[str]:
    """The fields of places that a situation says something of."""
    owners = (say.args[:2] for say in situation.says)
    return {show(field) for owner, field in owners if isinstance(owner, Term) and owner.name == "place"}


def test_further_ways_are_asked_for() -> None:
    assert not set(WAYS) & set[str]().union(*map(places, within()))
    more = within(ways=2)
    assert set[str]().union(*map(places, more)) >= set(WAYS)
    assert set(within()) < set(more)


@pytest.mark.slow
@pytest.mark.parametrize("field", WAYS)
def test_a_further_way_is_ruled_on(field: str) -> None:
    items = [reached for reached in within(ways=2, size=5, monsters=1, companions=0) if field in places(reached)]
    items = [entry for entry in items if begun(entry) != "decide" or "Orc" not in figures(entry)]
    result = searched(items)
    assert not result.too_large
    assert "conflict" not in {key.kind for key in result.old}
    assert WAYS[field] <= result.marks.applies.keys() | {key.what.partition("(")[0] for key in result.old}


#: The phases in which play begins with `moments=2` only, the optional rule that they need, and what applies there.
MOMENTS = {
    "setup": ("", {"DA-SETUP-003", "DA-SETUP-007", "DA-SETUP-009", "DA-SETUP-010", "DA-SETUP-012"}),
    "choose_ring": ("", {"DA-SETUP-006", "DA-SETUP-008"}),
    "choose_start": ("", {"DA-SETUP-004", "DA-COMP-001"}),
    "light": ("", {"DA-TORCH-001", "DA-TORCH-003", "DA-MULTI-070", "DA-MULTI-072", "DA-MULTI-076"}),
    "locked_door_decision": ("", {"DA-OBST-007", "DA-DOOR-006", "DA-DOOR-015"}),
    "key": ("", {"DA-DOOR-010", "DA-DOOR-011"}),
    "wait": ("", {"DA-MULTI-064", "DA-MULTI-065"}),
    "descend": ("", {"DA-CATA-003", "DA-CATA-004"}),
    "walk_catacombs": ("", {"DA-CATA-014", "DA-CATA-015", "DA-CATA-016", "DA-CATA-017"}),
    "monster_corridor_step": ("irrande-monster", {"DA-WAND-016", "DA-WAND-024"}),
    "lay": ("", {"DA-TELE-007", "DA-RCARD-001"}),
    "flee_through_door": ("", {"DA-FLEE-007", "DA-FLEE-008"}),
    "resolve_round": ("", {"DA-COMB-005", "DA-COMB-008", "DA-FLEE-010", "DA-FLEE-012"}),
    "dragon": ("", {"DA-TREAS-003", "DA-TREAS-004"}),
    "dragon_fire_again": ("", {"DA-DRAG-009", "DA-DRAG-010"}),
}


def test_play_begins_in_every_phase_that_the_law_has() -> None:
    assert {begun(reached) for reached in within(size=5, moments=2)} == BEGINNINGS.keys() | MOMENTS.keys()
    assert {begun(reached) for reached in within(size=5, moments=2, tiles=2, ways=2)} == set(BOOK.phases)
    assert set(within()) < set(within(moments=2))


@pytest.mark.parametrize(("moments", "tiles"), [(1, {"room"}), (2, {"room", "corridor"})])
def test_a_companion_runs_home_from_a_room_or_within_a_corridor(moments: int, tiles: set[str]) -> None:
    boards = [kinds(board) for board in within(size=5, moments=moments) if begun(board) == "run_home"]
    assert set[str]().union(*boards) == tiles


@pytest.mark.slow
@pytest.mark.parametrize("phase", MOMENTS)
def test_what_a_short_moment_is_searched_for(phase: str) -> None:
    variant, met = MOMENTS[phase]
    result = searched(
        (reached for reached in within(size=5, moments=2) if begun(reached) == phase), *filter(None, [variant])
    )
    assert len(result.too_large) <= (phase == "setup")
    assert "conflict" not in {key.kind for key in result.old}
    assert met <= result.marks.applies.keys()
