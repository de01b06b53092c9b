"""`drakdom schema`, and the first line by which an editor finds what it writes."""

import json
import shutil
from pathlib import Path

import pytest

from drakdom.rulebook.find import INSTALLED
from tests.cli.drakdom import FOLDERS, RULEBOOKS, drakdom
from tests.cli.own_game import own_game

LINE = "# yaml-language-server: $schema="


def test_it_prints_the_schema_of_scenarios() -> None:
    ended = drakdom("schema", "lantern", *FOLDERS)
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out)["title"] == "A scenario of Lantern Deep"


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("house-rule", "A house rule for Lantern Deep"),
        ("rulebook", "The vocabulary of Lantern Deep"),
        ("ledger", "The ledger of Lantern Deep"),
    ],
)
def test_it_prints_the_others(kind: str, title: str, tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    assert drakdom("schema", "lantern", "--of", kind, "-o", file, *FOLDERS).code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["title"] == title
    assert drakdom("schema", "lantern", "--of", kind, *FOLDERS).out == file.read_text(encoding="utf-8")


def test_it_prints_none_without_a_name() -> None:
    ended = drakdom("schema", *FOLDERS)
    assert (ended.code, ended.out) == (2, "")
    assert "no rulebook is named" in ended.err
    assert "`lantern`" in ended.err


def test_what_cannot_be() -> None:
    ended = drakdom("schema", "lantern", "--of", "scenarios", *FOLDERS)
    assert (ended.code, "did you mean `scenario`?" in ended.err) == (2, True)
    ended = drakdom("schema", "lantren", *FOLDERS)
    assert (ended.code, "did you mean `lantern`?" in ended.err) == (2, True)
    ended = drakdom("schema", "lantern", "-o", "no/where.json", *FOLDERS)
    assert (ended.code, "there is no folder `no`" in ended.err) == (2, True)
    assert drakdom("schema", "lantern", "--write", "-o", "x.json", *FOLDERS).code == 2
    ended = drakdom("schema", "lantern", "--house-rule", "nothing", *FOLDERS)
    assert (ended.code, "there is no house rule `nothing`" in ended.err) == (2, True)


def test_what_new_writes_names_the_schema(tmp_path: Path) -> None:
    game = own_game(tmp_path / "my-game")
    file = tmp_path / "mine" / "new.yaml"
    file.parent.mkdir()
    assert drakdom("new", "toll-bridge", file, "--rulebook", game).code == 0
    assert LINE not in file.read_text(encoding="utf-8")
    assert drakdom("schema", "toll-bridge", "--write", "--rulebook", game).code == 0
    assert drakdom("new", "toll-bridge", file, "--force", "--rulebook", game).code == 0
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first == f"{LINE}../my-game/schema/scenario.json"
    assert (file.parent / first.removeprefix(LINE)).is_file()
    assert drakdom("rule", file, "--rulebook", game).code == 0
    assert LINE not in drakdom("new", "toll-bridge", "-", "--rulebook", game).out


def test_a_new_house_rule_names_the_schema(tmp_path: Path) -> None:
    game = own_game(tmp_path / "my-game")
    assert drakdom("schema", "toll-bridge", "--write", "--rulebook", game).code == 0
    folder = tmp_path / "no-ropes"
    assert drakdom("house-rule", "new", "no-ropes", folder, "--base", "toll-bridge", "--rulebook", game).code == 0
    lines = (folder / "house.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"{LINE}../my-game/schema/house-rule.json"
    assert drakdom("rule", folder / "scenarios" / "first.yaml", "--rulebook", game).code == 0


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    game = own_game(tmp_path / "my-game")
    (game / "schema").write_text("in the way", encoding="utf-8")
    ended = drakdom("schema", "toll-bridge", "--write", "--rulebook", game)
    assert (ended.code, "cannot be made" in ended.err) == (2, True)


def test_an_installed_rulebook_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a package the law lies in a folder of another name than in a checkout."""
    game = own_game(tmp_path / "my-game")
    installed = tmp_path / "site-packages" / INSTALLED
    shutil.copytree(RULEBOOKS / "lantern", installed / "lantern")
    monkeypatch.setattr("drakdom.rulebook.find.law_folder", lambda: installed)
    for words in (("lantern", "--write"), ("--write",)):
        ended = drakdom("schema", *words)
        assert (ended.code, ended.out) == (2, "")
        assert "the rulebooks of an installed Drakdom are not written to" in ended.err
    assert not (installed / "lantern" / "schema").exists()
    assert drakdom("schema", "--write", "--rulebook", game).code == 0
    assert (game / "schema" / "scenario.json").is_file()
    assert not (installed / "lantern" / "schema").exists()
