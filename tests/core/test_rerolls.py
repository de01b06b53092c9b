"""Rerolls, compared with an enumeration of all faces and with fractions computed by hand."""

from __future__ import annotations

import itertools
import json
import shutil
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import factorial, prod
from pathlib import Path

import pytest

from drakdom import adjudicate
from drakdom.errors import BugError, InputError, LimitError
from drakdom.formula import Atom
from drakdom.graph.explore import explore
from drakdom.graph.play import Play
from drakdom.report.likely import odds_json, odds_text
from drakdom.report.page import Look
from drakdom.scenario import read_scenario_text
from drakdom.step.moment import Moments
from drakdom.terms import Term, show
from drakdom.tools.odds import odds_of
from drakdom.value.odds import Evaluation
from drakdom.value.reroll_policy import Throw, reroll_policies
from tests.cli.test_json import fits
from tests.core.tiny import Tiny, played, tiny_case, tiny_law
from tests.witness import solved

GO = "becomes(phase, stop, T) :- is(phase, go, T).\nentry_ends(T) :- is(phase, stop, T).\n"
THROW = GO + 'due(hand, bag3, T) :- is(phase, go, T).\nrethrows(hand, "Ada", N, T) :- is(phase, go, T), granted(N).\n'
SIXES = THROW + "reads(hand, X, sixes, T) :- due(hand, _, T), face(bag3, X, _), X = bag(6, 6, 6).\n"
SUM = THROW + "reads(hand, bag(A, B, C), A+B+C, T) :- due(hand, _, T), face(bag3, bag(A, B, C), _).\n"
AT_LEAST = "event(at_least(N), T) :- shows(hand, S, T), aim(N), S >= N.\n"
HEADS = "event(heads(C), T) :- shows(coin(C), bag(2), T).\n"
COINS = """due(coin(a), bag1, T) :- is(phase, go, T).
rethrows(coin(a), "Ada", 1, T) :- is(phase, go, T).
becomes(first, X, T) :- shows(coin(a), X, T).
becomes(phase, again, T) :- is(phase, go, T).
due(coin(b), bag1, T) :- is(phase, again, T).
rethrows(coin(b), "Ada", 1, T) :- is(phase, again, T).
entry_ends(T) :- is(phase, again, T).
"""
OTHERS = "reads(hand, X, others, T) :- due(hand, _, T), face(bag3, X, _), X != bag(6, 6, 6).\n"


def bag_facts(sides: int, dice: int, more: str = "") -> str:
    """Return the faces of several dice together, as the engine states them."""
    facts = [f"die_of(bag{dice}, {n}, 1)" for n in range(1, sides + 1)]
    for faces in itertools.combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice) // prod(map(factorial, Counter(faces).values()))
        facts.append(f"face(bag{dice}, bag({','.join(map(str, faces))}), {ways})")
    return "; ".join([*facts, *([more] if more else [])])


def best(
    won: Callable[[tuple[int, ...]], bool], sides: int, dice: int, times: int, pick: Callable[..., Fraction]
) -> Fraction:
    """Return the best odds by brute force, over all faces of all dice and all sets of dice to rethrow."""
    faces = range(1, sides + 1)

    @cache
    def value(thrown: tuple[int, ...], left: int) -> Fraction:
        options = [Fraction(won(thrown))]
        for size in range(1, dice + 1) if left else ():
            for again in itertools.combinations(range(dice), size):
                total = Fraction(0)
                for new in itertools.product(faces, repeat=size):
                    then = list(thrown)
                    for place, face in zip(again, new, strict=True):
                        then[place] = face
                    total += value(tuple(sorted(then)), left - 1)
                options.append(total / sides**size)
        return pick(options)

    throws = list(itertools.product(faces, repeat=dice))
    return sum((value(tuple(sorted(throw)), times) for throw in throws), Fraction(0)) / len(throws)


def odds(law: str, facts: str, folder: Path) -> dict[str, str]:
    happens, _ = played(Tiny("again", law, facts=facts, given="count(hand) = 0"), tiny_law(law, folder), "side-by-side")
    return happens


@pytest.mark.parametrize("times", [0, 1, 2])
def test_three_sixes(times: int, tmp_path: Path) -> None:
    """At best each die shows a six within all its throws; at worst three sixes are always thrown again."""
    law = SIXES + OTHERS + "event(three_sixes, T) :- shows(hand, sixes, T).\n"
    happens = odds(law, bag_facts(6, 3, f"granted({times})"), tmp_path)
    high = (1 - Fraction(5, 6) ** (times + 1)) ** 3
    low = Fraction(1, 6**3) ** (times + 1)  # all three dice are thrown again each time
    assert happens["three_sixes"] == (f"{low}..{high}" if times else str(high))


@pytest.mark.parametrize(("sides", "times", "aim"), [(6, 1, 13), (4, 2, 9), (3, 2, 5)])
def test_the_sum_of_three_dice_as_brute_force_has_it(sides: int, times: int, aim: int, tmp_path: Path) -> None:
    happens = odds(SUM + AT_LEAST, bag_facts(sides, 3, f"granted({times}); aim({aim})"), tmp_path)
    low, high = (best(lambda thrown: sum(thrown) >= aim, sides, 3, times, pick) for pick in (min, max))
    assert happens[f"at_least({aim})"] == f"{low}..{high}"


def test_one_die_of_two_faces_by_hand(tmp_path: Path) -> None:
    """Tails (1) or heads (2), one more throw: heads at best 3/4, at worst 1/4."""
    law = THROW.replace("bag3", "bag1") + "event(heads, T) :- shows(hand, bag(2), T).\n"
    assert odds(law, bag_facts(2, 1, "granted(1)"), tmp_path)["heads"] == "1/4..3/4"


def test_a_prescribed_policy_leaves_nothing_to_choose(tmp_path: Path) -> None:
    """Sixes are kept, all else is thrown again: exactly the best chance of three sixes."""
    policy = "keeps(hand, X, Y, N, T) :- rethrows(hand, _, _, T), kept(X, Y, N).\n"
    law = SIXES + OTHERS + policy + "event(three_sixes, T) :- shows(hand, sixes, T).\n"
    kept = []
    for faces in itertools.combinations_with_replacement(range(1, 7), 3):
        six = [str(face) for face in faces if face == 6]
        rest = f"bag({','.join(six)})" if six else "bag"
        kept += [f"kept(bag({','.join(map(str, faces))}), {rest}, {left})" for left in (1, 2)]
    happens = odds(law, bag_facts(6, 3, "granted(2); " + "; ".join(kept)), tmp_path)
    assert happens["three_sixes"] == str((1 - Fraction(5, 6) ** 3) ** 3)


def test_a_stated_hand_is_not_rethrown(tmp_path: Path) -> None:
    happens = odds(SUM + AT_LEAST, bag_facts(6, 3, "granted(2); aim(9); told(hand, 1, bag(1, 2, 6))"), tmp_path)
    assert happens["at_least(9)"] == "1"


def test_it_is_a_small_graph(tmp_path: Path) -> None:
    """Three T6 with two rerolls: each time 56 bags and 28 sets of kept dice, for any meaning of the faces."""
    play = explored(SUM, bag_facts(6, 3, "granted(2)"), tmp_path)
    assert len(play.nodes) <= 2 * (56 + 28) + 2 * 16 + 3


def test_the_unrolled_engine_refuses_rerolls(tmp_path: Path) -> None:
    tiny = Tiny("again", SUM, facts=bag_facts(6, 3, "granted(2)"), given="count(hand) = 0")
    with pytest.raises(LimitError):
        solved(tiny_case(tiny, tiny_law(tiny.law, tmp_path)), "unrolled")


@pytest.mark.parametrize(("first", "second"), [((6, 2), (2, 3)), ((2, 2), (6, 3)), ((2, 3), (6, 3))])
def test_a_roll_of_two_pools_is_a_conflict(first: tuple[int, int], second: tuple[int, int], tmp_path: Path) -> None:
    facts = "; ".join((bag_facts(*first), bag_facts(*second).replace("bag3,", "more,"), "granted(1)"))
    law = THROW.replace("bag3", f"bag{first[1]}") + "due(hand, more, T) :- is(phase, go, T).\n"
    assert odds(law, facts, tmp_path) == {"conflict(two_pools(hand))": "1"}


def kept_of(law: str, facts: str, claim: Term, folder: Path) -> dict[str, dict[str, Throw]]:
    """Return the best and the worst dice to keep of each throw, by roll and throws left."""
    count = "; ".join(f"count({roll}) = 0" for roll in ("hand", "coin(a)", "coin(b)"))
    tiny = Tiny("kept", law, facts=facts, given=count)
    evaluation = Evaluation(explore(Moments(tiny_case(tiny, tiny_law(law, folder)))))
    policies = reroll_policies(evaluation, Atom(claim))
    return {f"{policy.roll} {policy.left}": {str(throw.dice): throw for throw in policy.throws} for policy in policies}


@pytest.mark.parametrize(("sides", "times", "aim"), [(6, 1, 13), (4, 2, 9)])
def test_what_is_kept_of_every_throw_as_brute_force_has_it(sides: int, times: int, aim: int, tmp_path: Path) -> None:
    facts = bag_facts(sides, 3, f"granted({times}); aim({aim})")
    policies = kept_of(SUM + AT_LEAST, facts, Term("at_least", (aim,)), tmp_path)
    assert list(policies) == [f"hand {left}" for left in range(times, 0, -1)]
    faces = range(1, sides + 1)

    @cache
    def value(thrown: tuple[int, ...], left: int, most: bool) -> Fraction:
        subsets = {kept for size in range(4) for kept in itertools.combinations(thrown, size)}
        if not left:
            return Fraction(sum(thrown) >= aim)
        return (max if most else min)(then(kept, left, most) for kept in subsets)

    def then(kept: tuple[int, ...], left: int, most: bool) -> Fraction:
        """Return the odds after some dice are kept; with all three kept, no throw follows."""
        new = list(itertools.product(faces, repeat=3 - len(kept)))
        after = left - 1 if len(kept) < 3 else 0
        return sum((value(tuple(sorted((*kept, *throw))), after, most) for throw in new), Fraction(0)) / len(new)

    for left in range(1, times + 1):
        throws = policies[f"hand {left}"]
        assert len(throws) == len(list(itertools.combinations_with_replacement(faces, 3)))
        for dice, throw in throws.items():
            for best, most in ((throw.most, True), (throw.least, False)):
                expected = value(faces_of(dice), left, most)
                assert (best.low, best.high) == (expected, expected)
                assert then(faces_of(str(best.dice)), left, most) == expected


def test_of_two_rolls_the_one_that_changes_something_is_listed(tmp_path: Path) -> None:
    """Two coins with one reroll each: heads of the first is kept; the second does not matter."""
    [(roll, throws)] = kept_of(COINS + HEADS, bag_facts(2, 1), Term("heads", (Term("a"),)), tmp_path).items()
    assert roll == "coin(a) 1"
    assert {dice: (str(throw.most.dice), throw.most.high) for dice, throw in throws.items()} == {
        "bag(1)": ("bag", Fraction(1, 2)),
        "bag(2)": ("bag(2)", Fraction(1)),
    }
    assert str(throws["bag(1)"].least.dice) == "bag(1)"


def test_the_kept_dice_may_depend_on_other_rolls(tmp_path: Path) -> None:
    """Two coins that should differ: the best choice for the second depends on the first."""
    differ = "event(differ, T) :- is(first, X, T), shows(coin(b), Y, T), X != Y.\n"
    policies = kept_of(COINS + differ, bag_facts(2, 1), Term("differ"), tmp_path)
    heads = policies["coin(b) 1"]["bag(2)"]
    assert (heads.most.dice, heads.most.low, heads.most.high) == (None, Fraction(1, 2), Fraction(1))
    assert "coin(a) 1" not in policies


def test_dice_of_two_rolls_are_not_thrown_again_in_one_moment(tmp_path: Path) -> None:
    """Who keeps dice of one knows or does not know how the other fell: only law can say."""
    law = GO + 'due(coin(a;b), bag1, T) :- is(phase, go, T).\nrethrows(coin(a;b), "Ada", 1, T) :- is(phase, go, T).\n'
    with pytest.raises(BugError, match="a moment of its own"):
        kept_of(law + HEADS, bag_facts(2, 1), Term("heads", (Term("a"),)), tmp_path)


def faces_of(bag: str) -> tuple[int, ...]:
    """Return the numbers of a bag."""
    return tuple(int(face) for face in bag.removeprefix("bag").strip("()").split(",") if face)


LANTERN = Path(__file__).parents[1] / "rulebooks" / "lantern"
HAND = """title: Three dice at the pit
rulebook: lantern
board: {places: {B2: {room: floor, exits: [e]}, C2: {room: pit}}}
figures: {Ada: {kind: hero, at: B2, nerve: 4}}
play: [{Ada: move e}]
"""


@pytest.fixture
def lantern(tmp_path: Path) -> Path:
    """Return a ten-clause game in which a pit takes 13 or more with three T6; each may be rethrown once."""
    folder = tmp_path / "lantern"
    shutil.copytree(LANTERN, folder)
    book, law = folder / "rulebook.yaml", folder / "pit.lp"
    words = book.read_text(encoding="utf-8").replace("pools: {t6: 6}", "pools: {hand: {dice: 3, of: t6}, t6: 6}")
    book.write_text(words.replace('type: t6, key: "pit($1)"', 'type: hand, key: "pit($1)"'), encoding="utf-8")
    kept = [line for line in law.read_text(encoding="utf-8").splitlines() if not line.startswith(("due(", "reads("))]
    kept += [
        "due(pit(H), hand, T) :- tested(H, T).",
        "rethrows(pit(H), H, 1, T) :- tested(H, T).",
        "reads(pit(H), bag(A, B, C), keeps, T) :- tested(H, T), face(hand, bag(A, B, C), _), A+B+C >= 13.",
        "reads(pit(H), bag(A, B, C), slips, T) :- tested(H, T), face(hand, bag(A, B, C), _), A+B+C < 13.",
    ]
    law.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return folder


def test_a_rulebook_grants_another_throw(lantern: Path) -> None:
    low, high = (best(lambda thrown: sum(thrown) < 13, 6, 3, 1, pick) for pick in (min, max))
    claims = f"expect: [{{at_best: {{falls(Ada): {high}}}}}, {{at_worst: {{falls(Ada): {low}}}, because: LD-05}}]\n"
    verdict = adjudicate(read_scenario_text(HAND + claims, "hand.yaml", [lantern]))
    assert [claim.passed for claim in verdict.claims] == [True, True]
    (claim,) = odds_of(read_scenario_text(HAND, "hand.yaml", [lantern]), ["falls(Ada)"])
    assert (claim.by_reading[0].odds.low, claim.by_reading[0].odds.high) == (low, high)


def test_odds_list_what_to_keep_of_which_throw(lantern: Path) -> None:
    """Ada falls below 13. To fall, keep 1 of 1 6 6 (35 of 36); to stay up, keep 5 6 (falls only with a 1)."""
    scenario = read_scenario_text(HAND, "hand.yaml", [lantern])
    listed = odds_of(scenario, ["falls(Ada)"])
    [hand] = listed[0].by_reading[0].rethrown
    assert (show(hand.roll), hand.phase, hand.left, hand.clauses[0], len(hand.throws)) == (
        "pit(Ada)",
        "danger",
        1,
        "LD-05",
        56,
    )
    page = odds_text(listed, scenario, Look(100, unicode=False))
    assert "which may be rerolled once" in page
    assert "35/36 (97 %)  keep 1 of 1 6 6\n" in page
    assert "1/6 (17 %)    keep 5 6 of 1 5 6\n" in page
    assert "keep all of 1 1 1, 1 1 2, 1 1 3, 1 1 4, 1 1 5 or 35 more" in page
    assert "3 3 6" in odds_text(listed, scenario, Look(100), full=True)
    fits(json.dumps(odds_json(listed, scenario)))


@pytest.mark.parametrize(("faces", "falls"), [("6, 1, 6", False), ("6, 1, 5", True)])
def test_faces_of_a_bag_are_told_in_any_order(faces: str, falls: bool, lantern: Path) -> None:
    verdict = adjudicate(read_scenario_text(HAND + f"rolls: {{pit Ada: 'bag({faces})'}}\n", "hand.yaml", [lantern]))
    assert ("falls(Ada)" in {outcome.text for outcome in verdict.branches[0].outcomes}) is falls


def test_a_bag_that_the_pool_does_not_show_is_named(lantern: Path) -> None:
    with pytest.raises(InputError, match="not a face of hand"):
        read_scenario_text(HAND + "rolls: {pit Ada: 'bag(6, 1)'}\n", "hand.yaml", [lantern])


@pytest.mark.parametrize(
    ("pool", "message"), [("{dice: 3, of: t8}", "unknown pool `t8`"), ("{dice: 11, of: t6}", "1 to 10 dice")]
)
def test_a_pool_that_is_no_bag_is_named(pool: str, message: str, lantern: Path) -> None:
    book = lantern / "rulebook.yaml"
    text = book.read_text(encoding="utf-8").replace("{dice: 3, of: t6}", pool)
    book.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_scenario_text(HAND, "hand.yaml", [lantern])


def explored(law: str, facts: str, folder: Path) -> Play:
    tiny = Tiny("again", law, facts=facts, given="count(hand) = 0")
    return explore(Moments(tiny_case(tiny, tiny_law(law, folder))))
