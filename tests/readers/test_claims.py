"""The `expect:` section."""

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from drakdom.errors import InputError
from drakdom.formula import Atom
from drakdom.rulebook import Phrase, law_folder, load_rulebook
from drakdom.scenario import read_claim, read_scenario_text
from drakdom.terms import Term, Var, show
from tests.readers.books import lantern, problems, scenario


def formulas(text: str) -> list[str]:
    return [f"{c.kind}: {c.formula}" for c in scenario(f"expect:\n  - {text}\n").claims]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("always: falls(Sigeir)", ["always: falls(Sigeir)"]),
        ("always: [drawn(Sigeir, gust), falls(_)]", ["always: drawn(Sigeir, gust)", "always: falls(_)"]),
        (
            "never: entered(_, b3) and not (falls(_) or rests(_))",
            ["never: entered(_, B3) and not (falls(_) or rests(_))"],
        ),
        ("sometimes: goes-out(Sigeir)", ["sometimes: goes_out(Sigeir)"]),
        ("always: 'finally(at(Sigeir), C2)'", ["always: finally(at(Sigeir), C2)"]),
        ("always: finally(phase, close)", ["always: finally(phase, close)"]),
        ("may: [Sigeir move n, '_ rest']", ["may: may(Sigeir, move(n))", "may: may(_, rest)"]),
        ("may_not: Sigeir move(s)", ["may_not: may(Sigeir, move(s))"]),
        ("may not: Sigeir _", ["may_not: may(Sigeir, _)"]),
        ("illegal: Sigeir move w", ["illegal: illegal(Sigeir, move(w))"]),
        ("always: not may(keeper, rest)", ["always: not may(keeper, rest)"]),
        ("ambiguous: goes_out(Farouche)", ["ambiguous: goes_out(Farouche)"]),
        ("gap: _", ["gap: unruled(_)"]),
        ("gap: not_encoded(shrine)", ["gap: unruled(not_encoded(shrine))"]),
        ("contradiction: two_values(at(_))", ["contradiction: conflict(two_values(at(_)))"]),
    ],
)
def test_claims_are_patterns(text: str, wanted: list[str]) -> None:
    assert formulas(text) == wanted


def test_every_wrong_word_of_a_claim_is_named() -> None:
    assert problems("expect:\n  - always: drawn(Sigier, gusts) or fals(Sigeir) and entered(_, B3, C3)\n") == [
        "there is no figure `Sigier`, did you mean `Sigeir`?",
        "unknown omen `gusts`, did you mean `gust`?",
        "unknown event `fals`, did you mean `falls`?",
        "`entered` takes 2 words (figure, place), not 3",
    ]


def test_each_wrong_word_of_a_claim_is_named_where_it_stands() -> None:
    with pytest.raises(InputError) as caught:
        read_claim(scenario(""), "drawn(Sigier, gusts) or fals(Sigeir)")
    assert [problem.column for problem in caught.value.problems] == [7, 15, 25]


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ("may: Sigeir move(z)", "z)"),
        ("may_not: Sigeir   jump", "jump"),
        ("illegal: Sigeir move z", "move z"),
        ("always: may(Sigeir, move(z))", "z))"),
        ("always: 'after drawn(Sigeir, gusts): falls(Sigeir)'", "gusts)"),
        ("never: 'walk: may(Sigeir, jump)'", "jump)"),
    ],
)
def test_a_wrong_word_of_an_action_or_a_moment_is_named_where_it_stands(claim: str, wrong: str) -> None:
    with pytest.raises(InputError) as caught:
        scenario(f"expect:\n  - {claim}\n")
    (problem,) = caught.value.problems
    assert problem.column == len("  - ") + claim.index(wrong) + 1


@pytest.mark.parametrize("key", ["pit Sigier", "'pit(Sigier)'"])
def test_every_wrong_word_of_a_roll_is_named(key: str) -> None:
    assert problems(f"rolls: {{{key}: 7}}\n") == [
        "there is no figure `Sigier`, did you mean `Sigeir`?",
        "`7` is not a face of t6, it shows 1 to 6",
    ]


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("1/2", Fraction(1, 2), Fraction(1, 2)),
        ("0.25", Fraction(1, 4), Fraction(1, 4)),
        ("1", Fraction(1), Fraction(1)),
        ("50%", Fraction(1, 2), Fraction(1, 2)),
        ("1/4..1/2", Fraction(1, 4), Fraction(1, 2)),
    ],
)
def test_odds_are_exact(text: str, least: Fraction, most: Fraction) -> None:
    (claim,) = scenario(f"expect: [{{odds: {{drawn(Sigeir, gust): {text}}}}}]\n").claims
    assert (claim.text, claim.want) == ("drawn(Sigeir, gust)", (least, most))


def test_reasons_belong_to_every_formula_of_an_expectation() -> None:
    read = scenario("expect:\n  - always: [rests(_), falls(_)]\n    because: LD-03\n    not_because: [LD-05, LD-06]\n")
    assert {(c.because, c.not_because) for c in read.claims} == {(("LD-03",), ("LD-05", "LD-06"))}
    assert [str(c.place) for c in read.claims] == ["case.yaml:10:14", "case.yaml:10:24"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alwys: rests(_)", "unknown kind of claim `alwys`, did you mean `always`?"),
        ("at_best: rests(_)", "`at_best` must be a mapping, not `rests(_)`, write `key: value` lines"),
        ("at_worst: {rests(_): 1/4..1/2}", "`at_worst` is one probability, not an interval"),
        ("because: LD-01", "the expectation claims nothing"),
        (
            "may not: Sigeir rest\n    may_not: Sigeir move n",
            "duplicate `may_not` in this expectation, write a list",
        ),
        ("always: []", "`always` claims nothing"),
        ("always: fals(Sigeir)", "unknown event `fals`, did you mean `falls`?"),
        ("always: falls(Sigier)", "there is no figure `Sigier`, did you mean `Sigeir`?"),
        ("always: falls(Sigeir, B2)", "`falls` takes 1 word (figure), not 2"),
        ("always: falls", "`falls` takes 1 word (figure), not 0"),
        ("always: drawn(Sigeir, clam)", "unknown omen `clam`, did you mean `calm`?"),
        ("always: finally(att(Sigeir), B2)", "unknown fluent `att`, did you mean `at`?"),
        ("always: falls(Sigeir) and", "`falls(Sigeir) and` cannot be read: a word is missing"),
        ("may: Sigier rest", "there is no figure `Sigier`, did you mean `Sigeir`?"),
        ("may: Sigeir", "`Sigeir` names no action, write `Name action`, or `Name _`"),
        ("may: Sigeir jump", "unknown action `jump`, known: `move`, `rest`"),
        ("gap: stanstill", "unknown gap `stanstill`, did you mean `standstill`?"),
        ("odds: {falls(Sigeir): 3/2}", "`3/2` is not a probability, it lies between 0 and 1, the smaller bound first"),
        ("odds: {falls(Sigeir): half}", "`half` is not a probability, write `1/2`, `0.5` or `1/4..1/2`"),
        ("odds: {falls(Sigeir): 1/0}", "`1/0` is not a probability, write `1/2`, `0.5` or `1/4..1/2`"),
        ("{always: rests(_), because: LD-O3}", "unknown clause `LD-O3`, did you mean `LD-03`?"),
        ("rests(_)", "an expectation must be a mapping, not `rests(_)`, write `always: ...`"),
    ],
)
def test_a_wrong_claim_is_refused(text: str, message: str) -> None:
    assert problems(f"expect:\n  - {text}\n") == [message]


def test_of_very_many_words_it_is_said_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drakdom.rulebook.words.MOST_LISTED", 3)
    (message,) = problems("expect:\n  - always: x\n")
    assert re.fullmatch(r"unknown event `x`, `drakdom words lantern` lists all \d+", message)
    monkeypatch.setattr("drakdom.rulebook.words.MOST_LISTED", 40)
    assert "`falls`" in problems("expect:\n  - always: x\n")[0]


def test_a_claim_can_be_read_alone() -> None:
    read = scenario("")
    assert str(read_claim(read, "falls(Sigeir) or may(Sigeir, move n)")) == "falls(Sigeir) or may(Sigeir, move(n))"
    with pytest.raises(InputError, match="claim:1:7: there is no figure `Sigier`"):
        read_claim(read, "falls(Sigier)")


def test_a_field_in_place_of_its_fluent_names_the_fluent() -> None:
    book = load_rulebook(law_folder() / "drakborgen-atervackt")
    read = read_scenario_text("figures: {Sigeir: {kind: hero, at: E4}}\n", "case.yaml", rulebook=book)
    with pytest.raises(InputError, match="`combat_points`, the field `combat_points` sets the fluent `sp`"):
        read_claim(read, "finally(combat_points(Sigeir), 7)")
    with pytest.raises(InputError, match="unknown fluent `hpp`, did you mean `hp`"):
        read_claim(read, "finally(hpp(Sigeir), 7)")


def test_where_law_names_a_square_none_that_lies_off_the_grid_is_meant() -> None:
    """Such a claim would never hold, so it is refused."""
    book = load_rulebook(law_folder() / "drakborgen-atervackt")
    text = "figures: {Sigeir: {kind: hero, at: E4}}\n"
    read = read_scenario_text(text, "case.yaml", rulebook=book)
    with pytest.raises(InputError, match=r"1:18: unknown square or off board `below\(E4\)`, write `E4`"):
        read_claim(read, "walks(Sigeir, e, below(E4))")
    for claim in ("walks(Sigeir, e, E4)", "walks(_, e, _)", "meet_below(Sigeir, _, beyond(A1, -1, -1))"):
        read_claim(read, claim)


@given(st.text("ab (),.'|_-:[]{}#%\\\u00a0\u3000é3", min_size=1, max_size=8))
@example("a,b")
@example("a(b")
@example("a  b")
@example("not")
@example("falls(_)")
@example("):")
@example(")\\")
@example(")")
def test_what_a_verdict_says_of_any_name_is_read_back_as_a_claim(name: str) -> None:
    figures = f"figures: {{{json.dumps(name)}: {{kind: hero, at: B2, nerve: 3}}}}\n"
    assume(not problems("", figures=figures))
    book = lantern()
    follow = Phrase("follow", ("figure",), Term("follow", (Var("1"),)))
    read = replace(scenario("", figures=figures), rulebook=replace(book, actions={**book.actions, "follow": follow}))
    for event in (
        Term("falls", (name,)),
        Term("drawn", (name, Term("gust"))),
        Term("illegal", (name, Term("move", (Term("e"),)))),
        Term("may", (name, Term("follow", (name,)))),
        Term("finally", (Term("lantern", (name,)), Term("out"))),
    ):
        assert read_claim(read, show(event)) == Atom(event)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("meet(Farouche, Sigeir, B2)", "meet(Farouche, Sigeir, B2)"),
        ("meet(Sigeir, Farouche, B2)", "meet(Farouche, Sigeir, B2)"),
        ("not meet(Sigeir, Farouche, _)", "not meet(Farouche, Sigeir, _)"),
        ("meet(Sigeir, _, B2) and rests(_)", "(meet(Sigeir, _, B2) or meet(_, Sigeir, B2)) and rests(_)"),
        ("meet(_, _, B2)", "meet(_, _, B2)"),
    ],
)
def test_two_alike_may_be_named_in_either_order(text: str, wanted: str) -> None:
    book = lantern()
    slots = ("1", "2", "3")
    meet = Phrase("meet", ("figure", "figure", "place"), Term("meet", tuple(map(Var, slots))), "", either_order=True)
    read = replace(scenario(""), rulebook=replace(book, events={**book.events, "meet": meet}))
    assert str(read_claim(read, text)) == wanted


def test_what_may_be_a_figure_or_a_text_names_the_nearest_figure() -> None:
    book = lantern()
    struck = Phrase("struck", ("figure|int",), Term("struck", (Var("1"),)))
    read = replace(scenario(""), rulebook=replace(book, events={**book.events, "struck": struck}))
    with pytest.raises(InputError, match="did you mean `Sigeir`"):
        read_claim(read, "struck(Sigier)")


@pytest.mark.parametrize(
    ("kinds", "text", "complaint"),
    [
        (
            "figure|text",
            "struck(hero)",
            "1:8: `hero` is a kind of figure, not a figure, known: `Sigeir`, `Farouche`; a",
        ),
        ("figure|text", "struck(pit)", ""),
        ("figure|text", "struck(pit(B2))", ""),
        ("figure|text", "struck(Sigeir)", ""),
        ("figure|text|figure_kind", "struck(hero)", ""),
        ("text", "struck(hero)", ""),
    ],
)
def test_a_kind_is_nobody(kinds: str, text: str, complaint: str) -> None:
    """A kind of figure in the place of a figure would never hold, so it is refused."""
    book = lantern()
    struck = Phrase("struck", (kinds,), Term("struck", (Var("1"),)))
    read = replace(scenario(""), rulebook=replace(book, events={**book.events, "struck": struck}))
    if not complaint:
        assert read_claim(read, text)
        return
    with pytest.raises(InputError, match=re.escape(complaint)):
        read_claim(read, text)


def test_a_word_with_arguments_in_quotes_is_no_name() -> None:
    book = load_rulebook(law_folder() / "talisman")
    read = read_scenario_text("title: A bear\n", "case.yaml", rulebook=book)
    with pytest.raises(InputError, match=r"unknown .* `animal\(bear, 6\)`, write `animal\(bear, 6\)` without quotes"):
        read_claim(read, 'beats(_, "animal(bear, 6)")')
