"""The small boards of Drakborgen Återväckt: where play begins in them, and what comes of it."""

from collections.abc import Iterable
from functools import cache

import pytest

from checker.audit.laws import law_with
from checker.audit.search import Found, Search
from checker.engine.scope import FILE, Scope, Situation
from checker.rulebook import load_rulebook, resolve_rulebook
from checker.terms import Term, Value, show

BOOK = load_rulebook(resolve_rulebook("drakborgen-atervackt"))

#: The phases in which play begins within the default bounds, and what applies there because it does.
BEGINNINGS = {
    "sun": {"DA-SUN-001", "DA-SUN-002", "DA-SUN-005", "DA-MEET-019"},
    "ready": {"DA-PHASE-009", "DA-HERO-006"},
    "run": {"DA-COMP-017"},
    "decide": {"DA-ROUND-002", "DA-CATA-014", "DA-PHASE-018"},
    "feel": {"DA-DOOR-001"},
    "force": {"DA-RUBB-001"},
    "tile": {"DA-PHASE-012", "DA-MULTI-011", "DA-TILE-005"},
    "card": {"DA-RCARD-001"},
    "danger": {"DA-TRAP-012", "DA-CATA-006", "DA-WREST-001", "DA-MULTI-024"},
    "meet": {"DA-MEET-004", "DA-FLEE-005", "DA-FLEE-004"},
    "react": {"DA-MEET-007", "DA-FLEE-005", "DA-MEET-015"},
    "fray": {"DA-MULTI-038", "DA-MULTI-039", "DA-COMP-012"},
    "bout": {"DA-COMB-001", "DA-COMB-009", "DA-FLEE-009", "DA-COMB-014"},
    "slip": {"DA-FLEE-012", "DA-FLEE-017"},
    "object": {"DA-PHASE-015"},
    "loot": {"DA-TREAS-001", "DA-TREAS-002", "DA-TREAS-003"},
    "storm": {"DA-DRAG-001", "DA-DRAG-002"},
    "escape": {"DA-DRAG-006", "DA-DRAG-008", "DA-CARD-001"},
    "close": set[str](),
}


@cache
def within(**bounds: int) -> tuple[Situation, ...]:
    scope = Scope(BOOK.folder / FILE, bounds)
    found = tuple(scope.situations(20_000))
    assert scope.cut is None
    return found


def begun(situation: Situation) -> str:
    (phase,) = (one.args[2] for one in situation.says if one.args[:2] == (Term("begin"), Term("phase")))
    return show(phase)


def searched(situations: Iterable[Situation], *variants: str) -> Found:
    some = tuple(situations)
    return Search([law_with(BOOK, variants=variants)], some)(range(len(some)))


def test_play_begins_in_these_phases() -> None:
    assert {begun(one) for one in within()} == set(BEGINNINGS)


@pytest.mark.slow
@pytest.mark.parametrize("phase", BEGINNINGS)
def test_what_a_beginning_is_searched_for(phase: str) -> None:
    found = searched(one for one in within() if begun(one) == phase)
    assert not found.lost
    assert BEGINNINGS[phase] <= found.marks[0].applies.keys()


def figures(situation: Situation) -> set[str]:
    owners = {one.args[0] for one in situation.says}
    return {show(one.args[0]) for one in owners if isinstance(one, Term) and one.name == "figure"}


def fighting(situations: Iterable[Situation], *names: str) -> list[Situation]:
    """The fights of these and nobody else."""
    return [one for one in situations if begun(one) == "bout" and figures(one) == set(names)]


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
    some = fighting(within(**bounds), *names)
    assert some
    found = searched(some)
    assert not found.lost
    assert clauses <= found.marks[0].applies.keys()


@pytest.mark.slow
def test_wandering_monsters_flee_and_come_in() -> None:
    met = searched((one for one in within() if begun(one) == "react"), "irrande-monster")
    assert {"DA-WAND-012", "DA-WAND-014"} <= met.marks[0].applies.keys()
    some = [one for one in within(size=5) if begun(one) == "decide" and "halfway" in map(show, _fields(one, "Orc"))]
    came = searched((one for one in some if "halfway" not in map(show, _fields(one, "Ada"))), "irrande-monster")
    assert "DA-WAND-015" in came.marks[0].applies


def _fields(situation: Situation, figure: str) -> Iterable[Value]:
    return (one.args[1] for one in situation.says if one.args[0] == Term("figure", (figure,)))


#: With `tiles=2`, for one hero in one room: the phases in which there is each further kind, and what is met there.
FURTHER = {
    "bridge": ({"decide", "tile", "card"}, {"DA-BRDG-001", "DA-BRDG-002", "DA-BRDG-003", "DA-TILE-007"}),
    "corridor": ({"decide", "tile", "card", "walk"}, {"DA-PHASE-013", "DA-TELE-010"}),
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
    return {show(one.args[-1]) for one in situation.says if one.args[1] in fields}


def test_further_kinds_are_asked_for() -> None:
    assert set[str]().union(*map(kinds, within())) == {"room", "trap_room", "rubble", "treasure_chamber", "door"}
    more = within(rooms=1, tiles=2, monsters=0, companions=0)
    assert set[str]().union(*map(kinds, more)) >= FURTHER.keys()
    assert set(within(rooms=1, monsters=0, companions=0)) < set(more)


@pytest.mark.slow
@pytest.mark.parametrize("kind", FURTHER)
def test_a_further_kind_is_ruled_on(kind: str) -> None:
    some = [one for one in within(rooms=1, heroes=1, tiles=2, monsters=0, companions=0) if kind in kinds(one)]
    phases, met = FURTHER[kind]
    assert set(map(begun, some)) == phases
    found = searched(some)
    assert not found.lost
    assert "conflict" not in {key.kind for key in found.old}
    assert met <= found.marks[0].applies.keys() | {key.what.partition("(")[0] for key in found.old}
