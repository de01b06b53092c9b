"""Clauses whose rules ask for no exceptions yield to those of house rules, for the letters that the rules share."""

import json
from pathlib import Path

import pytest

from drakdom.law.exceptions import Subject, beaten_by, subjects
from drakdom.law.law import read_rules, rule_of
from drakdom.law.moments import misplaced
from tests.cli.drakdom import FOLDERS, drakdom, written

SPEC = """\
title: The bold do not rest
intent: Some heroes walk on.
base: lantern
clauses:
- id: HOUSE-BOLD-001
  kind: exception
  text: A bold hero does not rest.
  overrides: [{clause}]
"""
CASE = """\
title: Two heroes rest
rulebook: lantern
board: {places: {B2: {room: floor, exits: [e]}}}
figures:
  Ada: {kind: hero, at: B2, nerve: 4}
  Bo: {kind: hero, at: B2, nerve: 2}
play:
  - {Ada: rest, Bo: rest}
"""


def house(
    folder: Path, head: str, clause: str = "LD-03", body: str = "stat(H, nerve, 4), is(phase, choose, T)"
) -> Path:
    rule = folder / "bold"
    rule.mkdir()
    (rule / "house.yaml").write_text(SPEC.format(clause=clause), "utf-8")
    title = "%# The bold\n%\n% Reads:   stat/3, is/3\n% Defines: except/2\n\n"
    (rule / "house.lp").write_text(f'{title}{head} :- clause("HOUSE-BOLD-001"), {body}.\n', "utf-8")
    return rule


def events(file: Path, *options: str | Path) -> set[str]:
    ruled = json.loads(drakdom("rule", file, *options, *FOLDERS, "--json").out)
    return {outcome["event"] for branch in ruled["branches"] for outcome in branch["outcomes"]}


def test_a_clause_is_lifted_for_one_figure(tmp_path: Path) -> None:
    file = written(tmp_path, CASE)
    assert {"rests(Ada)", "rests(Bo)"} <= events(file)
    rule = house(tmp_path, 'except("LD-03", (H, T))')
    lifted = events(file, "--house-rule", rule)
    assert "rests(Bo)" in lifted
    assert "rests(Ada)" not in lifted
    reasons = drakdom("why-not", file, "rests(Ada)", "--house-rule", rule, *FOLDERS).out
    assert "HOUSE-BOLD-001" in reasons
    assert drakdom("lint", "lantern", "--house-rule", rule, "--only-text", *FOLDERS).code == 0


def test_a_clause_is_lifted_for_a_moment(tmp_path: Path) -> None:
    rule = house(tmp_path, 'except("LD-03", (T,))', body="is(phase, choose, T)")
    assert not {"rests(Ada)", "rests(Bo)"} & events(written(tmp_path, CASE), "--house-rule", rule)


def test_a_clause_of_a_table_is_lifted(tmp_path: Path) -> None:
    file = written(tmp_path, CASE)
    rule = house(
        tmp_path, 'spared("LD-03").\nexcept(ID, (H, T))', body="spared(ID), stat(H, nerve, 4), is(phase, choose, T)"
    )
    lifted = events(file, "--house-rule", rule)
    assert {"rests(Ada)", "rests(Bo)"} & lifted == {"rests(Bo)"}


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('except(("LD-02";"LD-03"), (H, T))', "stat(H, nerve, 4), is(phase, choose, T)"),
        ('except("LD-02", (H, T); "LD-03", (H, T))', "stat(H, nerve, 4), is(phase, choose, T)"),
        ("except(ID, (H, T))", 'ID = "LD-03", stat(H, nerve, 4), is(phase, choose, T)'),
    ],
    ids=["a pool of ids", "a pool of atoms", "a comparison"],
)
def test_an_exception_that_does_not_tell_its_clause_is_refused(tmp_path: Path, head: str, body: str) -> None:
    rule = house(tmp_path, head, body=body)
    ended = drakdom("rule", written(tmp_path, CASE), "--house-rule", rule, *FOLDERS, COLUMNS="300")
    assert ended.code == 2
    assert "does not tell which clause yields" in ended.err
    assert "house.lp:6" in ended.err


@pytest.mark.parametrize(
    ("head", "body", "words"),
    [
        ('except("LD-03", (H, P, T))', "is(phase, choose, T), is(at(H), P, T)", "the subject of `LD-03` is `(H, T)`"),
        ('spared("LD-03"). except(ID, (H, P, T))', "spared(ID), is(at(H), P, T)", 'write `except("LD-03", (H, T))`'),
        ('except("LD-03", (H, 1, T))', "is(phase, choose, T), stat(H, nerve, _)", 'write `except("LD-03", (H, T))`'),
    ],
)
def test_a_subject_that_the_rules_do_not_share_is_refused(tmp_path: Path, head: str, body: str, words: str) -> None:
    file = written(tmp_path, CASE)
    ended = drakdom("rule", file, "--house-rule", house(tmp_path, head, body=body), *FOLDERS, COLUMNS="300")
    assert ended.code == 2
    assert words in ended.err
    assert "house.lp:6" in ended.err


@pytest.mark.parametrize("subject", ["all", "(H, P)", "(T, H)", "H"])
def test_an_exception_has_a_moment(subject: str, tmp_path: Path) -> None:
    """Without one the engine could not say in which moment the clause yields."""
    file = tmp_path / "tiny.lp"
    file.write_text(f'except("LD-05", {subject}) :- clause("LD-06"), mild(H, P).\n', "utf-8")
    (problem,) = misplaced(read_rules([file]), file, frozenset())
    assert "moment `T`" in problem.message
    file.write_text('except("LD-05", (H, P, T)) :- clause("LD-06"), mild(H, P, T).\n', "utf-8")
    assert not [*misplaced(read_rules([file]), file, frozenset({("mild", 3)}))]


OWN = """\
title: Guests rest only alone
name: guests
intent: It makes an exception of its own clause.
base: lantern
clauses:
- {id: HOUSE-GUESTS-001, kind: permission, text: Whoever is brave is said to rest.}
- {id: HOUSE-GUESTS-002, kind: exception, text: But for some., overrides: [HOUSE-GUESTS-001]}
"""
REST = 'event(rests(H), T) :- clause("HOUSE-GUESTS-001"), is(phase, choose, T), stat(H, nerve, N), N > 1.\n'


def test_a_clause_of_a_house_rule_is_lifted_too(tmp_path: Path) -> None:
    """By the house rule itself, or by another one that comes before it or after it."""
    file = written(tmp_path, CASE.replace("Ada: rest, Bo: rest", "Ada: move e, Bo: move e"))
    guests = tmp_path / "guests"
    guests.mkdir()
    (guests / "house.yaml").write_text(OWN, "utf-8")
    (guests / "house.lp").write_text(REST, "utf-8")
    assert {"rests(Ada)", "rests(Bo)"} <= events(file, "--house-rule", guests)
    bold = house(tmp_path, 'except("HOUSE-GUESTS-001", (H, T))')
    for order in ((guests, bold), (bold, guests)):
        assert events(file, *(part for rule in order for part in ("--house-rule", rule))) & {
            "rests(Ada)", "rests(Bo)"
        } == {"rests(Bo)"}  # fmt: skip
    lifts = 'except("HOUSE-GUESTS-001", (H, T)) :- clause("HOUSE-GUESTS-002"), is(phase, choose, T), stat(H, nerve, 2).'
    (guests / "house.lp").write_text(f"{REST}{lifts}\n", "utf-8")
    assert events(file, "--house-rule", guests) & {"rests(Ada)", "rests(Bo)"} == {"rests(Ada)"}


def test_a_subject_that_a_house_rule_does_not_share_is_refused(tmp_path: Path) -> None:
    guests = tmp_path / "guests"
    guests.mkdir()
    (guests / "house.yaml").write_text(OWN, "utf-8")
    strange = 'except("HOUSE-GUESTS-001", (P, T)) :- clause("HOUSE-GUESTS-002"), is(room(P), pit, T).'
    (guests / "house.lp").write_text(f"{strange}\n{REST}", "utf-8")
    ended = drakdom("rule", written(tmp_path, CASE), "--house-rule", guests, *FOLDERS, COLUMNS="300")
    assert ended.code == 2
    assert "the subject of `HOUSE-GUESTS-001` is" in ended.err


def test_the_subject_of_a_clause() -> None:
    rules = [
        'a(H,T) :- clause("X-1"); b(H,P,T); not c(H,D,T).',
        'd(P,T) :- clause("X-1"); b(H,P,T); N = #count { Q : e(Q,T) }.',
        'a(H,T) :- clause("X-2"); b(H,P,T); not except("X-2",(H,T)).',
        'f(K) :- clause("X-3"); g(K).',
        'a(H,T) :- clause("X-4"); b(H,P,T).',
        'shut(P,D,T) :- near(P,D,T); not except("X-4",(P,D,T)).',
        'a(H,T) :- clause("X-5"); b(H,T); kind(cave;crypt).',
    ]
    by_clause = subjects(rule_of(text, "x.lp", 1) for text in rules)
    assert by_clause == {
        "X-1": Subject("", ("H", "P", "T")),
        "X-2": Subject("(H,T)", (), frozenset({2})),
        "X-3": Subject("", ()),
        "X-4": Subject("(P,D,T)", (), frozenset({3})),
        "X-5": Subject("", ("H", "T")),
    }
    assert [str(by_clause[clause]) for clause in ("X-1", "X-2")] == ["(H, P, T)", "(H, T)"]


def test_a_reader_sees_the_subject_of_a_clause() -> None:
    page = drakdom("clauses", "lantern", "LD-03", "--full", *FOLDERS).out
    assert "exceptions for (H, T)" in page
    (clause,) = json.loads(drakdom("clauses", "lantern", "LD-03", *FOLDERS, "--json").out)["clauses"]
    assert clause["subject"] == ["H", "T"]


OF_TABLE = 'except(ID,(H,T)) :- clause("LD-01"); rests(H,T); spared(ID).'


@pytest.mark.parametrize(
    ("texts", "beaten"),
    [
        (['except("LD-02",(H,T)) :- clause("LD-01"); rests(H,T).'], {'"LD-02"'}),
        ([OF_TABLE, 'spared("LD-02";"LD-03").', 'spared("LD-04").'], {'"LD-02"', '"LD-03"', '"LD-04"'}),
        ([OF_TABLE, 'spared("LD-02").', "spared(ID) :- named(ID)."], None),
        ([OF_TABLE], None),
        (['except(ID,(H,T)) :- clause("LD-01"); rests(H,T); named(ID,H).', 'named("LD-02","Ada").'], None),
    ],
    ids=["written out", "a table", "a table with a rule", "no table", "no plain table"],
)
def test_which_clauses_exceptions_beat(texts: list[str], beaten: set[str] | None) -> None:
    assert beaten_by([rule_of(text, "tiny", 1) for text in texts]) == beaten
