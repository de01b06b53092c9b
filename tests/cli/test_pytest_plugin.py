"""`pytest` collects scenarios: the plugin as pytest finds it when Drakdom is installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.drakdom import GOOD, RULEBOOKS, written


def ran(folder: Path, *words: str) -> tuple[int, str]:
    """How pytest ended in a folder, and what it printed."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, f"[pytest]\ndrakdom_rulebooks = {RULEBOOKS}\n", "pytest.ini")
    written(tmp_path, GOOD, "holds.yaml")
    written(tmp_path, "title: x\nrules: none\n", "other.yaml")
    return tmp_path


def test_what_holds_passes_and_what_is_no_scenario_is_left_alone(folder: Path) -> None:
    code, text = ran(folder)
    assert (code, "1 passed" in text) == (0, True), text
    code, text = ran(folder, "-p", "no:drakdom")
    assert code == 5, text


def test_failures_errors_and_what_expects_nothing(folder: Path) -> None:
    written(folder, GOOD.replace("1/3", "1/2"), "fails.yml")
    written(folder, GOOD.replace("room: pit", "room: pitt"), "errs.yaml")
    written(folder, GOOD.partition("expect:")[0], "silent.yaml")
    code, text = ran(folder, "-rs")
    assert code == 1
    assert "2 failed, 1 passed, 1 skipped" in text
    place = folder / "fails.yml"
    assert f"{place}:12:12: does not hold: odds: falls(Ada) = 1/2" in text
    assert "    found: depends, 1/3" in text
    assert f"    again: drakdom check {place} --rulebook {RULEBOOKS}" in text
    assert f"{folder / 'errs.yaml'}:6:16: unknown room kind `pitt`, did you mean `pit`?" in text
    assert "the scenario expects nothing" in text
    assert "Traceback" not in text


@pytest.mark.slow
def test_whatever_an_editor_makes_of_lines_and_of_the_beginning(tmp_path: Path) -> None:
    for name, text in {
        "bom": "\ufeff" + GOOD,
        "windows": GOOD.replace("\n", "\r\n"),
        "old-mac": GOOD.replace("\n", "\r"),
        "quoted": GOOD.replace("title:", '"title" :').replace("rulebook:", "'rulebook':"),
    }.items():
        (tmp_path / f"{name}.yaml").write_bytes(text.encode())
    code, words = ran(tmp_path, "--drakdom-rulebook", str(RULEBOOKS))
    assert (code, "4 passed" in words) == (0, True), words


@pytest.mark.slow
def test_a_folder_can_be_named_on_the_command_line(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    code, text = ran(tmp_path)
    assert code == 1
    assert "there is no rulebook `lantern`" in text
    code, text = ran(tmp_path, "--drakdom-rulebook", str(RULEBOOKS))
    assert code == 0, text


def test_a_folder_without_a_rulebook_is_not_passed_over(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    code, text = ran(tmp_path, "--drakdom-rulebook", "nowhere", "--drakdom-rulebook", str(tmp_path))
    assert (code, "1 error" in text) == (2, True), text
    assert "nowhere: no such folder" in text
    assert f"{tmp_path}: there is no rulebook in this folder" in text


def test_a_scenario_with_a_misspelt_title_is_not_dropped_and_a_ledger_is_no_scenario(tmp_path: Path) -> None:
    written(tmp_path, GOOD.replace("title:", "titel:"))
    written(tmp_path, "rulebook: lantern\nclauses: []\n", "notes.yaml")
    shutil.copytree(RULEBOOKS / "lantern", tmp_path / "lantern", ignore=shutil.ignore_patterns("scenarios"))
    code, text = ran(tmp_path, "--drakdom-rulebook", "lantern")
    assert (code, "1 failed" in text) == (1, True), text
    assert "case.yaml:1:1: unknown key `titel` in a scenario, did you mean `title`?" in text


@pytest.mark.slow
def test_each_combination_of_a_matrix_is_a_test_with_a_mark(folder: Path) -> None:
    written(folder, GOOD.replace("play:", "matrix: {variants: [none, narrow-halls]}\nplay:"), "both.yaml")
    written(folder, GOOD.replace("play:", "matrix: {variants: [nun]}\nplay:"), "errs.yaml")
    written(folder, "def test_of_mine():\n    pass\n", "test_mine.py")
    code, text = ran(folder, "-m", "drakdom", "-v", "-k", "both or mine")
    assert code == 0, text
    assert "both.yaml::scenario[variants=narrow-halls] PASSED" in text
    assert "2 passed" in text
    code, text = ran(folder, "errs.yaml")
    assert (code, "unknown optional rule `nun`" in text) == (1, True), text


def test_a_skip_is_told_of_the_scenario(folder: Path) -> None:
    written(folder, GOOD.replace("play:", "skip: not decided yet\nplay:"), "skipped.yaml")
    _, text = ran(folder, "-rs")
    assert "SKIPPED [1] skipped.yaml:1: not decided yet" in text
