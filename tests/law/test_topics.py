"""The kinds of actions for which each phase can ask, also where an option takes its action from another rule."""

from pathlib import Path

from drakdom.law.law import rule_of
from drakdom.law.topics import topics
from drakdom.rulebook import load_rulebook
from drakdom.step.case import law_of

ASP = Path(__file__).parents[2] / "asp"


def test_an_action_from_another_rule_has_the_kinds_of_that_rule() -> None:
    """Dice are kept by `option(F, A, T) :- .., throws_again(F, A, T)`, and rings are no matter of that phase."""
    facts = {*topics(law_of(load_rulebook(ASP / "kalahen")).rules)}
    assert {"names_all(keep).", "asks_for(keep,keep).", "asks_for(keep,stand)."} <= facts
    assert "asks_for(keep,use)." not in facts


def facts(*texts: str) -> list[str]:
    asks = "option(F,A,T) :- is(phase,go,T); may(F,A,T)."
    return [*topics([rule_of(text, "tiny.lp", 1) for text in (asks, *texts)])]


def test_kinds_that_rules_hand_on_by_many_ways_are_found() -> None:
    """Each of two rules hands the action on: there are 2 to the power of 60 ways, and a circle."""
    ways = [
        f"{name}(F,A,T) :- {body}."
        for n in range(60)
        for name in (f"may{n}" if n else "may",)
        for body in (f"may{n + 1}(F,A,T)", f"late(F,T); may{n + 1}(F,A,T)")
    ]
    assert facts(*ways, "may60(F,move(D),T) :- way(F,D,T).", "may60(F,A,T) :- may(F,A,T).") == [
        "names_all(go).", "asks_for(go,move)."
    ]  # fmt: skip
    assert not facts(*ways, "may60(F,move(D),T) :- way(F,D,T).", "may60(F,A,T) :- told(F,A).")


def test_the_first_bound_of_an_action_counts() -> None:
    bounds = "may(F,A,T) :- any(F,A,T); both(F,A,T); other(F,A,T)."
    rules = ("both(F,(go;(rest;wait)),T) :- asks(F,T).", "other(F,sing,T) :- asks(F,T).")
    kinds = [f"asks_for(go,{kind})." for kind in ("go", "rest", "wait")]
    assert facts(bounds, *rules) == ["names_all(go).", *kinds]
    assert facts(bounds, *rules, "any(F,A,T) :- told(F,A).") == ["names_all(go).", *kinds]
    assert facts(bounds, *rules, "any(F,jump,T) :- asks(F,T).") == ["names_all(go).", "asks_for(go,jump)."]


def test_alternatives_of_another_length_have_no_kind() -> None:
    assert facts("may(F,rest,T;F,T) :- asks(F,T).") == ["names_all(go).", "asks_for(go,rest)."]


def test_a_phase_that_can_ask_for_anything_is_left_out() -> None:
    facts = {*topics(law_of(load_rulebook(ASP / "drakborgen-atervackt")).rules)}
    assert "names_all(meet)." not in facts
