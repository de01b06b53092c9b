"""From a clause of the ten-clause game to its rules and scenarios: what fires, what yields to what, what is missed."""

from pathlib import Path

import pytest

from drakdom.coverage import ClauseCover, Coverage, measure
from drakdom.coverage.probing import probe
from drakdom.coverage.rules import rules_of
from drakdom.errors import InputError
from drakdom.scenario import read_scenario

DARK = "a-dark-lantern-keeps-its-bearer.yaml"
FREE = "a-free-choice-at-the-pit.yaml"
GUST = "a-gust-in-company.yaml"
NARROW = "nobody-squeezes-into-a-narrow-hall.yaml"
PIT = "two-walk-into-the-pit-room.yaml"

ROPED = """\
title: A hero with a rope walks into the pit room
rulebook: lantern
board:
  places:
    B2: {room: floor, exits: [e]}
    C2: {room: pit}
figures:
  Bo: {kind: hero, at: B2, nerve: 2, rope: yes}
play:
  - {Bo: move e}
expect:
  - always: entered(Bo, C2)
    because: LD-02
  - sometimes: falls(Bo)
"""


@pytest.fixture(scope="module")
def folder(root: Path) -> Path:
    return root / "tests" / "rulebooks"


@pytest.fixture(scope="module")
def whole(folder: Path) -> Coverage:
    return measure([folder], "lantern", [folder / "lantern" / "scenarios"])


@pytest.fixture(scope="module")
def pit(folder: Path) -> Coverage:
    return measure([folder], "lantern", [folder / "lantern" / "scenarios" / PIT], jobs=1)


def clause(coverage: Coverage, name: str) -> ClauseCover:
    return next(clause for clause in coverage.clauses if clause.id == name)


def names(paths: tuple[str, ...]) -> set[str]:
    return {Path(path).name for path in paths}


def yields(coverage: Coverage) -> dict[tuple[str, str], set[str]]:
    return {(clause.id, to.to): names(to.where) for clause in coverage.clauses for to in clause.yielded}


def test_a_clause_has_the_rules_that_carry_it(whole: Coverage, folder: Path) -> None:
    """Found in the files by themselves: the first line of each rule in which the clause's literal stands."""
    for entry in whole.clauses:
        place = {
            (file.relative_to(Path.cwd()).as_posix() if file.is_relative_to(Path.cwd()) else str(file), number)
            for file in (folder / "lantern").rglob("*.lp")
            if "house" not in file.parts
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
            if f'clause("{entry.id}")' in line
        }
        assert {(rule.file, rule.line) for rule in entry.rules} == place, entry.id
        assert all(f'clause("{entry.id}")' in rule.text for rule in entry.rules)
    assert len(clause(whole, "LD-02").rules) == 2
    assert clause(whole, "LD-10").rules == ()


def test_a_rule_over_several_lines_is_told_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "rulebook.lp").write_text(
        '% not clause("XX-2")\n#include "more.lp".\nb(T) :- a(T),\n   clause("XX-1").\n', "utf-8"
    )
    (tmp_path / "more.lp").write_text(
        '\n\nc(1..2, T) :- clause("XX-1"), d(T). e(T) :- clause("XX-3"), a(T).\n', "utf-8"
    )
    result = rules_of(tmp_path)
    assert [(Path(entry.file).name, entry.line, entry.text) for entry in result["XX-1"]] == [
        ("rulebook.lp", 3, 'b(T) :- a(T),\n   clause("XX-1").'),
        ("more.lp", 3, 'c(1..2, T) :- clause("XX-1"), d(T). e(T) :- clause("XX-3"), a(T).'),
    ]
    assert result.keys() == {"XX-1", "XX-3"}


def test_a_clause_gives_way_to_those_that_the_ledger_says_override_it(whole: Coverage) -> None:
    """LD-04 and LD-09 override LD-02, LD-06 overrides LD-05: each where it is the point of a scenario."""
    assert yields(whole) == {("LD-02", "LD-04"): {DARK}, ("LD-02", "LD-09"): {NARROW}, ("LD-05", "LD-06"): {PIT}}


def test_what_is_expected_as_a_reason_and_what_is_behind_an_outcome(whole: Coverage) -> None:
    assert names(clause(whole, "LD-04").pinned_by) == {DARK}
    assert names(clause(whole, "LD-09").pinned_by) == {NARROW}
    assert names(clause(whole, "LD-05").pinned_by) == {FREE, PIT, "the-second-throw-of-the-same-hero.yaml"}
    assert GUST in names(clause(whole, "LD-07").cited_in)
    for entry in whole.counting:
        assert entry.citations == len(entry.cited_in)
        assert {*entry.cited_in, *entry.killed_in} <= set(whole.titles)


def test_where_a_clause_is_missed(whole: Coverage) -> None:
    """LD-09 counts in one scenario alone, LD-04 in another: without them somebody walks."""
    assert names(clause(whole, "LD-09").killed_in) == {NARROW}
    assert names(clause(whole, "LD-04").killed_in) == {DARK}
    assert all(entry.killed_by in entry.killed_in and entry.status == "covered" for entry in whole.counting)


def test_how_far_a_clause_comes(pit: Coverage) -> None:
    """Lanterns burn, there is no shrine, narrow halls are not in force; both might have rested and walk."""
    status = {clause.id: clause.status for clause in pit.clauses}
    assert status == {
        "LD-01": "covered",
        "LD-02": "covered",
        "LD-03": "fired",
        "LD-04": "never reached",
        "LD-05": "covered",
        "LD-06": "covered",
        "LD-07": "never reached",
        "LD-08": "does not count",
        "LD-09": "never reached",
        "LD-10": "does not count",
    }
    assert names(clause(pit, "LD-03").fired_in) == {PIT}
    assert clause(pit, "LD-03").cited_in == ()
    assert (pit.counts().encoded, pit.counts().fired) == (8, 5)


def test_a_clause_that_only_ever_yields(folder: Path, tmp_path: Path) -> None:
    """Whoever has a rope need not throw: LD-05 would apply, and gives way to LD-06."""
    (tmp_path / "roped.yaml").write_text(ROPED, "utf-8")
    entry = clause(measure([folder], "lantern", [tmp_path], jobs=1), "LD-05")
    assert (entry.status, entry.fired_in, [(y.to, names(y.where)) for y in entry.yielded]) == (
        "yielded",
        (),
        [("LD-06", {"roped.yaml"})],
    )


def test_a_probe_looks_at_every_way_to_play(folder: Path) -> None:
    """Nobody says what Ada does: before the pit she may walk (LD-02, LD-05) and rest (LD-03), and nobody has a rope."""
    scenario = read_scenario(folder / "lantern" / "scenarios" / FREE, [folder])
    result = probe(scenario, {"LD-02", "LD-03", "LD-05", "LD-06", "LD-07"})
    assert (result.fired, result.yielded) == (frozenset({"LD-02", "LD-03", "LD-05"}), frozenset())
    pit = probe(read_scenario(folder / "lantern" / "scenarios" / PIT, [folder]), {"LD-05", "LD-06"})
    assert (pit.fired, pit.yielded) == (frozenset({"LD-05", "LD-06"}), frozenset({("LD-05", "LD-06")}))


def test_under_every_reading(folder: Path) -> None:
    result = probe(read_scenario(folder / "lantern" / "scenarios" / GUST, [folder]), {"LD-07"})
    assert result.fired == {"LD-07"}


def test_the_clauses_of_an_optional_rule(whole: Coverage, folder: Path) -> None:
    items = measure([folder], "lantern", [folder / "lantern" / "scenarios"], variants=frozenset({"narrow-halls"}))
    assert [clause.id for clause in items.clauses] == ["LD-09"]
    assert items.counts() == whole.counts(variant="narrow-halls")
    assert (whole.variants, whole.counts(variant="narrow-halls").covered) == (("narrow-halls",), 1)
    none = measure(
        [folder],
        "lantern",
        [folder / "lantern" / "scenarios"],
        only=frozenset({"LD-01"}),
        variants=frozenset({"narrow-halls"}),
    )
    assert none.counting == ()
    with pytest.raises(InputError, match="narow-halls"):
        measure([folder], "lantern", [folder / "lantern" / "scenarios"], variants=frozenset({"narow-halls"}))


def test_the_json_form_follows_a_clause(whole: Coverage) -> None:
    form = whole.to_json()
    five = next(clause for clause in form["clauses"] if clause["id"] == "LD-05")
    assert [(rule["file"].rpartition("/")[2], rule["line"]) for rule in five["rules"]] == [("pit.lp", 12)]
    assert [(other_clause["to"], names(tuple(other_clause["in"]))) for other_clause in five["yielded"]] == [
        ("LD-06", {PIT})
    ]
    assert (five["status"], form["variants"]["narrow-halls"]["covered"]) == ("covered", 1)
