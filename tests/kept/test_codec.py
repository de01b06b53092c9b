"""Values that are kept come back as they were; what nobody has written is refused."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drakdom.kept.codec import Codec
from drakdom.terms import Term


@dataclass(frozen=True)
class Pair:
    first: object
    second: object = None


@dataclass(frozen=True)
class Other:
    first: object


class Named(NamedTuple):
    first: object
    second: object


CODEC = Codec((Pair, Named))
SINGLE = st.none() | st.booleans() | st.integers() | st.text() | st.fractions() | st.floats(allow_nan=False)
VALUES = st.recursive(
    SINGLE,
    lambda inner: (
        st.lists(inner).map(tuple)
        | st.frozensets(inner)
        | st.builds(Pair, inner, inner)
        | st.builds(Named, inner, inner)
        | st.builds(Term, st.text(), st.lists(inner).map(tuple))
    ),
    max_leaves=12,
)


@given(st.dictionaries(SINGLE, VALUES) | st.sets(VALUES))
def test_a_mapping_and_a_set_come_back(value: object) -> None:
    again = CODEC.read(CODEC.write(value))
    assert (again, type(again)) == (value, type(value))
    assert list(again) == list(value) if isinstance(value, dict) else True


@given(VALUES)
def test_a_value_comes_back(value: object) -> None:
    again = CODEC.read(CODEC.write(value))
    assert again == value
    assert type(again) is type(value)


@pytest.mark.parametrize("value", [[1], {"a": [1]}, {b"x"}, Other(1), object(), (Other(1),), Pair(b"x")])
def test_a_value_of_another_kind_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="not kept"):
        CODEC.write(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[]",
        '["Other",1]',
        '["Pair",1]',
        '["Pair",1,2,3]',
        '["/",1,0]',
        '["/","x",1]',
        '[["Pair"],1]',
        '["{}",{}]',
    ],
)
def test_what_was_not_written_is_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError, LookupError, ArithmeticError)):
        CODEC.read(text)


def test_fractions_stay_fractions() -> None:
    assert isinstance(CODEC.read(CODEC.write(Fraction(2, 1))), Fraction)
