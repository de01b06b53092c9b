"""Hidden fluents of a play: those of its own positions."""

from clingo import Function, String

from drakdom.graph.play import Play
from drakdom.step.state import Items
from drakdom.terms import Term, Var
from drakdom.value.hidden_values import Secrets


def test_what_another_play_of_the_law_hides_is_not_hidden_here() -> None:
    items, nothing = Items(), frozenset[int]()
    sign = items.number((Function("sign", [String("Ada")]), Function("stone", [])))
    calm = items.number((Function("calm", [String("Ada")]), Function("yes", [])))
    declared = {Term("sign", (Var("who"),)): Var("who")}
    assert Secrets(declared, Play(partials=[(frozenset({sign, calm}), nothing)]), items).hide_anything
    assert not Secrets(declared, Play(partials=[(frozenset({calm}), nothing)]), items).hide_anything
