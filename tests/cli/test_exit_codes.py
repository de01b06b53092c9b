"""Every way to end has its own exit code and its own words; nothing ends with a traceback."""

import os
import shutil
from pathlib import Path

import pytest

from drakdom.errors import BugError, LimitError
from tests.cli.drakdom import CASES, FOLDERS, GOOD, PIT, RULEBOOKS, drakdom, written

WRONG = [
    pytest.param("room: pit", "room: pitt", ["unknown room kind `pitt`", "did you mean `pit`?"], id="tile"),
    pytest.param("move e", "mvoe e", ["unknown action `mvoe`", "did you mean `move`?"], id="action"),
    pytest.param("Ada: move e", "Adda: move e", ["there is no figure `Adda`", "did you mean `Ada`?"], id="figure"),
    pytest.param("LD-05", "LD-055", ["unknown clause `LD-055`", "did you mean `LD-05`?"], id="clause"),
    pytest.param("falls(Ada)", "fals(Ada)", ["`fals`", "did you mean `falls`?"], id="event"),
    pytest.param("at: B2", "at: [B2, C2]", ["several places, `B2` and `C2`"], id="two rooms"),
    pytest.param("rulebook: lantern", "rulebook: lantrn", ["no rulebook `lantrn`", "`lantern`"], id="rulebook"),
]


@pytest.mark.parametrize(("right", "wrong", "words"), WRONG)
def test_a_wrong_word_is_named_with_its_place(tmp_path: Path, right: str, wrong: str, words: list[str]) -> None:
    text = GOOD.replace(right, wrong)
    file = written(tmp_path, text)
    line = next(n for n, entry in enumerate(text.splitlines(), 1) if wrong in entry)
    for command in ("rule", "check"):
        ended = drakdom(command, file, *FOLDERS, COLUMNS="1000")
        page = " ".join((ended.out + ended.err).split())
        assert ended.code == 2
        assert f"{file}:{line}:" in page
        assert all(word in page for word in words), page
        assert "Traceback" not in page


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.replace("room: pit", "room: pitt").replace("move e", "mvoe e"))
    ended = drakdom("rule", file, *FOLDERS)
    assert ended.code == 2
    assert len(ended.err.splitlines()) == 2
    assert ended.out == ""


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (b"", 2, "the file is empty"),
        (b"- a\n- b\n", 2, "a list"),
        (b"hello: {world: [1, 2}\n", 2, "this is not YAML"),
        (b"a: b\n", 2, "names no `rulebook`"),
        (b"\xff\xfe\x00\x00", 2, "UTF-16"),
        (b"\x80abc", 2, "not UTF-8"),
        (b"title: " + b"x" * 50_000_000, 3, "bytes"),
        (b"a: " + b"[" * 5000, 2, "nested deeper"),
    ],
    ids=["empty", "list", "broken", "other yaml", "utf-16", "latin-1", "50 MB", "deep"],
)
def test_a_file_that_is_no_scenario(tmp_path: Path, content: bytes, code: int, words: str) -> None:
    file = tmp_path / "case.yaml"
    file.write_bytes(content)
    ended = drakdom("rule", file, *FOLDERS)
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.startswith(f"{file}")
    assert words in ended.err
    assert len(ended.err) < 1000


def test_a_file_or_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "no such file" in drakdom("rule", tmp_path / "no.yaml").err
    assert drakdom("rule", tmp_path / "no.yaml").code == 2
    assert drakdom("rule", tmp_path).code == 2
    ended = drakdom("check", tmp_path / "no", tmp_path / "nor this")
    assert (ended.code, len(ended.err.splitlines())) == (2, 2)


@pytest.mark.parametrize("words", [("rule",), ("explain", "falls(Ada)"), ("why-not", "falls(Ada)"), ("odds",)])
def test_a_pipe_is_read_as_standard_input_only(words: tuple[str, ...], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ended = drakdom(words[0], tmp_path / "pipe", *words[1:], *FOLDERS)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith("not a file, `-` reads a scenario from standard input\n")


@pytest.mark.parametrize("words", [("check",), ("lint", "lantern", "--scenarios"), ("coverage", "lantern")])
def test_standard_input_is_not_offered_where_it_is_not_taken(words: tuple[str, ...], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ended = drakdom(*words, tmp_path / "pipe", *FOLDERS, COLUMNS="1000")
    page = " ".join((ended.out + ended.err).split())
    assert "a pipe, a socket or a device, not a file" in page
    assert "standard input" not in page


def test_a_folder_without_scenarios(tmp_path: Path) -> None:
    ended = drakdom("check", tmp_path)
    assert ended.code == 5
    assert "there is no scenario" in ended.err


def test_a_scenario_that_expects_nothing(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.partition("expect:")[0])
    assert drakdom("rule", file, *FOLDERS).code == 0
    ended = drakdom("check", file, *FOLDERS)
    assert ended.code == 5
    assert "expects nothing" in ended.out


def test_an_expectation_that_fails(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.replace("1/3", "1/2"))
    assert drakdom("rule", file, *FOLDERS).code == 0
    ended = drakdom("check", file, *FOLDERS)
    assert ended.code == 1
    assert "1/2" in ended.out
    assert "1/3" in ended.out
    assert f"{file}:12:" in ended.out.replace("\n", "").replace(" ", "")


def test_a_right_result_for_a_wrong_reason(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.replace("because: LD-05", "because: LD-07"))
    ended = drakdom("check", file, *FOLDERS)
    assert ended.code == 1
    assert "not decided by: LD-07" in ended.out


def test_a_move_of_who_has_fallen_did_not_come_up(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.replace("nerve: 4}", "nerve: 4, fallen: yes}").partition("expect:")[0])
    ended = drakdom("rule", file, *FOLDERS)
    assert ended.code == 0
    assert "Did not come up" in ended.out
    assert "Ada walks east" in ended.out


def test_words_of_the_command_line() -> None:
    ended = drakdom("rul")
    assert (ended.code, ended.err) == (2, "unknown command `rul`, did you mean `rule`?\n")
    assert drakdom("rule").code == 2
    assert drakdom("rule", PIT, "--engin", "auto").code == 2
    assert drakdom("rule", PIT, "--engine", "unrolled").code == 2
    assert drakdom("check").code == 2
    ended = drakdom("clauses", "lanten", *FOLDERS)
    assert ended.code == 2
    assert "did you mean `lantern`?" in ended.err


def test_help_and_version() -> None:
    assert drakdom("--version").out.startswith("drakdom ")
    for command in (
        (),
        ("rule",),
        ("check",),
        ("explain",),
        ("clauses",),
        ("new",),
        ("rulebooks",),
        ("lint",),
        ("coverage",),
    ):
        ended = drakdom(*command, "--help")
        assert ended.code == 0
        assert "Usage: drakdom" in ended.out


@pytest.mark.children
def test_a_limit_that_is_hit() -> None:
    ended = drakdom("rule", PIT, *FOLDERS, "--timeout", "0.001")
    assert ended.code == 3
    assert "--timeout" in ended.err
    ended = drakdom("check", CASES, *FOLDERS, "--timeout", "0.001")
    assert ended.code == 3
    assert f"{len(list(Path(CASES).glob('*.yaml')))} errored" in ended.out


def test_our_own_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("drakdom.rulings.adjudication.adjudicate", broken)
    ended = drakdom("rule", PIT, *FOLDERS)
    assert (ended.code, ended.out) == (4, "")
    assert "our bug: KeyError" in ended.err
    assert "please report" in ended.err
    assert "Traceback" not in ended.err
    assert "Traceback" in drakdom("rule", PIT, *FOLDERS, DRAKDOM_DEBUG="1").err
    assert drakdom("check", PIT, *FOLDERS).code == 4


@pytest.mark.parametrize(("error", "code"), [(LimitError("too large"), 3), (BugError("odd"), 4)])
def test_what_the_procedures_raise(monkeypatch: pytest.MonkeyPatch, error: Exception, code: int) -> None:
    def failing(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("drakdom.rulings.adjudication.adjudicate", failing)
    assert drakdom("rule", PIT, *FOLDERS).code == code
    assert drakdom("check", PIT, *FOLDERS).code == code


def test_a_folder_without_a_rulebook_is_not_passed_over(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    ended = drakdom("rule", PIT, *FOLDERS, "-r", nowhere, "-r", PIT, "-r", tmp_path)
    assert ended.code == 2
    first, second, third = ended.err.splitlines()
    assert first == f"{nowhere}: no such folder"
    assert second == f"{PIT}: this is a file, not a folder with a rulebook"
    assert third.startswith(f"{tmp_path}: there is no rulebook in this folder")


def test_two_rulebooks_of_one_slug_are_refused(tmp_path: Path) -> None:
    shutil.copytree(RULEBOOKS / "lantern", tmp_path / "mine" / "lantern")
    ended = drakdom("rule", PIT, *FOLDERS, "-r", tmp_path / "mine")
    assert ended.code == 2
    folders = f"`{RULEBOOKS / 'lantern'}` and `{tmp_path / 'mine' / 'lantern'}`"
    assert f"two rulebooks have the slug `lantern`: {folders}" in ended.err
    assert drakdom("rule", PIT, *FOLDERS, "-r", RULEBOOKS / "lantern").code == 0


def test_a_rulebook_in_the_place_of_a_shipped_one_is_told(tmp_path: Path) -> None:
    shutil.copytree(RULEBOOKS / "lantern", tmp_path / "mine")
    yaml = tmp_path / "mine" / "rulebook.yaml"
    yaml.write_text(yaml.read_text("utf-8").replace("slug: lantern", "slug: diplomacy"), encoding="utf-8")
    ended = drakdom("rule", PIT, *FOLDERS, "-r", tmp_path / "mine")
    assert (ended.code, ended.err) == (
        0,
        f"note: `diplomacy` is the rulebook in `{tmp_path / 'mine'}`, not the shipped one\n",
    )


def test_an_empty_word_is_no_path() -> None:
    ended = drakdom("check", "", *FOLDERS)
    assert (ended.code, ended.err) == (2, "a path is empty\n")
    for command in ("rule", "ask"):
        ended = drakdom(command, "", *FOLDERS)
        assert (ended.code, ended.err) == (2, "the file name is empty\n")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("paths", PIT, "--flight", ""), "--flight"),
        (("paths", PIT, "--to="), "--to"),
        (("draw", PIT, "-o", ""), "--output"),
        (("rule", PIT, "--variant", "", "--variant", "x"), "--variant"),
        (("house-rule", "new", "keys", "--base", ""), "--base"),
        (("coverage", "lantern", PIT, "--fail-under="), "--fail-under"),
    ],
)
def test_an_option_without_a_value_does_not_count_as_not_given(words: tuple[str, ...], option: str) -> None:
    ended = drakdom(*words, *FOLDERS)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"`{option}` is empty: give a value, or leave it out\n"


def test_a_letter_with_its_mark_is_one_letter_however_it_was_typed(tmp_path: Path) -> None:
    text = GOOD.replace("Ada", "\u00c5sa", 1).replace("Ada", "A\u030asa")
    file = written(tmp_path, text)
    assert drakdom("check", file, *FOLDERS).code == 0
    assert drakdom("explain", file, "falls(A\u030asa)", *FOLDERS).code == 0


def test_a_folder_that_is_no_rulebook_is_named_as_one(tmp_path: Path) -> None:
    assert drakdom("lint", tmp_path).err == f"{tmp_path}: there is no `rulebook.yaml` in this folder\n"
    (tmp_path / "rulebook.yaml").write_text("title: x\n")
    os.mkfifo(tmp_path / "clauses.yaml")
    assert drakdom("lint", tmp_path).err == f"{tmp_path}/clauses.yaml: this is a pipe or a device, not a file\n"


def test_limits_without_measure_are_no_bug() -> None:
    assert drakdom("rule", PIT, *FOLDERS, "--timeout", "inf", "--memory", "9" * 30).code == 0


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("' Ada'", "begins or ends with a space"),
        ('"A\\nda"', "U+000A"),
        ('"\\e[31mAda"', "U+001B"),
        ('"A\\u202eda"', "U+202E"),
        ("'A\"da'", 'contains a `"`'),
        ("_", "means any figure"),
        ('"Ada\\u200b"', "U+200B"),
    ],
)
def test_a_name_that_is_none_is_told_why(tmp_path: Path, name: str, why: str) -> None:
    ended = drakdom("rule", written(tmp_path, GOOD.replace("  Ada:", f"  {name}:")), *FOLDERS)
    assert ended.code == 2
    assert why in ended.err.splitlines()[0]


@pytest.mark.parametrize("words", [("check", PIT, "--results"), ("serve", "--precedents")])
def test_a_file_is_no_folder(words: tuple[str | Path, ...], tmp_path: Path) -> None:
    ended = drakdom(*words, written(tmp_path, GOOD), *FOLDERS)
    assert (ended.code, "this is a file, not a folder" in ended.err) == (2, True)
