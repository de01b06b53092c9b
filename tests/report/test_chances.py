"""Odds, and the outcomes of one roll on one line."""

from dataclasses import replace
from fractions import Fraction

import pytest

from drakdom.answer import Odds
from drakdom.report.chances import is_certain, lines, nearest_times, odds_words
from drakdom.rulebook import load_rulebook
from drakdom.rulebook.sentences import word
from drakdom.terms import Term
from drakdom.verdict import Outcome
from tests.cli.drakdom import RULEBOOKS


def odds(low: str, high: str = "", unruled: str = "0") -> Odds:
    return Odds(Fraction(low), Fraction(high or low), Fraction(unruled))


def loses(name: str, points: int, chance: str, phase: str = "danger") -> Outcome:
    event = Term("loses", (name, points))
    return Outcome(event, f"{name} loses {points} points", 1, phase, "depends", odds(chance), ("A-1",))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (odds("1/2"), "1/2 (50 %)"),
        (odds("0", "1/2"), "0 to 1/2 (50 %)"),
        (odds("1/4", "1", "3/4"), "at least 1/4 (25 %)"),
        (odds("0", "1/2", "1/2"), "at most 1/2 (50 %)"),
        (odds("0", "1", "1"), "undecided"),
        (odds("1"), "1"),
    ],
)
def test_words(value: Odds, words: str) -> None:
    assert odds_words(value) == words


def test_certain() -> None:
    assert is_certain(odds("1"))
    assert not is_certain(odds("1", "1", "1/2"))
    assert not is_certain(odds("1/2", "1"))


def test_one_roll_one_line() -> None:
    (line,) = lines(loses("Ada", n, "1/12") for n in (3, 1, 2, 6, 5, 4))
    assert (line.odds, line.sentence) == ("1/12 each", "Ada loses 1 to 6 points")
    assert line.event == "loses(Ada, 1..6)"


def test_unequal_chances_are_told_one_by_one() -> None:
    (line,) = lines([loses("Ada", 2, "1/36"), loses("Ada", 3, "1/18"), loses("Ada", 7, "1/6")])
    assert line.sentence == "Ada loses 2 (1/36), 3 (1/18) or 7 (1/6) points"
    assert (line.odds, line.event) == ("", "loses(Ada, 2|3|7)")


def test_only_the_number_that_differs_is_told_as_several() -> None:
    """The name of the place has the same digit as the first number."""
    (line,) = lines(replace(loses("E4", n, "1/6"), event=Term("rolled", ("E4", n))) for n in (4, 5, 6))
    assert line.event == "rolled(E4, 4..6)"


def test_a_fraction_too_long_to_read_is_a_percentage_also_on_a_shared_line() -> None:
    long = "123456/10000001"
    (alike,) = lines(loses("Ada", n, long) for n in (1, 2))
    assert (alike.odds, alike.sentence) == ("about 1.23 % each", "Ada loses 1 or 2 points")
    (apart,) = lines(loses("Ada", n, chance) for n, chance in ((1, long), (2, "1/6")))
    assert apart.sentence == "Ada loses 1 (about 1.23 %) or 2 (1/6) points"


def test_what_does_not_belong_together_stays_apart() -> None:
    apart = [loses("Ada", 1, "1/6"), loses("Bo", 1, "1/6"), loses("Ada", 2, "1/6", "later"), loses("Ada", 3, "1")]
    assert [line.sentence for line in lines(apart)] == [o.sentence for o in apart]


def test_a_phase_goes_by_its_words_only_where_one_is_meant() -> None:
    """A roll may mean `walk`, and so is a phase called."""
    book = load_rulebook(RULEBOOKS / "lantern")
    assert (word(book, Term("walk")), word(book, Term("walk"), "phase")) == ("walk", "heroes walk")


def test_what_may_happen_again_and_again_is_told_once() -> None:
    sure = replace(loses("Ada", 1, "1"), time=1)
    maybe = [replace(loses("Ada", 1, chance), time=time) for time, chance in ((2, "1/2"), (3, "1/4"), (4, "1/8"))]
    shown = nearest_times([sure, *maybe])
    assert [(outcome.time, outcome.sentence) for outcome in shown] == [
        (1, "Ada loses 1 points"),
        (2, "Ada loses 1 points, up to 4 times"),
    ]


def test_an_event_without_words_stays_without_when_it_happens_again() -> None:
    maybe = [replace(loses("Ada", 1, chance), time=time, sentence="") for time, chance in ((1, "1/2"), (2, "1/4"))]
    assert [outcome.sentence for outcome in nearest_times(maybe)] == [""]
