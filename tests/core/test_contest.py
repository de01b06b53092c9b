"""Forced odds of each player, compared with games whose values are known."""

from fractions import Fraction
from pathlib import Path

import pytest
from clingo import Function, Number
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from drakdom.formula import And, Atom, Not, Or
from drakdom.graph.play import Edge, Kind, Node, Play
from drakdom.step.state import Items
from drakdom.terms import Term, parse, parse_term
from drakdom.value import imperfect_information
from drakdom.value.coalitions import Coalitions
from drakdom.value.hidden_values import Secrets
from drakdom.value.matrix_game import solve_game
from drakdom.value.odds import Evaluation
from drakdom.value.solve import solve
from drakdom.value.stochastic_game import GameValue, contest
from tests.core.tiny import Tiny, tiny_case, tiny_law

#: Two players show a sign; if neither sign beats the other, they show again.
SIGNS = (
    "asks(P, T) :- is(phase, go, T), player(P).\noption(P, S, T) :- asks(P, T), sign(S).\n"
    "wins(P, T) :- chosen(P, S, T), chosen(Q, R, T), P != Q, beats(S, R).\n"
    "event(win(P), T) :- wins(P, T).\nentry_ends(T) :- wins(_, T).\n"
    "level(T) :- chosen(ada, S, T), chosen(bo, R, T), not beats(S, R), not beats(R, S).\n"
    "becomes(phase, wait, T) :- level(T).\nbecomes(phase, go, T) :- is(phase, wait, T).\n"
)
FACTS = (
    "player(ada); player(bo); sign(rock); sign(paper); sign(scissors); beats(rock, scissors); beats(scissors, paper)"
)
ROUND = f"{FACTS}; beats(paper, rock)"
#: Ada guesses the hand that bo closes. If she is right she wins; else a coin decides.
HANDS = (
    "asks(P, T) :- is(phase, go, T), player(P).\noption(P, S, T) :- asks(P, T), sign(S).\n"
    "becomes(phase, coin, T) :- chosen(ada, S, T), chosen(bo, R, T), S != R.\n"
    "level(T) :- chosen(ada, S, T), chosen(bo, S, T).\n"
    "event(win(ada), T) :- level(T).\nentry_ends(T) :- level(T).\n"
    "due(coin, coin, T) :- is(phase, coin, T).\nmeans(coin, X, X, T) :- possible(coin, X, T).\n"
    "event(win(ada), T) :- shows(coin, heads, T).\nentry_ends(T) :- is(phase, coin, T).\n"
)


#: Bo hides one of three numbers; ada names two in turn.
HIDES = (
    "asks(bo, T) :- is(phase, go, T).\noption(bo, hide(N), T) :- asks(bo, T), N = 1..3.\n"
    "asks(ada, T) :- is(phase, (go;again), T).\noption(ada, name(N), T) :- asks(ada, T), N = 1..3.\n"
    "becomes(hidden(bo), N, T) :- chosen(bo, hide(N), T).\n"
    "becomes(first, N, T) :- is(phase, go, T), chosen(ada, name(N), T).\n"
    "becomes(phase, again, T) :- is(phase, go, T).\n"
    "right(T) :- is(phase, again, T), is(hidden(bo), N, T), is(first, N, T).\n"
    "right(T) :- is(phase, again, T), is(hidden(bo), N, T), chosen(ada, name(N), T).\n"
    "event(win(ada), T) :- right(T).\nentry_ends(T) :- is(phase, again, T).\n"
)
#: Bo alone sees how a coin fell, and says something; then ada guesses.
SEES = (
    "due(coin, coin, T) :- is(phase, go, T).\nmeans(coin, X, X, T) :- possible(coin, X, T).\n"
    "becomes(coin(bo), X, T) :- shows(coin, X, T).\nbecomes(phase, tell, T) :- is(phase, go, T).\n"
    "asks(bo, T) :- is(phase, tell, T).\nasks(ada, T) :- is(phase, guess, T).\n"
    "option(P, say(X), T) :- asks(P, T), side(X).\nbecomes(said, X, T) :- chosen(bo, say(X), T).\n"
    "becomes(phase, guess, T) :- is(phase, tell, T).\nentry_ends(T) :- is(phase, guess, T).\n"
    "event(win(ada), T) :- is(coin(bo), X, T), chosen(ada, say(X), T).\n"
)
COIN = "side(heads); side(tails); face(coin, heads, 1); face(coin, tails, 1)"


def game_value(law: str, facts: str, event: str, folder: Path, secrets: str = "") -> GameValue:
    tiny = Tiny("signs", law, facts=facts)
    (branch,) = solve(tiny_case(tiny, tiny_law(law, folder)))
    pairs = [secret.split(": ") for secret in secrets.split("; ") if secret]
    declared = {parse_term(fluent): parse(owner) for fluent, owner in pairs}
    hidden = Secrets(declared, branch.play, branch.moments.items)
    value = contest(branch.evaluation, Atom(Term("win", (Term(event),))), hidden)
    assert value is not None
    return value


#: Two signs are shown by red's figures, a third by blue's; red wins if its signs are alike and blue's is another.
PAIRS = (
    "asks(P, T) :- is(phase, go, T), figure(P).\noption(P, S, T) :- asks(P, T), sign(S).\n"
    "alike(S, T) :- chosen(a, S, T), chosen(b, S, T).\nevent(win(red), T) :- alike(S, T), not chosen(c, S, T).\n"
    "entry_ends(T) :- is(phase, go, T).\n"
)
FIGURES = "figure(a); figure(b); figure(c); sign(heads); sign(tails)"


@pytest.mark.parametrize(
    ("facts", "given"),
    [
        (f"{FIGURES}; plays(red, a); plays(red, b); plays(blue, c)", ""),
        (FIGURES, "plays(a) = red; plays(b) = red; plays(c) = blue"),
    ],
    ids=["for good", "now"],
)
def test_the_figures_of_a_player_choose_as_one(facts: str, given: str, tmp_path: Path) -> None:
    """Red shows a pair, blue guesses which: one half. Red can show no pair, too. Alone, no figure can do either."""
    (branch,) = solve(tiny_case(Tiny("pairs", PAIRS, facts=facts, given=given), tiny_law(PAIRS, tmp_path)))
    secrets = Secrets({}, branch.play, branch.moments.items)
    coalitions = Coalitions(branch.moments.case.facts, branch.play, branch.moments.items)
    formula = Atom(Term("win", (Term("red"),)))
    value = contest(branch.evaluation, formula, secrets, coalitions)
    alone = contest(branch.evaluation, formula, secrets)
    assert value is not None
    assert alone is not None
    half, nothing = Fraction(1, 2), Fraction(0)
    forces = {str(force.who): (force.least, force.most) for force in value.forces}
    assert forces == {"red": (half, nothing), "blue": (nothing, half)}
    forces = {str(force.who): (force.least, force.most) for force in alone.forces}
    assert forces == dict.fromkeys("abc", (nothing, half))
    assert value.random.low == alone.random.low == Fraction(1, 4)


def test_a_player_of_all_figures_plays_against_nobody(tmp_path: Path) -> None:
    facts = f"{FIGURES}; plays(red, a); plays(red, b); plays(red, c)"
    (branch,) = solve(tiny_case(Tiny("pairs", PAIRS, facts=facts), tiny_law(PAIRS, tmp_path)))
    coalitions = Coalitions(branch.moments.case.facts, branch.play, branch.moments.items)
    secrets = Secrets({}, branch.play, branch.moments.items)
    assert contest(branch.evaluation, Atom(Term("win", (Term("red"),))), secrets, coalitions) is None


def test_a_figure_without_a_choice_is_no_chooser(tmp_path: Path) -> None:
    """Blue has two figures, each with a single option: only red chooses."""
    law = PAIRS.replace("option(P, S, T) :- asks(P, T), sign(S).", "option(P, S, T) :- asks(P, T), sign(S), may(P, S).")
    facts = f"{FIGURES}; plays(red, a); plays(blue, b); plays(blue, c)"
    facts += "; may(a, heads); may(a, tails); may(b, heads); may(c, tails)"
    (branch,) = solve(tiny_case(Tiny("pairs", law, facts=facts), tiny_law(law, tmp_path)))
    coalitions = Coalitions(branch.moments.case.facts, branch.play, branch.moments.items)
    secrets = Secrets({}, branch.play, branch.moments.items)
    assert contest(branch.evaluation, Atom(Term("win", (Term("red"),))), secrets, coalitions) is None


def contested(
    law: str, facts: str, event: str, folder: Path, secrets: str = ""
) -> tuple[GameValue, dict[str, tuple[Fraction, Fraction]]]:
    value = game_value(law, facts, event, folder, secrets)
    assert all(force.exact for force in value.forces)
    return value, {str(force.who): (force.least, force.most) for force in value.forces}


def test_stone_scissors_paper_is_even(tmp_path: Path) -> None:
    value, forces = contested(SIGNS, ROUND, "ada", tmp_path)
    half = Fraction(1, 2)
    assert (value.random.low, value.random.high) == (half, half)
    assert forces == {"ada": (half, half), "bo": (half, half)}


def test_a_sign_that_never_loses(tmp_path: Path) -> None:
    # rock loses to nothing, so nobody must lose; paper beats nothing, so nobody must win; play may go on for ever
    value, forces = contested(SIGNS, FACTS, "ada", tmp_path)
    assert forces == dict.fromkeys(("ada", "bo"), (Fraction(0), Fraction(0)))
    assert value.random.low == Fraction(1, 2)  # in every round each wins by two of the nine pairs


def test_what_need_not_end_need_not_happen(tmp_path: Path) -> None:
    # with rock, or with paper, each can see to it that ada never wins: the same the other way round
    law = SIGNS.replace("event(win(P), T) :- wins(P, T).", "event(win(ada), T) :- wins(bo, T).")
    _, forces = contested(law, FACTS, "ada", tmp_path)
    assert forces == dict.fromkeys(("ada", "bo"), (Fraction(0), Fraction(0)))


def test_a_circle_out_of_which_a_coin_leads(tmp_path: Path) -> None:
    # left and right: ada wins; right and left: a coin; both left: once more; both right: bo wins
    # x = val((x, 1), (1/2, 0)) = 1/2 / (1/2 + 1 - x), so x^2 - 3/2 x + 1/2 = 0: x = 1/2 (the other root is 1)
    law = (
        "asks(P, T) :- is(phase, go, T), player(P).\noption(P, S, T) :- asks(P, T), sign(S).\n"
        "pair(S, R, T) :- chosen(ada, S, T), chosen(bo, R, T).\n"
        "event(win(ada), T) :- pair(left, right, T).\nentry_ends(T) :- pair(left, right, T).\n"
        "becomes(phase, coin, T) :- pair(right, left, T).\nentry_ends(T) :- pair(right, right, T).\n"
        "becomes(phase, wait, T) :- pair(left, left, T).\nbecomes(phase, go, T) :- is(phase, wait, T).\n"
        "due(coin, coin, T) :- is(phase, coin, T).\nmeans(coin, X, X, T) :- possible(coin, X, T).\n"
        "event(win(ada), T) :- shows(coin, heads, T).\nentry_ends(T) :- is(phase, coin, T).\n"
    )
    facts = "player(ada); player(bo); sign(left); sign(right); face(coin, heads, 1); face(coin, tails, 1)"
    value = game_value(law, facts, "ada", tmp_path)
    for force in value.forces:
        assert float(force.least) == pytest.approx(0.5, abs=1e-4)
        assert force.least <= Fraction(1, 2)


def test_what_can_be_had_nearly_but_not_quite(tmp_path: Path) -> None:
    # x = val((x, 1), (1, 0)) = 1 / (2 - x): 1, which no way of choosing reaches
    law = SIGNS.replace("not beats(S, R), not beats(R, S).", "S == R, S == rock.")
    law = law.replace("beats(S, R).\n", "S != R.\n", 1).replace("P != Q, S != R", "P != Q, S != R, P == ada", 1)
    law += "entry_ends(T) :- chosen(ada, paper, T), chosen(bo, paper, T).\n"
    facts = "player(ada); player(bo); sign(rock); sign(paper)"
    value = game_value(law, facts, "ada", tmp_path)
    ada = next(force for force in value.forces if str(force.who) == "ada")
    assert not ada.exact
    assert Fraction(9, 10) < ada.least < 1


#: Bo runs or hides, ada throws or waits; while he hides and she waits, they go on. He gets home if he runs while she
#: waits, or hides while she throws.
RUNS = (
    "asks(bo, T) :- is(phase, go, T).\noption(bo, (run;hide), T) :- asks(bo, T).\n"
    "asks(ada, T) :- is(phase, go, T).\noption(ada, (throw;wait), T) :- asks(ada, T).\n"
    "out(home, T) :- chosen(bo, run, T), chosen(ada, wait, T).\n"
    "out(home, T) :- chosen(bo, hide, T), chosen(ada, throw, T).\n"
    "out(hit, T) :- chosen(bo, run, T), chosen(ada, throw, T).\n"
    "event(win(X), T) :- out(X, T).\nentry_ends(T) :- out(_, T).\n"
    "becomes(phase, wait, T) :- chosen(bo, hide, T), chosen(ada, wait, T).\n"
    "becomes(phase, go, T) :- is(phase, wait, T).\n"
)


def test_where_iteration_stops_both_sides_get_a_bound_that_holds(tmp_path: Path) -> None:
    """Each can bring bo home as nearly certainly as they like, so that neither can keep him away with any odds."""
    (branch,) = solve(tiny_case(Tiny("runs", RUNS), tiny_law(RUNS, tmp_path)))
    secrets, home = Secrets({}, branch.play, branch.moments.items), Atom(Term("win", (Term("home"),)))
    [of_home, of_no_home] = (contest(branch.evaluation, formula, secrets) for formula in (home, Not(home)))
    assert of_home is not None
    assert of_no_home is not None
    for force in of_home.forces:
        assert Fraction(9, 10) < force.least < 1
        assert force.most == 1
        assert not force.exact
    assert {force.least for force in of_no_home.forces} == {0}


ADA, BO, WON = Function("ada"), Function("bo"), Function("won")


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """Make a play of up to four nodes with a choice of ada and bo, or a chance, and two ends: ada has won, or not."""
    size = draw(st.integers(2, 4))
    nodes: list[Node] = []
    for number in range(size):
        kind: Kind = "choice" if number == 0 else draw(st.sampled_from(["choice", "choice", "chance"]))
        mine, theirs = (draw(st.integers(1, 2)) for _ in "ab") if number and size > 2 else (2, 2)
        targets = draw(st.permutations(range(size + 2)))[: mine * theirs]
        made = [(("choice", ADA, Number(i)), ("choice", BO, Number(j))) for i in range(mine) for j in range(theirs)]
        if kind == "choice":
            edges = tuple(Edge(1, to, ways) for to, ways in zip(targets, made, strict=True))
        else:
            edges = tuple(Edge(draw(st.integers(1, 3)), to) for to in targets)
        nodes.append(Node(kind, 1, "go", edges=edges))
    return Play([*nodes, Node("end", 1, "go", frozenset({WON}), final=()), Node("end", 1, "go", final=())])


def value_after(play: Play, rounds: int, *, wins: bool) -> float:
    """Return what ada can get in so many steps: that she wins, or else that she does not, also if play goes on."""
    values = [0.0 if wins else 1.0] * (len(play.nodes) - 2) + ([1.0, 0.0] if wins else [0.0, 1.0])
    for _ in range(rounds):
        for index, node in enumerate(play.nodes[:-2]):
            if node.kind == "chance":
                total = sum(edge.weight for edge in node.edges)
                values[index] = sum(edge.weight * values[edge.target] for edge in node.edges) / total
            else:
                rows: dict[object, list[float]] = {}
                for edge in node.edges:
                    rows.setdefault(edge.openings[0], []).append(values[edge.target])
                values[index] = small_game([*rows.values()])
    return values[0]


def small_game(rows: list[list[float]]) -> float:
    """Return the value of a game with up to two rows and two columns."""
    sure, kept = max(map(min, rows)), min(map(max, zip(*rows, strict=True)))
    if kept - sure < 1e-12:
        return sure
    (a, b), (c, d) = rows
    return (a * d - b * c) / (a + d - b - c)


@settings(max_examples=40)
@given(plays())
def test_no_bound_is_on_the_wrong_side(play: Play) -> None:
    """Who wants play to end gets at least what a number of steps gives; who wants it to go on, at most that."""
    evaluation, secrets, won = Evaluation(play), Secrets({}, play, Items()), Atom(Term("won"))
    for formula in (won, Not(won)):
        value = contest(evaluation, formula, secrets)
        assume(value is not None)
        assert value is not None
        ada, bo = value.forces
        assert ada.least <= bo.most
        assert bo.least <= ada.most
        steps = value_after(play, 50, wins=formula is won)
        if formula is won:
            assert bo.most >= steps - 1e-9
        else:
            assert ada.least <= steps + 1e-9


def test_matching_hands_with_a_coin(tmp_path: Path) -> None:
    # bo closes each hand half of the time: 1/2 * 1 + 1/2 * 1/2
    facts = "player(ada); player(bo); sign(left); sign(right); face(coin, heads, 1); face(coin, tails, 1)"
    value, forces = contested(HANDS, facts, "ada", tmp_path)
    assert value.random.low == Fraction(3, 4)
    # each can make both hands equally likely, and then the other changes nothing
    assert forces == {"ada": (Fraction(3, 4),) * 2, "bo": (Fraction(3, 4),) * 2}


@pytest.mark.parametrize(
    ("secrets", "ada", "bo"),
    [
        # two of three numbers, or one of them twice; bo hides them all alike, so that nothing else comes of it
        ("hidden(bo): bo", ("2/3", "1/3"), ("1/3", "2/3")),
        ("hidden($who): $who", ("2/3", "1/3"), ("1/3", "2/3")),
        # if ada knew the number at the second guess, only a wrong first one would keep her from being right
        ("", ("1", "1/3"), ("1/3", "1")),
        ("hidden(bo): ada", ("1", "1/3"), ("1/3", "1")),
    ],
)
def test_what_was_hidden_is_not_known_later(
    secrets: str, ada: tuple[str, str], bo: tuple[str, str], tmp_path: Path
) -> None:
    value, forces = contested(HIDES, "", "ada", tmp_path, secrets)
    assert value.random.low == Fraction(5, 9)  # 1 - 2/3 * 2/3
    expected = {"ada": ada, "bo": bo}
    assert forces == {player: (Fraction(least), Fraction(most)) for player, (least, most) in expected.items()}


@pytest.mark.parametrize(("secrets", "least", "most"), [("coin(bo): bo", "1/2", "1/2"), ("", "1", "0")])
def test_who_sees_a_coin_need_not_say_how_it_fell(secrets: str, least: str, most: str, tmp_path: Path) -> None:
    _, forces = contested(SEES, COIN, "ada", tmp_path, secrets)
    assert forces["ada"] == (Fraction(least), Fraction(most))


def test_who_is_shown_the_coin_knows_it(tmp_path: Path) -> None:
    """Bo still sees it alone, but must say how it fell."""
    law = SEES.replace(
        "option(P, say(X), T) :- asks(P, T), side(X).", "option(ada, say(X), T) :- asks(ada, T), side(X)."
    )
    law += "option(bo, say(X), T) :- asks(bo, T), is(coin(bo), X, T).\noption(bo, nod, T) :- asks(bo, T).\n"
    law = law.replace(
        "becomes(said, X, T) :- chosen(bo, say(X), T).", "becomes(said, X, T) :- asks(bo, T), is(coin(bo), X, T)."
    )
    _, forces = contested(law, COIN, "ada", tmp_path, "coin(bo): bo")
    assert forces["ada"] == (Fraction(1), Fraction(0))


#: A coin falls where all see it, and bo hides something; ada wins if she says how the coin fell.
SHOWN = """due(coin, coin, T) :- is(phase, go, T).
asks(P, T) :- is(phase, go, T), figure(P), shows(coin, _, T).
option(P, X, T) :- asks(P, T), side(X).
event(win(ada), T) :- chosen(ada, X, T), shows(coin, X, T).
becomes(secret, X, T) :- chosen(bo, X, T).
becomes(phase, stop, T) :- is(phase, go, T).
becomes(phase, end, T) :- is(phase, stop, T).
entry_ends(T) :- is(phase, end, T).
"""


@pytest.mark.parametrize("more", ["", "option(ada, mumble, T) :- asks(ada, T), shows(coin, heads, T).\n"])
def test_who_sees_a_coin_knows_it_whatever_else_is_hidden(more: str, tmp_path: Path) -> None:
    _, forces = contested(SHOWN + more, COIN + "; figure(ada); figure(bo)", "ada", tmp_path, "secret: bo")
    assert forces == {"ada": (Fraction(1), Fraction(0)), "bo": (Fraction(0), Fraction(1))}


def test_who_saw_a_coin_remembers_it(tmp_path: Path) -> None:
    """Nothing on the board shows how it fell."""
    law = SHOWN.replace("asks(P, T) :- is(phase, go, T), figure(P), shows(coin, _, T).", "")
    law += "asks(P, T) :- is(phase, stop, T), figure(P).\nbecomes(secret, none, T) :- is(phase, go, T).\n"
    law += "event(fell(X), T) :- shows(coin, X, T).\nevent(says(X), T) :- chosen(ada, X, T).\n"
    facts = COIN + "; figure(ada); figure(bo)"
    (branch,) = solve(tiny_case(Tiny("remembered", law, facts=facts), tiny_law(law, tmp_path)))
    secrets = Secrets({Term("secret"): "bo"}, branch.play, branch.moments.items)
    sides = [tuple(Atom(Term(event, (Term(side),))) for event in ("fell", "says")) for side in ("heads", "tails")]
    value = contest(branch.evaluation, Or(tuple(map(And, sides))), secrets)
    assert value is not None
    assert {str(force.who): force.least for force in value.forces} == {"ada": 1, "bo": 0}


@pytest.mark.parametrize("why", ["it goes round", "it is large"])
def test_what_is_hidden_for_too_long_is_not_worked_out(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = HIDES
    if why == "it goes round":
        law = law.replace("entry_ends(T) :- is(phase, again, T).", "entry_ends(T) :- right(T).")
        law += "becomes(phase, go, T) :- is(phase, again, T), not right(T).\n"
    else:
        monkeypatch.setattr(imperfect_information, "MOST_PAIRS", 26)  # 3 numbers against 3 * 3 ways to guess
    value = game_value(law, "", "ada", tmp_path, "hidden(bo): bo")
    assert value.forces == ()
    assert [str(player) for player in value.hidden] == ["bo"]


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 6), min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_what_one_side_makes_sure_of_the_other_cannot_prevent(matrix: list[list[int]]) -> None:
    exact = tuple(tuple(map(Fraction, row)) for row in matrix)
    sure, mixed = solve_game(exact)
    negated, against = solve_game(tuple(tuple(-entry for entry in column) for column in zip(*exact, strict=True)))
    assert sure == -negated
    for shares in (mixed, against):
        assert sum(shares) == 1
        assert min(shares) >= 0
    assert min(sum(p * e for p, e in zip(mixed, column, strict=True)) for column in zip(*exact, strict=True)) == sure
    assert max(sum(p * e for p, e in zip(against, row, strict=True)) for row in exact) == sure


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        ([[0, 1], [1, 0]], "1/2"),
        ([[3, 0], [1, 2]], "3/2"),  # (3 * 2 - 0 * 1) / (3 + 2 - 0 - 1)
        ([[1, 2], [0, 5]], "1"),  # the first row's least is the greatest of its column
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], "0"),
        ([[2]], "2"),
        ([[3, 1, 3], [3, 3, 1], [1, 3, 3]], "7/3"),
    ],
)
def test_matrix_games(matrix: list[list[int]], value: str) -> None:
    exact = tuple(tuple(map(Fraction, row)) for row in matrix)
    sure, mixed = solve_game(exact)
    assert sure == Fraction(value)
    assert sum(mixed) == 1
    assert min(mixed) >= 0
    for column in zip(*exact, strict=True):
        assert sum(share * entry for share, entry in zip(mixed, column, strict=True)) >= sure
