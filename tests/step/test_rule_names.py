"""Names in rules: fluents that a rule reads without naming them."""

import pytest

from drakdom.law.law import rule_of
from drakdom.step.rule_names import rule_names


@pytest.mark.parametrize(
    ("text", "fluents"),
    [
        ("deep(P,T) :- is(at(P),cellar,T).", {"deep", "is", "at", "cellar"}),
        ("deep(F,T) :- core_below(F,V,T); is(F,V,T).", {"deep", "core_below", "is"}),
        ("deep(F,T) :- below(F,V,T); is(F,V,T).", None),
        ("deep(F,T) :- least(F,V,T); is(F,V,T).", None),
        ("dark(F,T) :- lamp(F); not is(F,on,T).", None),
        ("dark(T) :- stage(T); not is(lamp,on,T).", {"dark", "stage", "is", "lamp", "not", "on"}),
        ("lit(N,T) :- stage(T); N = #count { F: lamp(F), is(F,on,T) }.", None),
        ("below(F,V,T) :- under(F,V); is(at(F),V,T).", {"below", "under", "is", "at"}),
    ],
    ids=[
        "named",
        "of the core",
        "of the law",
        "of the law by a name of the core",
        "not",
        "named, not",
        "counted",
        "a head of the law",
    ],
)
def test_fluents_that_a_rule_does_not_name(text: str, fluents: set[str] | None) -> None:
    assert rule_names(rule_of(text, "law.lp", 1), text).fluents == fluents
