"""Results that are kept: used for the same law, scenario, options and program, and for no other."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from drakdom import kept
from drakdom.kept import Answer, Input, Law, ResultCache, run_each_kept, seals
from drakdom.law import digest
from drakdom.law.facts import core_file
from drakdom.rulebook.find import list_rulebooks
from drakdom.runner import Local
from drakdom.sandbox import Limits
from drakdom.scenario import Added
from drakdom.tools.check import CheckReport, check_paths
from drakdom.tools.selection import Selection
from drakdom.verdict import Verdict
from tests.cli.drakdom import FOLDERS, GOOD, RULEBOOKS, drakdom, written

HOUSE = GOOD.replace("rulebook: lantern\n", "rulebook: lantern\nhouse_rules: [soft-pits]\n")


def not_shipped(folders: Iterable[str | Path]) -> list[tuple[str, Path]]:
    """List the rulebooks of some folders alone."""
    shipped = [*list_rulebooks(())]
    return [entry for entry in list_rulebooks(folders) if entry not in shipped]


@pytest.fixture(autouse=True)
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of one's own, and a program of one file without rulebooks: to seal all takes longer than to rule."""
    assert Path(kept.__file__).parents[1] == seals._PACKAGE
    program = tmp_path / "drakdom"
    (program / "graph").mkdir(parents=True)
    (program / "graph" / "play.py").write_text("ANSWER = 42\n", encoding="utf-8")
    monkeypatch.setattr(seals, "_PACKAGE", program)
    monkeypatch.setattr(kept, "list_rulebooks", not_shipped)
    monkeypatch.setattr(kept.store, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.delenv("DRAKDOM_FRESH")
    return program


@pytest.fixture
def books(tmp_path: Path) -> Path:
    """A rulebook of one's own, with a house rule."""
    folder = tmp_path / "books" / "lantern"
    shutil.copytree(RULEBOOKS / "lantern", folder)
    return tmp_path / "books"


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Two scenarios that hold."""
    folder = tmp_path / "cases"
    folder.mkdir()
    written(folder, GOOD, "a.yaml")
    written(folder, GOOD.replace("title: One", "title: Once more one"), "b.yaml")
    return folder


def verdicts(report: CheckReport) -> list[Verdict]:
    return [case.verdict for case in report.cases if case.verdict]


def check(cases: Path, books: Path, **more: object) -> CheckReport:
    return check_paths([cases], [books], keep="yes", **more)  # type: ignore[arg-type]


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def kept_answers(file: Path, books: Path, meanwhile: Callable[[], object] = lambda: None) -> list[bool]:
    """Work something out about a file, twice, and say whether it had been kept. `meanwhile` is what is done besides."""

    def job(_: int) -> Answer:
        meanwhile()
        return Answer(42, (Law(str(books / "lantern")),))

    result: list[bool] = []
    for _ in range(2):
        cache = ResultCache("test", (), "question", [books])
        results = run_each_kept(job, [Input((file,))], cache, Local(), Limits())
        result += [before for _, _, before in results]
    return result


def test_the_same_verdicts_come_back(cases: Path, books: Path) -> None:
    first, second = check(cases, books), check(cases, books)
    assert (first.kept, second.kept) == (0, 2)
    assert verdicts(first) == verdicts(second)
    assert [verdict.to_json() for verdict in verdicts(first)] == [verdict.to_json() for verdict in verdicts(second)]


def test_all_outcomes_come_back(cases: Path, books: Path) -> None:
    first, second = check(cases, books, why="all"), check(cases, books, why="all")
    assert (first.kept, second.kept) == (0, 2)
    assert verdicts(first) == verdicts(second) != []
    assert verdicts(second)[0].branches[0].outcomes


def test_the_command_says_how_many(cases: Path) -> None:
    assert "kept" not in drakdom("check", cases, *FOLDERS).lines[-1]
    assert drakdom("check", cases, *FOLDERS).lines[-1].endswith("(2 kept from before)")
    assert json.loads(drakdom("check", cases, *FOLDERS, "--json").out)["kept"] == 0  # with outcomes: another question
    assert json.loads(drakdom("check", cases, *FOLDERS, "--json").out)["kept"] == 2
    assert "kept" not in drakdom("check", cases, *FOLDERS, "--fresh").lines[-1]
    assert "kept" not in drakdom("check", cases, *FOLDERS, DRAKDOM_FRESH="1").lines[-1]


def test_one_character_of_a_scenario(cases: Path, books: Path) -> None:
    check(cases, books)
    change(cases / "a.yaml", "nerve: 4", "nerve: 5")
    report = check(cases, books)
    assert (report.kept, report.count("failed")) == (1, 1)
    assert [case.outcome for case in report.cases] == ["failed", "passed"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("pit.lp", "falls", "falls "),
        ("rulebook.yaml", "title: ", "title:  "),
        ("clauses.yaml", "text: ", "text:  "),
    ],
)
def test_one_character_of_the_law(cases: Path, books: Path, file: str, old: str, new: str) -> None:
    assert kept_answers(cases / "a.yaml", books) == [False, True]
    change(books / "lantern" / file, old, new)
    assert kept_answers(cases / "a.yaml", books) == [False, True]


def test_how_often_clauses_apply_counts_as_law(books: Path) -> None:
    """The clauses that an answer names depend on it."""
    book = books / "lantern"
    (book / "frequency.json").write_text('{"LD-05": 1}', "utf-8")
    digests = [digest.law_digest(book)]
    change(book / "frequency.json", "1", "1000")
    digests.append(digest.law_digest(book))
    assert digests[0] != digests[1]


def test_what_the_law_about_paths_includes_counts_as_law(books: Path) -> None:
    book = books / "lantern"
    (book / "paths").mkdir()
    (book / "paths.lp").write_text('#include "paths/home.lp".\n', "utf-8")
    (book / "paths" / "home.lp").write_text("home(x).\n", "utf-8")
    before = digest.law_digest(book)
    change(book / "paths" / "home.lp", "x", "y")
    assert digest.law_digest(book) != before


def test_another_verdict_by_another_law(cases: Path, books: Path) -> None:
    check(cases, books)
    with (books / "lantern" / "pit.lp").open("a", encoding="utf-8") as law:
        law.write('happens(falls(H), T) :- clause("LD-05"), enters(H, P, T), is(room(P), pit, T).\n')
    assert verdicts(check(cases, books)) == verdicts(check_paths([cases], [books]))


def test_one_character_of_the_core(cases: Path, books: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    core = tmp_path / "core"
    shutil.copytree(core_file("core.lp").parent, core)
    monkeypatch.setattr(digest, "core_file", lambda name: core / name)
    assert kept_answers(cases / "a.yaml", books) == [False, True]
    (core / "core.lp").write_text((core / "core.lp").read_text("utf-8") + " ", encoding="utf-8")
    assert kept_answers(cases / "a.yaml", books) == [False, True]


def test_one_character_of_the_program(cases: Path, books: Path, program: Path) -> None:
    assert kept_answers(cases / "a.yaml", books) == [False, True]
    (program / "graph" / "play.py").write_text("ANSWER = 43\n", encoding="utf-8")
    assert kept_answers(cases / "a.yaml", books) == [False, True]


@pytest.mark.parametrize("library", kept._LIBRARIES)
def test_another_version_of_a_library(library: str, cases: Path, books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_answers(cases / "a.yaml", books) == [False, True]
    monkeypatch.setattr(kept, "version", lambda name: version(name) + ("1" if name == library else ""))
    assert kept_answers(cases / "a.yaml", books) == [False, True]


@pytest.mark.parametrize(
    "more",
    [
        {"why": "all"},
        {"added": Added(variants=("narrow-halls",))},
        {"lang": "de"},
        {"select": Selection((), (), ("LD-05",))},
    ],
    ids=["why", "added", "lang", "select"],
)
def test_another_question(more: dict[str, object], cases: Path, books: Path) -> None:
    check(cases, books)
    report = check(cases, books, **more)
    assert report.kept == 0
    assert verdicts(report) == verdicts(check_paths([cases], [books], **more))  # type: ignore[arg-type]


@pytest.mark.parametrize("inside", [True, False], ids=["of the rulebook", "by its path"])
def test_only_what_names_a_house_rule_rests_on_it(cases: Path, books: Path, inside: bool) -> None:
    rule = (books / "lantern" / "house" if inside else cases / "rules") / "soft-pits"
    drakdom("house-rule", "new", "soft-pits", "--base", "lantern", "--rulebook", books, rule)
    shutil.rmtree(rule / "scenarios")
    written(cases, HOUSE if inside else HOUSE.replace("[soft-pits]", "[rules/soft-pits]"), "c.yaml")
    reports = [check(cases, books) for _ in range(2)]
    assert [(report.kept, report.count("passed")) for report in reports] == [(0, 3), (3, 3)]
    with (rule / "house.lp").open("a", encoding="utf-8") as law:
        law.write("%")
    assert [check(cases, books).kept for _ in range(2)] == [2, 3]


def test_a_rulebook_that_comes_first(cases: Path, books: Path, tmp_path: Path) -> None:
    check(cases, books)
    shutil.copytree(books, tmp_path / "others")
    assert check_paths([cases], [tmp_path / "others", books], keep="yes").kept == 0


def test_a_link_that_leads_elsewhere(cases: Path, books: Path, tmp_path: Path) -> None:
    shutil.copytree(books, tmp_path / "others")
    link = tmp_path / "current"
    link.symlink_to(books)
    assert [check(cases, link).kept for _ in range(2)] == [0, 2]
    link.unlink()
    link.symlink_to(tmp_path / "others")
    assert check(cases, link).kept == 0


def test_errors_are_not_kept(cases: Path, books: Path) -> None:
    change(cases / "a.yaml", "Ada: move e", "Ada: mvoe e")
    for _ in range(2):
        report = check(cases, books)
        assert report.count("errored") == 1
    assert report.kept == 1
    assert check(cases, books, limits=Limits(seconds=1e-9)).count("errored") == 1  # the one that is not kept


def test_what_is_touched_while_it_is_ruled_on_is_not_kept(cases: Path, books: Path, tmp_path: Path) -> None:
    file, law, second = cases / "a.yaml", books / "lantern" / "pit.lp", tmp_path / "other"
    shutil.copytree(books / "lantern", second)

    def edit(path: Path, added: str) -> None:
        path.write_text(path.read_text("utf-8") + added, "utf-8")

    def swap() -> None:
        (books / "lantern").rename(tmp_path / "away")
        second.rename(books / "lantern")
        (tmp_path / "away").rename(second)

    assert kept_answers(file, books) == [False, True]
    edit(file, "# more")
    assert kept_answers(file, books, lambda: edit(file, "#")) == [False, False]
    assert kept_answers(file, books, lambda: edit(law, "%")) == [False, False]
    assert kept_answers(file, books, swap) == [False, False]


def test_an_edit_that_was_undone_leaves_nothing(cases: Path, books: Path) -> None:
    """The law is wrong for a while in the midst of a run: that is not what the law says afterwards."""
    law = books / "lantern" / "pit.lp"
    good = law.read_text("utf-8")
    wrong = good.replace("X <= N", "X < N").replace("X > N", "X >= N")
    assert wrong != good
    report = check(cases, books, progress=lambda *_: law.write_text(wrong, encoding="utf-8"), jobs=1)
    assert report.count("passed") < 2
    law.write_text(good, encoding="utf-8")
    assert check(cases, books).count("passed") == 2


def test_where_a_path_leads_counts(cases: Path, books: Path, tmp_path: Path) -> None:
    rest, book = tmp_path / "others", cases / "book"
    shutil.copytree(books / "lantern", rest)
    file = written(cases, GOOD.replace("rulebook: lantern", "rulebook: ./book"), "c.yaml")
    book.symlink_to(books / "lantern")
    assert [check(file, books).kept for _ in range(2)] == [0, 1]
    book.unlink()
    book.symlink_to(rest)
    assert check(file, books).kept == 0


def test_which_folder_has_a_name_counts(cases: Path, books: Path, tmp_path: Path) -> None:
    """A rulebook by the name of its folder: the first folder of that name is meant."""
    folders = tmp_path / "p", tmp_path / "q"
    for place in (folders[0] / "aaa", folders[1] / "lamp"):
        shutil.copytree(books / "lantern", place)
    file = written(cases, GOOD.replace("rulebook: lantern", "rulebook: lamp"), "c.yaml")
    assert [check_paths([file], folders, keep="yes").kept for _ in range(2)] == [0, 1]
    shutil.copytree(books / "lantern", folders[0] / "lamp")
    assert check_paths([file], folders, keep="yes").kept == 0


def test_a_program_edited_meanwhile(cases: Path, books: Path, program: Path) -> None:
    (program / ".#b.py").symlink_to("nowhere")  # as an editor leaves it
    edit = partial((program / "graph" / "play.py").write_text, "ANSWER = 43\n", encoding="utf-8")
    assert kept_answers(cases / "a.yaml", books, edit) == [False, False]


def test_a_law_that_is_a_circle_of_links_by_now(cases: Path, books: Path) -> None:
    check(cases, books)
    entry = books / "lantern" / "rulebook.lp"
    entry.unlink()
    entry.symlink_to(entry.name)
    assert check(cases, books).count("errored") == 2


def test_results_are_written_now_and_then(cases: Path, books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced end of a run loses little."""
    monkeypatch.setattr(kept, "OFTEN", 0)
    written_rows: list[int] = []
    monkeypatch.setattr(kept.store, "write", lambda rows, _: written_rows.append(len(list(rows))))
    check(cases, books, jobs=1)
    assert written_rows == [1, 1]


def spoil_file(file: Path) -> None:
    file.write_bytes(b"this is no database" * 100)


def spoil_values(file: Path) -> None:
    with sqlite3.connect(file) as table:
        table.execute("UPDATE results SET value = replace(value, 'passed', 'failed')")


def spoil_table(file: Path) -> None:
    with sqlite3.connect(file) as table:
        table.execute("DROP TABLE results")
        table.execute("CREATE TABLE results (a)")


def spoil_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize("spoil", [spoil_file, spoil_values, spoil_table, spoil_folder])
def test_what_was_spoilt_is_not_there(spoil: Callable[[Path], None], cases: Path, books: Path, tmp_path: Path) -> None:
    check(cases, books)
    spoil(tmp_path / "cache" / "results.sqlite")
    report = check(cases, books)
    assert (report.kept, report.count("passed")) == (0, 2)


def test_without_a_folder_nothing_is_kept(cases: Path, books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept.store, "cache_folder", lambda: None)
    assert [check(cases, books).kept for _ in range(2)] == [0, 0]


def test_what_is_no_file_is_not_read(cases: Path, books: Path) -> None:
    os.mkfifo(cases / "c.yaml")
    report = check(cases, books)
    assert (report.kept, report.count("errored"), report.count("passed")) == (0, 1, 2)


def test_what_another_process_locks_is_left_alone(
    cases: Path, books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(cases, books)
    monkeypatch.setattr(kept.store, "PATIENCE", 0.01)
    file = tmp_path / "cache" / "results.sqlite"
    number = file.stat().st_ino
    with closing(sqlite3.connect(file)) as second:
        second.execute("BEGIN EXCLUSIVE")
        assert (check(cases, books).kept, check(cases, books).count("passed")) == (0, 2)
    monkeypatch.setattr(kept.store, "_LOCKED", set())
    assert (file.stat().st_ino, check(cases, books).kept) == (number, 2)


def test_the_first_failure_ends_a_run_that_was_kept_too(cases: Path, books: Path) -> None:
    change(cases / "a.yaml", "nerve: 4", "nerve: 5")
    check(cases, books)
    report = check(cases, books, most_failed=1)
    assert (report.kept, report.unfinished, report.exit_code) == (1, 1, 1)


def test_old_results_make_room(cases: Path, books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept.store, "MOST_ROWS", 1)
    check(cases, books)
    assert check(cases, books).kept <= 1


@pytest.mark.parametrize(
    "words", [("lint", "lantern", "--scenarios"), ("coverage", "lantern")], ids=["lint", "coverage"]
)
def test_lint_and_coverage(words: tuple[str, ...], cases: Path, books: Path) -> None:
    def ended(*more: str) -> Any:
        return json.loads(drakdom(*words, cases, "--rulebook", books, "--json", *more).out)

    first, second, third = ended(), ended(), ended("--fresh")
    assert (first["kept"], third["kept"]) == (0, 0)
    assert second["kept"] >= 2
    for entry in (first, second):
        for key in ("seconds", "kept"):
            entry.pop(key, None)
    assert first == second
    with (books / "lantern" / "pit.lp").open("a", encoding="utf-8") as law:
        law.write("% more\n")
    assert ended()["kept"] == 0
    assert "kept from before" in " ".join(drakdom(*words, cases, "--rulebook", books).out.split())
