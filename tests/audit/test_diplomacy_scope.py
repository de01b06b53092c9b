"""The small situations of Diplomacy: what an audit meets in them, and that what must always hold does."""

from pathlib import Path

import pytest

from drakdom.audit.fates import Fate
from drakdom.audit.laws import law_with
from drakdom.audit.plays import read_situation
from drakdom.audit.search import Search
from drakdom.step.case import law_of
from drakdom.step.scope import Situation
from drakdom.terms import Term, show
from tests.audit.bank import Seeded, bank, written
from tests.audit.boards import Boards
from tests.tiers import sampled

BOARDS = Boards("diplomacy")


def stated(situation: Situation) -> set[Term]:
    """The orders that a situation states."""
    return {say for say in situation.says if say.args[0] == Term("play") and len(say.args) == 4}


def figures(situation: Situation) -> set[str]:
    """The units of a situation."""
    owners = [say.args[0] for say in situation.says]
    return {show(owner.args[0]) for owner in owners if isinstance(owner, Term) and owner.name == "figure"}


def test_every_situation_is_a_scenario() -> None:
    law = law_with(BOARDS.book, ())
    for situation in BOARDS.within(size=1):
        scenario = read_situation(law, situation)
        assert sum(fact.name == "stated" for fact in scenario.facts) == len(stated(situation))


@pytest.mark.slow
def test_the_smallest_situations_show_no_fault() -> None:
    """Neither is there a gap by the first readings, nor two units in one province."""
    result = BOARDS.searched(BOARDS.within(size=0))
    assert not result.too_large
    assert not result.old


@pytest.mark.slow
def test_every_clause_is_met() -> None:
    result = BOARDS.searched(BOARDS.within())
    assert not result.too_large
    assert not result.old
    in_force = {*BOARDS.book.clauses_in_force(())} & law_of(BOARDS.book).clauses
    assert in_force == in_force & result.marks.applies.keys()


#: For each house rule of the bank the units of the situations that suffice, their size, and what is found there.
SUFFICE: dict[str, tuple[set[str], int, set[str]]] = {
    "back-home-in-fall": ({"Hol", "Lon", "Nth", "Bel"}, 0, {"two_values(at(_))"}),
    "no-giving-up": ({"Por", "Spa"}, 1, {"nobody_may(_)"}),
    "not-where-it-is": ({"Vie", "Tri"}, 1, set()),
    "tired-marchers": ({"Cly"}, 0, set()),
    "shared-provinces": ({"Vie", "Tri", "Bud", "Mun", "Sil"}, 2, {"crowded(boh)"}),
    "fleets-sink": ({"Ion", "Tun"}, 1, set()),
    "weak-fleets": ({"Nwy", "Swe", "Fin", "Bot"}, 2, set()),
}


@pytest.mark.parametrize(
    "rule", sampled([rule for rule in bank() if rule.base == "diplomacy"], 4), ids=lambda rule: rule.name
)
def test_what_few_situations_say_of_a_house_rule(rule: Seeded, tmp_path: Path) -> None:
    """A seeded fault shows in its findings or in the fate of its first clause; an honest rule applies and matters."""
    units, size, faults = SUFFICE[rule.name]
    situations = [situation for situation in BOARDS.within(size=size) if figures(situation) == units]
    laws = law_with(BOARDS.book, [str(written(tmp_path, rule))]), law_with(BOARDS.book)
    result = Search(laws, situations)(range(len(situations)))
    assert {key.what for key in result.settled()} == faults
    fate = result.fates.get(f"HOUSE-{rule.name.upper()}-001", Fate())
    if rule.fault == "always beaten":
        assert fate.beaten
        assert not fate.applies
    else:
        assert bool(fate.applies) is (rule.fault != "dead")
    assert bool(fate.matters) or rule.fault
