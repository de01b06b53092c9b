"""Two laws held against each other on every small table of the ten-clause rulebook."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from drakdom.cli.audit import stem_of
from tests.audit.seeded import FAULTY, HARMLESS, Planted, written
from tests.cli.drakdom import FOLDERS, RULEBOOKS, Ended, drakdom
from tests.cli.house import house_rule

PLANTED = {entry.name: entry for entry in (*FAULTY, *HARMLESS)}


def differed(tmp_path: Path, first: str | Path, second: str | Path, *words: str, scope: str = "size=3") -> Ended:
    more: tuple[str | Path, ...] = ("--out", tmp_path / "found", "--scope", scope, "--jobs", "1", *words)
    return drakdom("audit", "lantern", *FOLDERS, "--diff", first, second, *more)


def changes(tmp_path: Path, first: str | Path, second: str | Path, scope: str = "size=3,heroes=1") -> dict[str, str]:
    ended = differed(tmp_path, first, second, "--json", scope=scope)
    data: dict[str, Any] = json.loads(ended.out)
    assert ended.code == (0 if data["equal"] else 1)
    return {kind["name"]: kind["change"] for kind in data["kinds"] if kind["change"] != "same"}


def test_the_name_of_a_witness_is_no_longer_than_a_name_may_be() -> None:
    assert stem_of("may skate not in the book", 100) == "may-skate-not-in-the-book"
    assert len(stem_of(f"may skate only in {', '.join(['no-more-than-two-heroes-in-a-room'] * 8)}", 100)) == 100


def test_a_law_is_equal_to_itself(tmp_path: Path) -> None:
    ended = differed(tmp_path, "base", "base", scope="size=2")
    assert ended.code == 0
    assert "8 kinds of outcomes are the same" not in ended.out  # with so little on the table fewer are seen
    assert "are the same" in ended.out
    assert not (tmp_path / "found").exists()


@pytest.mark.slow
def test_an_optional_rule(tmp_path: Path) -> None:
    # two heroes in one room with one exit is the smallest table on which narrow halls matter: two heroes, an exit
    assert changes(tmp_path, "base", "narrow-halls", "size=2") == {}
    assert changes(tmp_path, "base", "narrow-halls", "size=3") == {"entered": "stricter", "held_up": "looser"}
    files = sorted((tmp_path / "found").iterdir())
    assert [file.name for file in files] == ["entered-only-in-the-book.yaml", "held-up-not-in-the-book.yaml"]
    assert drakdom("check", *files, *FOLDERS).code == 0
    assert changes(tmp_path, "narrow-halls", "base", "size=3") == {"entered": "looser", "held_up": "stricter"}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("no-walking", {"may move": "stricter"}),  # at the root: that nobody enters follows from it
        ("no-fear", {}),  # who is in the dark comes to no pit
        pytest.param("waiting", {}, marks=pytest.mark.medium),  # it grants what is granted already
        pytest.param("rest-well", {"rests_well": "looser"}, marks=pytest.mark.medium),
        ("no-rest", {"may rest": "stricter", "gap nobody_may": "looser"}),
        ("lit-shrines", {"contradiction two_values": "looser"}),
        pytest.param("soft-floor", {"tested": "stricter", "falls": "stricter"}, marks=pytest.mark.medium),
    ],
)
def test_a_house_rule(name: str, wanted: dict[str, str], tmp_path: Path) -> None:
    result = changes(tmp_path, "base", written(tmp_path, PLANTED[name]))
    assert result.items() >= wanted.items()
    assert bool(result) == bool(wanted)


BACKWARDS = Planted(
    "backwards",
    (
        "option(H, move(D), T) :- CLAUSE, deciding(H, T), dark(H, T), is(at(H), P, T), is(exit(P), D, T).",
        'except("LD-02", (H, D, T)) :- CLAUSE, deciding(H, T), is(at(H), P, T), is(exit(P), D, T).',
    ),
    (),
)


def test_more_here_and_less_there_is_incomparable(tmp_path: Path) -> None:
    # who is in the dark may walk, who has light may not
    rule = written(tmp_path, BACKWARDS._replace(reads="deciding/2, dark/2", defines="option/3, except/2"))
    result = changes(tmp_path, "base", rule)
    assert result["may move"] == "incomparable"


STEADY = Planted(
    "steady-feet",
    (
        "due(pit(H), t6, T) :- CLAUSE, tries(H, T).",
        "reads(pit(H), X, keeps, T) :- CLAUSE, tries(H, T), stat(H, nerve, N), face(t6, X, _), X <= N+1.",
        "reads(pit(H), X, slips, T) :- CLAUSE, tries(H, T), stat(H, nerve, N), face(t6, X, _), X > N+1.",
    ),
    (),
    replaced=("LD-05",),
    reads="tries/2, stat/3, face/3",
    defines="due/3, reads/4",
)


def test_a_roll_with_other_odds(tmp_path: Path) -> None:
    rule = written(tmp_path, STEADY)
    ended = differed(tmp_path, "base", rule, "--json", scope="size=3,heroes=1")
    (kind,) = [kind for kind in json.loads(ended.out)["kinds"] if kind["change"] == "odds"]
    assert kind["name"] == "odds pit"
    assert kind["roots"][0]["odds"] == "keeps: 2/3 instead of 1/2"  # a nerve of 3, and a die of six faces
    words = " ".join(differed(tmp_path, "base", rule, scope="size=3,heroes=1").out.split())
    assert "odds: rolls come out with other odds" in words
    assert "keeps: 2/3 instead of 1/2" in words


def test_witnesses_of_a_house_rule_hold_under_both_laws(tmp_path: Path) -> None:
    shutil.copytree(RULEBOOKS / "lantern", tmp_path / "lantern")
    house_rule(tmp_path / "lantern" / "house")
    words = ("--rulebook", tmp_path / "lantern", "--out", tmp_path / "found", "--scope", "size=3,heroes=1")
    ended = drakdom("audit", "lantern", "--diff", "base", "soft-pits", "--set", "nerve=3", *words)
    assert ended.code == 1, ended
    files = sorted((tmp_path / "found").iterdir())
    assert {file.name for file in files} == {
        "falls-only-in-the-book.yaml",
        "tested-only-in-the-book.yaml",
        "spared-not-in-the-book.yaml",
    }
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "matrix: {house_rules: [none, {soft-pits: {nerve: 3}}]}" in text
        held = drakdom("check", file, "--rulebook", tmp_path / "lantern", "--json")
        assert held.code == 0, held
        claims = [len(case["verdict"]["claims"]) for case in json.loads(held.out)["cases"]]
        assert claims == ([0, 1] if "spared" in file.name else [1, 1])  # the book has no word for who is spared


def test_both_laws_are_named_in_one_place(tmp_path: Path) -> None:
    ended = differed(tmp_path, "base", "narrow-halls", "--variant", "narrow-halls")
    assert ended.code == 2
    assert "`--diff` names both laws itself" in ended.err
    assert "did you mean" in differed(tmp_path, "base", "invariant").err


def test_markdown(tmp_path: Path) -> None:
    ended = differed(tmp_path, "base", "narrow-halls", "--format", "md")
    assert ended.code == 1
    assert "| held_up | looser | [" in ended.out
    assert ".yaml) ![its board](" in ended.out
