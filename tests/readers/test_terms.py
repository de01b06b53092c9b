"""Printed terms and formulas can be read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drakdom.formula import And, Atom, Formula, Not, Or, RawTerm, patterns, read_formula
from drakdom.terms import (
    Any,
    Term,
    TermError,
    Value,
    Var,
    bind,
    is_ground,
    match,
    parse,
    parse_term,
    placeholders,
    show,
    sort_key,
    substitute,
    write,
)

NAMES = st.from_regex(r"[a-z][A-Za-z0-9_']{0,8}", fullmatch=True)
GROUND: st.SearchStrategy[Value] = st.recursive(
    st.integers(-(10**9), 10**9) | st.text(max_size=8) | st.builds(Term, NAMES, st.just(())),
    lambda inner: st.builds(Term, st.just("") | NAMES, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=8,
)
TEMPLATES: st.SearchStrategy[Value] = st.recursive(
    GROUND | st.just(Any()) | st.builds(Var, NAMES),
    lambda inner: st.builds(Term, NAMES, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=8,
)


@given(TEMPLATES)
def test_what_is_written_is_read_back(value: Value) -> None:
    assert parse(write(value)) == value


@given(st.text())
def test_any_text_is_a_term_or_a_term_error(text: str) -> None:
    offset = 0
    try:
        value = parse(text)
    except TermError as error:
        offset = error.offset
    else:
        assert parse(write(value)) == value
    assert 0 <= offset <= len(text)


@given(GROUND)
def test_every_value_fits_itself_and_the_wildcard(value: Value) -> None:
    assert match(value, value)
    assert match(Any(), value)
    assert is_ground(value)
    assert bind(value, value) == {}


@given(st.lists(GROUND).flatmap(lambda values: st.tuples(st.just(values), st.permutations(values))))
def test_values_of_all_kinds_can_be_sorted(orders: tuple[list[Value], list[Value]]) -> None:
    assert sorted(orders[0], key=sort_key) == sorted(orders[1], key=sort_key)


def test_users_words_stand_in_quotes_and_are_shown_without() -> None:
    hit = Term("hit", ("Sigeir", Term("trapdoor")))
    assert str(hit) == 'hit("Sigeir",trapdoor)'
    assert show(hit) == "hit(Sigeir, trapdoor)"
    assert parse('hit("Sigeir", trapdoor)') == hit


def test_a_name_is_never_a_word_of_the_vocabulary() -> None:
    assert not match(Term("search"), "search")


def test_templates_are_filled_and_read_back() -> None:
    template = parse_term("stated($entry, $figure, move($1))")
    env: dict[str, Value] = {"entry": 1, "figure": "Sigeir", "1": Term("e")}
    filled = substitute(template, env)
    assert str(filled) == 'stated(1,"Sigeir",move(e))'
    assert placeholders(template) == ("entry", "figure", "1")
    assert bind(template, filled) == env
    assert bind(parse("pair($1, $1)"), parse("pair(a, b)")) is None


def test_wildcards_fit_arguments_but_not_other_words() -> None:
    assert match(parse("hit(_, trapdoor)"), parse('hit("Sigeir", trapdoor)'))
    assert not match(parse("hit(_, trapdoor)"), parse('hit("Sigeir", arrows)'))
    assert not match(parse("hit(_)"), parse('hit("Sigeir", arrows)'))


@pytest.mark.parametrize(
    ("text", "offset"),
    [("hit(", 4), ("hit(Sigeir)", 4), ('"open', 0), ("a b", 2), ("f(a b)", 4), ("", 0), ("$", 1), ("-", 0), ("é", 0)],
)
def test_an_error_says_where(text: str, offset: int) -> None:
    with pytest.raises(TermError) as caught:
        parse(text)
    assert caught.value.offset == offset


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(TermError, match="nested deeper"):
        parse("f(" * 5000 + "a" + ")" * 5000)


def _plain(raw: RawTerm) -> Term:
    return Term(raw.text, tuple(_plain(a) for a in raw.args or ()))


def test_or_binds_weaker_than_and() -> None:
    a, b, c = (Atom(Term(n)) for n in "abc")
    assert read_formula("a or b and not c", _plain) == Or((a, And((b, Not(c)))))
    assert read_formula("(a or b) and c", _plain) == And((Or((a, b)), c))
    assert read_formula("not not a", _plain) == Not(Not(a))


def test_a_formula_is_evaluated_on_events() -> None:
    formula = read_formula("fell and not hit(arrows)", _plain)
    fell, arrows = Term("fell"), Term("hit", (Term("arrows"),))
    assert patterns(formula) == (fell, arrows)


FORMULAS: st.SearchStrategy[Formula] = st.recursive(
    st.sampled_from("abc").map(lambda n: Atom(Term(n))),
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=3).map(lambda items: And(tuple(items))),
        st.lists(inner, min_size=2, max_size=3).map(lambda items: Or(tuple(items))),
    ),
    max_leaves=8,
)


@given(FORMULAS)
def test_a_printed_formula_is_read_back(formula: Formula) -> None:
    assert read_formula(str(formula), _plain) == formula


@pytest.mark.parametrize("text", ["", "a and", "(a", "a)", "a b(c) d", "f(a", "f(,)", '"open', "not"])
def test_a_broken_formula_is_refused(text: str) -> None:
    with pytest.raises(TermError):
        read_formula(text, _plain)
