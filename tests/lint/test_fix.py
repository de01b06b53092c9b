"""`drakdom lint --fix` makes the lists of a header from the rules, and changes nothing else."""

import shutil
from pathlib import Path

import pytest

from drakdom.lint.files import header_faults
from drakdom.lint.fix import fixed
from drakdom.lint.source import read_source
from tests.cli.drakdom import RULEBOOKS, drakdom
from tests.project.test_law import contract
from tests.project.tree import law_files, short

PITS = "falls(H, T) :- tries(H, T), not rope(H).\n"


@pytest.fixture
def lantern(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RULEBOOKS / "lantern", tmp_path / "lantern"))


def test_false_lists_are_rewritten(lantern: Path) -> None:
    law = lantern / "pit.lp"
    true = law.read_text("utf-8")
    law.write_text(true.replace("stat/3, ", "").replace("tries/2,", "tries/2, trips/2,"), "utf-8")
    before = drakdom("lint", "lantern", "--only-text", "--rulebook", lantern.parent)
    assert before.code == 1
    ended = drakdom("lint", "lantern", "--only-text", "--fix", "--rulebook", lantern.parent)
    assert (ended.code, ended.err.splitlines()) == (0, [f"rewrote the header of {law}"])
    assert header_faults(read_source(law), contract()) == []
    assert law.read_text("utf-8").partition("\n\n")[2] == true.partition("\n\n")[2]


def test_a_true_header_is_left_alone(lantern: Path) -> None:
    before = {path: path.read_bytes() for path in lantern.rglob("*.lp")}
    assert drakdom("lint", "lantern", "--only-text", "--fix", "--rulebook", lantern.parent).err == ""
    assert {path: path.read_bytes() for path in lantern.rglob("*.lp")} == before


@pytest.mark.parametrize(
    "text",
    [
        PITS,
        "%# Pits\n" + PITS,
        "%# Pits\n%\n% They are deep.\n%\n% Reads: nothing/1\n% Defines: falls/2,\n%          more/1\n\n" + PITS,
        "% Reads: tries/2\n\n" + PITS,
        "%# Pits\n% Defines: falls/2\n%\n% tries(H, T): H tries\n\n" + PITS,
        "%# Only a comment\n",
        "%# Pits\n%\n% They are deep.\u2028Reads: nothing/1\n\n% how\x0cdeep\n" + PITS,
    ],
)
def test_every_header_becomes_true(tmp_path: Path, text: str) -> None:
    file = tmp_path / "pits.lp"
    file.write_text(text, "utf-8")
    new = fixed(read_source(file), frozenset())
    for line in ("% They are deep.", "% tries(H, T): H tries"):
        assert (line in text) == (line in new)
    assert new.endswith(PITS) or PITS not in text
    assert all(line in new for line in text.split("\n") if "deep" in line)
    file.with_name("again.lp").write_text(new, "utf-8")
    assert header_faults(read_source(file.with_name("again.lp")), frozenset()) == []
    assert fixed(read_source(file.with_name("again.lp")), frozenset()) == new


@pytest.mark.parametrize("path", law_files()[::9], ids=short)
def test_rules_stay_as_they_are(path: Path) -> None:
    """A header made anew for a shipped file lists the same and leaves the rest as it is."""
    source = read_source(path)
    new = fixed(source, frozenset())
    rules = [line for line in source.text.splitlines() if not line.startswith("%")]
    assert [line for line in new.splitlines() if not line.startswith("%")] == rules or not rules


def test_a_file_that_cannot_be_written_is_an_error(lantern: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law = lantern / "pit.lp"
    law.write_text(law.read_text("utf-8").replace("stat/3, ", ""), "utf-8")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    faulty = law.read_text("utf-8")
    monkeypatch.setattr(Path, "replace", refuse)
    ended = drakdom("lint", "lantern", "--only-text", "--fix", "--rulebook", lantern.parent)
    assert ended.code == 2
    assert "the header cannot be written: permission denied" in ended.err
    assert law.read_text("utf-8") == faulty
