"""Sorting rules by phase only leaves out what cannot fire: no answer changes when everything is grounded."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.adjudication import load
from checker.engine import side_by_side, unrolled
from checker.engine.canonical import functor, read_atom, split, statement_parts
from checker.engine.case import Case, build_case
from checker.engine.law import Law, rule_of
from checker.engine.names import Name, Names
from checker.engine.phases import phases_of_rules
from checker.engine.rolls import plain_rolls
from checker.engine.solve import solve

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = sorted((ROOT / "scenarios").rglob("*.yaml"))[::12]


def _values(case: Case) -> list[object]:
    return [(branch.readings, branch.evaluation.events()) for branch in solve(case)]


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_grounding_everything_gives_the_same_answers(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = build_case(load(file))
    sorted_values = _values(case)

    def everything(law: Law, _phases: frozenset[str]) -> list[int]:
        return list(range(len(law.parts)))

    for module in (unrolled, side_by_side):
        monkeypatch.setattr(module, "parts_possible", everything)
    assert _values(case) == sorted_values


def test_a_check_of_one_name_fires_only_where_it_is_made() -> None:
    texts = [
        "due(R,t12,T) :- check(R,_,_,T).",
        "check(climb(F),F,agility,T) :- is(phase,force,T); climbs(F,T).",
        "check(trap(F),F,agility,T) :- is(phase,danger,T); hits(F,T).",
        "reads(R,X,success,T) :- check(R,_,_,T); face(t12,X,_).",
        "due(fall(F),t6,T) :- shows(trap(F),failure,T).",
        "falls(F,T) :- shows(trap(F),failure,T).",
        "stuck(F,T) :- shows(climb(F),failure,T).",
    ]
    rules = [rule_of(text, "tiny", 1) for text in texts]
    phases = frozenset({"force", "danger"})
    assert phases_of_rules(rules, phases) == [phases, {"force"}, {"danger"}, phases, {"danger"}, {"danger"}, {"force"}]
    assert plain_rolls(Names(rules)) == (Name("fall", 1),)


def test_what_comes_from_outside_is_not_narrowed() -> None:
    texts = [
        "due(R,t6,T) :- told_elsewhere(R,T).",
        "due(fixed(F),t6,T) :- is(phase,danger,T); hits(F,T).",
        "ends(T) :- shows(other(F),1,T).",
    ]
    rules = [rule_of(text, "tiny", 1) for text in texts]
    phases = frozenset({"force", "danger"})
    assert phases_of_rules(rules, phases)[2] == phases


def test_printed_rules_are_taken_apart() -> None:
    parts = statement_parts('a(X,"b;c") :- p(X,f(Y,Z)); not q("x :- y"); N = #sum { W,K: r(W,K); 1: s }.')
    assert parts == ('a(X,"b;c")', ["p(X,f(Y,Z))", 'not q("x :- y")', "N = #sum { W,K: r(W,K); 1: s }"])
    assert statement_parts("#defined p/1.") is None
    assert statement_parts("danger(a;b).") == ("danger(a;b)", [])
    atom = read_atom("not p(X,f(Y,Z))")
    assert atom is not None
    assert (atom.sign, atom.name, atom.args) == ("not", "p", ("X", "f(Y,Z)"))
    assert read_atom("(X+N') <= N") is None
    assert read_atom("p(a;b)") == ("", "p", ("Pool",))
    assert [functor(term) for term in ("f(X)", "a", "3", "X", "_", "(a,b)", "-N")] == [
        "f", "a", "3", None, None, None, None
    ]  # fmt: skip
    assert split("a, f(b, c), {d, e}", ",") == ["a", "f(b, c)", "{d, e}"]
