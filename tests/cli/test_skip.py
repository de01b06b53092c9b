"""Scenarios that say why they are not checked."""

import json
from pathlib import Path

from tests.cli.drakdom import FOLDERS, GOOD, drakdom, written
from tests.cli.test_check import BOTH_WAYS
from tests.cli.test_pytest_plugin import ran
from tests.cli.test_reports import xml

WHY = "the rulebook's next edition settles it"
SKIPPED = GOOD.replace("1/3", "1/2") + f"skip: {WHY}\n"


def test_it_is_told_with_its_reason_and_fails_nothing(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "a.yaml")
    written(tmp_path, SKIPPED, "b.yaml")
    written(tmp_path, BOTH_WAYS.replace("expect:", "skip: later\nexpect:"), "c.yaml")
    ended = drakdom("check", tmp_path, *FOLDERS)
    assert ended.code == 0
    assert f"  SKIP   b.yaml  {WHY}" in ended.lines
    assert ended.lines[-1].startswith("1 passed, 0 failed, 0 errored, 2 skipped in ")
    data = json.loads(drakdom("check", tmp_path, *FOLDERS, "--json").out)
    assert (data["skipped"], data["cases"][1]["reason"], data["cases"][1]["verdict"]) == (2, WHY, None)


def test_machines_are_told_too(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "a.yaml")
    written(tmp_path, SKIPPED, "b.yaml")
    suite = xml(drakdom("check", tmp_path, *FOLDERS, "--report", "junit").out)[0]
    assert (suite.get("skipped"), suite.get("failures")) == ("1", "0")
    assert [element.get("message") for element in suite.iter("skipped")] == [WHY]
    assert f"b.yaml # SKIP {WHY}" in drakdom("check", tmp_path, *FOLDERS, "--report", "tap").out
    code, text = ran(tmp_path, "-rs", *("--drakdom-rulebook", FOLDERS[1]))
    assert (code, "1 passed, 1 skipped" in text, WHY in text) == (0, True, True)


def test_skipping_everything_is_running_nothing(tmp_path: Path) -> None:
    assert drakdom("check", written(tmp_path, SKIPPED), *FOLDERS).code == 5


def test_a_mistake_in_what_is_skipped_is_one(tmp_path: Path) -> None:
    ended = drakdom("check", written(tmp_path, SKIPPED.replace("room: pit", "room: pitt")), *FOLDERS, COLUMNS="1000")
    assert (ended.code, "did you mean `pit`" in ended.out) == (2, True)
    ended = drakdom("check", written(tmp_path, GOOD + "skip:\n"), *FOLDERS, COLUMNS="1000")
    assert (ended.code, "`skip` gives no reason" in ended.out) == (2, True)


def test_it_can_be_ruled_on(tmp_path: Path) -> None:
    assert drakdom("rule", written(tmp_path, SKIPPED), *FOLDERS).code == 0
