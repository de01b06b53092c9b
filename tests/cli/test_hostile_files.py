"""Files of strangers, and files that people keep: what is read lies inside, what is written was ours."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from drakdom.cli import pin
from drakdom.language import using_language
from drakdom.law import store
from drakdom.tools.check import check_paths
from tests.cli.drakdom import FOLDERS, GOOD, ROOT, RULEBOOKS, drakdom, written
from tests.hostile.inputs import lay_out


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A copy of the ten-clause rulebook, with its own name."""
    folder = tmp_path / "lantern"
    folder.mkdir()
    for file in (RULEBOOKS / "lantern").rglob("*"):
        if file.is_file() and "scenarios" not in file.parts:
            target = folder / file.relative_to(RULEBOOKS / "lantern")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    return folder


def git(folder: Path, *words: str) -> None:
    person = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *person, *words], cwd=folder, check=True, capture_output=True)


PROGRAMS = {
    "fsmonitor": (("core.fsmonitor",), ""),
    "filter": (("filter.evil.clean", "filter.evil.process"), "*.yaml filter=evil\n"),
    "textconv": (("diff.evil.textconv", "diff.evil.command"), "*.yaml diff=evil\n"),
    "external": (("diff.external",), ""),
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_a_repository_runs_no_programs(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys, attributes = PROGRAMS[kind]
    program, trace = tmp_path / "evil.sh", tmp_path / "trace"
    program.write_text(f"#!/bin/sh\ntouch {trace}\ncat\n", encoding="utf-8")
    program.chmod(0o755)
    folder = tmp_path / "rulings"
    folder.mkdir()
    file = written(folder, GOOD)
    (folder / ".gitattributes").write_text(attributes, encoding="utf-8")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "one")):
        git(folder, *words)
    for key in keys:
        git(folder, "config", key, str(program))
    git(folder, "config", "filter.evil.required", "true")
    file.write_text(f"{GOOD}# changed\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    ended = drakdom("check", ".", "--changed-since", "HEAD", *FOLDERS)
    assert ended.code == 0
    assert ended.lines[-1].startswith("1 passed")
    assert not trace.exists()


@pytest.mark.parametrize("slug", ["../../x", "/etc", "a b", "'a/b'", "a" * 61, '"a\\0b"'])
def test_a_slug_is_a_name(slug: str, book: Path) -> None:
    file = book / "rulebook.yaml"
    file.write_text(f"slug: {slug}\n{file.read_text('utf-8')}", encoding="utf-8")
    for command in ("clauses", "coverage", "audit", "schema"):
        ended = drakdom(command, book)
        assert ended.code == 2
        assert f"{file}:1:" in ended.err
        assert not list(Path.cwd().glob("audit-*x*"))


def test_a_language_is_no_path(tmp_path: Path) -> None:
    catalogue = tmp_path / "en_XX.po"
    catalogue.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n', encoding="utf-8")
    for code in (str(catalogue.with_suffix("")), "../" * 9 + "etc/passwd", "a" * 5000, "de\0", "*"):
        with using_language(code):
            pass
        ended = drakdom("rule", written(tmp_path, GOOD), *FOLDERS, "--lang", code)
        assert (ended.code, "has no sentences in" in ended.err) == (2, True)


REPORTS = [
    *(("check", f"--format={form}=PLACE") for form in ("junit", "tap", "sarif", "json", "summary", "github", "table")),
    ("rule", "-o", "PLACE"),
    ("draw", "-o", "PLACE"),
    ("odds", "--plot", "PLACE"),
]


@pytest.mark.parametrize("words", REPORTS, ids=lambda words: "-".join(words))
def test_reports_replace_reports_only(words: tuple[str, ...], book: Path, tmp_path: Path) -> None:
    """A report is written twice; law, scenarios and notes stay as they are."""
    file = written(tmp_path, GOOD)
    ending = {"rule": ".md", "draw": ".svg", "odds": ".svg"}.get(words[0], ".md" if "summary" in words[1] else ".txt")
    notes = tmp_path / f"notes{ending}"
    notes.write_text("# My notes on drakdom\n", encoding="utf-8")

    def run(place: Path) -> int:
        command, *options = (word.replace("PLACE", str(place)) for word in words)
        return drakdom(command, file, *options, "--rulebook", book).code

    own = [book / "pit.lp", book / "clauses.yaml", book / "rulebook.yaml", file, notes]
    before = [place.read_bytes() for place in own]
    assert [run(place) for place in own] == [2] * len(own)
    assert [place.read_bytes() for place in own] == before
    report = tmp_path / f"report{ending}"
    assert [run(report), run(report)] == [0, 0]


@pytest.mark.parametrize("how", ["\ufeff{}", "{}# cafe\u0301\n", "{}# a\u2028b\n"])
def test_pin_changes_nothing_but_expectations(how: str, tmp_path: Path) -> None:
    text = how.format(GOOD.replace("1/3", "1/2"))
    file = written(tmp_path, text)
    assert drakdom("pin", file, "--yes", *FOLDERS).code == 2
    assert file.read_text("utf-8") == text


def test_pin_leaves_hard_links_alone(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.replace("1/3", "1/2"))
    (tmp_path / "second").hardlink_to(file)
    ended = drakdom("pin", file, "--yes", *FOLDERS)
    assert (ended.code, "hard link" in ended.err, file.stat().st_nlink) == (2, True, 2)


def test_pin_does_not_write_over_an_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, GOOD.replace("1/3", "1/2"))

    def edit(_: str) -> bool:
        file.write_text(GOOD + "# an edit\n", encoding="utf-8")
        return True

    monkeypatch.setattr(pin, "_agreed", edit)
    ended = drakdom("pin", file, *FOLDERS)
    assert (ended.code, "changed meanwhile" in ended.err) == (2, True)
    assert file.read_text("utf-8").endswith("# an edit\n")


@pytest.mark.usefixtures("keeping")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_a_cache_that_others_can_write_is_not_used(mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.FOLDER, str(tmp_path))
    check_paths([written(tmp_path, GOOD)], [RULEBOOKS], keep="yes")
    folder = store.cache_folder()
    assert folder is not None
    assert (folder / "results.sqlite").is_file()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(mode)
    assert store.cache_folder() is None
    assert check_paths([tmp_path / "case.yaml"], [RULEBOOKS], keep="yes").kept == 0


@pytest.mark.usefixtures("keeping")
def test_a_cache_deletes_nothing_but_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.FOLDER, str(tmp_path))
    monkeypatch.setattr(store, "MOST_KEPT", 1)
    mine = [tmp_path / "law-of-the-land.json", tmp_path / "results.sqlite", tmp_path / "drakdom" / "law-1.json"]
    (tmp_path / "drakdom").mkdir(mode=0o700)
    for file in mine:
        file.write_text("mine", encoding="utf-8")
        os.utime(file, (0, 0))
    for name in ("a", "b"):
        store.save(store.entry_name("law", [name]), {})
    check_paths([written(tmp_path, GOOD)], [RULEBOOKS], keep="yes")
    assert [file.read_text("utf-8") for file in mine] == ["mine"] * 3


def test_annotations_hold_no_codes_for_terminals(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.replace("1/3", "1/2"), "a\x1b[31mb.yaml")
    ended = drakdom("check", file, *FOLDERS, "--format", "github")
    assert (ended.code, "\x1b" in ended.out, ended.out.startswith("::error file=")) == (1, False, True)


def test_a_full_disk_is_told_under_json_too() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full on this machine")
    words = [sys.executable, "-m", "drakdom", "rulebooks", "--json"]
    with full.open("w", encoding="utf-8") as out:
        ended = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert ended.returncode == 2
    assert "the output cannot be written" in ended.stderr


def test_a_folder_that_is_gone_is_no_fault_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    ended = drakdom("rulebooks")
    monkeypatch.chdir(tmp_path)
    assert (ended.code, "the current folder is gone" in ended.err) == (2, True)


@pytest.mark.parametrize("name", ["pipe.yaml", "/dev/zero", "large.yaml"])
def test_completion_reads_files_within_limits(name: str, tmp_path: Path) -> None:
    lay_out(tmp_path, {"pipe.yaml": {"pipe": True}, "large.yaml": {"size": 3_000_000_000}})
    words = f"drakdom rule {tmp_path / name} --variant "
    env = {"_DRAKDOM_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "4"}
    ended = subprocess.run(
        [sys.executable, "-c", f"import resource; resource.setrlimit(resource.RLIMIT_AS, (2 << 30,) * 2); {COMPLETE}"],
        env=os.environ | env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "samarbete" in ended.stdout


COMPLETE = "import sys; sys.argv = ['drakdom']; from drakdom.cli import main; main()"


@pytest.mark.usefixtures("keeping")
def test_a_pipe_in_the_cache_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(store.FOLDER, str(tmp_path))
    (tmp_path / "drakdom").mkdir(mode=0o700)
    os.mkfifo(tmp_path / "drakdom" / "results.sqlite")
    os.mkfifo(tmp_path / "drakdom" / "law-0.json")
    assert store.load("law-0.json", lambda rows: rows) is None
    report = check_paths([written(tmp_path, GOOD)], [RULEBOOKS], keep="yes")
    assert (report.count("passed"), report.kept) == (1, 0)
