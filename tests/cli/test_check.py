"""Many scenarios, one table."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from drakdom.errors import InputError, NothingRan
from drakdom.tools.check import check_paths
from drakdom.tools.files import find_scenarios
from tests.cli.drakdom import CASES, FOLDERS, GOOD, RULEBOOKS, drakdom, written


def test_the_table() -> None:
    ended = drakdom("check", CASES, *FOLDERS)
    assert ended.code == 0
    assert ended.lines[0] == str(CASES) or ended.lines[0] in str(CASES)
    assert ["PASS", "two-walk-into-the-pit-room.yaml", "4", "hold"] in [line.split() for line in ended.lines]
    files = len(list(Path(CASES).glob("*.yaml")))
    assert ended.lines[-1].startswith(f"{files} passed, 0 failed, 0 errored in ")
    assert ended.err == ""


def test_standard_input_alone_can_be_checked() -> None:
    ended = drakdom("check", "-", *FOLDERS, text=GOOD)
    assert (ended.code, ended.lines[-1].split(" in ")[0]) == (0, "1 passed, 0 failed, 0 errored")
    ended = drakdom("check", "-", *FOLDERS, text=GOOD.replace("1/3", "1/2"))
    assert ended.code == 1
    assert f"again: drakdom check - --rulebook {RULEBOOKS}" in ended.out
    assert "<stdin>:12:12" in ended.out
    ended = drakdom("check", "-", str(CASES), *FOLDERS, text=GOOD)
    assert (ended.code, ended.out) == (2, "")
    assert "standard input cannot be read beside files and folders" in ended.err
    assert drakdom("check", "-", "--last-failed", *FOLDERS, text=GOOD).code == 2


def test_a_list_of_what_would_be_checked(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "a.yaml")
    written(tmp_path, GOOD.replace("title: One", "title: Another"), "b.yaml")
    ended = drakdom("check", tmp_path, "--list", "-k", "another", *FOLDERS)
    assert (ended.code, ended.lines) == (
        0,
        [f"{tmp_path / 'b.yaml'}: Another hero walks into the room with the pit"],
    )
    assert drakdom("check", tmp_path, "--list", "-k", "nothing", *FOLDERS).code == 5
    assert "only a ruling tells" in drakdom("check", tmp_path, "--list", "--clause", "LD-05", *FOLDERS).err
    for words in (("--json",), ("--watch",), ("--format", "tap")):
        ended = drakdom("check", tmp_path, "--list", *words, *FOLDERS)
        assert (ended.code, "`--list` checks nothing" in ended.out + ended.err) == (2, True)
    written(tmp_path, GOOD.replace("room: pit", "room: pitt"), "c.yaml")
    ended = drakdom("check", tmp_path, "--list", *FOLDERS)
    assert (ended.code, len(ended.lines)) == (2, 2)
    assert "c.yaml:6:16: unknown room kind `pitt`" in ended.err


def test_more_can_be_shown(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    ended = drakdom("check", tmp_path, "-v", "--durations", "3", *FOLDERS)
    lines = [line.split() for line in ended.lines]
    assert ["holds", "odds:", "falls(Ada)", "=", "1/3"] in lines
    assert ["its", "clauses:", "LD-05,", "LD-02,", "LD-01"] in lines
    assert [line for line in lines if line[-1:] == [str(tmp_path / "case.yaml")]]
    assert "holds" not in drakdom("check", tmp_path, "-q", *FOLDERS).out


def test_passes_failures_and_errors_are_kept_apart(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "a.yaml")
    written(tmp_path, GOOD.replace("1/3", "1/2"), "b.yaml")
    written(tmp_path, GOOD.replace("room: pit", "room: pitt"), "c.yml")
    written(tmp_path, "not a scenario", "d.txt")
    ended = drakdom("check", tmp_path, *FOLDERS, COLUMNS="1000")
    assert ended.code == 2
    assert [line.split()[:2] for line in ended.lines[1:4]] == [
        ["PASS", "a.yaml"],
        ["FAIL", "b.yaml"],
        ["ERROR", "c.yml"],
    ]
    assert ended.lines[-1].startswith("1 passed, 1 failed, 1 errored in ")
    assert "  FAILS  odds: falls(Ada) = 1/2" in ended.lines
    assert f"{tmp_path / 'c.yml'}:6:16: unknown room kind `pitt`" in " ".join(ended.out.split())
    quiet = drakdom("check", tmp_path, *FOLDERS, "--quiet").out
    assert "PASS" not in quiet
    assert "FAIL" in quiet


def test_nothing_that_is_named_like_a_scenario_is_passed_over(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "A.YAML")
    (tmp_path / "b.yaml").symlink_to(tmp_path / "nothing.yaml")
    (tmp_path / "c.yaml").mkdir()
    ended = drakdom("check", tmp_path, *FOLDERS)
    assert ended.code == 2
    assert [line.split()[:2] for line in ended.lines[1:3]] == [["PASS", "A.YAML"], ["ERROR", "b.yaml"]]
    assert ended.lines[-1].startswith("1 passed, 0 failed, 1 errored in ")


def test_a_folder_that_is_a_link_is_looked_into_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "all" / "own").mkdir(parents=True)
    (tmp_path / "shared").mkdir()
    written(tmp_path / "all" / "own", GOOD, "a.yaml")
    written(tmp_path / "shared", GOOD, "b.yaml")
    for name, to in {"a-link": "own", "here": ".", "more": "../shared", "again": "more"}.items():
        (tmp_path / "all" / name).symlink_to(to)
    result = [str(file.relative_to(tmp_path)) for file in find_scenarios([tmp_path / "all"])]
    assert result == ["all/again/b.yaml", "all/own/a.yaml"]


def test_what_cannot_be_looked_into_is_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "locked").mkdir()
    file = written(tmp_path, GOOD)

    def scandir(folder: str) -> Any:
        if folder.endswith("locked"):
            raise PermissionError(13, "Permission denied", folder)
        return looked(folder)

    looked = os.scandir
    monkeypatch.setattr(os, "scandir", scandir)
    ended = drakdom("check", tmp_path, *FOLDERS)
    assert (ended.code, ended.err) == (2, f"{tmp_path / 'locked'}: it cannot be read: permission denied\n")

    def lstat(self: Path) -> Any:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "lstat", lstat)
    ended = drakdom("check", file, *FOLDERS)
    assert (ended.code, ended.err) == (2, f"{file}: it cannot be read: permission denied\n")


def test_an_error_in_many_files_is_told_once(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.yaml").write_bytes(b"")
    page = drakdom("check", tmp_path).out
    assert " ".join(page.split()).count("the file is empty") == 1
    assert "a.yaml and 2 more: the file is empty" in " ".join(page.split())


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    for number in range(30):
        written(tmp_path, GOOD if number % 7 else GOOD.replace("1/3", "2/3"), f"{number:02}.yaml")
    serial, parallel = (check_paths([tmp_path], [RULEBOOKS], jobs=jobs) for jobs in (1, 3))
    assert [(c.file, c.outcome) for c in serial.cases] == [(c.file, c.outcome) for c in parallel.cases]
    assert (serial.count("passed"), serial.count("failed"), serial.exit_code) == (25, 5, 1)
    assert [c.verdict for c in serial.cases] == [c.verdict for c in parallel.cases]


def test_progress_is_told(tmp_path: Path) -> None:
    for name in "abc":
        written(tmp_path, GOOD, f"{name}.yaml")
    text: list[tuple[int, int]] = []
    check_paths([tmp_path], [RULEBOOKS], lambda done, total: text.append((done, total)))
    assert text == [(1, 3), (2, 3), (3, 3)]


def test_files_are_found_once_and_sorted(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b.yaml", "a.yaml", "sub/c.yaml"):
        written(tmp_path, GOOD, name)
    names = [file.name for file in find_scenarios([tmp_path, tmp_path / "b.yaml", tmp_path / "sub"])]
    assert names == ["a.yaml", "b.yaml", "c.yaml"]
    with pytest.raises(NothingRan):
        find_scenarios([])
    with pytest.raises(InputError):
        find_scenarios([tmp_path, tmp_path / "nowhere"])


BOTH_WAYS = """\
title: A gust, read in both ways
rulebook: lantern
board:
  places:
    B2: {room: floor, exits: [e]}
    C2: {room: shrine, exits: [w]}
figures:
  Ada: {kind: hero, at: B2, nerve: 4}
  Bo:  {kind: hero, at: C2, nerve: 4}
play:
  - {Ada: move e, Bo: rest}
draws: {omen Ada: gust}
matrix: {readings: {LD-07: [drawer, room]}}
expect:
  - {always: goes_out(Ada), because: LD-07}
  - {never: goes_out(Bo), when: {LD-07: drawer}}
  - {always: goes_out(Bo), when: {LD-07: room}}
"""


def test_a_matrix_has_a_row_for_each_combination(tmp_path: Path) -> None:
    written(tmp_path, BOTH_WAYS, "gust.yaml")
    ended = drakdom("check", tmp_path, *FOLDERS)
    assert ended.code == 0
    assert [line.split() for line in ended.lines[1:3]] == [
        ["PASS", "gust.yaml", f"[LD-07={option}]", "2", "hold"] for option in ("drawer", "room")
    ]
    assert ended.lines[-1].startswith("2 passed, 0 failed")
    written(tmp_path, BOTH_WAYS.replace("when: {LD-07: room}", "when: {LD-07: drawer}"), "gust.yaml")
    ended = drakdom("check", tmp_path, *FOLDERS)
    assert ended.code == 1
    assert "  under LD-07=drawer" in ended.lines
    assert ended.lines[-1].startswith("1 passed, 1 failed")


def test_rule_rules_on_every_combination(tmp_path: Path) -> None:
    file = written(tmp_path, BOTH_WAYS, "gust.yaml")
    page = drakdom("rule", file, *FOLDERS).out
    assert [page.count(f"under LD-07={option}") for option in ("drawer", "room")] == [1, 1]
    data = json.loads(drakdom("rule", file, *FOLDERS, "--json").out)
    assert data["schema"] == "drakdom/verdicts/1"
    assert [verdict["combination"] for verdict in data["verdicts"]] == [[["LD-07", "drawer"]], [["LD-07", "room"]]]


def test_every_match_of_a_claim_has_its_reasons(tmp_path: Path) -> None:
    """Five sit in the dark and may only rest (LD-03); the last in the alphabet may walk as well (LD-02)."""
    dark = "".join(
        f"  {name}: {{kind: hero, at: B2, nerve: 4, lantern: out}}\n" for name in ("Ada", "Bo", "Cy", "Di", "Ed")
    )
    text = (
        GOOD.partition("play:")[0]
        .replace("figures:\n", f"figures:\n{dark}")
        .replace("  Ada: {kind: hero, at: B2, nerve: 4}", "  Zed: {kind: hero, at: B2, nerve: 4}")
    )
    claim = "play: []\nexpect:\n  - sometimes: may(_, _)\n"
    assert drakdom("check", written(tmp_path, text + claim + "    because: LD-02\n"), *FOLDERS).code == 0
    ended = drakdom("check", written(tmp_path, text + claim + "    not_because: LD-02\n"), *FOLDERS)
    assert (ended.code, "decided by: LD-02" in ended.out) == (1, True)
