"""Phases of rules depend on the functors of first arguments; without a functor, a rule counts as able to fire."""

from drakdom.law.law import rule_of
from drakdom.law.names import Name, Names
from drakdom.law.phases import phases_of_rules
from drakdom.law.rolls import plain_rolls

PHASES = frozenset({"go", "stop"})


def phases_of(texts: list[str]) -> dict[str, frozenset[str]]:
    rules = [rule_of(text, "tiny", 1) for text in texts]
    return dict(zip(texts, phases_of_rules(rules, PHASES), strict=True))


def test_who_chooses_does_not_say_what_is_chosen() -> None:
    """The action distinguishes atoms of `chosen`, not the figure that chooses it."""
    acted = "acted(T) :- did(P,T)."
    phases = phases_of(
        [
            "asks(keeper,T) :- is(phase,go,T).",
            "asks(keeper,T) :- is(phase,stop,T).",
            "option(keeper,A,T) :- is(phase,go,T); may(A).",
            "option(keeper,open,T) :- is(phase,stop,T).",
            "chosen(P,A,T) :- asks(P,T); option(P,A,T).",
            "did(P,T) :- chosen(P,_,T).",
            acted,
        ]
    )
    assert phases[acted] == PHASES


def test_two_pools_of_equal_text_are_not_one_variable() -> None:
    hit = "hit(T) :- p(b,T)."
    phases = phases_of(["q(a,T) :- is(phase,go,T).", "p((a;b),T) :- q((a;b),T).", "p(b,T) :- is(phase,stop,T).", hit])
    assert phases[hit] == PHASES


def test_no_roll_is_plain_if_any_roll_may_be_folded() -> None:
    texts = [
        "due(R,coin,T) :- told_elsewhere(R,T).",
        "due(fixed,coin,T) :- is(phase,go,T).",
        "reads(R,X,M,T) :- due(R,coin,T); meaning(X,M).",
    ]
    names = Names([rule_of(text, "tiny", 1) for text in texts])
    assert names.of("due", 3) == {Name("fixed", 0)}
    assert plain_rolls(names) == ()
