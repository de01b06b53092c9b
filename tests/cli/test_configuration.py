"""Settings of a repository: `drakdom.toml` and `[tool.drakdom]`."""

import json
from pathlib import Path

import pytest

from drakdom.tools.configuration import Configuration, configuration
from tests.cli.drakdom import GOOD, RULEBOOKS, drakdom, written
from tests.cli.test_pytest_plugin import ran

SETTINGS = f"""\
rulebooks = ["{RULEBOOKS}"]
paths = ["rulings"]
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rulings").mkdir()
    written(tmp_path / "rulings", GOOD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_settings_name_rulebooks_and_paths(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(repository, SETTINGS, "drakdom.toml")
    ended = drakdom("check")
    assert (ended.code, "1 passed" in ended.out) == (0, True), ended
    assert drakdom("rule", "rulings/case.yaml").code == 0
    monkeypatch.chdir(repository / "rulings")
    ended = drakdom("check", "--report", "json")
    assert json.loads(ended.out)["cases"][0]["file"] == "../rulings/case.yaml"


def test_a_table_of_pyproject_does_the_same_and_another_table_is_none_of_ours(repository: Path) -> None:
    written(repository, "[project]\nname = 'x'\npaths = 3\n", "pyproject.toml")
    assert drakdom("check").code == 2
    written(repository, f"[project]\nname = 'x'\npaths = 3\n\n[tool.drakdom]\n{SETTINGS}", "pyproject.toml")
    assert drakdom("check").code == 0
    written(repository, "[project\n", "pyproject.toml")
    ended = drakdom("check", "rulings", "--rulebook", RULEBOOKS)
    assert ended.code == 0, "a faulty file that does not speak of us"


def test_the_command_line_goes_before_the_settings(repository: Path) -> None:
    written(repository, SETTINGS + 'lang = "sv"\ntimeout = 0\n', "drakdom.toml")
    written(repository, GOOD.replace("1/3", "1/2"), "fails.yaml")
    assert "no sentences in `sv`" in drakdom("check").out
    assert drakdom("check", "--lang", "en").code == 0
    assert "1 failed" in drakdom("check", "--lang", "en", "fails.yaml").out


def test_house_rules_are_in_force_in_every_scenario(repository: Path) -> None:
    assert drakdom("house-rule", "new", "dry-pits", "--base", "lantern", "--rulebook", RULEBOOKS).code == 0
    written(repository, SETTINGS + 'house-rules = ["dry-pits"]\n', "drakdom.toml")
    [case] = json.loads(drakdom("check", "--report", "json").out)["cases"]
    assert [rule["name"] for rule in case["verdict"]["house_rules"]] == ["dry-pits"]
    assert drakdom("lint", "lantern", "--only-text").out.startswith("Lantern Deep: nothing wrong")


def test_house_rules_are_in_force_for_pins_and_interviews(repository: Path) -> None:
    """A scenario that is pinned under another law than it is checked under would fail."""
    assert drakdom("house-rule", "new", "dry-pits", "--base", "lantern", "--rulebook", RULEBOOKS).code == 0
    written(repository, SETTINGS + 'house-rules = ["dry-pits"]\n', "drakdom.toml")
    assert "dry_pits(" in drakdom("pin", "rulings/case.yaml", "--all").out
    (repository / "answers").write_text("quit\n", encoding="utf-8")
    assert "house rule: Dry pits" in drakdom("ask", "rulings/case.yaml", "--answers", "answers").out


def test_a_comparison_needs_no_rulebook_named(repository: Path) -> None:
    """There `--rulebook` names what to compare with."""
    written(repository, SETTINGS, "drakdom.toml")
    ended = drakdom("compare", "rulings/case.yaml", "--variant", "narrow-halls")
    assert (ended.code, ended.err) == (0, ""), ended


FAULTS = {
    "unknown": ('rulebook = ["x"]', "drakdom.toml:1: unknown setting `rulebook`, did you mean `rulebooks`?"),
    "a word": ("\n\ntimeout = 'long'", "drakdom.toml:3: `timeout` is a number of seconds, not `long`"),
    "no folder": ('rulebooks = [\n  "rulings",\n  "nowhere",\n]', "drakdom.toml:3: `nowhere`: no such folder"),
    "no rulebook": ('rulebooks = ["rulings"]', "drakdom.toml:1: `rulings`: there is no rulebook in this folder"),
    "no path": ("paths = ['rulngs']", "drakdom.toml:1: `rulngs`: no such file or folder"),
    "a language": ("lang = 'dk'", "drakdom.toml:1: unknown language `dk`, known: `da`, `de`, `en`, `fi`, `sv`"),
    "a table": ("[paths]\nx = 1", "drakdom.toml:1: `paths` is a list of files and folders"),
    "negative": ("memory = -1", "drakdom.toml:1: `memory` is a number of megabytes, not `-1`"),
    "endless": ("timeout = inf", "drakdom.toml:1: `timeout` is a number of seconds, not `inf`"),
    "no TOML": ("paths = [\n\n", "drakdom.toml:2: this is no TOML"),
    "in a line": ("paths = ['a' 'b']", "drakdom.toml:1:14: this is no TOML"),
    "no text": ("\udcff", "drakdom.toml:1:1: the file is not UTF-8 text"),
}


@pytest.mark.parametrize(("text", "message"), FAULTS.values(), ids=FAULTS)
def test_faults_have_a_line_and_the_nearest_word(repository: Path, text: str, message: str) -> None:
    (repository / "drakdom.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    ended = drakdom("check", "rulings")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert drakdom("check", "--help").code == 0


@pytest.mark.slow
def test_pytest_reads_the_settings_too(repository: Path) -> None:
    written(repository, SETTINGS, "drakdom.toml")
    code, text = ran(repository)
    assert (code, "1 passed" in text) == (0, True), text
    written(repository, "paths = 1", "drakdom.toml")
    code, text = ran(repository)
    assert (code, "drakdom.toml:1: `paths` is a list of files and folders" in text) == (2, True), text
    assert "Traceback" not in text


def test_a_folder_above_that_may_not_be_looked_into_has_no_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refused)
    (tmp_path / ".git").mkdir()
    assert configuration(tmp_path) == Configuration()
