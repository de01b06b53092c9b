"""Relevance leaves out only rules that cannot fire: no answer changes if all rules are grounded."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import clingo
import pytest

from drakdom.law.canonical import ANY_OF_A_POOL, functor, read_atom, split, statement_parts
from drakdom.law.law import rule_of
from drakdom.law.names import Name, Names
from drakdom.law.phases import phases_of_rules
from drakdom.law.rolls import plain_rolls, roll_names
from drakdom.rulings.adjudication import load
from drakdom.step.case import Case, build_case
from drakdom.step.dependencies import dependencies_of
from drakdom.step.firing import Firing, Progress
from drakdom.value.solve import solve
from tests.tiers import sampled

ROOT = Path(__file__).resolve().parents[2]
ALL = sorted((ROOT / "scenarios").rglob("*.yaml"))
SCENARIOS = sampled(ALL[::12], len(ALL))


def _values(case: Case) -> list[object]:
    return [(branch.readings, branch.evaluation.events()) for branch in solve(case)]


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_grounding_everything_gives_the_same_answers(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = build_case(load(file))
    values = _values(case)
    in_force = {fact.arguments[0].string for fact in case.by_name["in_force"]}

    def everything(firing: Firing, progress: Progress, numbers: Iterable[int]) -> Progress:
        del numbers
        rules = [n for n, r in enumerate(firing.rules) if r.head_text and (not r.clause or r.clause in in_force)]
        return Progress(progress.open_conditions, progress.possible, rules)

    monkeypatch.setattr(Firing, "_reach", everything)
    assert _values(case) == values


def _firing(*texts: str) -> Firing:
    rules = [rule_of(text, "tiny", line) for line, text in enumerate(texts, 1)]
    return Firing(rules, dependencies_of(rules))


def _fire(firing: Firing, *facts: str) -> list[int]:
    """Return the lines of the rules that can fire."""
    return sorted(firing.rules[n].line for n in firing.start(map(clingo.parse_term, facts)).rules)


def test_a_rule_fires_if_facts_and_rules_supply_its_body() -> None:
    firing = _firing(
        "at(X,T) :- is(at(X),door,T).",
        "near(X,T) :- at(X,T); not far(X,T).",
        "far(X,T) :- is(at(X),hall,T).",
        "goes(X,T) :- near(X,T); far(X,T).",
    )
    assert _fire(firing) == []
    assert _fire(firing, "is(at(a),door,0)") == [1, 2]
    assert _fire(firing, "is(at(a),hall,0)") == [3]
    assert _fire(firing, "is(at(a),door,0)", "is(at(b),hall,0)") == [1, 2, 3, 4]
    assert _fire(firing, "is(door,at(a),0)", "is(at,door,hall,0)") == []


def test_a_variable_has_only_values_that_all_its_literals_can_have() -> None:
    firing = _firing(
        "chosen(P,A,T) :- stated(P,A); option(P,A,T).",
        "option(P,move(D),T) :- way(P,D); is(phase,go,T).",
        "option(P,wait,T) :- is(phase,go,T); who(P).",
        "moves(P,T) :- chosen(P,move(D),T).",
        "waits(P,T) :- chosen(P,wait,T).",
        "#defined stated/2.",
        "#defined way/2.",
        "#defined who/1.",
    )
    go = "is(phase,go,0)"
    assert _fire(firing, go, "who(a)", "way(a,n)") == [2, 3]
    assert _fire(firing, go, "who(a)", "way(a,n)", "stated(a,wait)") == [1, 2, 3, 5]
    assert _fire(firing, go, "who(a)", "stated(a,move(n))") == [1, 3]  # to move takes a way
    assert _fire(firing, go, "who(a)", "way(a,n)", "stated(a,move(n))") == [1, 2, 3, 4]


def test_a_variable_has_one_of_the_few_values_that_the_law_names() -> None:
    firing = _firing(
        "monster(M,T) :- is(at(M),P,T); figure(M,K); ground_monster(K).",
        "ground_monster(orc;troll).",
        'ground_monster(skeleton) :- clause("A-1").',
        "roars(T) :- monster(M,T).",
        "below(M,T) :- kind(M,K,T); beast_below(K).",
        "kind(M,K,T) :- is(at(M),P,T); figure(M,K).",
        "beast_below(worm).",
        "both(M,T) :- is(at(M),P,T); figure(M,K); ground_monster(K); beast_below(K).",
        "#defined figure/2.",
        "#defined clause/1.",
    )
    placed = "is(at(a),x,0)"
    assert _fire(firing, placed, "figure(a,hero)") == [2, 6, 7]
    assert _fire(firing, placed, "figure(a,troll)") == [1, 2, 4, 6, 7]
    assert _fire(firing, placed, "figure(a,skeleton)") == [1, 2, 4, 6, 7]
    assert _fire(firing, placed, "figure(a,worm)") == [2, 5, 6, 7]
    # a fact from outside adds an unknown kind: then any figure can have such a kind
    assert _fire(firing, placed, "figure(a,ghost)", "ground_monster(ghost)") == [1, 2, 4, 6, 7, 8]


def test_a_place_of_more_arguments_has_few_values_as_well() -> None:
    firing = _firing(
        "least(hp(F),0) :- figure(F,_).",
        "least(sun,0).",
        "below(F,T) :- summed(F,V,T); least(F,N).",
        "summed(F,V,T) :- changes(F,V,T).",
        "changes(hp(F),1,T) :- is(phase,rest,T); figure(F,_).",
        "changes(steps(F),1,T) :- is(phase,walk,T); figure(F,_).",
        "#defined figure/2.",
    )
    assert _fire(firing, "figure(a,hero)", "is(phase,walk,0)") == [1, 2, 4, 6]
    assert _fire(firing, "figure(a,hero)", "is(phase,rest,0)") == [1, 2, 3, 4, 5]


def test_a_predicate_with_open_values_restricts_nothing() -> None:
    firing = _firing(
        "marked(K) :- figure(_,K).",
        "marked(orc).",
        "opened(troll).",
        "{ opened(K) : any(K) } = 1 :- is(phase,go,T).",
        "by_mark(M) :- figure(M,K); marked(K).",
        "by_choice(M) :- figure(M,K); opened(K).",
        "#defined figure/2.",
        "#defined any/1.",
    )
    assert _fire(firing, "figure(a,hero)") == [1, 2, 3, 5, 6]


def test_unknown_values_are_possible() -> None:
    firing = _firing(
        "{ opened(X,T) : any(X) } = 1 :- is(phase,go,T).",
        "seen(T) :- opened(door,T).",
        "sum(N+1,T) :- is(count,N,T).",
        "five(T) :- sum(5,T).",
        "pool((a;b),T) :- is(pool,_,T).",
        "has(T) :- pool(b,T).",
        "typo(T) :- never_derived_anywhere(T).",
        "fact(a).",
        "reads(T) :- fact(b); is(phase,_,T).",
        "#defined any/1.",
    )
    assert _fire(firing) == [7, 8]  # clingo itself complains about a predicate that no rule derives
    assert _fire(firing, "is(phase,go,0)") == [1, 2, 7, 8]
    assert _fire(firing, "is(count,1,0)") == [3, 4, 7, 8]
    assert _fire(firing, "is(pool,x,0)") == [5, 6, 7, 8]


def test_more_does_not_change_its_start() -> None:
    firing = _firing("a(T) :- is(x,1,T).", "b(T) :- a(T).")
    start = firing.start([])
    number = clingo.Number(1)
    assert firing.more(start, firing.fitted([("is", (clingo.Function("x"), number, number))])).rules
    assert not start.rules
    assert not firing.more(start, firing.fitted([("is", (clingo.Function("y"), number, number))])).rules


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


def test_a_pool_in_the_head_does_not_take_the_names_of_a_pool_in_the_body() -> None:
    texts = [
        "due(climb,t6,T;jump,t6,T) :- wants(up,T;down,T).",
        "wants(up,T) :- is(phase,force,T).",
        "wants(down,T) :- is(phase,danger,T).",
    ]
    assert plain_rolls(roll_names([rule_of(text, "tiny", 1) for text in texts])) == (Name("climb", 0), Name("jump", 0))


def test_names_from_outside_are_not_narrowed() -> None:
    texts = [
        "due(R,t6,T) :- told_elsewhere(R,T).",
        "due(fixed(F),t6,T) :- is(phase,danger,T); hits(F,T).",
        "ends(T) :- shows(other(F),1,T).",
    ]
    rules = [rule_of(text, "tiny", 1) for text in texts]
    phases = frozenset({"force", "danger"})
    assert phases_of_rules(rules, phases)[2] == phases


def test_printed_rules_are_parsed() -> None:
    parts = statement_parts('a(X,"b;c") :- p(X,f(Y,Z)); not q("x :- y"); N = #sum { W,K: r(W,K); 1: s }.')
    assert parts == ('a(X,"b;c")', ["p(X,f(Y,Z))", 'not q("x :- y")', "N = #sum { W,K: r(W,K); 1: s }"])
    assert statement_parts("#defined p/1.") is None
    assert statement_parts("danger(a;b).") == ("danger(a;b)", [])
    atom = read_atom("not p(X,f(Y,Z))")
    assert atom is not None
    assert (atom.sign, atom.name, atom.args) == ("not", "p", ("X", "f(Y,Z)"))
    assert read_atom("(X+N') <= N") is None
    assert read_atom("p(a;b)") == ("", "p", (ANY_OF_A_POOL,))
    assert [functor(term) for term in ("f(X)", "a", "3", "X", "_", "(a,b)", "-N")] == [
        "f", "a", "3", None, None, None, None
    ]  # fmt: skip
    assert split("a, f(b, c), {d, e}", ",") == ["a", "f(b, c)", "{d, e}"]
