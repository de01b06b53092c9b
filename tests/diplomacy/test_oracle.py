"""On random orders the law says what the equations of movement say, all their outcomes tried."""

from random import Random

from tests.diplomacy.board import Unit, needed, on_routes
from tests.diplomacy.changed import changed
from tests.diplomacy.drawn import orders
from tests.diplomacy.equations import USUAL, Order, Orders
from tests.diplomacy.told import UNANSWERED, by_equations, by_the_law
from tests.randomly import on_random_boards

READINGS = {
    "DI-CON-007": ("all_routes", "any_route"),
    "DI-PAR-001": ("szykman", "rules_1971", "rules_1982", "rules_2000"),
    "DI-CON-008": ("intent", "opposite", "fallback", "marked"),
    "DI-CUT-003": ("origin", "border"),
    "DI-STR-009": ("met_only", "never"),
}


def read(random: Random) -> dict[str, str]:
    """The usual readings, or others."""
    return random.choice((USUAL, {clause: random.choice(words) for clause, words in READINGS.items()}))


def agree(asked: Orders) -> None:
    """What happens is the same by the equations and by the law."""
    assert by_the_law(asked) == by_equations(asked)


@on_random_boards(quick=2, thorough=1000)
def test_random_orders_come_out_as_the_equations_say(random: Random) -> None:
    agree(orders(random, random.randint(4, 9), read(random)))


@on_random_boards(quick=2, thorough=1500)
def test_changed_cases_come_out_as_the_equations_say(random: Random) -> None:
    agree(changed(random, read(random)))


# -- the oracle itself ---------------------------------------------------------------------------------------------


def asked(readings: dict[str, str], **stated: str) -> Orders:
    """Orders by places: `A_bre="france move lon"`."""
    units, lines = [], dict[str, Order]()
    for name, text in stated.items():
        power, *order = text.split()
        units.append(Unit(name, power, {"A": "army", "F": "fleet"}[name[0]], name[2:]))
        lines[name] = tuple(order)
    return Orders(tuple(units), lines, USUAL | readings)


PARADOX = {
    "F_lon": "england support wal eng",
    "F_wal": "england move eng",
    "A_bre": "france move lon",
    "F_eng": "france convoy bre lon",
}


def test_the_equations_tell_the_simplest_paradox() -> None:
    """6.F.14: the support stands and the convoying fleet is dislodged, by every book."""
    for rule in READINGS["DI-PAR-001"]:
        events = by_equations(asked({"DI-PAR-001": rule}, **PARADOX))
        assert {"dislodged(F_eng, F_wal)", "supports(F_lon, F_wal)", "not_carried(A_bre, lon)"} <= events


def test_the_equations_do_not_answer_the_betrayal() -> None:
    """6.F.18, where the rules of 1971 and 2000 have no outcome."""
    orders_of = {
        "F_nth": "england convoy lon bel",
        "A_lon": "england move bel",
        "F_eng": "england support lon bel",
        "F_bel": "france support nth",
        "F_hel": "germany support ska nth",
        "F_ska": "germany move nth",
    }
    for rule, answered in (("rules_1971", False), ("rules_2000", False), ("szykman", True)):
        assert (by_equations(asked({"DI-PAR-001": rule}, **orders_of)) != UNANSWERED) is answered


def test_three_units_go_round() -> None:
    events = by_equations(asked({}, F_ank="turkey move con", A_con="turkey move smy", A_smy="turkey move ank"))
    assert events == {"moves(F_ank, con)", "moves(A_con, smy)", "moves(A_smy, ank)"}


def test_routes_and_the_fleets_that_they_need() -> None:
    """A fleet on a detour is in a route and not needed; one on a dead end is in none."""
    fleets = frozenset({"wes", "mao", "iri", "nao", "eng"})
    assert needed("naf", "tun", fleets) == {"wes"}
    assert on_routes("naf", "tun", fleets) == {"wes", "mao"}
