"""Factoring changes no result, and it separates only differences that no rule connects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import clingo
import pytest

from drakdom.graph import explore
from drakdom.rulings.adjudication import load
from drakdom.step import factoring
from drakdom.step.case import build_case
from drakdom.step.factoring import Parts, plan
from drakdom.step.moment import Moments
from drakdom.step.state import PartialState
from drakdom.value.solve import solve
from tests.core.examples import EXAMPLES
from tests.core.tiny import Tiny, played, tiny_case, tiny_law
from tests.tiers import sampled

ROOT = Path(__file__).resolve().parents[2]
ALL = sorted((ROOT / "scenarios").rglob("*.yaml"))
#: The first was once factored wrongly: atoms that need not hold were grounded as facts.
SCENARIOS = [*(file for file in ALL if file.stem == "loot-and-determination"), *ALL[5::40]]


@pytest.fixture
def all_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Factor each evaluation."""
    monkeypatch.setattr(factoring, "FEW", 0)
    monkeypatch.setattr(factoring, "PAYS", 0)


@pytest.mark.usefixtures("all_apart")
@pytest.mark.parametrize("tiny", EXAMPLES, ids=lambda tiny: tiny.name)
def test_example(tiny: Tiny, tmp_path: Path) -> None:
    happens, ends = played(tiny, tiny_law(tiny.law, tmp_path), "side-by-side")
    assert happens == tiny.happens
    if tiny.ends is not None:
        assert ends == [tiny.ends]


@pytest.mark.parametrize("file", sampled(SCENARIOS, 8), ids=lambda file: file.stem)
def test_factoring_changes_no_result_of_a_scenario(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = build_case(load(file))
    monkeypatch.setattr(factoring, "FEW", 1_000_000)
    wholes = [(branch.readings, branch.evaluation.events()) for branch in solve(case)]
    monkeypatch.setattr(factoring, "FEW", 0)
    monkeypatch.setattr(factoring, "PAYS", 0)
    assert [(branch.readings, branch.evaluation.events()) for branch in solve(case)] == wholes


HEROES = """due(pit(H), t6, T)         :- is(phase, go, T), hero(H).
changes(hp(H), -N, pit, T) :- shows(pit(H), N, T), N = 1..6.
entry_ends(T)              :- is(phase, go, T).
"""
TOGETHER = "event(both_fall_deep, T) :- shows(pit(ada), 6, T), shows(pit(bo), 6, T).\n"


def thrown(law: str, folder: Path) -> tuple[Moments, Sequence[PartialState]]:
    """Return the partial states of two heroes at their pits: all combinations of their throws."""
    tiny = Tiny("pits", law, facts="hero(ada); hero(bo); " + "; ".join(f"face(t6, {n}, 1)" for n in range(1, 7)))
    case = tiny_case(Tiny("pits", law, facts=tiny.facts, given="hp(ada) = 9; hp(bo) = 7"), tiny_law(law, folder))
    moments = Moments(case)
    items = moments.items
    start = frozenset(map(items.number, case.start))

    def pit(hero: str, face: int) -> int:
        return items.number(("chance", clingo.parse_term(f"pit({hero})"), clingo.Number(face)))

    faces = range(1, 7)
    return moments, [(start, frozenset({pit("ada", ada), pit("bo", bo)})) for ada in faces for bo in faces]


def test_two_heroes_that_no_rule_connects_are_two_parts(tmp_path: Path) -> None:
    moments, partials = thrown(HEROES, tmp_path)
    parts = Parts(moments, partials)
    assert parts.most_ways == 6
    assert list(parts.evaluate(partials)) == list(moments.evaluate(partials))


def test_a_rule_with_both_heroes_makes_one_part(tmp_path: Path) -> None:
    moments, partials = thrown(HEROES + TOGETHER, tmp_path)
    parts = Parts(moments, partials)
    assert parts.most_ways == 36
    assert list(parts.evaluate(partials)) == list(moments.evaluate(partials))


SOMEBODY = "event(somebody_falls_deep, T) :- shows(pit(H), 6, T).\n"


def test_an_event_that_both_heroes_cause_does_not_connect_them(tmp_path: Path) -> None:
    moments, partials = thrown(HEROES + SOMEBODY, tmp_path)
    parts = Parts(moments, partials)
    assert parts.most_ways == 6
    results = list(parts.evaluate(partials))
    assert results == list(moments.evaluate(partials))
    deep = clingo.Function("somebody_falls_deep")
    assert sum(deep in result.seen for result in results) == 11  # of 36 throws of two dice


FIRST = """changes(hp(H), -1, ahead, T)  :- shows(pit(H), 6, T), is(first, H, T).
changes(hp(H), -1, behind, T) :- shows(pit(H), 1, T), is(first, H', T), H' != H.
"""


def test_states_connected_by_one_hub_are_grouped_by_its_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of the heroes connects both pits; in either order they are two parts of six ways each."""
    moments, partials = thrown(HEROES + FIRST, tmp_path)
    first = [moments.items.number((clingo.Function("first"), clingo.Function(hero))) for hero in ("ada", "bo")]
    ordered = [(state | {item}, openings) for item in first for state, openings in partials]
    assert plan(moments, ordered).cost == 72
    monkeypatch.setattr(factoring, "MANY", 71)
    grounded: list[frozenset[int]] = []
    ground = Parts._ground

    def recorded(parts: Parts, free: frozenset[int]) -> dict[int, int]:
        grounded.append(free)
        return ground(parts, free)

    monkeypatch.setattr(Parts, "_ground", recorded)
    monkeypatch.setattr(Moments, "answer", lambda *_, **__: pytest.fail("a plan evaluates nothing"))
    monkeypatch.setattr(Moments, "evaluate", lambda *_: pytest.fail("a plan evaluates nothing"))
    planned = plan(moments, ordered)
    monkeypatch.undo()
    assert planned.cost == 12
    assert len(grounded) == 3  # all differences, then once for each order
    assert list(planned.results) == list(moments.evaluate(ordered))


SIX = """becomes(phase, fall, T)    :- is(phase, go, T).
becomes(phase, stop, T)    :- is(phase, fall, T).
entry_ends(T)              :- is(phase, stop, T).
due(check(H), t12, T)      :- is(phase, go, T), skill(H, _).
reads(check(H), X, success, T) :- due(check(H), _, T), skill(H, N), face(t12, X, _), X <= N.
reads(check(H), X, failure, T) :- due(check(H), _, T), skill(H, N), face(t12, X, _), X > N.
becomes(fallen(H), yes, T) :- shows(check(H), failure, T).
due(fall(H), t6, T)        :- is(phase, fall, T), is(fallen(H), yes, T), deep(H).
changes(hp(H), -N, fall, T) :- shows(fall(H), N, T), N = 1..6.
event(fails(H), T)         :- shows(check(H), failure, T).
event(hurt(H, N), T)       :- shows(fall(H), N, T).
"""


def test_six_checks_and_two_dice_cost_what_the_worst_part_costs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """6 T12 and 2 T6: 107,495,424 ways for the faces to fall, 784 ends, and less than a hundred states to evaluate."""
    monkeypatch.setattr(explore, "MOST_EVALUATED", 99)
    heroes = "abcdef"
    facts = [f"face(t{sides}, {n}, 1)" for sides in (6, 12) for n in range(1, sides + 1)]
    facts += [f"skill({hero}, {skill})" for skill, hero in enumerate(heroes, 4)]
    given = "; ".join(f"hp({hero}) = 12" for hero in heroes)
    tiny = Tiny("six", SIX, facts="; ".join([*facts, "deep(a)", "deep(b)"]), given=given)
    happens, ends = played(tiny, tiny_law(tiny.law, tmp_path), "side-by-side")
    assert len(ends) == 7 * 7 * 2**4
    assert [happens[f"fails({hero})"] for hero in heroes] == ["2/3", "7/12", "1/2", "5/12", "1/3", "1/4"]
    assert happens["hurt(a,6)"] == "1/9"  # 8/12 * 1/6
    assert happens["hurt(b,1)"] == "7/72"  # 7/12 * 1/6


REST = """becomes(phase, rest, T)    :- is(phase, go, T), shows(pit(ada), N, T), N > 6.
due(pit(H), t6, T)         :- is(phase, go, T), hero(H).
changes(hp(H), -N, pit, T) :- shows(pit(H), N, T), N = 2..6.
"""


def test_a_standstill_of_all_parts_is_unruled(tmp_path: Path) -> None:
    """A hero who throws 1 loses nothing; if both do, nothing changes, which no single part shows."""
    moments, partials = thrown(REST, tmp_path)
    results = list(Parts(moments, partials).evaluate(partials))
    assert results == list(moments.evaluate(partials))
    still = [{str(symbol) for symbol in result.seen} for result in results]
    assert sum("unruled(standstill)" in seen for seen in still) == 1
    assert "unruled(standstill)" in still[0]
    moving = [partial for partial in partials if partial != partials[0]]
    parts = Parts(moments, moving)
    assert parts.most_ways < len(moving)
    assert list(parts.evaluate(moving)) == list(moments.evaluate(moving))
