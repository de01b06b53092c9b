"""Which of many scenarios `drakdom check` is asked to look at."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from drakdom.law.facts import core_file
from drakdom.tools.selection import touched_by
from tests.cli.drakdom import FOLDERS, GOOD, RULEBOOKS, drakdom, written


def checked(*words: str | Path) -> list[tuple[str, str]]:
    """Name and outcome of every scenario that was checked."""
    ended = drakdom("check", *words, *FOLDERS, "--json")
    return [(Path(case["file"]).name, case["outcome"]) for case in json.loads(ended.out).get("cases", [])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DRAKDOM_CACHE", str(tmp_path / "cache"))
    cases = tmp_path / "cases"
    (cases / "pits").mkdir(parents=True)
    (cases / "gusts").mkdir()
    written(cases / "pits", GOOD, "one.yaml")
    written(cases / "pits", GOOD.replace("1/3", "1/2").replace("because: LD-05", "because: LD-02"), "two.yaml")
    written(cases / "gusts", GOOD.replace("title: One", "title: Nobody"), "three.yaml")
    return cases


def test_by_topic_and_name(folder: Path) -> None:
    assert checked(folder, "--topic", "pits") == [("one.yaml", "passed"), ("two.yaml", "failed")]
    assert checked(folder, "-k", "THREE") == [("three.yaml", "passed")]
    assert checked(folder, "--name", "nobody hero", "--name", "two") == [
        ("three.yaml", "passed"),
        ("two.yaml", "failed"),
    ]
    assert checked(folder, "--topic", "gusts", "-k", "one.yaml") == []
    assert drakdom("check", folder, *FOLDERS, "--topic", "gusts", "-k", "one.yaml").code == 5
    ended = drakdom("check", folder, *FOLDERS, "--topic", "gust")
    assert (ended.code, ended.err) == (
        5,
        "nothing ran: the selection matches none of 3 scenarios, did you mean `gusts`?\n",
    )
    assert drakdom("check", folder, *FOLDERS, "--topic", "gust", "--allow-empty").code == 0


def test_by_clause_that_is_expected_or_decides(folder: Path) -> None:
    assert len(checked(folder, "--clause", "LD-05")) == 3
    assert checked(folder, "--clause", "LD-06") == []
    written(folder / "pits", GOOD.replace("because: LD-05", "not_because: LD-06"), "two.yaml")
    assert checked(folder, "--clause", "LD-06") == [("two.yaml", "passed")]
    written(folder / "pits", GOOD.partition("    because")[0], "two.yaml")  # LD-05 decides it all the same
    assert len(checked(folder, "--clause", "LD-05")) == 3


def test_by_optional_rule(folder: Path) -> None:
    book = RULEBOOKS / "lantern" / "variants"
    [variant, *_] = sorted(path.stem for path in book.iterdir())
    text = GOOD.replace("rulebook: lantern", f"rulebook: lantern\nvariants: [{variant}]").partition("expect:")[0]
    written(folder / "pits", text, "two.yaml")
    assert checked(folder, "--under", variant) == [("two.yaml", "silent")]


def test_what_failed_last_time_or_else_everything(folder: Path) -> None:
    assert len(checked(folder, "--last-failed")) == 3
    assert checked(folder, "--last-failed") == [("two.yaml", "failed")]
    written(folder / "pits", GOOD, "two.yaml")
    assert checked(folder, "--last-failed") == [("two.yaml", "passed")]
    assert len(checked(folder, "--last-failed")) == 3


def test_what_failed_and_was_not_checked_since_has_still_failed(folder: Path) -> None:
    for name in ("a", "b"):
        written(folder / "pits", GOOD.replace("1/3", "1/2"), f"{name}.yaml")
    failed = [("a.yaml", "failed"), ("b.yaml", "failed"), ("two.yaml", "failed")]
    assert len(checked(folder)) == 5
    assert checked(folder, "-k", "b.yaml") == failed[1:2]
    assert checked(folder, "--last-failed", "-x", "-j", "1") == failed[:1]
    assert checked(folder, "--last-failed") == failed
    (folder / "pits" / "b.yaml").unlink()
    written(folder / "pits", GOOD, "a.yaml")
    assert checked(folder, "--last-failed") == [("a.yaml", "passed"), failed[2]]
    assert checked(folder, "--last-failed") == failed[2:]


def test_the_first_that_does_not_hold_is_the_last(folder: Path) -> None:
    for name in ("a", "b"):
        written(folder / "pits", GOOD.replace("1/3", "1/2"), f"{name}.yaml")
    ended = drakdom("check", folder / "pits", *FOLDERS, "-x", "-j", "1")
    assert ended.code == 1
    assert ended.lines[-1].startswith("0 passed, 1 failed, 0 errored, 3 not checked in ")
    ended = drakdom("check", folder / "pits", *FOLDERS, "--maxfail", "2", "-j", "1")
    assert ended.lines[-1].startswith("0 passed, 2 failed, 0 errored, 2 not checked in ")


def git(folder: Path, *words: str) -> None:
    person = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *person, *words], cwd=folder, check=True, capture_output=True)


def test_what_has_changed_since_a_revision(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "all")
    assert checked(".", "--changed-since", "HEAD") == []
    written(folder / "pits", GOOD, "two.yaml")
    written(folder / "gusts", GOOD, "new.yaml")
    assert checked(".", "--changed-since", "HEAD") == [("new.yaml", "passed"), ("two.yaml", "passed")]
    ended = drakdom("check", ".", *FOLDERS, "--changed-since", "--output=x")
    assert ended.code == 2
    assert "git cannot list the changes since `--output=x`" in ended.err
    assert not (folder / "x").exists()


def test_a_change_of_the_law_is_one_of_its_scenarios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(RULEBOOKS / "lantern", tmp_path / "lantern")
    written(tmp_path, GOOD, "one.yaml")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "all")
    monkeypatch.chdir(tmp_path)
    words = ("check", "one.yaml", "--rulebook", str(tmp_path), "--changed-since", "HEAD")
    assert drakdom(*words).code == 5
    with (tmp_path / "lantern" / "pit.lp").open("a", encoding="utf-8") as law:
        law.write("% more\n")
    assert drakdom(*words).lines[-1].startswith("1 passed")


def test_what_git_does_not_keep_has_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    written(folder, "gusts", ".gitignore")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "all")
    outside = written(folder.parent, GOOD, "outside.yaml")
    (folder / "pits" / "link.yaml").symlink_to(outside)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "a link")
    assert [name for name, _ in checked(".", outside, "--changed-since", "HEAD")] == [
        "three.yaml",
        "link.yaml",
        "outside.yaml",
    ]


def test_a_scenario_in_a_repository_of_its_own_and_names_seen_from_a_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repository in the repository counts as changed: its settings could name programs, so nobody looks into it.

    `diff.relative` would hide what is elsewhere.
    """
    git(folder / "gusts", "init", "-q")
    git(folder / "gusts", "add", ".")
    git(folder / "gusts", "commit", "-qm", "all")
    git(folder, "init", "-q")
    git(folder, "config", "diff.relative", "true")
    git(folder, "-c", "advice.addEmbeddedRepo=false", "add", ".")
    git(folder, "commit", "-qm", "all")
    monkeypatch.chdir(folder / "pits")
    words = ("--changed-since", "HEAD")
    assert checked("..", *words) == [("three.yaml", "passed")]
    written(folder / "gusts", GOOD + "# more\n", "three.yaml")
    assert checked("..", *words) == [("three.yaml", "passed")]
    written(folder / "pits", GOOD, "two.yaml")
    assert checked("..", *words) == [("three.yaml", "passed"), ("two.yaml", "passed")]


def test_all_law_that_a_scenario_names_is_its_law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for slug in ("lantern", "other"):
        shutil.copytree(RULEBOOKS / "lantern", tmp_path / slug)
    book = tmp_path / "other" / "rulebook.yaml"
    book.write_text(book.read_text("utf-8").replace("slug: lantern", "slug: other"), encoding="utf-8")
    for name in ("mine", "theirs"):
        assert drakdom("house-rule", "new", name, "--base", "lantern", *FOLDERS, tmp_path / name).code == 0
        shutil.rmtree(tmp_path / name / "scenarios")
    cases = tmp_path / "cases"
    cases.mkdir()
    written(cases, GOOD, "base.yaml")
    (cases / "bom.yaml").write_text("rulebook: other\n" + GOOD.replace("rulebook: lantern\n", ""), encoding="utf-8-sig")
    written(cases, GOOD.replace("rulebook: lantern", "rulebook: lantern\nhouse_rules: [../mine]"), "ours.yaml")
    written(cases, GOOD.replace("board:", "matrix: {rulebook: [lantern, other]}\nboard:"), "matrix.yaml")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "all")

    def meant(file: str, *more: str) -> list[str]:
        law = tmp_path / file
        before = law.read_bytes()
        law.rename(tmp_path / "moved.lp")  # git tells of a move by the new name alone, unless it is asked
        git(tmp_path, "add", ".")
        ended = drakdom("check", "cases", "--rulebook", ".", *more, "--changed-since", "HEAD", "--json")
        (tmp_path / "moved.lp").unlink()
        law.write_bytes(before)
        git(tmp_path, "add", ".")
        return sorted({Path(entry["file"]).stem for entry in json.loads(ended.out).get("cases", [])})

    assert meant("other/scope.lp") == ["bom", "matrix"]
    assert meant("lantern/scope.lp") == ["base", "matrix", "ours"]
    assert meant("mine/house.lp") == ["ours"]
    assert meant("theirs/house.lp") == []
    assert meant("theirs/house.lp", "--house-rule", "theirs") == ["base", "bom", "matrix", "ours"]


def test_what_is_no_law_touches_nothing_and_the_core_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenarios are not even read for it: an editor's own files come and go beside them."""
    files, law = [written(tmp_path, GOOD)], {"lantern": RULEBOOKS / "lantern"}
    assert touched_by({core_file("core.lp")}, files, law) == files
    assert touched_by({RULEBOOKS / "lantern" / "gone.lp"}, files, law) == files
    monkeypatch.setattr("drakdom.tools.selection.law_of", None)
    assert touched_by({tmp_path / "4913"}, files, law) == []
    assert touched_by({*files}, files, law) == files


@pytest.mark.parametrize("words", [("-k", "nowhere"), ("--under", "nowhere"), ("--clause", "LD-99")])
def test_a_selection_that_matches_nothing_is_said(words: tuple[str, str], folder: Path) -> None:
    ended = drakdom("check", folder, *FOLDERS, *words)
    assert ended.code == 5
    assert "nothing ran: the selection matches none of the scenarios in " in ended.err


@pytest.mark.parametrize(
    ("option", "word", "near"), [("--under", "narow-hals", "narrow-halls"), ("--clause", "LD5", "LD-05")]
)
def test_a_word_to_select_by_that_there_is_not_is_named(option: str, word: str, near: str, folder: Path) -> None:
    ended = drakdom("check", folder, *FOLDERS, option, word)
    assert (ended.code, f", did you mean `{near}`?" in ended.err) == (5, True)
