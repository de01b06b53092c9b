"""Reading any file ends in a scenario, an InputError or a LimitError."""

import json
import os
import socket
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from drakdom.errors import InputError, LimitError, Problem
from drakdom.law.law import read_rules
from drakdom.rulebook.words import nearest
from drakdom.rulebook.yamltext import Mapping, Scalar, Sequence, parse_yaml
from drakdom.scenario import KEYS, read_claim, read_scenario, read_scenario_text
from drakdom.scenario.misfit import Misfit
from drakdom.scenario.typing import Words
from tests.readers.books import BOARD, FIGURES, RULEBOOKS, lantern

GOOD = f"title: x\nrulebook: lantern\n{BOARD}{FIGURES}play: [{{Sigeir: move n}}]\nexpect: [{{always: rests(_)}}]\n"
WORDS = sorted({*GOOD.split(), "{", "}", "[", "]", "- ", "\n", "_", "(", ")", '"', ": ", "|", "and", "not"})
LEAVES = st.text(max_size=6) | st.sampled_from(WORDS)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LEAVES, inner, max_size=3),
    max_leaves=10,
)


def read(text: str) -> None:
    problems: tuple[Problem, ...] = ()
    try:
        read_scenario_text(text, "case.yaml", rulebook=lantern())
    except InputError as error:
        problems = error.problems
    except LimitError:
        return
    assert all(p.message and p.file == "case.yaml" for p in problems)


@given(st.text())
@example("\ud800")
@example("a: &x [1]\nb: *x")
@example("!!python/object:os.system x")
@example("? [a]\n: 1")
def test_any_text(text: str) -> None:
    read(text)


@given(st.lists(st.tuples(st.integers(0, len(GOOD)), st.integers(0, 9), LEAVES), max_size=5))
def test_a_good_scenario_with_random_edits(edits: list[tuple[int, int, str]]) -> None:
    text = GOOD
    for at, cut, new in edits:
        text = text[:at] + new + text[at + cut :]
    read(text)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(KEYS), TREES, max_size=4))
def test_any_shape_of_sections(sections: dict[str, object]) -> None:
    read(json.dumps(sections, ensure_ascii=False))


@given(st.text("[] spfS-|<>^v#\n", max_size=60))
def test_any_drawing(drawing: str) -> None:
    lines = "".join(f"    {line}\n" for line in drawing.split("\n"))
    legend = "  legend: {s: {room: shrine}, S: Sigeir, '#': {exits: yes}}\n"
    read(f"board:\n  origin: B2\n  map: |2\n{lines}{legend}figures: {{Sigeir: {{kind: hero, nerve: 2}}}}\n")


@given(st.binary(max_size=80))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(data)
    with pytest.raises((InputError, LimitError)):
        read_scenario(path)


@pytest.mark.parametrize("text", ["[" * 100_000, "{" * 100_000, "- " * 100_000, "? " * 50_000])
def test_deep_nesting_is_wrong_as_it_is_in_a_claim(text: str) -> None:
    with pytest.raises(InputError, match=r"scenario:1:[0-9]+: nested deeper than 50 levels"):
        read_scenario_text(text)
    with pytest.raises(InputError, match="nested deeper than 40"):
        read_claim(read_scenario_text(GOOD, rulebook=lantern()), "(" * 50_000 + "rests(_)" + ")" * 50_000)


MANY = 200_000


@pytest.mark.parametrize(
    "text",
    [
        f"ask: '{' ' * MANY}x'",
        f"ask: 'x{' ' * MANY}x'",
        f"ask: 'after falls({'(_)' * MANY}x: y'",
        f"expect: [{{may: '{'a ' * MANY}'}}]",
        f"matrix: {{readings: {{{', '.join(f'LD-{n}: [b]' for n in range(MANY // 10))}}}}}",
    ],
    ids=["blanks", "blanks inside", "an event", "a figure", "a matrix"],
)
def test_a_long_text_takes_no_more_time_than_it_is_long(text: str) -> None:
    with pytest.raises(InputError):
        read_scenario_text(f"title: x\nrulebook: lantern\n{text}\n", rulebook=lantern())


@pytest.mark.parametrize("text", ["t6-" + " " * MANY + "!", "t6" + " " * MANY + "!"])
def test_long_dice_are_refused_at_once(text: str) -> None:
    with pytest.raises(Misfit):
        Words(lantern(), ()).read("dice", text)


@pytest.mark.parametrize("text", ["%*\n" * MANY, '"' + '\\"' * MANY, '"\\"' * MANY])
def test_comments_and_strings_that_nothing_closes_are_read_in_time(text: str, tmp_path: Path) -> None:
    file = tmp_path / "open.lp"
    file.write_text(text, "ascii")
    with pytest.raises(InputError, match=r"the law cannot be read|more than 60 operators"):
        read_rules([file])


@pytest.mark.parametrize(
    "term", ["1+" * MANY + "1", "-" * MANY + "1", "|" * MANY, "1.." * MANY + "2", "f(1, 2)*" * MANY + "1"]
)
def test_a_term_of_many_operators_is_refused_before_it_is_parsed(term: str, tmp_path: Path) -> None:
    """The solver's parser takes such a term apart by recursion, and the process ends."""
    file = tmp_path / "long.lp"
    file.write_text(f"a.\nb :- X = {term[:900_000]}.\n", "ascii")
    with pytest.raises(InputError, match=r"long\.lp:2: a term has more than 60 operators"):
        read_rules([file])


def test_many_short_terms_are_read(tmp_path: Path) -> None:
    file = tmp_path / "many.lp"
    file.write_text(f"a :- {'1 + 2 < 4, X = -1..1, ' * 500}b(f(1 - 1), 2 * (1 + 1), 3 \\ 2).\n" * 3, "ascii")
    assert len(read_rules([file])) == 3


@pytest.mark.parametrize("code", ["\\e[31m", "\\x07", "\\r", "\\x7f", "\\x9b31m", "\\0"])
@pytest.mark.parametrize("section", ["title", "note"])
def test_codes_that_would_steer_a_terminal_stand_in_no_text(section: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read_scenario_text(f'rulebook: lantern\n{section}: "a{code}b"\n', "case.yaml", rulebook=lantern())
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (2, len(section) + 3)
    assert "an invisible character, U+00" in problem.message


def test_a_comma_in_parentheses_ends_no_value() -> None:
    text = """\
a: [hit(Ann, pit), passes(Ann, card(2, x)), (, )]
# a comment (that is open, as this one
b: {at: beyond(E4, 1, 0), hit(Bo,pit): 1/2}
c: [f(a), b, "(", ")", '(', ')']
d: [g(a,
  b), c]
"""
    values = [value for _, value in parse_yaml(text, "case.yaml")[0].entries]
    lists = [value.items for value in values if isinstance(value, Sequence)]
    assert [[item.text for item in items if isinstance(item, Scalar)] for items in lists] == [
        ["hit(Ann, pit)", "passes(Ann, card(2, x))", "(, )"],
        ["f(a)", "b", "(", ")", "(", ")"],
        ["g(a, b)", "c"],
    ]
    assert isinstance(values[1], Mapping)
    assert [key.text for key, _ in values[1].entries] == ["at", "hit(Bo,pit)"]


def test_the_code_that_stands_for_a_comma_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        parse_yaml("title: x\nnote: (\ufdd0)\n", "case.yaml")
    assert str(caught.value) == "case.yaml:2:8: the text has an invisible character, U+FDD0"


def test_a_text_may_have_lines_and_tabs() -> None:
    read_scenario_text('rulebook: lantern\ntitle: "a\\tb\\nc"\nnote: |\n  d\n  e\n', rulebook=lantern())


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with socket.socket(socket.AF_UNIX) as endpoint:
        endpoint.bind(str(tmp_path / "socket.yaml"))
        for path in (tmp_path / "pipe.yaml", tmp_path / "socket.yaml", Path("/dev/zero")):
            with pytest.raises(InputError, match="a pipe, a socket or a device, not a file"):
                read_scenario(path)


def test_a_large_file_is_a_limit_with_both_sizes(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("#" * 1_000_001)
    with pytest.raises(LimitError, match="1,000,001 bytes, at most 1,000,000"):
        read_scenario(path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"# nothing but a comment\n", "the file is empty"),
        (b"\xff\xfea\x00", "UTF-16"),
        (b"a: \xe9", ":1:4: the file is not UTF-8"),
        (b"a: \x00", ":1:4: this is not a text file"),
        (b"a:\n\tb: 1", ":2:1: there is a tab in the indentation, use spaces"),
        (b"- a", ":1:1: the file holds a list"),
        (b"hello", "the file holds `hello`"),
        (b"a: 1\n---\nb: 1", ":2:1: a second document"),
        (b"a: [1", "this is not YAML"),
    ],
)
def test_each_refusal_has_its_own_words(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_scenario(path)
    assert message in str(caught.value)


def test_a_file_full_of_problems_is_given_up() -> None:
    text = "rulebook: lantern\nexpect:\n" + "".join(f"  - {{always: rests(_), because: X{n}}}\n" for n in range(9999))
    with pytest.raises(InputError, match="more than 200 problems"):
        read_scenario_text(text, rulebook_dirs=[RULEBOOKS])


def test_folders_and_missing_files_are_named(tmp_path: Path) -> None:
    for path, message in ((tmp_path, "this is a folder"), (tmp_path / "no.yaml", "no such file")):
        with pytest.raises(InputError, match=message):
            read_scenario(path)


def test_the_nearest_word_crosses_case_and_separators() -> None:
    assert nearest("Trap-Room", ["room", "trap_room"]) == "trap_room"
    assert nearest("XX-MANY-09", ["XX-MANY-079", "XX-MANY-090", "XX-MANY-009"]) == "XX-MANY-009"
    assert nearest("xx many 9", ["XX-MANY-079", "XX-MANY-090", "XX-MANY-009"]) == "XX-MANY-009"
    assert nearest("D44", ["D4", "D5"]) == "D4"
    assert nearest("xyzzy", ["room", "trap_room"]) == ""
