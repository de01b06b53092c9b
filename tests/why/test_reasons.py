"""Reasons of events: everything that led to them, and nothing that concerns only others."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from clingo import parse_term

from drakdom import adjudicate
from drakdom.rulebook import load_rulebook
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from drakdom.tools.why_not import why_not
from drakdom.value.solve import solve
from drakdom.verdict import Reason
from drakdom.why.clause_activation import applied
from drakdom.why.explain import clauses_in
from drakdom.why.reasons import Reasons
from tests.core.tiny import Tiny, tiny_case, tiny_law

LANTERN = Path(__file__).parents[1] / "rulebooks" / "lantern"
#: The fall and the fire take one of two points each.
WOUNDS = (
    "becomes(phase, fire, T) :- is(phase, go, T).\nbecomes(phase, stop, T) :- is(phase, fire, T).\n"
    "entry_ends(T) :- is(phase, stop, T).\n"
    'changes(life, -1, fall, T) :- clause("X-1"), is(phase, go, T).\n'
    'changes(life, -1, fire, T) :- clause("X-2"), is(phase, fire, T).\n'
    'event(dies, T) :- clause("X-3"), is(phase, stop, T), is(life, 0, T).\n'
)


def leaves(reason: Reason) -> Iterator[str]:
    """Yield the statements at the ends of a tree."""
    if not reason.because:
        yield show(reason.what)
    for below in reason.because:
        yield from leaves(below)


def test_a_changed_value_has_every_change_among_its_reasons(tmp_path: Path) -> None:
    (branch,) = solve(tiny_case(Tiny("wounds", WOUNDS, given="life = 2"), tiny_law(WOUNDS, tmp_path)))
    reason = Reasons(branch).why(parse_term("dies"))
    assert reason is not None
    assert clauses_in([reason]) == ("X-3", "X-2", "X-1")
    assert "given(life, 2)" in {*leaves(reason)}


#: The fall takes two of three points; the second clause keeps the last one.
KEPT = (
    "becomes(phase, stop, T) :- is(phase, go, T).\nentry_ends(T) :- is(phase, stop, T).\n"
    'changes(life, -N, fall, T) :- clause("X-1"), is(phase, go, T), depth(N).\n'
    'least(life, 1) :- clause("X-2"), kept.\n'
    'event(lives(N), T) :- clause("X-3"), is(phase, stop, T), is(life, N, T).\n'
)


@pytest.mark.parametrize(("life", "depth", "held"), [(3, 3, True), (1, 1, True), (3, 2, False), (3, 1, False)], ids=str)
def test_a_bound_is_a_reason_where_it_holds_a_counter_back(tmp_path: Path, life: int, depth: int, held: bool) -> None:
    law = f"{KEPT}depth({depth}). kept.\n"
    (branch,) = solve(tiny_case(Tiny("kept", law, given=f"life = {life}"), tiny_law(law, tmp_path)))
    reasons = Reasons(branch)
    reason = reasons.why(parse_term(f"lives({max(life - depth, 1)})"))
    assert reason is not None
    assert ("X-2" in reasons.fired()) is held
    assert ("X-2" in clauses_in([reason])) is (held and life > 1)  # a counter that stays is traced to its last change


#: Ada and Bo have ropes, so that LD-05 yields to LD-06 at the pit.
ROPES = """\
title: A rope at the pit
rulebook: lantern
board: {places: {B2: {room: floor, exits: [e]}, C2: {room: pit}}}
figures:
  Ada: {kind: hero, at: B2, nerve: 4, rope: yes}
  Bo: {kind: hero, at: B2, nerve: 4, rope: yes}
play: [{Ada: move e, Bo: rest}]
"""


def test_a_clause_that_yields_for_another_figure_is_no_reason() -> None:
    """LD-06 spares Ada the throw; Bo, who rests, does not come to the pit."""
    claims = "expect: [{never: falls(Bo), not_because: [LD-05, LD-06]}, {never: falls(Ada), because: LD-06}]\n"
    bo, ada = adjudicate(read_scenario_text(ROPES + claims, "case.yaml", [LANTERN])).claims
    assert (bo.passed, bo.because, ada.passed) == (True, (), True)


def test_a_clause_that_yields_may_have_to_go_as_well(tmp_path: Path) -> None:
    """At the pit, LD-05 has Ada throw, or LD-06 has her swing by her rope: without one clause she does the other."""
    folder = shutil.copytree(LANTERN, tmp_path / "lantern")
    book, law = folder / "rulebook.yaml", folder / "pit.lp"
    swings = '  swings: {args: [figure], says: "{1} swings across"}\n'
    book.write_text(book.read_text("utf-8").replace("events:\n", f"events:\n{swings}"), "utf-8")
    with law.open("a", encoding="utf-8") as file:
        file.write('event(swings(H), T) :- clause("LD-06"), tries(H, T), carries(H, rope).\n')
    scenario = read_scenario_text(ROPES, "case.yaml", rulebook=load_rulebook(folder))
    claim = "entered(Ada, C2) and finally(room(C2), pit) and not tested(Ada) and not swings(Ada)"
    answer = why_not(scenario, ROPES, claim)
    assert [[change.says for change in remedy.changes] for remedy in answer.remedies] == [
        ["without the clause LD-05", "rope of Ada: no instead of yes"]
    ]


#: Rain and night each keep everybody in.
KEPT_IN = (
    "entry_ends(T) :- is(phase, go, T).\n"
    'event(walks, T) :- clause("X-1"), is(phase, go, T), not except("X-1", (rain, T)), not except("X-1", (night, T)).\n'
    'except("X-1", (rain, T)) :- clause("X-2"), is(phase, go, T).\n'
    'except("X-1", (night, T)) :- clause("X-3"), is(phase, go, T).\n'
)


def test_a_rule_with_two_exceptions_that_hold_yields_to_both(tmp_path: Path) -> None:
    (branch,) = solve(tiny_case(Tiny("kept_in", KEPT_IN), tiny_law(KEPT_IN, tmp_path)))
    reasons = Reasons(branch)
    assert reasons.to_the_end()
    assert {*reasons.yielded()} == {("X-1", "X-2"), ("X-1", "X-3")}
    assert applied(branch.moments, branch.play.partials, ["X-1"]).beaten == {"X-1": [0]}
