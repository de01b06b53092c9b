"""Pages of text: wrapping, columns, colour."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drakdom.report.page import Look, Page, Span, bold, columns, joined, printable


def page(*words: str | Span, width: int = 30, indent: int = 0, hang: int = 0, colour: bool = False) -> list[str]:
    made = Page(Look(width, colour))
    made.add(*words, indent=indent, hang=hang)
    return made.print().splitlines()


def test_words_wrap_under_each_other() -> None:
    assert page("one two three four five six seven", width=16, indent=2, hang=2) == [
        "  one two three",
        "    four five",
        "    six seven",
    ]


def test_a_word_that_is_too_long_stands_alone() -> None:
    assert page("a " + "b" * 40 + " c", width=30) == ["a", "b" * 40, "c"]


def test_columns() -> None:
    made = Page(Look(24))
    made.pair(bold("ID-1"), "some words that wrap around", indent=2, width=6)
    made.pair("a-long-word-on-the-left", "right", width=6)
    assert made.print().splitlines() == [
        "  ID-1    some words",
        "          that wrap",
        "          around",
        "a-long-word-on-the-left",
        "        right",
    ]


def test_colour_never_changes_the_words() -> None:
    words = ("plain ", bold("bold words"), Span(" red", "bold red"), " and on and on and on")
    plain, painted = page(*words), page(*words, colour=True)
    assert [_bare(line) for line in painted] == plain
    assert painted != plain


def _bare(line: str) -> str:
    out, inside = "", False
    for c in line:
        if c == "\x1b":
            inside = True
        elif inside:
            inside = c != "m"
        else:
            out += c
    return out


def test_empty_lines_stand_alone_and_not_at_the_end() -> None:
    made = Page(Look())
    made.gap()
    made.add("a")
    made.gap()
    made.gap()
    made.head("b")
    made.gap()
    assert made.print() == "a\n\nb\n"
    assert Page(Look()).print() == ""


@given(st.text(), st.integers(30, 100))
def test_any_text_is_printable_and_keeps_to_the_width(text: str, width: int) -> None:
    for line in page(text, width=width):
        assert line.isprintable()
        assert columns(line) <= width or " " not in line.strip()


@pytest.mark.parametrize(("text", "shown"), [("a\tb\nc", "a b c"), ("a\x1bb", "a�b"), ("é", "é"), ("\u202e", "�")])
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_wide_letters_take_two_columns() -> None:
    assert columns("漢字") == 4
    assert columns("e\u0301") == columns("e\u20dd") == 1  # an accent, a circle around the letter
    assert columns("漢\0字") == 5


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_joined(items: list[str], text: str) -> None:
    assert joined(items) == text
