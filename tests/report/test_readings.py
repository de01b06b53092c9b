"""Readings that change nothing are named, and folded out of the ruling."""

from dataclasses import replace
from fractions import Fraction

from drakdom.answer import Odds
from drakdom.report.branches import folded
from drakdom.report.page import Look
from drakdom.report.ruling import ruling_text
from drakdom.rulebook import load_rulebook
from drakdom.rulings.readings import indifferent
from drakdom.terms import Term
from drakdom.verdict import Outcome, ReadingRuled, Verdict
from tests.cli.drakdom import RULEBOOKS

SURE = Odds(Fraction(1), Fraction(1))


def outcome(name: str, odds: Odds = SURE) -> Outcome:
    return Outcome(Term(name), name, 1, "walk", "always", odds)


def branch(readings: dict[str, str], *names: str) -> ReadingRuled:
    return ReadingRuled(tuple(readings.items()), tuple(map(outcome, names)), ())


def test_a_reading_that_changes_nothing_beside_one_that_does() -> None:
    branches = (
        branch({"A": "one", "B": "one"}, "rests"),
        branch({"A": "one", "B": "two"}, "falls"),
        branch({"A": "two", "B": "one"}, "rests"),
        branch({"A": "two", "B": "two"}, "falls"),
    )
    assert indifferent(branches, [()] * len(branches)) == ("A",)


def test_a_reading_on_which_an_answer_turns_matters_though_all_else_is_the_same() -> None:
    branches = (branch({"A": "one"}, "rests"), branch({"A": "two"}, "rests"))
    assert indifferent(branches, [[1], [1]]) == ("A",)
    assert indifferent(branches, [[1], [0]]) == ()


def test_a_reading_that_matters_under_one_reading_of_another_matters() -> None:
    branches = (
        branch({"A": "one", "B": "one"}, "rests"),
        branch({"A": "one", "B": "two"}, "rests"),
        branch({"A": "two", "B": "one"}, "rests"),
        branch({"A": "two", "B": "two"}, "falls"),
    )
    assert indifferent(branches, [()] * len(branches)) == ()


def test_odds_count() -> None:
    half = Odds(Fraction(1, 2), Fraction(1, 2))
    first = ReadingRuled((("A", "one"),), (outcome("falls"),), ())
    second = ReadingRuled((("A", "two"),), (outcome("falls", half),), ())
    assert indifferent((first, second), [(), ()]) == ()
    assert indifferent((first,), [()]) == ("A",)


def test_the_ruling_shows_what_matters() -> None:
    branches = (
        branch({"A": "one", "B": "one"}, "rests"),
        branch({"A": "one", "B": "two"}, "falls"),
        branch({"A": "two", "B": "one"}, "rests"),
        branch({"A": "two", "B": "two"}, "falls"),
    )
    verdict = Verdict("", "", "", "", (), branches, (), (), (), (), (), 1, 0.0, indifferent=("A",))
    assert [ruled.readings for ruled in folded(verdict)] == [(("B", "one"),), (("B", "two"),)]


def test_what_the_rulebook_has_no_sentence_for_is_left_out_of_readings_too() -> None:
    spoken = branch({"LD-07": "drawer"}, "falls")
    untold = replace(outcome("draws"), sentence="", clauses=("LD-01",))
    branches = (replace(spoken, outcomes=(*spoken.outcomes, untold)), branch({"LD-07": "room"}, "rests"))
    verdict = Verdict("", "", "", "", (), branches, (), (), (("LD-07", ""),), (), (), 1, 0.0)
    book = load_rulebook(RULEBOOKS / "lantern")
    lines = ruling_text(verdict, book, Look(width=100)).splitlines()
    start = lines.index("  LD-07=drawer (only the lantern of the hero who drew the omen):")
    assert lines[start + 1 : start + 5] == [
        "    Round 1, heroes walk",
        "      falls",
        "",
        "  LD-07=room (the lanterns of all heroes in the room):",
    ]
    assert "[draws: LD-01]" in ruling_text(verdict, book, Look(width=100), full=True)
