"""What a saved file touches is checked again."""

import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.drakdom import GOOD, RULEBOOKS, drakdom, process, written

PATIENCE = 60
"""Seconds after which a test gives up waiting: none waits so long where it works."""


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[tuple[Path, "subprocess.Popen[str]", Path]]:
    """A folder with two scenarios and a rulebook that is watched, and what the watch prints."""
    shutil.copytree(RULEBOOKS / "lantern", tmp_path / "books" / "lantern")
    cases = tmp_path / "cases"
    cases.mkdir()
    for name in "ab":
        written(cases, GOOD, f"{name}.yaml")
    with process("check", cases, "--rulebook", tmp_path / "books", "--watch") as running:
        yield tmp_path, running, cases
        running.kill()


def until(running: "subprocess.Popen[str]", words: str) -> list[str]:
    """The lines up to one with these words."""
    result, end = list[str](), time.monotonic() + PATIENCE
    assert running.stdout is not None
    while time.monotonic() < end:
        result.append(running.stdout.readline())
        if words in result[-1]:
            return result
    raise AssertionError(result)


def is_watching(running: "subprocess.Popen[str]") -> None:
    assert running.stderr is not None
    assert running.stderr.readline() == "watching; press Ctrl+C to stop\n"


@pytest.mark.slow
def test_a_scenario_or_its_law(watching: tuple[Path, "subprocess.Popen[str]", Path]) -> None:
    folder, running, cases = watching
    until(running, "2 passed, 0 failed")
    is_watching(running)
    written(cases, GOOD.replace("1/3", "1/2"), "b.yaml")
    text = until(running, "0 passed, 1 failed")
    assert not [line for line in text if "a.yaml" in line]
    law = folder / "books" / "lantern" / "pit.lp"
    law.write_text(law.read_text("utf-8") + "\n", encoding="utf-8")
    until(running, "1 passed, 1 failed")
    (cases / "b.yaml").unlink()
    written(cases, GOOD, "c.yaml")
    until(running, "1 passed, 0 failed")
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=PATIENCE) == 0


@pytest.mark.slow
def test_a_file_that_is_gone_for_a_moment_and_a_house_rule(tmp_path: Path) -> None:
    cases, rule = tmp_path / "cases", tmp_path / "rules" / "mine"
    cases.mkdir()
    drakdom("house-rule", "new", "mine", "--base", "lantern", "--rulebook", RULEBOOKS, rule)
    a, b = (written(cases, GOOD, f"{name}.yaml") for name in "ab")
    with process("check", a, b, "--rulebook", RULEBOOKS, "--house-rule", rule, "--watch") as running:
        until(running, "2 passed, 0 failed")
        is_watching(running)
        b.unlink()
        assert running.stderr is not None
        assert running.stderr.readline() == f"{b}: no such file or folder\n"
        written(cases, GOOD, "b.yaml")
        until(running, "1 passed, 0 failed")
        with (rule / "house.lp").open("a", encoding="utf-8") as law:
            law.write("% more\n")
        until(running, "2 passed, 0 failed")
        running.kill()


def test_reports_and_a_watch_do_not_go_together(tmp_path: Path) -> None:
    ended = drakdom("check", written(tmp_path, GOOD), "--rulebook", RULEBOOKS, "--watch", "--report", "tap")
    assert (ended.code, "`--watch` prints only the table" in ended.err) == (2, True)


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    ended = drakdom("check", written(tmp_path, GOOD), "--rulebook", RULEBOOKS, "--watch")
    assert (ended.code, "drakdom[watch]" in ended.err) == (2, True)


@pytest.mark.slow
def test_where_a_link_leads(tmp_path: Path) -> None:
    cases, elsewhere = tmp_path / "cases", tmp_path / "elsewhere"
    for folder in (cases, elsewhere):
        folder.mkdir()
    (cases / "linked").symlink_to(elsewhere)
    written(elsewhere, GOOD, "a.yaml")
    with process("check", cases / "linked", "--rulebook", RULEBOOKS, "--watch") as running:
        until(running, "1 passed, 0 failed")
        is_watching(running)
        written(elsewhere, GOOD.replace("1/3", "1/2"), "a.yaml")
        until(running, "0 passed, 1 failed")
        running.kill()
