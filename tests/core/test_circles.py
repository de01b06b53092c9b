"""Play with cycles: exact odds, computed by hand, and repeated events on the way."""

from fractions import Fraction
from pathlib import Path

import pytest

from drakdom.formula import Atom
from drakdom.terms import Term
from drakdom.value.solve import Branch, solve
from drakdom.why.reasons import Reasons
from tests.core.tiny import Tiny, tiny_case, tiny_law

COIN = "due(coin, coin, T) :- is(phase, go, T).\nmeans(coin, X, X, T) :- possible(coin, X, T).\n"
#: A coin until it shows heads.
UNTIL = (
    COIN
    + "event(win, T) :- shows(coin, heads, T).\nevent(miss, T) :- shows(coin, tails, T).\n"
    + "becomes(phase, wait, T) :- shows(coin, tails, T).\nbecomes(phase, go, T) :- is(phase, wait, T).\n"
    + "entry_ends(T) :- shows(coin, heads, T).\n"
)
#: Two in turn, until one throws heads.
IN_TURN = (
    COIN
    + "event(win(P), T) :- shows(coin, heads, T), is(turn, P, T).\n"
    + "becomes(turn, Q, T) :- shows(coin, tails, T), is(turn, P, T), player(P), player(Q), P != Q.\n"
    + "entry_ends(T) :- shows(coin, heads, T).\n"
)
#: `fair` wins with 1 of 2; `sly` has faces win, again and 2 of lose, so it wins with 1/3; `wait` changes nothing.
CHOICE = (
    "asks(ada, T) :- is(phase, go, T).\n"
    "option(ada, A, T) :- asks(ada, T), way(A).\n"
    "becomes(phase, A, T) :- chosen(ada, A, T).\nbecomes(phase, go, T) :- is(phase, wait, T).\n"
    "due(fair, coin, T) :- is(phase, fair, T).\ndue(sly, sly, T) :- is(phase, sly, T).\n"
    "means(R, X, X, T) :- possible(R, X, T).\n"
    "event(win, T) :- shows(_, heads, T).\n"
    "becomes(phase, go, T) :- shows(_, again, T).\n"
    "entry_ends(T) :- shows(_, heads, T).\nentry_ends(T) :- shows(_, tails, T).\n"
)
FACES = "face(coin, heads, 1); face(coin, tails, 1); face(sly, heads, 1); face(sly, again, 1); face(sly, tails, 2)"


def play(law: str, folder: Path, given: str = "") -> Branch:
    tiny = Tiny("coins", law, facts=f"{FACES}; player(ada); player(bo); way(fair); way(sly); way(wait)", given=given)
    (branch,) = solve(tiny_case(tiny, tiny_law(law, folder)))
    assert branch.evaluation.has_cycle
    return branch


def odds(branch: Branch) -> dict[str, tuple[Fraction, Fraction]]:
    return {str(symbol): (value.low, value.high) for symbol, value in branch.evaluation.events().items()}


def test_until_it_comes_up(tmp_path: Path) -> None:
    branch = play(UNTIL, tmp_path)
    assert odds(branch) == {"win": (1, 1), "miss": (Fraction(1, 2), Fraction(1, 2))}
    misses = {o.time: v.low for o, v in branch.evaluation.occasions().items() if o.symbol.name == "miss"}
    assert {time: misses[time] for time in (1, 2, 5)} == {1: Fraction(1, 2), 2: Fraction(1, 4), 5: Fraction(1, 32)}


def test_misses_in_turn(tmp_path: Path) -> None:
    """Between two misses the turn passes, so play comes back to the first throw only after two of them."""
    branch = play(IN_TURN + "event(miss, T) :- shows(coin, tails, T).\n", tmp_path, "turn = ada")
    misses = {o.time: v.low for o, v in branch.evaluation.occasions().items() if o.symbol.name == "miss"}
    assert [misses[time] for time in (1, 2, 3, 4, 7)] == [Fraction(1, 2**n) for n in (1, 2, 3, 4, 7)]


def test_who_begins_wins_two_times_out_of_three(tmp_path: Path) -> None:
    # 1/2 + 1/8 + 1/32 + .. = 2/3
    win_odds = odds(play(IN_TURN, tmp_path, "turn = ada"))
    assert win_odds == {"win(ada)": (Fraction(2, 3),) * 2, "win(bo)": (Fraction(1, 3),) * 2}


def test_choices_that_do_not_end_play_do_not_count(tmp_path: Path) -> None:
    # sly: x = 1/4 + x/4
    assert odds(play(CHOICE, tmp_path))["win"] == (Fraction(1, 3), Fraction(1, 2))


def test_play_that_nothing_ends_is_undecided(tmp_path: Path) -> None:
    law = UNTIL.replace("entry_ends(T) :- shows(coin, heads, T).", "becomes(phase, wait, T) :- shows(coin, heads, T).")
    evaluation = play(law, tmp_path).evaluation
    assert evaluation.value(Atom(Term("win"))).results == {True}  # sooner or later
    assert evaluation.value(Atom(Term("rests"))).results == {None}


@pytest.mark.parametrize("law", [UNTIL, IN_TURN, CHOICE])
def test_everything_that_happens_has_its_reasons(law: str, tmp_path: Path) -> None:
    branch = play(law, tmp_path, "turn = ada" if law == IN_TURN else "")
    reasons = Reasons(branch)
    for occasion in branch.evaluation.occasions(("may",)):
        assert reasons.why(*occasion) is not None


ROUND = "becomes(phase, rest, T) :- is(phase, wait, T).\nbecomes(phase, wait, T) :- is(phase, rest, T)."


def test_play_that_never_ends_is_noticed(tmp_path: Path) -> None:
    """After tails the phases `wait` and `rest` lead to each other for ever."""
    branch = play(UNTIL.replace("becomes(phase, go, T) :- is(phase, wait, T).", ROUND), tmp_path)
    assert [branch.play.nodes[index].phase for index in branch.evaluation.endless] in (["wait"], ["rest"])


def test_a_way_out_is_enough(tmp_path: Path) -> None:
    assert play(UNTIL, tmp_path).evaluation.endless == []
