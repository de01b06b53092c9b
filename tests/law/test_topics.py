"""The kinds of actions for which each phase can ask, also where an option takes its action from another rule."""

from collections.abc import Mapping
from pathlib import Path

from drakdom.law.law import Law, rule_of
from drakdom.rulebook import load_rulebook
from drakdom.step.case import law_of

ASP = Path(__file__).parents[2] / "asp"


def shipped(slug: str) -> Mapping[str, frozenset[str]]:
    law = law_of(load_rulebook(ASP / slug))
    return law.topics(law.clauses)


def test_an_action_from_another_rule_has_the_kinds_of_that_rule() -> None:
    """Dice are kept by `option(F, A, T) :- .., throws_again(F, A, T)`, and rings are no matter of that phase."""
    kinds = shipped("kalahen")["keep"]
    assert {"keep", "stand"} <= kinds
    assert "use" not in kinds


def asked(*texts: str, in_force: str = "") -> Mapping[str, frozenset[str]]:
    asks = "option(F,A,T) :- is(phase,go,T); may(F,A,T)."
    law = Law(tuple(rule_of(text, "tiny.lp", 1) for text in (asks, *texts)))
    return law.topics(frozenset(in_force.split()))


def test_kinds_that_rules_hand_on_by_many_ways_are_found() -> None:
    """Each of two rules hands the action on: there are 2 to the power of 60 ways, and a circle."""
    ways = [
        f"{name}(F,A,T) :- {body}."
        for n in range(60)
        for name in (f"may{n}" if n else "may",)
        for body in (f"may{n + 1}(F,A,T)", f"late(F,T); may{n + 1}(F,A,T)")
    ]
    assert asked(*ways, "may60(F,move(D),T) :- way(F,D,T).", "may60(F,A,T) :- may(F,A,T).") == {"go": {"move"}}
    assert not asked(*ways, "may60(F,move(D),T) :- way(F,D,T).", "may60(F,A,T) :- told(F,A).")


def test_the_first_bound_of_an_action_counts() -> None:
    bounds = "may(F,A,T) :- any(F,A,T); both(F,A,T); other(F,A,T)."
    rules = ("both(F,(go;(rest;wait)),T) :- asks(F,T).", "other(F,sing,T) :- asks(F,T).")
    assert asked(bounds, *rules) == {"go": {"go", "rest", "wait"}}
    assert asked(bounds, *rules, "any(F,A,T) :- told(F,A).") == {"go": {"go", "rest", "wait"}}
    assert asked(bounds, *rules, "any(F,jump,T) :- asks(F,T).") == {"go": {"jump"}}


def test_alternatives_of_another_length_have_no_kind() -> None:
    assert asked("may(F,rest,T;F,T) :- asks(F,T).") == {"go": {"rest"}}


def test_a_phase_that_can_ask_for_anything_is_left_out() -> None:
    assert "meet" not in shipped("drakborgen-atervackt")


def test_rules_whose_clause_is_not_in_force_ask_for_nothing() -> None:
    """Neither by their own kinds, nor in the phases of their conditions, nor as if any kind could come of them."""
    rules = (
        'may(F,rest,T) :- clause("B-1"); asks(F,T).',
        'may(F,jump,T) :- clause("V-1"); asks(F,T).',
        'may(F,A,T) :- clause("V-2"); told(F,A,T).',
        'may(F,A,T) :- leaps(F,A,T).',
        'leaps(F,leap,T) :- clause("V-1"); asks(F,T).',
        'option(F,sing,T) :- bold(F,T).',
        'bold(F,T) :- clause("V-1"); is(phase,late,T).',
    )  # fmt: skip
    assert asked(*rules, in_force="B-1") == {"go": {"rest"}}
    assert asked(*rules, in_force="B-1 V-1") == {"go": {"jump", "leap", "rest"}, "late": {"sing"}}
    assert asked(*rules, in_force="B-1 V-1 V-2") == {"late": {"sing"}}
