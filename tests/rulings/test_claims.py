"""Claims judged under several readings and at gaps, on the ten-clause rulebook."""

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom import adjudicate
from drakdom.scenario import read_scenario_text
from drakdom.terms import show
from drakdom.verdict import ClaimResult
from tests.rulings.icepost import icepost_with

FOLDER = Path(__file__).parents[1] / "rulebooks"
CASES = FOLDER / "lantern" / "scenarios"
GUST = "a-gust-in-company"
NO_OMENS = "the-omens-are-not-described"


def judged(name: str, claim: str, more: str = "") -> ClaimResult:
    """Return the result of one claim about a scenario of the rulebook, with further sections."""
    text = (CASES / f"{name}.yaml").read_text("utf-8").partition("expect:")[0]
    [result] = adjudicate(read_scenario_text(f"{text}{more}expect: [{claim}]\n", "case.yaml", [FOLDER])).claims
    return result


@pytest.mark.parametrize(
    ("readings", "holds", "status"),
    [
        ("", False, "ambiguous"),
        ("readings: {LD-07: room}\n", True, "always"),
        ("readings: {LD-07: drawer}\n", False, "never"),
    ],
)
def test_sometimes_holds_under_each_reading_or_not_at_all(readings: str, holds: bool, status: str) -> None:
    """A gust puts out Bo's lantern only if LD-07 is read so that it puts out all lanterns of the room."""
    result = judged(GUST, "sometimes: goes_out(Bo)", readings)
    assert (result.passed, result.status) == (holds, status)


@pytest.mark.parametrize(
    "claim", ["odds: {goes_out(Ada): 0..1}", "at_best: {goes_out(Ada): 1}", "at_worst: {goes_out(Ada): 0}"]
)
def test_odds_hold_only_if_play_is_ruled_to_its_end(claim: str) -> None:
    """Nobody says which omens there are: anything may happen to Ada's lantern, and no odds are exact."""
    result = judged(NO_OMENS, claim)
    assert (result.passed, result.status) == (False, "gap")


def test_odds_of_a_described_deck_hold() -> None:
    assert judged(NO_OMENS, "odds: {goes_out(Ada): 1/3}", "suppose: {omens: {calm: 2, gust: 1}}\n").passed


def test_a_reason_that_must_not_decide_fails_the_claim() -> None:
    """LD-07 puts out the lantern of Ada, who draws the gust; LD-05 is about pits."""
    assert judged(GUST, "{always: goes_out(Ada), not_because: LD-05}").passed
    result = judged(GUST, "{always: goes_out(Ada), not_because: [LD-05, LD-07]}")
    assert (result.passed, result.unwanted) == (False, ("LD-07",))


def test_a_best_chance_holds_if_it_is_the_same_under_each_reading() -> None:
    """Whether Bo must go on matters only to the least chance that he chills."""
    text = """\
title: The best is the same under both readings, the worst is not
rulebook: icepost
state: {bell: Ann}
figures:
  Ann: {kind: carrier, at: lodge, balance: 4, warmth: 3, left: Bo}
  Bo: {kind: carrier, at: mill, balance: 4, warmth: 3, left: Ann}
play: [{Ann: skate clockwise 1}]
draws: {weather Ann: frost, weather Bo: frost}
expect: [at_best: {chills(Bo): 1}, at_worst: {chills(Bo): 1}]
"""
    best, worst = adjudicate(read_scenario_text(text, "case.yaml", [FOLDER])).claims
    assert (best.passed, worst.passed) == (True, False)


def test_events_that_differ_in_a_number_have_their_own_clauses(tmp_path: Path) -> None:
    """Under sun Ann gives one coin (IP-08), in a gale two (IP-09)."""
    law = (
        'event(alms(F, 1), T) :- clause("IP-08"), draws(F, sun, T).\n'
        'event(alms(F, 2), T) :- clause("IP-09"), draws(F, gale, T).\n'
    )
    books = icepost_with(tmp_path, '  alms: {args: [figure, int], says: "{1} gives {2} coins"}\n', law)
    text = """\
title: The weather of Ann is open
rulebook: icepost
state: {bell: Bo}
figures:
  Ann: {kind: carrier, at: chapel, balance: 6, left: Bo}
  Bo: {kind: carrier, at: chapel, balance: 6, left: Ann}
play: [{Ann: skate clockwise 2, Bo: wait}]
rolls: {ice Ann: 1}
until: round 1
"""
    [ruled] = adjudicate(read_scenario_text(text, "case.yaml", books)).branches
    clauses = {show(outcome.event): outcome.clauses for outcome in ruled.outcomes}
    assert (clauses["alms(Ann, 1)"][0], clauses["alms(Ann, 2)"][0]) == ("IP-08", "IP-09")


def test_readings_that_differ_up_to_where_play_stops_are_told_apart(tmp_path: Path) -> None:
    """Whether frost shines on all ice, or on half of the throws: who waits comes to a gap."""
    law = (
        "\nunruled(no_seat(F), T) :- chosen(F, wait, T).\n"
        'doubt("IP-07", T) :- clause("IP-07"), on_ice(_, T).\n'
        'event(alms(F), T) :- clause("IP-07"), on_ice(F, T), read_as("IP-07", outdoors).\n'
        'event(alms(F), T) :- clause("IP-07"), missed(ice(F), T), read_as("IP-07", drawer).\n'
    )
    books = icepost_with(tmp_path, '  alms: {args: [figure], says: "{1} gives alms"}\n', law)
    text = """\
title: What Ann does is open
rulebook: icepost
state: {bell: Ann}
figures: {Ann: {kind: carrier, at: chapel, balance: 3, left: Ann}}
until: round 1
ask: [alms(Ann)]
"""
    [answer] = adjudicate(read_scenario_text(text, "case.yaml", books), why="asked").answers
    assert answer.status == "ambiguous"
    assert [reading.odds.sure for reading in answer.by_reading] == [Fraction(1, 2), Fraction(1)]
