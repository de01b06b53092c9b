"""The clauses that an event would rest on, found in the law without playing."""

from pathlib import Path

import pytest

from drakdom import load
from drakdom.law.canonical import read_atom
from drakdom.rulings.adjudication import played
from drakdom.scenario import read_scenario_text
from drakdom.step.case import build_case
from drakdom.terms import parse
from drakdom.why.founding import founding_clauses
from drakdom.why.reasons import Reasons
from drakdom.why.unify import fits as unifies
from tests.cli.drakdom import GOOD, RULEBOOKS

SHIPPED = Path(__file__).parents[2] / "scenarios"


def founding(goal: str, in_force: frozenset[str] | None = None) -> tuple[str, ...]:
    case = build_case(read_scenario_text(GOOD, "case.yaml", [RULEBOOKS]))
    clauses = {f.arguments[0].string for f in case.facts if f.name == "in_force"} if in_force is None else in_force
    return founding_clauses(case.law.heads, clauses, parse(goal))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("goal", "clauses"),
    [
        ('event(falls("Ada"), _)', ("LD-05",)),
        ("event(never_heard_of(_), _)", ()),
    ],
)
def test_the_clauses_of_the_nearest_rules(goal: str, clauses: tuple[str, ...]) -> None:
    assert founding(goal) == clauses


@pytest.mark.parametrize(("room", "of"), [("pit", ("LD-05",)), ("floor", ())])
def test_premises_that_never_came_about(room: str, of: tuple[str, ...]) -> None:
    """LD-05 is about pits: where there is none, a throw could rest on it only elsewhere."""
    text = GOOD.replace("room: pit", f"room: {room}")
    [branch] = played(read_scenario_text(text, "case.yaml", [RULEBOOKS]))
    foundations = Reasons(branch).foundations
    assert foundations.of(parse('tested("Ada")')) == of
    assert foundations.anywhere(parse('tested("Ada")')) == ("LD-05",)


def test_a_rule_about_every_action_counts_for_those_that_it_can_be_about() -> None:
    """KA-SPEC-004 lets dice be thrown again, KA-MOVE-001 grants ways to move: each names them by a variable."""
    [branch, *_] = played(load(SHIPPED / "kalahen" / "forest" / "not-in-the-turn-of-the-arrival.yaml"))
    foundations = Reasons(branch).foundations
    assert foundations.anywhere(parse('may("Ann", teleport(_))')) == ("KA-MOVE-001",)
    assert {"KA-SPEC-004", "KA-SPEC-005"} <= {*foundations.anywhere(parse('may("Ann", keep(1))'))}


def test_a_clause_that_is_not_in_force_is_none() -> None:
    assert founding('event(falls("Ada"), _)', frozenset()) == ()


@pytest.mark.parametrize(
    ("term", "value", "fits"),
    [
        ("loses(F, 1, road)", 'loses("Ann", 1, road)', True),
        ("loses(F, 1, road)", 'loses("Ann", 2, road)', False),
        ("loses(F, 1, road)", 'loses("Ann", 1, journey)', False),
        ("loses(F, N, Why)", 'loses("Ann", 2, _)', True),
        ("goes(F, F)", 'goes("Ann", "Bo")', False),
        ("goes(F, F)", 'goes("Ann", _)', True),
        ("(stay;leave)", "leave", True),
        ("(stay;leave)", "climb", False),
        ("at(N+1)", "at(3)", True),
        ("leave", "move(e)", False),
    ],
)
def test_a_head_fits_a_pattern_as_far_as_its_constants_tell(term: str, value: str, fits: bool) -> None:
    assert read_atom("x(Y)") is not None
    assert unifies(term, parse(value), {}) == fits
