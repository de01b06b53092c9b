"""Browsing and searching rulebooks."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.drakdom import FOLDERS, RULEBOOKS, drakdom


def test_rulebooks() -> None:
    page = drakdom("rulebooks", *FOLDERS).out
    assert "lantern  Lantern Deep, first lighting" in page
    assert "10 clauses" in page
    assert "optional rules: narrow-halls" in page


def test_a_broken_rulebook_does_not_hide_the_others(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "rulebook.yaml").write_text("titel: x\n", encoding="utf-8")
    (broken / "clauses.yaml").write_text("clauses: []\n", encoding="utf-8")
    ended = drakdom("rulebooks", *FOLDERS, "--rulebook", tmp_path)
    assert ended.code == 2
    assert "lantern" in ended.out
    assert "`titel`" in ended.err


def test_all_clauses_and_some() -> None:
    assert drakdom("clauses", "lantern", *FOLDERS).lines[-1] == "10 of 10 clauses"
    assert drakdom("clauses", RULEBOOKS / "lantern", "PIT").lines[-1] == "2 of 10 clauses"
    assert drakdom("clauses", "lantern", "pit", "rope", *FOLDERS).lines[-1] == "1 of 10 clauses"
    assert drakdom("clauses", "lantern", "--topic", "pit", *FOLDERS).lines[-1] == "2 of 10 clauses"
    assert "overrides LD-05" in drakdom("clauses", "lantern", "LD-06", "--full", *FOLDERS).out


def test_the_nearest_word() -> None:
    ended = drakdom("clauses", "lantern", "lanturn", *FOLDERS)
    assert (ended.code, ended.out) == (0, "no clause of Lantern Deep speaks of `lanturn`, did you mean `lantern`?\n")
    ended = drakdom("clauses", "lantern", "--section", "Roms", *FOLDERS)
    assert ended.code == 2
    assert "did you mean `Rooms`?" in ended.err


@pytest.mark.parametrize(
    ("book", "words", "clauses"),
    [
        ("drakborgen-atervackt", ["MULTI-062"], {"DA-MULTI-062"}),
        ("drakborgen-atervackt", ["multi", "062"], {"DA-MULTI-062"}),
        ("lantern", ["out", "lanterns"], set[str]()),
        ("lantern", ["rop"], set[str]()),
        ("lantern", ["rop*"], {"LD-06"}),
    ],
)
def test_whole_words_parts_of_ids_and_marked_beginnings(book: str, words: list[str], clauses: set[str]) -> None:
    ended = drakdom("clauses", book, *words, "--json", *FOLDERS)
    assert {clause["id"] for clause in json.loads(ended.out)["clauses"]} == clauses


def test_a_word_does_not_stand_inside_another() -> None:
    clauses = json.loads(drakdom("clauses", "drakborgen-atervackt", "sp", "--json").out)["clauses"]
    assert clauses
    assert all(re.search(r"\bsp\b", f"{c['id']} {c['section']} {c['topic']} {c['text']}".lower()) for c in clauses)


@pytest.mark.parametrize(
    ("book", "foreign", "english"),
    [
        ("drakborgen-atervackt", "fällgaller", "portcullis"),
        ("dungeonquest-neuauflage", "FALLGITTER", "portcullis"),
    ],
)
def test_words_of_the_players(book: str, foreign: str, english: str) -> None:
    ids = [
        {clause["id"] for clause in json.loads(drakdom("clauses", book, word, "--json").out)["clauses"]}
        for word in (foreign, english)
    ]
    assert ids[1]
    assert ids[0] >= ids[1]


def test_words_that_stand_in_no_clause_together() -> None:
    out = drakdom("clauses", "lantern", "rope", "gust", *FOLDERS).out
    assert out == "no clause of Lantern Deep has all words of `rope gust`\n"


def test_the_law_keeps_to_its_rules() -> None:
    ended = drakdom("lint", "lantern", *FOLDERS)
    files = len(list((RULEBOOKS / "lantern" / "scenarios").glob("*.yaml")))
    assert (ended.code, ended.out) == (0, f"Lantern Deep: nothing wrong, grounded on {files} scenarios\n")


def test_a_law_that_does_not(tmp_path: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)
    law = folder / "pit.lp"
    law.write_text(law.read_text(encoding="utf-8") + 'event(falls(P), T) :- clause("LD-99"), stands(P, T).\n', "utf-8")
    ended = drakdom("lint", folder, "--only-text")
    assert ended.code == 1
    assert "pit.lp:" in ended.out
    assert "LD-99" in ended.out
    assert "grounded on any scenario" in ended.out


@pytest.mark.slow
def test_coverage(tmp_path: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)
    baseline = folder / "covered.txt"
    ended = drakdom("coverage", folder)
    assert ended.code == 0
    assert "clauses are covered" in ended.out
    ended = drakdom("coverage", folder, "--write")
    covered = baseline.read_text(encoding="utf-8").split()
    assert (ended.code, "LD-05" in covered) == (0, True)
    for file in (folder / "scenarios").glob("*.yaml"):
        if "LD-05" in file.read_text(encoding="utf-8"):
            file.unlink()
    ended = drakdom("coverage", folder)
    assert ended.code == 1
    assert "LOST" in ended.out
    assert "  LD-05" in ended.lines


def test_coverage_of_one_clause() -> None:
    ended = drakdom("coverage", "lantern", *FOLDERS, "--clause", "LD-05")
    assert ended.code == 0
    assert "missed in" in ended.out
    wrong = drakdom("coverage", "lantern", *FOLDERS, "--clause", "LD05")
    assert (wrong.code, "unknown clause or prefix `LD05`" in wrong.err) == (2, True)
    assert "did you mean `LD-05`?" in wrong.err
