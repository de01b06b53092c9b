"""Terms of the law as text, matched with values."""

import pytest

from drakdom.law.canonical import read_atom
from drakdom.terms import Any, Term
from drakdom.why.unify import Bound, fits, instance


@pytest.mark.parametrize("text", ["p(a; b)", "p(A; b)", "p(_)"])
def test_an_argument_with_a_pool_can_be_any_value(text: str) -> None:
    atom, bound = read_atom(text), Bound()
    assert atom is not None
    assert fits(atom.args[0], Term("c"), bound)
    assert not bound
    assert instance(atom, bound) == Term("p", (Any(),))
