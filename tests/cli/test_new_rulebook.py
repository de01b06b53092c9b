"""`drakdom rulebook new`: a rulebook to start from, which passes everything at once."""

from pathlib import Path

import pytest

from drakdom.report.rulebook_starter import FIRST, prefix_of
from tests.cli.drakdom import drakdom


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_works_at_once() -> None:
    written = drakdom("rulebook", "new", "two-keys")
    assert (written.code, written.err) == (0, "")
    own = ("--rulebook", "two-keys")
    ruled = drakdom("rule", f"two-keys/{FIRST}", *own)
    assert (ruled.code, ruled.err) == (0, "")
    assert "TK-04" in ruled.out
    assert "3 passed, 0 failed, 0 errored" in drakdom("check", "two-keys/scenarios", *own).out
    assert drakdom("lint", "two-keys", *own).out == "Two Keys: nothing wrong, grounded on 3 scenarios\n"
    assert "5 of 5 clauses are covered" in drakdom("coverage", "two-keys", *own).out
    assert drakdom("schema", "two-keys", "--write", *own).code == 0
    left = {word for file in Path("two-keys").rglob("*.[ly]*") for word in file.read_text("utf-8").split()}
    assert not {"XX-01", "SLUG", "TITLE"} & left


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("Two_Keys",), "`Two_Keys` is not the name of a rulebook: lower-case words with hyphens, write `two-keys`"),
        (("../x",), "is not the name of a rulebook"),
        (("4-keys",), "is not the name of a rulebook: lower-case words with hyphens, write `keys`"),
        (("x" * 90,), "is not the name of a rulebook"),
        (("diplomacy",), "`diplomacy` is a rulebook that comes with Drakdom"),
        (("keys", "taken"), "taken: this exists already; a new rulebook overwrites nothing"),
        (("keys", "taken/file/x"), "not a directory"),
        (("keys", "--title", "a: b"), "`a: b` is not a title"),
        (("keys", "a\0b"), "cannot be written"),
    ],
)
def test_names_and_folders_that_cannot_be(words: tuple[str, ...], message: str) -> None:
    Path("taken").mkdir()
    Path("taken/file").write_text("x", encoding="utf-8")
    ended = drakdom("rulebook", "new", *words)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert [*Path().iterdir()] == [Path("taken")]


def test_beginnings_of_ids() -> None:
    assert [prefix_of(slug) for slug in ("ferry", "two-keys", "x", "a-2-b")] == ["FE", "TK", "XX", "AB"]
