"""A search for one name in a text agrees with the list of all its names."""

from hypothesis import given
from hypothesis import strategies as st

from drakdom.law.canonical import bare, names_in, stands_in

NAMES = st.from_regex(r"_{0,2}[a-d][a-dT1_']{0,2}", fullmatch=True)


@given(st.lists(NAMES | st.sampled_from([" ", ",", "(", "T", "1", "_", "'", '"b"', "\n", "é"])), NAMES)
def test_a_word_stands_in_a_text_if_it_is_one_of_its_names(parts: list[str], name: str) -> None:
    text = "".join(parts)
    assert stands_in(bare(text), name) == (name in names_in(text))
    assert all(stands_in(bare(text), word) for word in names_in(text))
